import { conflict } from "#app/platform/rules/core/errors.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { refundsOf } from "./find-refund.ts";

/**
 * Asks again if something was refunded since the author of a decision looked, so that two people don't both give what
 * one of them meant to give.
 * @param refundedMinor what has been refunded or promised for the order now @param seenMinor what they saw
 * @throws conflict (refunded_since), with the person who refunded
 */
export async function checkRefundsSeen(tx: Tx, order: Order, refundedMinor: number, seenMinor: number): Promise<void> {
  if (refundedMinor === seenMinor) return;
  const latest = (await refundsOf(tx, order.id).execute()).findLast((refund) => refund.status !== "failed");
  const person =
    latest?.requestedBy &&
    (await tx.selectFrom("users").select("displayName").where("uid", "=", latest.requestedBy).executeTakeFirst());
  const who = person ? person.displayName : "Stet";
  throw conflict(
    "refunded_since",
    latest && refundedMinor > seenMinor
      ? `${who} refunded ${formatMoney(latest.amountMinor, order.currency)} for this order after you opened the page.`
      : "The refunds of this order have changed since you opened the page.",
    `Your refund wasn't made. ${formatMoney(Math.max(0, order.paidMinor - refundedMinor), order.currency)} is left. If you still want to refund more, confirm again.`,
  );
}
