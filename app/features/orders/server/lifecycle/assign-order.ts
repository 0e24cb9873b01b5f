import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { isSystem, uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { command } from "#app/platform/server/core/command.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { editorDueFrom } from "#app/features/pricing/rules/deadlines.ts";
import { LEVELS, type Level } from "#app/features/pricing/rules/editor-pay.ts";
import { NO_QA } from "../../rules/review/qa.ts";
import { decideQa } from "../review/decide-qa.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import { keptWords } from "../../rules/draft/editor-shares.ts";
import { findDeliverer } from "../work/find-delivery.ts";
import { offerOfOrder } from "./pay-of-editor.ts";
import { moveOrder, orderFact } from "./move-order.ts";
import { payOfOrder } from "#app/features/pricing/server/read-pricing.ts";

/**
 * Assigns a paid order to one editor. Matching decides who may take it and calls this when an invite is accepted or an
 * admin chooses. This only ensures that a person takes an order for themselves.
 */
export const assignOrder = command({
  input: z.object({
    orderId: z.string(),
    editorId: z.string(),
    how: z.enum(["invite", "admin", "agreed"]),
    /** What their invite said, in minor units. Without it, their current level decides. */
    payMinor: z.number().int().nonnegative().optional(),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order, input) =>
    isSystem(actor) ||
    (input.how === "admin" ? may(actor, "orders") : uidOf(actor) === input.editorId) ||
    "Only an admin can reassign an order.",
  run: async (ctx) => {
    const { input, thing: order, tx, now } = ctx;
    if (order.userId === input.editorId)
      throw conflict("own_order", "Editors can't edit their own orders.", "Choose another editor.");
    if (order.readerId === input.editorId)
      throw conflict("its_reader", "The second reader of an order can't be its editor too.", "Choose another editor.");
    const reason = await decideQa(ctx.tx, order, input.editorId);
    // Calculated from the client's date, which moves with pauses and agreements, not from the payment. A revision or a
    // late order has its own date.
    const editorDueAt =
      order.takeoverDueAt ??
      order.revisionDueAt ??
      (order.dueAt ? editorDueFrom(order.dueAt, order.windowMs, reason !== null, order.secondReader) : null);
    // Frozen here: later level changes only affect orders assigned afterward.
    const { level, payMinor } = await promise(tx, order, input);
    // The previous editor's flags don't apply to the next one.
    const assigned = await moveOrder(ctx, order, "assign", {
      assignedTo: input.editorId,
      assignedAt: now,
      editorDueAt,
      editorPayMinor: payMinor,
      editorLevel: level,
      qaReason: reason ?? NO_QA,
      startedAt: null,
      progressWords: keptWords(order),
      progressAt: null,
      pausedMs: 0,
      unreadByEditor: false,
      flags: "{}",
    });
    await orderFact(ctx, assigned, "order.assigned", {
      editorId: input.editorId,
      how: input.how,
      editorDueAt: (editorDueAt ?? now).toISOString(),
    });
    return assigned;
  },
});

/**
 * What the editor is paid for the order, and the level that determined it: for an invite, the level at that time. An
 * editor who returns to revise their own delivery was promised the pay for all of it.
 */
async function promise(
  tx: Tx,
  order: Order,
  { editorId, payMinor }: { editorId: string; payMinor?: number | undefined },
): Promise<{ level: Level; payMinor: number | null }> {
  const editor = await tx.selectFrom("editors").select("level").where("uid", "=", editorId).executeTakeFirst();
  const now: Level = editor?.level ?? "trial";
  if (!order.price) return { level: now, payMinor: payMinor ?? null };
  if (order.deliveryPayMinor !== null && (await findDeliverer(order.id, tx)) === editorId)
    return { level: now, payMinor: order.deliveryPayMinor };
  const pay = await payOfOrder(order, tx);
  const payAt = (level: Level): number => offerOfOrder(order, level, pay);
  if (payMinor === undefined) return { level: now, payMinor: payAt(now) };
  return { level: [now, ...LEVELS].find((level) => payAt(level) === payMinor) ?? now, payMinor };
}
