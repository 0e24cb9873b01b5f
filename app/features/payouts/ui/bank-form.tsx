import { NativeSelect, PasswordInput, TextInput } from "@mantine/core";
import { useState } from "react";
import { Form } from "react-router";
import { ErrorNote, type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { ACCOUNT_SCHEMES, type AccountScheme, accountType } from "../rules/account-types.ts";
import styles from "./bank.module.css";

export type TypedBank = Readonly<Record<string, string>>;

/** Fields that differ by the kind of account. */
const OF_KIND = ["iban", "code", "accountNumber", "bic", "accountType", "holderType", "currency"];
/** What the bank's code is called before a country is chosen. */
const ANY_CODE = "Bank code, such as routing number, sort code, BSB, or IFSC";

/**
 * Bank details, with the fields that the account's country has. Asks for the password when the last sign-in is too old.
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
  const [scheme, choose] = useState<AccountScheme>(ACCOUNT_SCHEMES.find((one) => one === typed.scheme) ?? "iban");
  const { code, number, bic } = accountType(scheme);
  const hydrated = useHydrated();
  // What was wrong with another kind of account says nothing about this one.
  const asSent = scheme === (typed.scheme ?? scheme);
  const wrong = (name: string) => (asSent || !OF_KIND.includes(name) ? fieldError(problem, name) : undefined);
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
      <ErrorNote problem={asSent ? problem : undefined} />
      <NativeSelect
        id="bank-scheme"
        name="scheme"
        label="Where is your account?"
        data={ACCOUNT_SCHEMES.map((value) => ({ value, label: accountType(value).label }))}
        value={scheme}
        onChange={(event) => choose(event.currentTarget.value as AccountScheme)}
        error={wrong("scheme")}
      />
      <div className={styles.pair}>
        <div data-off={number !== null || undefined}>{field("iban", "IBAN", { maxLength: 60 })}</div>
        <div data-off={code === null || undefined}>
          {field("code", hydrated && code ? code.label : ANY_CODE, { maxLength: 30 })}
        </div>
        <div data-off={number === null || undefined}>{field("accountNumber", "Account number", { maxLength: 50 })}</div>
        <div data-off={bic === "none" || undefined}>
          {field("bic", bic === "optional" ? "BIC (SWIFT code, optional)" : "BIC (SWIFT code)", { maxLength: 20 })}
        </div>
        <div data-off={scheme !== "us" || undefined}>
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
        <div data-off={scheme !== "us" || undefined}>
          <NativeSelect
            id="bank-holderType"
            name="holderType"
            label="Account owner"
            data={[
              { value: "", label: "Choose an owner" },
              { value: "person", label: "A person" },
              { value: "company", label: "A company" },
            ]}
            defaultValue={typed.holderType ?? ""}
            error={wrong("holderType")}
          />
        </div>
        {paysEuros ? (
          <div data-off={scheme !== "iban" || undefined}>
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
          </div>
        ) : null}
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
