import { Textarea } from "@mantine/core";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";

/** What canceling now would refund, and why. */
export type Cancellation = { refundMinor: number; sentence: string; basis: readonly string[] };

/**
 * Cancels an order after showing the refund. Posts `intent=cancel` with the amount shown, so that a changed one is
 * refused.
 */
export function CancelOrder({
  cancellation: { refundMinor, sentence, basis },
  currency,
  reasonLabel,
}: {
  cancellation: Cancellation;
  currency: string;
  reasonLabel: string;
}) {
  return (
    <ConfirmButton
      stops
      fullWidth
      title="Cancel this order?"
      confirm={refundMinor > 0 ? `Cancel and refund ${formatMoney(refundMinor, currency)}` : "Cancel without refund"}
      pending="Canceling"
      fields={{ intent: "cancel", expectedRefundMinor: String(refundMinor) }}
      body={
        <>
          <p>
            <b>{sentence}</b>
          </p>
          <ul>
            {basis.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <p>The order ends, and nothing will be delivered.</p>
          <Textarea name="reason" label={reasonLabel} autosize minRows={2} maxLength={1_000} />
        </>
      }
    >
      Cancel order
    </ConfirmButton>
  );
}
