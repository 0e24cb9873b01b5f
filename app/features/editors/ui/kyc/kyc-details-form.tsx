import { NativeSelect, TextInput } from "@mantine/core";
import { Form } from "react-router";
import { ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import type { TypedDetails } from "../../rules/kyc/kyc-details.ts";
import { VAT_STATUS_WORDS } from "../../rules/vat-status.ts";
import styles from "../editor.module.css";

/** An editor's legal details. Only the editor and reviewers see them. */
export function KycDetailsForm({
  details,
  version,
  countries,
  today,
  problem,
}: {
  details: TypedDetails;
  version: number;
  countries: readonly (readonly [string, string])[];
  today: string;
  problem: ShownProblem | undefined;
}) {
  const choices = [{ value: "", label: "Choose a country" }, ...countries.map(([value, label]) => ({ value, label }))];
  const wrong = (name: keyof TypedDetails) => fieldError(problem, name);
  return (
    <Form method="post" className={styles.form} noValidate preventScrollReset>
      <ErrorNote problem={problem} byField />
      <input type="hidden" name="seen" value={version} />
      <TextInput
        id="legalName"
        name="legalName"
        label="Full legal name"
        description="As on your identity document"
        autoComplete="name"
        maxLength={120}
        defaultValue={details.legalName}
        error={wrong("legalName")}
      />
      <TextInput
        id="dateOfBirth"
        name="dateOfBirth"
        type="date"
        label="Date of birth"
        autoComplete="bday"
        max={today}
        defaultValue={details.dateOfBirth}
        error={wrong("dateOfBirth")}
      />
      <TextInput
        id="addressLine"
        name="addressLine"
        label="Street address"
        autoComplete="street-address"
        maxLength={200}
        defaultValue={details.addressLine}
        error={wrong("addressLine")}
      />
      <div className={styles.pair}>
        <TextInput
          id="postCode"
          name="postCode"
          label="Postal code"
          autoComplete="postal-code"
          maxLength={20}
          defaultValue={details.postCode}
          error={wrong("postCode")}
        />
        <TextInput
          id="town"
          name="town"
          label="City"
          autoComplete="address-level2"
          maxLength={80}
          defaultValue={details.town}
          error={wrong("town")}
        />
      </div>
      <NativeSelect
        id="country"
        name="country"
        label="Country"
        data={choices}
        defaultValue={details.country}
        error={wrong("country")}
      />
      <NativeSelect
        id="taxCountry"
        name="taxCountry"
        label="Tax residence"
        description="The country where you pay tax"
        data={choices}
        defaultValue={details.taxCountry}
        error={wrong("taxCountry")}
      />
      <div className={styles.pair}>
        <TextInput
          id="tin"
          name="tin"
          label="Tax identification number"
          description="In the US: SSN, ITIN, or EIN"
          autoComplete="off"
          maxLength={30}
          defaultValue={details.tin}
          error={wrong("tin")}
        />
        <TextInput
          id="vatId"
          name="vatId"
          label="VAT ID"
          description="If you have one"
          autoComplete="off"
          maxLength={20}
          defaultValue={details.vatId}
          error={wrong("vatId")}
        />
      </div>
      <NativeSelect
        id="vatStatus"
        name="vatStatus"
        label="VAT"
        description="We issue your invoices for you, and they have to say this. Where there's no VAT, leave it empty."
        data={[
          { value: "", label: "Choose one" },
          ...Object.entries(VAT_STATUS_WORDS).map(([value, label]) => ({ value, label })),
        ]}
        defaultValue={details.vatStatus}
        error={wrong("vatStatus")}
      />
      <div className={styles.buttons}>
        <SubmitButton name="intent" value="details" pending="Saving">
          Save details
        </SubmitButton>
      </div>
    </Form>
  );
}
