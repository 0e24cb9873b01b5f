import { NativeSelect, TextInput, Textarea } from "@mantine/core";
import { Form } from "react-router";
import { ErrorNote, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { SetupView } from "../../server/setup/read-setup.ts";
import type { ToolsAnswer } from "../operations.tsx";
import styles from "./setup-checklist.module.css";

export function CompanyForm({ setup, answer }: { setup: SetupView; answer: ToolsAnswer | undefined }) {
  const mine = answer?.form === "company" ? answer : undefined;
  const saved = setup.company;
  const of = (name: string, fallback: string): string => mine?.typed?.[name] ?? fallback;
  const error = (name: string) => fieldError(mine?.error, name);
  return (
    <Form method="post" className={styles.form} noValidate>
      <ErrorNote problem={mine?.error} />
      <input type="hidden" name="version" value={saved?.version ?? 0} />
      <TextInput
        id="legalName"
        name="legalName"
        label="Legal name"
        required
        defaultValue={of("legalName", saved?.legalName ?? "")}
        error={error("legalName")}
      />
      <Textarea
        id="address"
        name="address"
        label="Street and postal code"
        required
        autosize
        minRows={2}
        defaultValue={of("address", saved?.address ?? "")}
        error={error("address")}
      />
      <TextInput
        id="town"
        name="town"
        label="City"
        required
        defaultValue={of("town", saved?.town ?? "")}
        error={error("town")}
      />
      <NativeSelect
        id="country"
        name="country"
        label="Country"
        required
        defaultValue={of("country", saved?.country ?? "")}
        error={error("country")}
        data={[
          { value: "", label: "Choose a country" },
          ...setup.countries.map(([value, label]) => ({ value, label })),
        ]}
      />
      <TextInput
        id="registration"
        name="registration"
        label="Company registration"
        description="Register and number, for example “HRB 12345, Frankfurt am Main”."
        required
        defaultValue={of("registration", saved?.registration ?? "")}
        error={error("registration")}
      />
      <SubmitButton name="intent" value="company" pending="Saving">
        Save company details
      </SubmitButton>
    </Form>
  );
}
