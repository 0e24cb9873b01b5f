import { AddressFields } from "#app/features/tax/ui/billing-fields.tsx";
import type { Billing } from "#app/features/accounts/rules/billing.ts";
import { TextInput } from "#app/ui/fields.tsx";
import { type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import styles from "../ui/organization.module.css";

/** An organization's details as its forms send them. */
export const detailsIn = (text: (name: string) => string) => ({
  organization: text("organization"),
  address: text("address"),
  country: text("country"),
  state: text("state"),
  vatId: text("vatId"),
  invoiceEmail: text("invoiceEmail"),
});

/** The name, the address on invoices, and where documents go. */
export function OrganizationFields({
  shown,
  countries,
  problem,
}: {
  shown: Billing & { invoiceEmail: string };
  countries: readonly (readonly [string, string])[];
  problem: ShownProblem | undefined;
}) {
  return (
    <div className={styles.fields}>
      <AddressFields
        shown={shown}
        countries={countries}
        error={(field) => fieldError(problem, field)}
        countryNeeded
        isOrganization
      />
      <TextInput
        id="invoiceEmail"
        name="invoiceEmail"
        type="email"
        label="Email on documents"
        description="Documents name it, and monthly statements are sent to it"
        autoComplete="email"
        required
        maxLength={254}
        defaultValue={shown.invoiceEmail}
        error={fieldError(problem, "invoiceEmail")}
      />
    </div>
  );
}
