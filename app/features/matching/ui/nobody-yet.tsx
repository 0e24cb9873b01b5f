import { Form } from "react-router";
import { formatMoney } from "#app/platform/rules/money.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import styles from "./nobody-yet.module.css";

/**
 * What the author of an order without an editor may choose: a later date, or all the money back. Until they do, the search goes on.
 * It posts `intent=later`, or `intent=cancel` with `expectedRefundMinor`, to the page that shows it.
 * @param laterDueAt ISO instant @param refundMinor what cancelling gives back now; null where it cannot be cancelled
 */
export function NobodyYet({
  laterDueAt,
  refundMinor,
  currency,
}: {
  laterDueAt: string;
  refundMinor: number | null;
  currency: string;
}) {
  return (
    <section className={styles.panel} aria-labelledby="nobody-yet">
      <h2 id="nobody-yet">We have not found an editor yet. What would you like?</h2>
      <div className={styles.ways}>
        <div>
          <h3>A later date</h3>
          <p>
            Your order would be back by{" "}
            <b>
              <Instant at={laterDueAt} />
            </b>
            . The search begins again with a whole new window before it, and the price stays.
          </p>
          <Form method="post">
            <SubmitButton name="intent" value="later" pending="Agreeing">
              Take the later date
            </SubmitButton>
          </Form>
        </div>
        {refundMinor === null ? null : (
          <div>
            <h3>All your money back</h3>
            <p>
              The order ends and <b className="figures">{formatMoney(refundMinor, currency)}</b> goes back the way it
              came. Your files and choices stay here.
            </p>
            <ConfirmButton
              stops
              title="Cancel this order?"
              confirm={`Cancel, ${formatMoney(refundMinor, currency)} goes back`}
              pending="Cancelling"
              fields={{
                intent: "cancel",
                expectedRefundMinor: String(refundMinor),
                reason: "No editor was found in time",
              }}
              body={<p>Nobody looks for an editor any more. Banks take up to ten days to show a refund.</p>}
            >
              Take {formatMoney(refundMinor, currency)} back
            </ConfirmButton>
          </div>
        )}
      </div>
      <p className={styles.note}>
        Until you choose, we go on looking; an editor who takes it now still works to your present date.
      </p>
    </section>
  );
}
