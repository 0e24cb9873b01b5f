import { Form } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import styles from "./no-editor-yet.module.css";

/**
 * Options for the author of an order without an editor: a later date or a full refund. The search continues until they
 * choose. Posts `intent=later`, or `intent=cancel` with `expectedRefundMinor`, to the page that shows it.
 * @param refundMinor the refund for canceling now, or null if it can't be canceled
 */
export function NoEditorYet({
  laterDueAt,
  refundMinor,
  currency,
}: {
  laterDueAt: Date;
  refundMinor: number | null;
  currency: string;
}) {
  return (
    <section className={styles.panel} aria-labelledby="nobody-yet">
      <h2 id="nobody-yet">We haven't found an editor yet. What would you like to do?</h2>
      <div className={styles.ways}>
        <div>
          <h3>Choose a later date</h3>
          <p>
            Your new due date would be{" "}
            <b>
              <Instant at={laterDueAt} deadline />
            </b>
            . We'll restart the search with more time. Your price stays the same.
          </p>
          <Form method="post">
            <SubmitButton name="intent" value="later" pending="Confirming">
              Accept later date
            </SubmitButton>
          </Form>
        </div>
        {refundMinor === null ? null : (
          <div>
            <h3>Get a full refund</h3>
            <p>
              We'll cancel the order and refund <b className="figures">{formatMoney(refundMinor, currency)}</b> to your
              original payment method. Your files and choices stay here.
            </p>
            <ConfirmButton
              stops
              title="Cancel this order?"
              confirm={`Cancel and refund ${formatMoney(refundMinor, currency)}`}
              pending="Canceling"
              fields={{
                intent: "cancel",
                expectedRefundMinor: String(refundMinor),
                reason: "No editor was found in time",
              }}
              body={
                <p>We'll stop looking for an editor. Refunds can take up to ten days to appear on your statement.</p>
              }
            >
              Refund {formatMoney(refundMinor, currency)}
            </ConfirmButton>
          </div>
        )}
      </div>
      <p className={styles.note}>
        Until you choose, we'll keep looking. If an editor accepts now, your current due date still applies.
      </p>
    </section>
  );
}
