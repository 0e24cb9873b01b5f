import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { sum } from "#app/platform/rules/core/money.ts";
import { transact } from "#app/platform/server/core/command.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { orderChanges } from "#app/features/orders/server/changes/order-changes.ts";
import { dateProposals } from "#app/features/orders/server/due-date/date-proposals.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { wordDifferences } from "#app/features/orders/server/words/word-differences.ts";
import { listRefundsOf } from "./find-refund.ts";
import { refundableOf } from "./refund-terms.ts";
import { refundOrder } from "./request-refund.ts";

/**
 * Reaction to something agreed that makes an order cheaper: refunds the author the difference, at most what is left of
 * the payments. What was refunded for the same cause before counts, so running it twice refunds once.
 */
const refundAgreed =
  (
    cause: Parameters<typeof refundOrder>[2]["cause"],
    why: string,
    owedInAll: (orderId: string, db: Reader) => Promise<number>,
  ) =>
  (fact: Fact): Promise<void> =>
    transact(SYSTEM, async (ctx) => {
      const order = await lockOrder(ctx.tx, fact.orderId!);
      const before = (await listRefundsOf(order.id, ctx.tx)).filter((refund) => refund.cause === cause);
      const owed = (await owedInAll(order.id, ctx.tx)) - sum(before.map((refund) => refund.amountMinor));
      const amountMinor = Math.min(owed, await refundableOf(order, ctx.tx));
      if (amountMinor <= 0) return;
      await refundOrder(ctx, order, {
        amountMinor,
        cause,
        basis: [why, "The difference is refunded automatically."],
        requestedBy: null,
      });
    });

export const refundCheaperDate = refundAgreed(
  "later-date",
  "You agreed to a later due date, which costs less.",
  (orderId, db) => dateProposals.sumRefunds(orderId, "agreed", db),
);
export const refundChangedOrder = refundAgreed(
  "changed-order",
  "You agreed to a change of your order, which costs less.",
  (orderId, db) => orderChanges.sumRefunds(orderId, "agreed", db),
);
export const refundFewerWords = refundAgreed(
  "fewer-words",
  "The manuscript has fewer words than you paid for.",
  (orderId, db) => wordDifferences.sumRefunds(orderId, "reduced", db),
);
