import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { can } from "../../rules/can.ts";
import { lockOrder } from "../views/find-order.ts";
import { changeOrder, orderFact } from "../lifecycle/move-order.ts";

const WORKING: readonly string[] = ["in_progress", "awaiting_client", "changes_required", "in_revision"];

/** Records the editor's progress in words, as the author sees it and a cancellation counts it. */
export const recordProgress = command({
  byImpersonator: true,
  input: z.object({
    orderId: z.string(),
    words: z.coerce
      .number({ error: "Enter how many words are done." })
      .int("Enter a whole number.")
      .min(0, "Enter 0 or more."),
    note: z.string().trim().max(1_000, "At most 1,000 characters.").default(""),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.work(actor, order) || "Only the editor of this order can report progress.",
  run: async (ctx) => {
    const { input, thing: order, now } = ctx;
    if (!WORKING.includes(order.status))
      throw conflict("not_at_work", "This order isn't being worked on now.", "Start work first.");
    const words = Math.min(input.words, order.billableWords);
    const changed = await changeOrder(ctx, order, { progressWords: words, progressAt: now });
    await orderFact(ctx, changed, "order.progress", { words, note: input.note });
    return changed;
  },
});
