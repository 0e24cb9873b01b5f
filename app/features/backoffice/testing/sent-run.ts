import { after, DAY } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import type { Db } from "#app/platform/server/core/database.ts";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { payoutPaid } from "#app/features/payments/rules/ledger/earning-entries.ts";
import { postEntry } from "#app/features/payments/server/ledger/post-entry.ts";
import { CAST } from "#db/seed/cast.ts";

const PAYEES = [CAST.jonas.uid, CAST.priya.uid];
let runs = 0;

/** A payout run that was sent to the bank, with a payout of each amount. `pay` is what marking it as paid posts. */
export async function sentRun(
  db: Db,
  amounts: readonly number[],
  number = `RUN-2026-${9_000 + ++runs}`,
): Promise<{ id: string; number: string; pay(): Promise<void> }> {
  const id = `run_${number}`;
  await db
    .insertInto("payout_runs")
    .values({
      id,
      number,
      status: "sent",
      cutoffAt: now(),
      currency: "USD",
      totalMinor: amounts.reduce((sum, amount) => sum + amount, 0),
      makerId: CAST.ada.uid,
      checkerId: CAST.ben.uid,
      createdAt: now(),
      sentAt: after(now(), -DAY),
    } as never)
    .execute();
  const payouts = amounts.map((amountMinor, i) => ({
    id: `pyo_${number}-${i}`,
    runId: id,
    // A run pays each editor once.
    editorId: PAYEES[i]!,
    status: "sent",
    grossMinor: amountMinor,
    amountMinor,
    currency: "USD",
    endToEndId: `E2E-${number}-${i}`,
    bank: "{}",
    createdAt: now(),
  }));
  await db
    .insertInto("payouts")
    .values(payouts as never)
    .execute();
  return {
    id,
    number,
    pay: () =>
      transact(CLOCK, async (ctx) => {
        for (const payout of payouts)
          await postEntry(ctx, {
            key: `payout_paid:${payout.id}`,
            kind: "payout_paid",
            causeType: "payout",
            causeId: payout.id,
            currency: "USD",
            memo: `${payout.endToEndId} paid by the bank`,
            lines: payoutPaid({ uid: payout.editorId, amountMinor: payout.amountMinor }).lines,
          });
        await ctx.tx.updateTable("payouts").set({ status: "paid" }).where("runId", "=", id).execute();
      }),
  };
}
