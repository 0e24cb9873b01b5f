import { Textarea } from "@mantine/core";
import { Link } from "react-router";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { ConfirmButton } from "#app/ui/confirm-button.tsx";
import { Instant } from "#app/ui/instant.tsx";
import type { Withdrawal } from "../server/cancel/cancellation.ts";

/**
 * Withdraws from the contract of an order after showing the refund. Posts `intent=withdraw` with the amount shown, so
 * that a changed one is refused.
 * @param byStaff for a statement that came another way
 */
export function WithdrawOrder({
  withdrawal,
  number,
  currency,
  byStaff = false,
}: {
  withdrawal: Withdrawal;
  number: string;
  currency: string;
  byStaff?: boolean;
}) {
  const { terms, untilAt } = withdrawal;
  if (!terms) return null;
  const back = formatMoney(terms.refundMinor, currency);
  const who = byStaff ? "the author" : "you";
  return (
    <ConfirmButton
      stops
      fullWidth
      title={byStaff ? `Record a withdrawal from ${number}?` : `Withdraw from your contract for ${number}?`}
      confirm="Confirm withdrawal"
      pending="Withdrawing"
      fields={{ intent: "withdraw", expectedRefundMinor: String(terms.refundMinor) }}
      body={
        <>
          <p>
            <b>
              {terms.refundMinor > 0
                ? `We'll refund ${back} of ${formatMoney(terms.paidMinor, currency)}.`
                : "There is nothing to refund."}
            </b>
          </p>
          <ul>
            {terms.basis.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          <p>
            Work on the order stops, nothing will be delivered, and we email {who} a confirmation with the date and
            time. Withdrawing is possible until <Instant at={untilAt} deadline />, as long as the work isn't delivered.
            {byStaff ? null : (
              <>
                {" "}
                <Link to="/refund-revision-policy">Read the policy</Link>
              </>
            )}
          </p>
          <Textarea
            name="reason"
            label={byStaff ? "How the statement reached us" : "Why? (optional)"}
            autosize
            minRows={2}
            maxLength={1_000}
          />
        </>
      }
    >
      {byStaff ? "Record withdrawal" : "Withdraw from contract (cancel order)"}
    </ConfirmButton>
  );
}
