import { now } from "#app/platform/server/core/clock.ts";
import type { ClientDecision } from "#app/features/orders/rules/work/client-decision.ts";
import { countOpenQueries } from "#app/features/messages/server/count-open-queries.ts";
import type { Order } from "#app/features/orders/server/views/find-order.ts";
import type { AskedOfAuthor } from "#app/features/orders/server/views/list-orders.ts";
import { isCancellable, termsOf } from "../cancel/cancellation.ts";
import { lateRevisionView } from "../refunds/late-revisions.ts";

/**
 * What the authors of these orders would be refunded if they chose the refund now, in minor units by order: by
 * canceling, or by closing a late revision. An order without a refund to choose is missing.
 */
async function refundsOnOffer(
  decided: readonly { order: Order; decision: ClientDecision }[],
): Promise<ReadonlyMap<string, number>> {
  const offers = await Promise.all(
    decided.map(async ({ order, decision }): Promise<[string, number | undefined]> => {
      if (decision.kind === "late_revision") return [order.id, (await lateRevisionView(order, now()))?.refundMinor];
      return [order.id, isCancellable(order) ? (await termsOf(order, now())).clientMinor : undefined];
    }),
  );
  return new Map(offers.filter((offer): offer is [string, number] => offer[1] !== undefined));
}

/** What lists of authors' orders ask features above orders. */
export const ASKED_OF_AUTHOR: AskedOfAuthor = { countOpenQueries, refundsOnOffer };
