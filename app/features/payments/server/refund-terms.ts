import { formatMoney } from "#app/platform/rules/core/money.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import { type DecidedCause, type Decider, whoDecides } from "../rules/refund-decision.ts";
import { refundFor } from "../rules/refund.ts";
import { refundFactsOf } from "./cancellation.ts";
import { listRequestsOf } from "./find-problem.ts";

export type RefundTerms = {
  cause: DecidedCause;
  amountMinor: number;
  basis: string[];
  /** Who has to agree. */
  needs: Decider;
};

/** What of an order's price may still be refunded, promised refunds counted. Minor units. */
export async function refundableOf(order: Order, db: Reader = database()): Promise<number> {
  const { paidMinor, refundedMinor } = await refundFactsOf(order, db);
  return Math.max(0, paidMinor - refundedMinor);
}

/**
 * What a refund comes to right now, the same for the screen and the command.
 * @param goodwillMinor what is given for goodwill, at most what is left @returns null when there is nothing to refund
 */
export async function refundTermsOf(
  order: Order,
  cause: DecidedCause,
  goodwillMinor: number,
  db: Reader = database(),
): Promise<RefundTerms | null> {
  const facts = await refundFactsOf(order, db);
  const left = Math.max(0, facts.paidMinor - facts.refundedMinor);
  const { clientMinor, basis } =
    cause === "goodwill"
      ? {
          clientMinor: Math.min(goodwillMinor, left),
          basis: [
            `${formatMoney(Math.min(goodwillMinor, left), order.currency)} is refunded as a gesture of goodwill.`,
          ],
        }
      : refundFor(cause, facts);
  if (clientMinor <= 0) return null;
  const decidedBeforeMinor = (await listRequestsOf(order.id, db))
    .filter((r) => r.status === "approved")
    .reduce((sum, r) => sum + r.amountMinor, 0);
  return {
    cause,
    amountMinor: clientMinor,
    basis: [...basis],
    needs: whoDecides({ amountMinor: clientMinor, decidedBeforeMinor, paidMinor: facts.paidMinor }),
  };
}
