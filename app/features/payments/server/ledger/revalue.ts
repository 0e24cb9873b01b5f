/**
 * Values money in other currencies at the rate of a month's last day: what's at the bank and the card provider, what
 * organizations owe or have prepaid, and taxes. The changes are exchange differences that aren't realized.
 */
import { sql } from "kysely";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { addDays, dayOf } from "#app/platform/rules/core/day.ts";
import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { type Reader, database, lockName } from "#app/platform/server/core/database.ts";
import type { Account } from "../../rules/ledger/chart-of-accounts.ts";
import { valueAt } from "../../rules/ledger/entry-values.ts";
import { CASH } from "../../rules/ledger/ledger.ts";
import { missingRateDays } from "../../rules/reference-rates.ts";
import { rateNanosOn } from "./entry-rates.ts";
import { isWorth } from "./ledger-sums.ts";
import { type EntryToPost, postEntry } from "./post-entry.ts";

const OWED = [
  "disputed",
  "receivables",
  "customer_balances",
  "courtesy_credits",
  "tax_payable",
  "reverse_charge",
  "reverse_charge_eu",
  "input_tax",
] as const;
const GROUPS = [
  { kind: "exchange_revalued", accounts: [...CASH, "unassigned"] },
  { kind: "owed_revalued", accounts: OWED },
] as const satisfies readonly { kind: string; accounts: readonly Account[] }[];

/** The other currencies that anything was booked in. */
async function foreignCurrencies(db: Reader): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select distinct currency from ledger_days where currency <> ${CURRENCY}
    union select distinct currency from ledger_moves where currency <> ${CURRENCY} order by 1`.execute(db);
  return rows.map(({ currency }) => currency).filter((currency) => !isWorth(currency));
}

/**
 * The currencies whose rate of a month's last day isn't known yet, so that the month can't be valued.
 * @param endsAt the first moment after the month
 */
export async function currenciesWithoutRate(endsAt: Date, db: Reader = database()): Promise<string[]> {
  const currencies = await foreignCurrencies(db);
  if (currencies.length === 0) return [];
  const last = addDays(dayOf(endsAt), -1);
  const latest = await db
    .selectFrom("reference_rates")
    .select("rateOn")
    .where("rateOn", "<=", last)
    .orderBy("rateOn", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!latest || missingRateDays([latest.rateOn], latest.rateOn, last).length > 0) return currencies;
  const found = await Promise.all(currencies.map((currency) => rateNanosOn(currency, new Date(`${last}T12:00Z`), db)));
  return currencies.filter((_, i) => found[i] === null);
}

type Balance = { account: Account; party: string; amountMinor: number; valueMinor: number };

/** Gives lines a value that were booked without one: before there were values, or before a rate was known. */
async function valueFirst(ctx: CommandContext, currency: string, endsAt: Date, rateNanos: number): Promise<void> {
  const { rows } = await sql<Balance & { untilSeq: number }>`
    with known as (select coalesce(max(split_part("causeId", ':', 2)::bigint), 0) as seq from journal_entries
      where "causeType" = 'valuation' and "causeId" like ${`${currency}:%`})
    select l.account, l.party, sum(l."amountMinor")::bigint as "amountMinor", 0 as "valueMinor",
      max(max(e.seq)) over () as "untilSeq"
    from journal_lines l join journal_entries e on e.id = l."entryId"
    where l.currency = ${currency} and l."valueMinor" is null and e."bookedAt" < ${endsAt}
      and e.seq > (select seq from known)
    group by 1, 2`.execute(ctx.tx);
  const [first] = rows;
  if (first)
    await postValues(
      ctx,
      currency,
      {
        key: `valued:${currency}:${first.untilSeq}`,
        kind: "exchange_valued",
        causeId: `${currency}:${first.untilSeq}`,
      },
      endsAt,
      rows.map((row) => ({ ...row, valueMinor: valueAt(row.amountMinor, currency, rateNanos) })),
      `Amounts in ${currency} valued for the first time`,
    );
}

async function postValues(
  ctx: CommandContext,
  currency: string,
  entry: Pick<EntryToPost, "key" | "kind" | "causeId">,
  endsAt: Date,
  changes: readonly { account: Account; party: string; valueMinor: number }[],
  memo: string,
): Promise<void> {
  const lines = changes
    .filter(({ valueMinor }) => valueMinor !== 0)
    .map(({ account, party, valueMinor }) => ({ account, party, amountMinor: 0, valueMinor }));
  if (lines.length === 0) return;
  const differenceMinor = 0 - lines.reduce((sum, { valueMinor }) => sum + valueMinor, 0);
  await postEntry(ctx, {
    ...entry,
    causeType: "valuation",
    memo,
    currency,
    happenedAt: new Date(Math.min(endsAt.getTime() - 1, ctx.now.getTime())),
    lines: [...lines, { account: "exchange_differences", amountMinor: 0, valueMinor: differenceMinor }],
  });
}

/**
 * Values what is in other currencies at the end of a month, once. Without that day's rate, nothing is done.
 * @param month "2026-10" @param endsAt the first moment after it
 */
export async function revalueMonth(ctx: CommandContext, month: string, endsAt: Date): Promise<void> {
  const missing = await currenciesWithoutRate(endsAt, ctx.tx);
  for (const currency of await foreignCurrencies(ctx.tx)) {
    if (missing.includes(currency)) continue;
    await lockName(ctx.tx, `valuing ${currency}`);
    const rateNanos = (await rateNanosOn(currency, new Date(endsAt.getTime() - 1), ctx.tx))!;
    await valueFirst(ctx, currency, endsAt, rateNanos);
    for (const { kind, accounts } of GROUPS) {
      const { rows } = await sql<Balance>`
        select l.account, l.party, sum(l."amountMinor")::bigint as "amountMinor",
          coalesce(sum(l."valueMinor"), 0)::bigint as "valueMinor"
        from journal_lines l join journal_entries e on e.id = l."entryId"
        where l.currency = ${currency} and l.account = any(${[...accounts]}::text[]) and e."bookedAt" < ${endsAt}
        group by 1, 2 order by 1, 2`.execute(ctx.tx);
      await postValues(
        ctx,
        currency,
        { key: `revalued:${month}:${currency}:${kind}`, kind, causeId: `${month}:${currency}` },
        endsAt,
        rows.map((row) => ({
          ...row,
          valueMinor: valueAt(row.amountMinor, currency, rateNanos) - row.valueMinor,
        })),
        `Balances in ${currency} at the rate of the end of ${month}`,
      );
    }
  }
}

/** Clock: values the month before, once its last rate is known. Safe to repeat, and with two workers. */
export async function revalueLastMonth(at: Date): Promise<void> {
  if (at.getUTCMinutes() !== 0) return;
  const endsAt = new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth(), 1));
  const month = new Date(endsAt.getTime() - 1).toISOString().slice(0, 7);
  const db = database();
  const currencies = await foreignCurrencies(db);
  if (currencies.length === 0 || (await currenciesWithoutRate(endsAt, db)).length === currencies.length) return;
  await transact(SYSTEM, (ctx) => revalueMonth(ctx, month, endsAt));
}
