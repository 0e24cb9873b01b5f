import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { command } from "#app/platform/server/core/command.ts";
import { handBackRefusal } from "../../rules/hand-back.ts";
import { can } from "../../rules/policy.ts";
import { type Order, lockOrder } from "../views/find-order.ts";
import { release } from "./release-order.ts";

/**
 * An editor who can't go on hands an order back before doing any of it: it looks for another editor, who has the rest of the time.
 * @throws conflict has_work when part of it is done, because that part has to be paid for
 */
export const handBackOrder = command({
  input: z.object({
    orderId: z.string(),
    reason: z
      .string()
      .trim()
      .min(3, "Tell us why. Only our staff read it.")
      .max(1_000, "Shorten this to 1,000 characters or fewer."),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.work(actor, order) || "Only the editor of an order can hand it back.",
  run: async (ctx) => {
    const { thing: order, input, tx } = ctx;
    const refusal = await whyNotHandBack(order, tx);
    if (refusal) throw conflict("has_work", refusal.message, refusal.advice);
    return release(ctx, order, input.reason);
  },
});

/** Why the editor of an order can't hand it back on their own, or null when they can. */
export async function whyNotHandBack(
  order: Order,
  db: Reader = database(),
): Promise<{ message: string; advice: string } | null> {
  const { uploads } = await db
    .selectFrom("files")
    .select((e) => e.cast<number>(e.fn.countAll(), "integer").as("uploads"))
    .where("orderId", "=", order.id)
    .where("purpose", "=", "tracked")
    .where("uploadedBy", "=", order.assignedTo)
    .executeTakeFirstOrThrow();
  return handBackRefusal({ status: order.status, progressWords: order.progressWords, uploads });
}
