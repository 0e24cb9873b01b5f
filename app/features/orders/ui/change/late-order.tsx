import { TextInput } from "@mantine/core";
import { Form } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { formatDays } from "#app/platform/rules/core/time.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import { type ShownProblem, fieldError } from "#app/ui/notice.tsx";
import { SubmitButton } from "#app/ui/submit-button.tsx";
import { LATE_POLICY } from "../../rules/deadline/late-order.ts";
import type { LateOrderView } from "../../server/late/late-order-view.ts";
import styles from "./late-order.module.css";

/**
 * What the author of a very late order can do: nothing, take a full refund, or wait longer. Posts `intent=wait`, or
 * `intent=cancel` with the amount that was shown, to the page that shows it.
 * @param lateRefundMinor what late delivery refunds now
 * @param refundMinor the refund for canceling now, or null if it can't be canceled
 */
export function LateOrder({
  view,
  lateRefundMinor,
  refundMinor,
  currency,
  problem,
  typed,
}: {
  view: LateOrderView;
  lateRefundMinor: number;
  refundMinor: number | null;
  currency: string;
  problem?: ShownProblem | undefined;
  typed?: string | undefined;
}) {
  const { wait, decision } = view;
  if (!wait) return null;
  const late = formatMoney(lateRefundMinor, currency);
  return (
    <section className={styles.panel} aria-labelledby="late-order">
      <h2 id="late-order">This order is late, and we're sorry. What would you like to do?</h2>
      <p>
        {view.looking
          ? "We're looking for another editor."
          : decision?.status === "proposed"
            ? "We've proposed a later date. You can agree to it or decline it above."
            : decision
              ? "Our staff will give it to another editor or ask you to agree to a later date. They'll decide by "
              : "Another editor has taken it over."}
        {decision?.status === "open" && !view.looking ? (
          <>
            <b>
              <Instant at={decision.decideByAt} deadline />
            </b>
            .
          </>
        ) : null}
      </p>
      <div className={styles.ways}>
        <div>
          <h3>Wait for it</h3>
          <p>
            {lateRefundMinor > 0 ? (
              <>
                When it's delivered, we'll refund <b className="figures">{late}</b>.{" "}
              </>
            ) : null}
            {wait.chosenAt ? "You're waiting until " : "If it isn't delivered by "}
            <b>
              <Instant at={wait.chosenAt ?? wait.refundAt} deadline />
            </b>
            {wait.chosenAt
              ? ". If it isn't delivered by then, we'll refund you in full. "
              : ", we'll refund you in full. "}
            You can choose to wait longer, and still cancel for a full refund at any time before it's delivered.
          </p>
          <Form method="post" preventScrollReset className={styles.form}>
            <TextInput
              type="datetime-local"
              id="until"
              name="until"
              label="Wait until"
              description={`In your time zone, up to ${formatDays(LATE_POLICY.wait.mostMs)} longer.`}
              defaultValue={typed || wait.suggested}
              min={wait.least}
              max={wait.most}
              error={fieldError(problem, "until")}
              required
            />
            <SubmitButton name="intent" value="wait" pending="Confirming">
              {wait.chosenAt ? "Change date" : "Wait until this date"}
            </SubmitButton>
          </Form>
        </div>
        {refundMinor === null ? null : (
          <div>
            <h3>Get a refund</h3>
            <p>
              We'll cancel the order and refund <b className="figures">{formatMoney(refundMinor, currency)}</b> to your
              original payment method. Your files and choices stay here.
            </p>
            <ConfirmButton
              stops
              title="Cancel this order?"
              confirm={`Cancel and refund ${formatMoney(refundMinor, currency)}`}
              pending="Canceling"
              fields={{ intent: "cancel", expectedRefundMinor: String(refundMinor), reason: "The order was late" }}
              body={<p>We'll stop all work on it. Refunds can take up to ten days to appear on your statement.</p>}
            >
              Refund {formatMoney(refundMinor, currency)}
            </ConfirmButton>
          </div>
        )}
      </div>
    </section>
  );
}
