import type { Db } from "#app/platform/server/core/database.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { payoutPaid, payoutReturned } from "#app/features/payments/rules/ledger/earning-entries.ts";
import { postEntry } from "#app/features/payments/server/ledger/post-entry.ts";
import { NOON } from "#boot/testing/world.ts";
import { CAST } from "#db/seed/cast.ts";

export type TestPayout = { id: string; reference: string; pay(): Promise<void>; back(): Promise<void> };

let payouts = 0;

/** A payout to an editor in a run that was sent. Its entry comes when the run is marked as paid. */
export async function editorPayout(db: Db, amountMinor: number): Promise<TestPayout> {
  payouts += 1;
  const [runId, id, reference] = [`run_t${payouts}`, `pyo_t${payouts}`, `STET-T${payouts}`];
  await db
    .insertInto("payout_runs")
    .values({
      id: runId,
      number: `T-${payouts}`,
      status: "sent",
      cutoffAt: NOON,
      currency: "USD",
      totalMinor: amountMinor,
      makerId: CAST.ada.uid,
      checkerId: CAST.ben.uid,
      createdAt: NOON,
    } as never)
    .execute();
  await db
    .insertInto("payouts")
    .values({
      id,
      runId,
      editorId: CAST.jonas.uid,
      status: "approved",
      grossMinor: amountMinor,
      amountMinor,
      currency: "USD",
      endToEndId: reference,
      bank: "{}",
      createdAt: NOON,
    } as never)
    .execute();
  const post = (key: string, entry: ReturnType<typeof payoutPaid>) =>
    transact({ kind: "system", what: "clock" }, async (ctx) => {
      await postEntry(ctx, {
        key: `${key}:${id}`,
        kind: entry.kind,
        causeType: "payout",
        causeId: id,
        currency: "USD",
        memo: `${reference} by the bank`,
        lines: entry.lines,
      });
    });
  return {
    id,
    reference,
    pay: () => post("payout_paid", payoutPaid({ uid: CAST.jonas.uid, amountMinor })),
    back: () => post("payout_returned", payoutReturned({ uid: CAST.jonas.uid, amountMinor }, true)),
  };
}
