import { z } from "zod";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { type TaskKind, runOrStart } from "#app/platform/server/core/tasks.ts";
import { publish } from "#app/platform/server/live/live.ts";
import type { PayoutState } from "../../rules/flow.ts";
import { releasePayout } from "../earnings/add-payout.ts";
import { lockRun, moveRun } from "./move-run.ts";
import { type Payout, closeRun, settlePayout } from "./payout-lines.ts";
import { creditSelfBilled } from "../invoices/self-billed.ts";

/** How many payouts are settled or released in one step. */
const PER_STEP = 50;
type OfRun = { runId: string; number: string };
const pageOf = (runId: string): string => `/admin/payouts/bank-batch?run=${runId}`;

/** Marks what is left of a sent run as paid by the bank, and notifies each editor. */
export const settleRun = command({
  input: z.object({ runId: z.string() }),
  load: ({ runId }, { tx }) => lockRun(tx, runId),
  allow: (actor) => may(actor, "money") || only("money", "mark payouts as paid"),
  run: async ({ thing: run, ...ctx }): Promise<Ended> => {
    if (run.status === "settled") return { result: null };
    if (run.status !== "sent")
      throw conflict("run_moved_on", "This payout run hasn't been sent to the bank, so it can't be marked as paid.");
    const total = await countPayouts(ctx, run.id, "sent");
    return runOrStart(ctx, settlement, { subjectId: run.id, input: { runId: run.id, number: run.number }, total });
  },
});

type Ended = { result: null } | { taskId: string };

export const settlement: TaskKind<OfRun, null> = {
  name: "settle_run",
  unit: "payouts",
  title: ({ number }) => `Marking ${number} as paid`,
  atOnce: PER_STEP,
  step: async (ctx, { input, done }) => {
    await lockRun(ctx.tx, input.runId);
    const payouts = await somePayouts(ctx, input.runId, "sent");
    for (const payout of payouts) await settlePayout(ctx, payout);
    if (payouts.length === PER_STEP) return { done: done + payouts.length };
    await closeRun(ctx, input.runId);
    return { result: null };
  },
  news: ({ number, runId }, outcome) => ({
    title: "problem" in outcome ? "Payout run not marked as paid" : "Payout run marked as paid",
    body: "problem" in outcome ? `${number}: ${outcome.problem.message}` : `${number}: each editor is being notified.`,
    to: pageOf(runId),
  }),
};

const countPayouts = async ({ tx }: CommandContext, runId: string, status: PayoutState): Promise<number> => {
  const { n } = await tx
    .selectFrom("payouts")
    .select((e) => e.fn.countAll<number>().as("n"))
    .where("runId", "=", runId)
    .where("status", "=", status)
    .executeTakeFirstOrThrow();
  return Number(n);
};

const somePayouts = ({ tx }: CommandContext, runId: string, status: PayoutState): Promise<Payout[]> =>
  tx
    .selectFrom("payouts")
    .selectAll()
    .where("runId", "=", runId)
    .where("status", "=", status)
    .orderBy("id")
    .limit(PER_STEP)
    .execute();

/** Cancels an unapproved run and makes its earnings available again. */
export const cancelRun = command({
  input: z.object({ runId: z.string() }),
  load: ({ runId }, { tx }) => lockRun(tx, runId),
  allow: (actor) => may(actor, "money") || only("money", "cancel payouts"),
  run: async ({ thing: run, ...ctx }): Promise<Ended> => {
    if (run.status === "cancelled") return { result: null };
    // Approval issued the self-billed invoices, and their numbers can't have gaps.
    if (run.status === "approved")
      throw conflict(
        "run_approved",
        "This payout run is approved, and its self-billed invoices have been issued.",
        "Send it and ask the bank to return any incorrect payments.",
      );
    await moveRun(ctx, run, "cancel", { cancelledAt: ctx.now });
    await ctx.fact("payout_run.cancelled", { subjectId: run.id, data: { runId: run.id }, topics: ["staff"] });
    const total = await countPayouts(ctx, run.id, "prepared");
    return runOrStart(ctx, cancellation, { subjectId: run.id, input: { runId: run.id, number: run.number }, total });
  },
});

/** Releases the payouts of a run that was canceled. */
export const cancellation: TaskKind<OfRun, null> = {
  name: "cancel_run",
  unit: "payouts",
  title: ({ number }) => `Canceling ${number}`,
  atOnce: PER_STEP,
  step: async (ctx, { input: { runId, number }, done }) => {
    await lockRun(ctx.tx, runId);
    const payouts = await somePayouts(ctx, runId, "prepared");
    for (const payout of payouts) {
      await releasePayout(ctx, payout, `${number} canceled before it was sent`);
      // Only a run whose approval began, or that was approved before and lost a payout since, has invoices.
      await creditSelfBilled(ctx, payout, `${number} was canceled before it was sent.`);
    }
    await publish(
      ctx.tx,
      payouts.map((p) => `user:${p.editorId}`),
      { kind: "payout_run.cancelled", orderId: null },
    );
    return payouts.length === PER_STEP ? { done: done + payouts.length } : { result: null };
  },
  news: ({ number, runId }, outcome) => ({
    title: "problem" in outcome ? "Payout run not canceled" : "Payout run canceled",
    body:
      "problem" in outcome ? `${number}: ${outcome.problem.message}` : `${number}: its earnings are available again.`,
    to: pageOf(runId),
  }),
};
