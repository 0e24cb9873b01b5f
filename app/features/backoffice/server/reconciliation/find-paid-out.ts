import { sql } from "kysely";
import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import type { Tx } from "#app/platform/server/core/database.ts";
import { isChargeOf } from "#app/features/payouts/rules/exchange.ts";
import type { BankLine } from "./bank-lines.ts";

/** What a line pays or brings back: one payout of ours, or all that a run still has to be found on a statement. */
export type PaidOut = { match: "payout" | "payout_run"; matchId: string };
type Line = Pick<BankLine, "id" | "amountMinor" | "currency" | "bookedAt" | "reference" | "details" | "counterparty">;

/** A run's transfer leaves our account within this time after the file was downloaded. */
const LEAVES_MS = 14 * DAY;
/** Our references as we write them, with or without what a bank puts between and around them. */
const PAYOUT_REFERENCE = /PYO[- ]?([0-9A-Z]{26})/g;
const RUN_NUMBER = /RUN[- ]?(\d{4})[- ]?(\d{4,})/g;

/** Everything in a line's texts that may be a reference of ours. */
function referencesIn(line: Line): string[] {
  const text = [line.reference, line.details, line.counterparty].join(" ").toUpperCase();
  const words = text.split(/[\s,;:+/()]+/);
  const payouts = [...text.matchAll(PAYOUT_REFERENCE)].map(([, id]) => `PYO-${id!}`);
  const runs = [...text.matchAll(RUN_NUMBER)].map(([, year, number]) => `RUN-${year!}-${number!}`);
  return [...new Set([line.reference, ...words, ...payouts, ...runs].filter((word) => word.length > 2))];
}

/**
 * The payouts and runs that lines are about, by the references in any of their texts, and by the total of a run. A
 * reference counts only with its amount.
 */
export async function findPaidOut(tx: Tx, all: readonly Line[]): Promise<Map<string, PaidOut>> {
  const found = new Map<string, PaidOut>();
  // Payouts leave the account in the currency that they're booked in.
  const lines = all.filter((line) => line.currency === CURRENCY);
  if (lines.length === 0) return found;
  const references = new Map(lines.map((line) => [line.id, referencesIn(line)]));
  const payouts = await payoutsNamed(tx, [...new Set([...references.values()].flat())]);
  for (const line of lines) {
    const named = references.get(line.id)!.flatMap((reference) => payouts.get(reference) ?? []);
    const payout = named.find((one) => isChargeOf(one, Math.abs(line.amountMinor)));
    if (payout) found.set(line.id, { match: "payout", matchId: payout.id });
  }
  const rest = lines.filter((line) => line.amountMinor < 0 && !found.has(line.id));
  for (const [id, runId] of await runsOf(tx, rest, references)) found.set(id, { match: "payout_run", matchId: runId });
  return found;
}

type Named = { id: string; amountMinor: number; paidCurrency: string | null };

async function payoutsNamed(tx: Tx, references: readonly string[]): Promise<Map<string, Named[]>> {
  const { rows } = await sql<Named & { reference: string }>`
    select id, "amountMinor", "paidCurrency", "endToEndId" as reference from payouts
      where "endToEndId" = any(${references}::text[])
    union all
    select id, "amountMinor", "paidCurrency", "traceNumber" from payouts
      where "traceNumber" = any(${references}::text[])`.execute(tx);
  return Map.groupBy(rows, (row) => row.reference);
}

type OpenRun = { id: string; number: string; scheme: string; sentAt: Date | null; openMinor: number };

/** Sent runs that have payouts without a bank line of their own, with what these come to. */
async function openRuns(tx: Tx, since: Date, numbers: readonly string[]): Promise<OpenRun[]> {
  const { rows } = await sql<OpenRun>`
    select r.id, r.number, r.scheme, r."sentAt", sum(p."amountMinor")::bigint as "openMinor"
    from payout_runs r join payouts p on p."runId" = r.id
    where r.status in ('sent', 'settled') and (r."sentAt" > ${since} or r.number = any(${numbers}::text[]))
      and p.status in ('sent', 'paid', 'returned')
      and not exists (select 1 from bank_lines b where b.match = 'payout_run' and b."matchId" = r.id)
      and not exists (select 1 from bank_lines b where b.match = 'payout' and b."matchId" = p.id
        and b."amountMinor" < 0)
    group by r.id order by r."sentAt", r.id`.execute(tx);
  return rows;
}

/** The run of each line: the one it names, or else the only one of its total around then. */
async function runsOf(
  tx: Tx,
  lines: readonly Line[],
  references: ReadonlyMap<string, readonly string[]>,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (lines.length === 0) return found;
  const earliest = new Date(Math.min(...lines.map((line) => line.bookedAt.getTime())));
  const numbers = [...new Set(lines.flatMap((line) => references.get(line.id)!))];
  const runs = await openRuns(tx, after(earliest, -LEAVES_MS), numbers);
  const fits = (run: OpenRun, line: Line): boolean =>
    isChargeOf({ amountMinor: run.openMinor, paidCurrency: run.scheme === "sepa" ? "EUR" : null }, -line.amountMinor);
  const take = (line: Line, run: OpenRun | undefined): void => {
    if (!run || found.has(line.id) || [...found.values()].includes(run.id)) return;
    found.set(line.id, run.id);
  };
  for (const line of lines) {
    const named = runs.find((run) => references.get(line.id)!.includes(run.number.toUpperCase()));
    if (named && fits(named, line)) take(line, named);
  }
  for (const line of lines) {
    const same = runs.filter(
      (run) =>
        fits(run, line) &&
        run.scheme !== "sepa" &&
        run.sentAt !== null &&
        after(run.sentAt, -DAY) <= line.bookedAt &&
        after(run.sentAt, LEAVES_MS) >= line.bookedAt,
    );
    const rivals = lines.filter((other) => other.amountMinor === line.amountMinor && !found.has(other.id));
    if (same.length === 1 && rivals.length === 1) take(line, same[0]);
  }
  return found;
}
