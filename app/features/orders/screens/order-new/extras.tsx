import { formatMoney } from "#app/platform/rules/core/money.ts";
import { SERVICE_LABELS, TURNAROUND_LABELS } from "#app/features/pricing/rules/policy.ts";
import { useHydrated } from "#app/platform/browser/core/now.ts";
import { TextInput } from "#app/ui/fields.tsx";
import { Receipt } from "#app/ui/content/receipt.tsx";
import type { ChoicesPatch, OrderChoices } from "../../rules/draft/choices.ts";
import { AddOnChoices } from "../../ui/draft/add-on-choices.tsx";
import type { Offers } from "../../ui/draft/use-offers.ts";
import type { ServerQuote } from "../../ui/draft/use-server-quote.ts";
import styles from "../order-new.module.css";

/** Shown as an example until a price is chosen. */
const EXAMPLE = { service: "copyediting", turnaround: "7d" } as const;

/**
 * Add-ons, a coupon, and what the price consists of, before there's an account. The grid's prices follow at once. They
 * save by script; without it, the order form asks for them.
 */
export function Extras({
  choices,
  change,
  offers: { sum, matrix, chosen, couponMessage, couponNote },
  quote: { checkingCode },
}: {
  choices: OrderChoices;
  change: (patch: ChoicesPatch) => void;
  offers: Offers;
  quote: ServerQuote;
}) {
  if (!useHydrated()) return null;
  const { service = EXAMPLE.service, turnaround = EXAMPLE.turnaround } = choices;
  const offer = chosen ?? matrix[service][turnaround];
  return (
    <details className={styles.extras}>
      <summary>Add-ons, coupon, and receipt</summary>
      <div className={styles.halves}>
        <AddOnChoices
          addOns={choices.addOns ?? {}}
          sum={sum}
          service={choices.service}
          onChange={(addOns) => change({ addOns })}
        />
        <div className={styles.stack}>
          <TextInput
            id="couponCode"
            label="Coupon code"
            autoComplete="off"
            autoCapitalize="characters"
            maxLength={40}
            value={choices.couponCode ?? ""}
            onChange={(event) => change({ couponCode: event.currentTarget.value || null })}
            description={
              checkingCode
                ? null
                : choices.couponCode && !chosen && !couponMessage
                  ? "Taken off the price that you choose"
                  : couponNote
            }
            error={checkingCode ? null : couponMessage}
          />
          {offer.offered ? (
            <Receipt
              title={`${SERVICE_LABELS[service]}, ${TURNAROUND_LABELS[turnaround]}`}
              currency={offer.receipt.currency}
              lines={offer.receipt.lines}
              total={{ label: "Total", amountMinor: offer.receipt.totalMinor }}
              note={
                chosen
                  ? `${formatMoney(offer.receipt.totalMinor, offer.receipt.currency)} if you continue with this price.`
                  : "An example. Choose a price above to see its receipt on the order form."
              }
            />
          ) : null}
        </div>
      </div>
    </details>
  );
}
