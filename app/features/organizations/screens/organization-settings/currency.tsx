import { Form } from "react-router";
import { CURRENCY, type Currency, currencyName } from "#app/platform/rules/core/money.ts";
import type { FormAnswer } from "#app/ui/action-form.tsx";
import { fieldError } from "#app/ui/notice.tsx";
import { Section, Sheet } from "#app/ui/page.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { CurrencyField } from "../organization-fields.tsx";
import styles from "../../ui/organization.module.css";

/** The currency of an organization's account, and why it stays. Nothing where only dollars are sold. */
export function CurrencySettings({
  head,
  currencies,
  currencyKept,
  answer,
}: {
  head: { currency: Currency; mayOwn: boolean };
  currencies: readonly Currency[];
  /** What keeps it as it is, or null. */
  currencyKept: { advice: string } | null;
  answer: FormAnswer | undefined;
}) {
  if (currencies.length === 1 && head.currency === CURRENCY) return null;
  const own = answer?.form === "currency" ? answer : undefined;
  return (
    <Section title="Currency">
      <Sheet>
        {head.mayOwn && currencyKept === null ? (
          <Form method="post" className={styles.fields} preventScrollReset noValidate>
            <CurrencyField
              key={head.currency}
              currencies={currencies}
              value={own?.typed?.["currency"] ?? head.currency}
              error={fieldError(own?.error, "currency")}
            />
            <div>
              <SubmitButton name="intent" value="currency" pending="Saving">
                Save currency
              </SubmitButton>
            </div>
          </Form>
        ) : (
          <p>
            Prices, the balance, limits, and invoices are in {currencyName(head.currency)}.
            {head.mayOwn && currencyKept ? ` ${currencyKept.advice}` : ""}
          </p>
        )}
      </Sheet>
    </Section>
  );
}
