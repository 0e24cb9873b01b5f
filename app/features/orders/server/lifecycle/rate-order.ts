import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { ratingOpenUntilAt } from "#app/features/pricing/rules/deadlines.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { formatDays } from "#app/platform/rules/core/time.ts";
import { can } from "../../rules/can.ts";
import { lockOrder } from "../views/find-order.ts";
import { orderFact } from "./move-order.ts";

const stars = z.coerce
  .number({ error: "Choose 1 to 5 stars." })
  .int("Choose 1 to 5 stars.")
  .min(1, "Choose 1 to 5 stars.")
  .max(5, "Choose 1 to 5 stars.");
/** One part of the rating, which is optional. */
const part = z
  .union([z.literal("").transform(() => null), z.null(), stars])
  .optional()
  .transform((v) => v ?? null);
const RATEABLE: readonly string[] = ["delivered", "accepted", "revision_requested", "in_revision", "closed"];

/** The author's rating of the work: one per order, which can be changed for some days. */
export const rateOrder = command({
  input: z.object({
    orderId: z.string(),
    overall: stars,
    accuracy: part,
    clarity: part,
    instructions: part,
    communication: part,
    comment: z.string().trim().max(2_000, "At most 2,000 characters.").default(""),
  }),
  load: (input, { tx }) => lockOrder(tx, input.orderId),
  allow: (actor, order) => can.decide(actor, order) || "Only the author can rate the order.",
  run: async (ctx) => {
    const {
      input: { orderId, ...scores },
      thing: order,
      tx,
      now,
    } = ctx;
    if (!RATEABLE.includes(order.status) || !order.assignedTo)
      throw conflict(
        "not_rateable",
        "You can rate an order once it has been delivered.",
        "Come back when you have the files.",
      );
    const before = await tx.selectFrom("ratings").select("createdAt").where("orderId", "=", orderId).executeTakeFirst();
    const deadlines = await deadlinesOfOrder(order, tx);
    if (before && now > ratingOpenUntilAt(before.createdAt, deadlines))
      throw conflict(
        "rating_fixed",
        `Ratings can be changed for ${formatDays(deadlines.ratingEditMs)}. That time has passed.`,
        "Contact support if something is wrong with your rating.",
      );
    await tx
      .insertInto("ratings")
      .values({ orderId, userId: order.userId!, editorId: order.assignedTo, ...scores, createdAt: now, updatedAt: now })
      .onConflict((c) => c.column("orderId").doUpdateSet({ ...scores, updatedAt: now }))
      .execute();
    await orderFact(ctx, order, "order.rated", { overall: scores.overall });
    return scores;
  },
});
