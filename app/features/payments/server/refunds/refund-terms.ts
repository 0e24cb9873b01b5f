import { formatMoney } from "#app/platform/rules/core/money.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import type { ApprovalPolicy } from "#app/features/pricing/rules/approvals.ts";
import { type DecidedCause, type Decider, whoDecides } from "../../rules/refund-decision.ts";
import { refundFor } from "../../rules/refund.ts";
import type { RefundFacts } from "../../rules/refund-table.ts";
import { refundFactsOf } from "../cancel/cancellation.ts";
import type { RefundRequest } from "../problems/find-problem.ts";

export type RefundTerms = {
  cause: DecidedCause;
  amountMinor: number;
  basis: string[];
  /** Who has to agree. */
  needs: Decider;
};

/** How much of an order's price can still be refunded after promised refunds. Minor units. */
export async function refundableOf(order: Order, db: Reader = database()): Promise<number> {
  return refundableFrom(await refundFactsOf(order, db));
}
export const refundableFrom = ({ paidMinor, refundedMinor }: RefundFacts): number =>
  Math.max(0, paidMinor - refundedMinor);

/**
 * The terms of a refund right now, the same for the screen and the command.
 * @param goodwillMinor the goodwill amount, at most what is left @returns null if there is nothing to refund
 */
export function refundTermsFrom(
  order: Order,
  cause: DecidedCause,
  goodwillMinor: number,
  facts: RefundFacts,
  requests: readonly Pick<RefundRequest, "status" | "amountMinor">[],
  approvals: ApprovalPolicy,
): RefundTerms | null {
  const left = refundableFrom(facts);
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
  const decidedBeforeMinor = requests.filter((r) => r.status === "approved").reduce((sum, r) => sum + r.amountMinor, 0);
  return {
    cause,
    amountMinor: clientMinor,
    basis: [...basis],
    needs: whoDecides({ amountMinor: clientMinor, decidedBeforeMinor, paidMinor: facts.paidMinor }, approvals),
  };
}
