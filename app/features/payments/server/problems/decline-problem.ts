import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { lockProblem } from "./find-problem.ts";

/**
 * Staff close a reported problem without a refund, with an explanation the client reads.
 * @throws not-found, refused, conflict
 */
export const declineProblem = command({
  input: z.object({
    problemId: z.string(),
    note: z.string().trim().min(10, "Explain the decision to the author.").max(2_000, "Use at most 2,000 characters."),
  }),
  load: ({ problemId }, { tx }) => lockProblem(tx, problemId),
  allow: (actor) => may(actor, "care") || "Only staff can decide on a reported problem.",
  async run({ input, thing: { problem, order }, ...ctx }): Promise<void> {
    if (problem.status !== "open" && problem.status !== "redo")
      throw conflict("decided", "Someone has already decided on this report.");
    await ctx.tx
      .updateTable("order_problems")
      .set({ status: "declined", note: input.note, decidedBy: uidOf(ctx.actor), decidedAt: ctx.now })
      .where("id", "=", problem.id)
      .execute();
    await orderFact(ctx, order, "problem.declined", { problemId: problem.id, note: input.note }, problem.id);
  },
});
