import { z } from "zod";
import { isAdmin } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json, lockName } from "#app/platform/server/core/database.ts";
import { payoutStarted } from "#app/features/payments/rules/ledger.ts";
import { postEntry } from "#app/features/payments/server/post-entry.ts";
import { takeNumber } from "#app/features/payments/server/take-number.ts";
import { bankReference } from "../rules/bank-text.ts";
import { executionDay, lastCutoff } from "../rules/cutoff.ts";
import { findSamePerson } from "./find-look-alikes.ts";
import { lockBank } from "./bank-changes.ts";
import { findBank, planFor } from "./list-earnings.ts";

/**
 * Collects payable earnings at the last cut-off into one payout run as the first admin (the maker). Nobody is paid
 * until another admin approves it.
 */
export const prepareRun = command({
  input: z.object({}),
  load: async (_input, { tx }) => lockName(tx, "payout runs"),
  allow: (actor) => isAdmin(actor) || "Only admins can prepare payouts.",
  run: async ({ tx, now, actor, fact }) => {
    const uid = actor.kind === "person" ? actor.uid : "";
    const cutoffAt = lastCutoff(now);
    const owed = await tx
      .selectFrom("earnings")
      .select("editorId")
      .distinct()
      .where("status", "in", ["available", "returned"])
      .where("currency", "=", "USD")
      .execute();
    const plans = [];
    // An admin who also edits isn't paid by a run they prepare, under any account.
    const same = await findSamePerson(
      uid,
      owed.map((o) => o.editorId),
      tx,
    );
    // In one order, and before reading: bank details can't be replaced between the check and the copy.
    for (const { editorId } of owed.toSorted((a, b) => (a.editorId < b.editorId ? -1 : 1)))
      await lockBank(tx, editorId);
    for (const { editorId } of owed)
      if (editorId !== uid && !same.some((other) => other.uid === editorId))
        plans.push({ editorId, plan: await planFor(editorId, cutoffAt, now, tx) });
    const payable = plans.filter((p) => p.plan.payable);
    if (payable.length === 0)
      throw invalid(
        "nothing_to_pay",
        "Nothing is ready to be paid.",
        "The table shows why each editor's earnings are on hold.",
      );
    const runId = newId("run");
    const totalMinor = payable.reduce((sum, p) => sum + p.plan.amountMinor, 0);
    const number = `RUN-${now.getUTCFullYear()}-${String(await takeNumber(tx, `RUN-${now.getUTCFullYear()}`)).padStart(4, "0")}`;
    await tx
      .insertInto("payout_runs")
      .values({
        id: runId,
        number,
        cutoffAt,
        currency: "USD",
        totalMinor,
        makerId: uid,
        executeOn: executionDay(cutoffAt, now),
        createdAt: now,
      })
      .execute();
    for (const { editorId, plan } of payable) {
      const payoutId = newId("payout");
      const bank = await findBank(editorId, tx);
      await tx
        .insertInto("payouts")
        .values({
          id: payoutId,
          runId,
          editorId,
          grossMinor: plan.grossMinor,
          debtMinor: plan.debtMinor,
          amountMinor: plan.amountMinor,
          currency: plan.currency,
          endToEndId: bankReference(payoutId),
          bank: json(bank),
          createdAt: now,
        })
        .execute();
      await tx
        .updateTable("earnings")
        .set({ status: "in_payout", payoutId })
        .where("id", "in", plan.earningIds)
        .where("status", "in", ["available", "returned"])
        .execute();
      const entry = payoutStarted({ uid: editorId, amountMinor: plan.amountMinor });
      await postEntry(
        { tx, now },
        {
          key: `payout_started:${payoutId}`,
          kind: entry.kind,
          causeType: "payout",
          causeId: payoutId,
          memo: `${number} includes available earnings`,
          lines: entry.lines,
        },
      );
    }
    await fact("payout_run.prepared", {
      subjectId: runId,
      data: { runId, totalMinor, payouts: payable.length },
      topics: ["staff", ...payable.map((p) => `user:${p.editorId}`)],
    });
    return { runId };
  },
});
