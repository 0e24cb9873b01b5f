import { after } from "#app/platform/rules/core/time.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type Reconciliation, reconcileLedger } from "./reconcile-ledger.ts";

/**
 * The pause before the next check: this long, or a hundred times as long as the last one took, so that checks never use
 * more than 1% of a worker.
 */
const PAUSE_MS = 5 * 60_000;
const SHARE = 100;

/** The newest check's result. `sumMinor` is zero in a sound ledger. */
export type LedgerCheck = { differences: number; sumMinor: number; durationMs: number; checkedAt: Date };

/** The newest check, or null before the first one. */
export async function readLedgerCheck(): Promise<LedgerCheck | null> {
  const row = await database()
    .selectFrom("ledger_checks")
    .select(["differences", "sumMinor", "durationMs", "checkedAt"])
    .executeTakeFirst();
  return row ?? null;
}

/**
 * Reconciles the ledger now and stores the result for the overview and the metrics. Safe to run concurrently: the later
 * one counts.
 */
export async function checkLedgerNow(): Promise<Reconciliation> {
  const began = performance.now();
  const found = await reconcileLedger();
  const check = {
    differences: found.differenceCount,
    sumMinor: found.ledgerSumMinor,
    durationMs: Math.round(performance.now() - began),
    checkedAt: now(),
  };
  await database()
    .insertInto("ledger_checks")
    .values({ id: 1, ...check })
    .onConflict((c) => c.column("id").doUpdateSet(check))
    .execute();
  return found;
}

/** Clock rule: checks the ledger if the last check is old enough. */
export async function watchLedger(at: Date): Promise<void> {
  const last = await readLedgerCheck();
  if (last && after(last.checkedAt, Math.max(PAUSE_MS, SHARE * last.durationMs)) > at) return;
  await checkLedgerNow();
}
