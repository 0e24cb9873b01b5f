import { useId, useState } from "react";
import { PasswordInput } from "#app/ui/fields.tsx";
import { type PasswordPolicy, passwordDemands } from "../../rules/sign-in/password-policy.ts";
import styles from "./password-field.module.css";

/** A field for a new password, with a list of requirements checked off during typing. */
export function NewPasswordField({
  label = "Password",
  policy,
  error,
}: {
  label?: string;
  policy: PasswordPolicy;
  error?: string | undefined;
}) {
  const [typed, setTyped] = useState("");
  const listId = useId();
  // Show the upper limit only once it's exceeded.
  const demands = passwordDemands(typed, policy).filter((d) => !d.text.startsWith("At most") || !d.met);
  return (
    <div>
      <PasswordInput
        id="password"
        name="password"
        label={label}
        autoComplete="new-password"
        required
        error={error}
        aria-describedby={listId}
        onChange={(e) => setTyped(e.currentTarget.value)}
      />
      <ul id={listId} className={styles.demands}>
        {demands.map((d) => (
          <li key={d.text} data-met={d.met || undefined}>
            <span aria-hidden>{d.met ? "✓" : "·"}</span> {d.text}
            <span className="unseen">{d.met ? " (met)" : " (not met yet)"}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
