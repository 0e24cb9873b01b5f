import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { sum } from "#app/platform/rules/core/money.ts";
import { isTransfer, meansOf, schemeOf } from "../../rules/scheme.ts";
import { type FrozenExchange, NO_EXCHANGE, freeze } from "../../rules/exchange.ts";
import { addPayouts, releasePayout } from "./add-payout.ts";
import { lockBank } from "../bank/bank-changes.ts";
import { findBank, planFor } from "./list-earnings.ts";
import { type Run, lockRun, moveRun } from "../runs/move-run.ts";
import type { Payout } from "../runs/payout-lines.ts";
import { creditSelfBilled } from "../invoices/self-billed.ts";

/**
 * Reaction to a dispute: takes the order's earnings out of runs that weren't sent to the bank. The editor's other
 * earnings stay in the run; one that was approved has to be approved again. Safe to repeat.
 */
export async function holdDisputed(fact: Fact): Promise<void> {
  if (fact.kind !== "dispute.opened") return;
  await transact(SYSTEM, async (ctx) => {
    // A run that is being prepared now may have read the order before its dispute.
    await lockName(ctx.tx, "payout runs");
    const found = await ctx.tx
      .selectFrom("earnings as e")
      .innerJoin("orders as o", "o.id", "e.orderId")
      .innerJoin("payouts as p", "p.id", "e.payoutId")
      .select(["p.id", "p.runId"])
      .distinct()
      .where("e.orderId", "=", fact.orderId!)
      .where("o.disputedAt", "is not", null)
      .where("e.status", "=", "in_payout")
      .where("p.status", "in", ["prepared", "approved"])
      .orderBy("p.runId")
      .execute();
    // Runs before bank details, in the order in which an approval locks them.
    const runs: Run[] = [];
    for (const runId of new Set(found.map((p) => p.runId))) runs.push(await lockRun(ctx.tx, runId));
    for (const run of runs) {
      if (run.status !== "prepared" && run.status !== "approved") continue;
      const ids = found.filter((p) => p.runId === run.id).map((p) => p.id);
      const payouts = await ctx.tx
        .selectFrom("payouts")
        .selectAll()
        .where("id", "in", ids)
        .where("status", "in", ["prepared", "approved"])
        .execute();
      if (payouts.length > 0) await takeOut(ctx, run, payouts);
    }
  });
}

/** The rest of a payout keeps the rate of the run. */
const refreeze = (payout: Payout, amountMinor: number): FrozenExchange =>
  payout.rateMicros === null || payout.rateOn === null || payout.rateFrozenAt === null
    ? NO_EXCHANGE
    : freeze(amountMinor, { on: payout.rateOn, micros: payout.rateMicros }, payout.rateFrozenAt);

async function takeOut(ctx: CommandContext, run: Run, payouts: readonly Payout[]): Promise<void> {
  for (const payout of payouts) {
    await lockBank(ctx.tx, payout.editorId);
    await releasePayout(ctx, payout, `${run.number}: an order in this payout is disputed`);
    await creditSelfBilled(ctx, payout, "An order on it is disputed, so its payout was stopped before it was sent.");
    const rest = await planFor(payout.editorId, run.cutoffAt, ctx.now, ctx.tx);
    const bank = await findBank(payout.editorId, ctx.tx);
    const fits = schemeOf(bank, meansOf(config().debtor)) === (isTransfer(run.scheme) ? "cross-border" : run.scheme);
    if (rest.payable && fits)
      await addPayouts(ctx, run, [
        { editorId: payout.editorId, plan: rest, bank, exchange: refreeze(payout, rest.amountMinor) },
      ]);
  }
  const left = await ctx.tx
    .selectFrom("payouts")
    .select("amountMinor")
    .where("runId", "=", run.id)
    .where("status", "in", ["prepared", "approved"])
    .execute();
  const reopened = run.status === "approved";
  const open = reopened ? await reopen(ctx, run) : run;
  const totalMinor = sum(left.map((p) => p.amountMinor));
  const topics = ["staff", ...payouts.map((p) => `user:${p.editorId}`)];
  await ctx.tx.updateTable("payout_runs").set({ totalMinor }).where("id", "=", run.id).execute();
  if (left.length === 0) {
    await moveRun(ctx, open, "cancel", { cancelledAt: ctx.now });
    await ctx.fact("payout_run.cancelled", { subjectId: run.id, data: { runId: run.id }, topics });
    return;
  }
  await ctx.fact("payout_run.reduced", {
    subjectId: run.id,
    data: { runId: run.id, totalMinor, reopened },
    topics,
  });
}

/** The bank file of an approved run is void: it's made again when the run is approved again. */
async function reopen(ctx: CommandContext, run: Run): Promise<Run> {
  await ctx.tx
    .updateTable("payouts")
    .set({ status: "prepared" })
    .where("runId", "=", run.id)
    .where("status", "=", "approved")
    .execute();
  return moveRun(ctx, run, "reopen", {
    checkerId: null,
    approvedAt: null,
    fileName: null,
    fileBody: null,
    fileSha256: null,
  });
}
