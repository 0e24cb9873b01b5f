import { z } from "zod";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { type CommandContext, command } from "#app/platform/server/core/command.ts";
import { config } from "#app/platform/server/core/config.ts";
import { lockName } from "#app/platform/server/core/database.ts";
import { takeNumber } from "#app/features/payments/server/invoices/take-number.ts";
import { executionDay } from "../../rules/cutoff.ts";
import { NO_EXCHANGE, freeze } from "../../rules/exchange.ts";
import { PAYOUT_SCHEMES, type PayoutScheme, meansOf, schemeOf } from "../../rules/scheme.ts";
import { addPayouts } from "../earnings/add-payout.ts";
import { currentRate } from "./reference-rates.ts";
import { bankHolidaysAt, lastCutoffAt, ownSystems } from "../earnings/read-payout-policy.ts";
import { findSamePerson } from "../bank/find-look-alikes.ts";
import { getPayer } from "./make-bank-file.ts";
import { lockBanks } from "../bank/bank-changes.ts";
import { type BankRow, type EditorPayoutPlan, findBanks, planForAll } from "../earnings/list-earnings.ts";

/**
 * Collects payable earnings at the last cut-off into a payout run as the first admin (the maker). Those of US accounts
 * and those paid in euros are runs of their own, because a run has one bank file. Nobody is paid until another admin
 * approves it.
 * @throws invalid when somebody is to be paid in euros and there's no recent reference rate: then nothing is prepared
 */
export const prepareRun = command({
  input: z.object({}),
  load: async (_input, { tx }) => lockName(tx, "payout runs"),
  allow: (actor) => may(actor, "money") || only("money", "prepare payouts"),
  run: async (ctx) => {
    const { tx, now, actor } = ctx;
    const uid = actor.kind === "person" ? actor.uid : "";
    const cutoffAt = await lastCutoffAt(now, tx);
    const owed = await tx
      .selectFrom("earnings")
      .select("editorId")
      .distinct()
      .where("status", "in", ["available", "returned"])
      .where("currency", "=", "USD")
      .execute();
    // An admin who also edits isn't paid by a run they prepare, under any account.
    const same = await findSamePerson(
      uid,
      owed.map((o) => o.editorId),
      tx,
    );
    // Before reading: bank details can't be replaced between the check and the copy.
    await lockBanks(tx);
    const own = new Set([uid, ...same.map((other) => other.uid)]);
    const others = owed.map((o) => o.editorId).filter((editorId) => !own.has(editorId));
    const plans = [...(await planForAll(others, cutoffAt, now, tx))].map(([editorId, plan]) => ({ editorId, plan }));
    const payable = plans.filter((p) => p.plan.payable);
    if (payable.length === 0)
      throw invalid(
        "nothing_to_pay",
        "Nothing is ready to be paid.",
        "The table shows why each editor's earnings are on hold.",
      );
    await getPayer(tx);
    const runIds: string[] = [];
    const means = meansOf(config().debtor);
    const banks = await findBanks(
      payable.map((p) => p.editorId),
      tx,
    );
    const withBanks: Payable[] = payable.map((one) => ({ ...one, bank: banks.get(one.editorId) ?? null }));
    for (const scheme of PAYOUT_SCHEMES) {
      const some = withBanks.filter(({ bank }) => schemeOf(bank, means) === scheme);
      if (some.length > 0) runIds.push(await createRun(ctx, scheme, cutoffAt, uid, some));
    }
    return { runId: runIds[0]!, runs: runIds.length };
  },
});

type Payable = { editorId: string; plan: EditorPayoutPlan; bank: BankRow | null };

async function createRun(
  ctx: CommandContext,
  scheme: PayoutScheme,
  cutoffAt: Date,
  makerId: string,
  payable: readonly Payable[],
): Promise<string> {
  const { tx, now } = ctx;
  const runId = newId("run");
  const rate = scheme === "sepa" ? await currentRate(tx, now) : null;
  const totalMinor = payable.reduce((sum, p) => sum + p.plan.amountMinor, 0);
  const year = now.getUTCFullYear();
  const number = `RUN-${year}-${String(await takeNumber(tx, `RUN-${year}`)).padStart(4, "0")}`;
  await tx
    .insertInto("payout_runs")
    .values({
      id: runId,
      number,
      cutoffAt,
      scheme,
      currency: "USD",
      totalMinor,
      makerId,
      executeOn: executionDay(cutoffAt, now, ownSystems(scheme), await bankHolidaysAt(now, tx)),
      createdAt: now,
    })
    .execute();
  await addPayouts(
    ctx,
    { id: runId, number },
    payable.map((one) => ({ ...one, exchange: rate ? freeze(one.plan.amountMinor, rate, now) : NO_EXCHANGE })),
  );
  await ctx.fact("payout_run.prepared", {
    subjectId: runId,
    data: { runId, totalMinor, payouts: payable.length },
    topics: ["staff", ...payable.map((p) => `user:${p.editorId}`)],
  });
  return runId;
}
