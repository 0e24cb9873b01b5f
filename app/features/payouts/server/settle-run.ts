import { z } from "zod";
import { isAdmin } from "#app/platform/rules/core/actor.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { payoutPaid, payoutReturned } from "#app/features/payments/rules/ledger.ts";
import { postEntry } from "#app/features/payments/server/post-entry.ts";
import { lockRun, moveRun } from "./move-run.ts";

/** Marks a sent run and its payouts as paid by the bank, and notifies each editor. */
export const settleRun = command({
  input: z.object({ runId: z.string() }),
  load: ({ runId }, { tx }) => lockRun(tx, runId),
  allow: (actor) => isAdmin(actor) || "Only admins can mark payouts as paid.",
  run: async ({ thing: run, ...ctx }) => {
    const { tx, now } = ctx;
    if (run.status === "settled") return;
    await moveRun(ctx, run, "settle", { settledAt: now });
    const payouts = await tx
      .updateTable("payouts")
      .set({ status: "paid", paidAt: now })
      .where("runId", "=", run.id)
      .where("status", "=", "approved")
      .returningAll()
      .execute();
    for (const p of payouts) {
      await tx
        .updateTable("earnings")
        .set({ status: "paid" })
        .where("payoutId", "=", p.id)
        .where("status", "=", "in_payout")
        .execute();
      const entry = payoutPaid({ uid: p.editorId, amountMinor: p.amountMinor });
      await postEntry(ctx, {
        key: `payout_paid:${p.id}`,
        kind: entry.kind,
        causeType: "payout",
        causeId: p.id,
        memo: `${run.number} paid by the bank`,
        currency: p.currency,
        lines: entry.lines,
      });
      await ctx.fact("payout.paid", {
        subjectId: p.editorId,
        data: { payoutId: p.id, editorId: p.editorId, amountMinor: p.amountMinor, currency: p.currency },
        topics: [`user:${p.editorId}`],
      });
    }
    await ctx.fact("payout_run.settled", { subjectId: run.id, data: { runId: run.id }, topics: ["staff"] });
  },
});

/** Cancels an unapproved run and makes its earnings available again. */
export const cancelRun = command({
  input: z.object({ runId: z.string() }),
  load: ({ runId }, { tx }) => lockRun(tx, runId),
  allow: (actor) => isAdmin(actor) || "Only admins can cancel payouts.",
  run: async ({ thing: run, ...ctx }) => {
    const { tx, now } = ctx;
    if (run.status === "cancelled") return;
    // Approval issued the self-billed invoices, and their numbers can't have gaps.
    if (run.status === "approved")
      throw conflict(
        "run_approved",
        "This payout run is approved, and its self-billed invoices have been issued.",
        "Send it and ask the bank to return any incorrect payments.",
      );
    await moveRun(ctx, run, "cancel", { cancelledAt: now });
    const payouts = await tx
      .updateTable("payouts")
      .set({ status: "cancelled" })
      .where("runId", "=", run.id)
      .returningAll()
      .execute();
    for (const p of payouts) {
      await tx
        .updateTable("earnings")
        .set({ status: "available", payoutId: null })
        .where("payoutId", "=", p.id)
        .execute();
      const entry = payoutReturned({ uid: p.editorId, amountMinor: p.amountMinor }, false);
      await postEntry(ctx, {
        key: `payout_cancelled:${p.id}`,
        kind: entry.kind,
        causeType: "payout",
        causeId: p.id,
        memo: `${run.number} canceled before it was sent`,
        currency: p.currency,
        lines: entry.lines,
      });
    }
    await ctx.fact("payout_run.cancelled", {
      subjectId: run.id,
      data: { runId: run.id },
      topics: ["staff", ...payouts.map((p) => `user:${p.editorId}`)],
    });
  },
});
