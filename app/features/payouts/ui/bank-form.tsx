import { NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { Form } from "react-router";
import { ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import styles from "./bank.module.css";

export type TypedBank = Readonly<Record<string, string>>;

/**
 * Bank details: IBAN and BIC, or routing and account number in the US. Asks for the password when the last sign-in is
 * too old.
 */
export function BankForm({
  typed,
  countries,
  problem,
  asksPassword,
  paysEuros,
}: {
  typed: TypedBank;
  countries: readonly (readonly [string, string])[];
  problem: ShownProblem | undefined;
  asksPassword: boolean;
  /** Whether the company's bank can pay in euros. */
  paysEuros: boolean;
}) {
  const [scheme, choose] = useState(typed.scheme === "us" ? "us" : "iban");
  const wrong = (name: string) => fieldError(problem, name);
  const field = (name: string, label: string, more: Record<string, unknown> = {}) => (
    <TextInput
      id={`bank-${name}`}
      name={name}
      label={label}
      autoComplete="off"
      defaultValue={typed[name] ?? ""}
      error={wrong(name)}
      {...more}
    />
  );
  return (
    <Form method="post" action="/editor/editor-payouts" className={styles.form} noValidate preventScrollReset>
      <ErrorNote problem={problem} />
      <fieldset className={styles.schemes}>
        <legend>Where is your account?</legend>
        {[
          ["iban", "Outside the US (IBAN)"],
          ["us", "In the US"],
        ].map(([value, label]) => (
          <label key={value}>
            <input
              type="radio"
              name="scheme"
              value={value}
              defaultChecked={scheme === value}
              onChange={() => choose(value!)}
            />
            {label}
          </label>
        ))}
      </fieldset>
      <div className={styles.pair} data-scheme="iban" data-off={scheme !== "iban" || undefined}>
        {field("iban", "IBAN", { maxLength: 60 })}
        {field("bic", "BIC (SWIFT code)", { maxLength: 20 })}
        {paysEuros ? (
          <NativeSelect
            id="bank-currency"
            name="currency"
            label="Paid in"
            description="Euros go to accounts in the SEPA area, at the European Central Bank's rate on the day the payout is prepared."
            data={[
              { value: "USD", label: "US dollars" },
              { value: "EUR", label: "Euros (SEPA)" },
            ]}
            defaultValue={typed.currency ?? "USD"}
            error={wrong("currency")}
          />
        ) : null}
      </div>
      <div className={styles.pair} data-scheme="us" data-off={scheme !== "us" || undefined}>
        {field("routingNumber", "Routing number (ABA)", { inputMode: "numeric", maxLength: 20 })}
        {field("accountNumber", "Account number", { inputMode: "numeric", maxLength: 30 })}
        <NativeSelect
          id="bank-accountType"
          name="accountType"
          label="Account type"
          data={[
            { value: "", label: "Choose a type" },
            { value: "checking", label: "Checking" },
            { value: "savings", label: "Savings" },
          ]}
          defaultValue={typed.accountType ?? ""}
          error={wrong("accountType")}
        />
      </div>
      <div className={styles.pair}>
        {field("holder", "Account holder", { maxLength: 70 })}
        {field("bankName", "Bank (optional)", { maxLength: 70 })}
      </div>
      <div className={styles.pair}>
        {field("addressLine", "Holder's street address", { maxLength: 70 })}
        {field("postCode", "Postal code", { maxLength: 16 })}
        {field("town", "City", { maxLength: 35 })}
        <NativeSelect
          id="bank-country"
          name="country"
          label="Country"
          data={[{ value: "", label: "Choose a country" }, ...countries.map(([value, label]) => ({ value, label }))]}
          defaultValue={typed.country ?? ""}
          error={wrong("country")}
        />
      </div>
      {asksPassword ? (
        <PasswordInput
          name="current-password"
          label="Your password"
          autoComplete="current-password"
          error={wrong("current-password")}
        />
      ) : null}
      <div>
        <SubmitButton name="intent" value="bank" pending="Saving">
          Save bank details
        </SubmitButton>
      </div>
    </Form>
  );
}
