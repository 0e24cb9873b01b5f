import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { lateCase, refundFor } from "../../rules/refund.ts";
import { refundFactsOf } from "../cancel/cancellation.ts";
import { listRefundsOf } from "./find-refund.ts";
import { refundOrder } from "./request-refund.ts";

const LATE_ROWS = ["late-some", "late-much", "late-beyond"];

/**
 * Reaction to a late delivery: refunds the author automatically, once, according to the refund table. Deducts from the
 * editor only if they missed their own deadline, and passes that share on in the fact.
 */
export async function compensateLateness(fact: Fact): Promise<void> {
  if (fact.kind !== "order.delivered" || fact.data.round !== 1) return;
  const { lateMs } = fact.data;
  await transact(SYSTEM, async (ctx) => {
    const order = await lockOrder(ctx.tx, fact.orderId!);
    const facts = await refundFactsOf(order, ctx.tx);
    const found = lateCase(lateMs, order.windowMs, facts.table);
    // They chose to wait and got the work, so they're refunded as promised when they chose.
    const row = found === "late-beyond" && order.waitUntilAt ? "late-much" : found;
    const known = await listRefundsOf(order.id, ctx.tx);
    if (!row || known.some((r) => LATE_ROWS.includes(r.cause))) return;
    const { clientMinor, editorMinor, basis } = refundFor(row, facts);
    if (clientMinor === 0) return;
    await refundOrder(ctx, order, { amountMinor: clientMinor, cause: row, basis, requestedBy: null });
    await orderFact(ctx, order, "order.compensated", {
      refundMinor: clientMinor,
      editorMinor,
      editorId: order.assignedTo,
      basis: [...basis],
    });
  });
}
