import { AddressFields } from "#app/features/tax/ui/billing-fields.tsx";
import type { Billing } from "#app/features/accounts/rules/billing.ts";
import { CURRENCIES, type Currency } from "#app/platform/rules/core/money.ts";
import { NativeSelect, TextInput } from "#app/ui/fields.tsx";
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

/** The currency of the account, as a choice among those we sell in. */
export function CurrencyField({
  currencies,
  value,
  error,
}: {
  currencies: readonly Currency[];
  value: string;
  error: string | null | undefined;
}) {
  return (
    <NativeSelect
      id="currency"
      name="currency"
      label="Currency"
      description="Of prices, the balance, limits, and invoices. It can't be changed after the first order or transfer"
      data={currencies.map((one) => ({ value: one, label: `${CURRENCIES[one].name} (${CURRENCIES[one].sign})` }))}
      defaultValue={value}
      error={error}
    />
  );
}

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
