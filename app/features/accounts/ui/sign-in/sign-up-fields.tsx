import { Link } from "react-router";
import { TextInput } from "#app/ui/fields.tsx";
import { type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import type { PasswordPolicy } from "../../rules/sign-in/password-policy.ts";
import { HumanCheck } from "./human-check.tsx";
import { NewPasswordField } from "./password-field.tsx";
import { TimeZoneField } from "../time-zone-field.tsx";

/** The fields for creating an account. @param nameFor where the name is shown */
export function SignUpFields({
  nameFor,
  policy,
  writeTo,
  problem,
  typed,
}: {
  nameFor: string;
  policy: PasswordPolicy;
  writeTo: string;
  problem: ShownProblem | undefined;
  typed: { name: string; email: string } | undefined;
}) {
  return (
    <>
      <TimeZoneField />
      <TextInput
        id="name"
        name="name"
        label="Name"
        description={nameFor}
        autoComplete="name"
        maxLength={100}
        required
        defaultValue={typed?.name}
        error={fieldError(problem, "name")}
      />
      <TextInput
        id="email"
        name="email"
        type="email"
        label="Email"
        autoComplete="username"
        required
        defaultValue={typed?.email}
        error={fieldError(problem, "email")}
      />
      <NewPasswordField policy={policy} error={fieldError(problem, "password")} />
      <HumanCheck error={fieldError(problem, "humanCheck")} writeTo={writeTo} />
      <p style={{ margin: 0 }} className="small soft">
        By creating an account, you accept the <Link to="/terms">terms</Link> and the{" "}
        <Link to="/privacy">privacy policy</Link>.
      </p>
    </>
  );
}
