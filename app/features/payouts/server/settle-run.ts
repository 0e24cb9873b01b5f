import { z } from "zod";
import { isAdmin } from "#app/platform/rules/core/actor.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { releasePayout } from "./add-payout.ts";
import { lockRun, moveRun } from "./move-run.ts";
import { closeRun, payoutsOf, settlePayout } from "./payout-lines.ts";
import { creditSelfBilled } from "./self-billed.ts";

/** Marks what is left of a sent run as paid by the bank, and notifies each editor. */
export const settleRun = command({
  input: z.object({ runId: z.string() }),
  load: ({ runId }, { tx }) => lockRun(tx, runId),
  allow: (actor) => isAdmin(actor) || "Only admins can mark payouts as paid.",
  run: async ({ thing: run, ...ctx }) => {
    if (run.status === "settled") return;
    if (run.status !== "sent")
      throw conflict("run_moved_on", "This payout run hasn't been sent to the bank, so it can't be marked as paid.");
    const payouts = await payoutsOf(ctx.tx, run.id, "sent");
    for (const payout of payouts) await settlePayout(ctx, payout);
    await closeRun(ctx, run.id);
  },
});

/** Cancels an unapproved run and makes its earnings available again. */
export const cancelRun = command({
  input: z.object({ runId: z.string() }),
  load: ({ runId }, { tx }) => lockRun(tx, runId),
  allow: (actor) => isAdmin(actor) || "Only admins can cancel payouts.",
  run: async ({ thing: run, ...ctx }) => {
    if (run.status === "cancelled") return;
    // Approval issued the self-billed invoices, and their numbers can't have gaps.
    if (run.status === "approved")
      throw conflict(
        "run_approved",
        "This payout run is approved, and its self-billed invoices have been issued.",
        "Send it and ask the bank to return any incorrect payments.",
      );
    await moveRun(ctx, run, "cancel", { cancelledAt: ctx.now });
    const payouts = await payoutsOf(ctx.tx, run.id, "prepared");
    for (const payout of payouts) {
      await releasePayout(ctx, payout, `${run.number} canceled before it was sent`);
      // Only a run that was approved before, and lost a payout since, has invoices.
      await creditSelfBilled(ctx, payout, `${run.number} was canceled before it was sent.`);
    }
    await ctx.fact("payout_run.cancelled", {
      subjectId: run.id,
      data: { runId: run.id },
      topics: ["staff", ...payouts.map((p) => `user:${p.editorId}`)],
    });
  },
});
