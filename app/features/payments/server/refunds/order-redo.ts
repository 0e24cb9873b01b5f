import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { command } from "#app/platform/server/core/command.ts";
import { REDO_MS } from "#app/features/orders/rules/work/revision.ts";
import { moveOrder, orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { lockProblem } from "../problems/find-problem.ts";

/**
 * Staff uphold a reported problem and have the editor redo the work within `REDO_MS`. The client's free revisions stay.
 * @throws not-found, refused, conflict (decided, not_redoable: the order is closed, so only a refund helps)
 */
export const orderRedo = command({
  input: z.object({
    problemId: z.string(),
    note: z
      .string()
      .trim()
      .min(10, "Tell the editor what to redo. The author will see it, too.")
      .max(5_000, "Use at most 5,000 characters."),
  }),
  load: ({ problemId }, { tx }) => lockProblem(tx, problemId),
  allow: (actor) => may(actor, "care") || "Only staff can decide on a reported problem.",
  async run({ input, thing: { problem, order }, ...ctx }): Promise<{ dueAt: Date }> {
    if (problem.status !== "open") throw conflict("decided", "Someone has already decided on this report.");
    if (order.status !== "delivered" && order.status !== "accepted")
      throw conflict(
        "not_redoable",
        "The editor can't redo this order in its current state.",
        "Refund it instead, or wait for the revision in progress.",
      );
    const dueAt = after(ctx.now, REDO_MS);
    const asked = await moveOrder(ctx, order, "request_revision", {
      revisionNote: input.note,
      revisionDueAt: dueAt,
      autoAcceptAt: null,
    });
    await ctx.tx
      .updateTable("order_problems")
      .set({ status: "redo", redoDueAt: dueAt, note: input.note, decidedBy: uidOf(ctx.actor), decidedAt: ctx.now })
      .where("id", "=", problem.id)
      .execute();
    const data = { problemId: problem.id, note: input.note, dueAt: dueAt.toISOString() };
    await orderFact(ctx, asked, "problem.redo", data, problem.id);
    return { dueAt };
  },
});
