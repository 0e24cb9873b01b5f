import { dayOf } from "#app/platform/rules/core/day.ts";
import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { sql } from "kysely";
import type { Account } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { BOOKS, inSums, isWorth, ledgerByDay } from "#app/features/payments/server/ledger/ledger-sums.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { MovedByKind } from "../../rules/cash-flow.ts";
import type { Balances } from "../../rules/books.ts";

// Periods of the books begin and end at midnight UTC, so the ledger's sums by day are exact for them.

/** Debits and credits of an account, both above zero. */
export type Moved = { account: Account; debitMinor: number; creditMinor: number };

/** The end of the last closed month that ended by then; everything before it is in its stored balances. */
async function closedBy(db: Reader, at: Date): Promise<{ month: string; endsAt: Date } | undefined> {
  return db
    .selectFrom("closed_months")
    .select(["month", "endsAt"])
    .where("endsAt", "<=", at)
    .orderBy("endsAt", "desc")
    .limit(1)
    .executeTakeFirst();
}

/**
 * The balance of each account before a day, which begins at `at`: those stored with the last month that was closed by
 * then, and the days since. So it costs as much as there are days in open months, however much was booked on them.
 */
export async function balancesBefore(currency: string, at: Date, db: Reader = database()): Promise<Balances> {
  const closed = await closedBy(db, at);
  const { rows } = await sql<{ account: Account; minor: number }>`
    select account, sum(minor)::bigint as minor from (
      select b.account, b."balanceMinor" as minor from closed_balances b
        where b.month = ${closed?.month ?? ""} and ${inSums(sql`b.currency`, currency)}
      union all
      select d.account, sum(d."debitMinor" - d."creditMinor") from ${ledgerByDay(currency)} d
        where d.day >= ${dayOf(closed?.endsAt ?? new Date(0))}::date and d.day < ${dayOf(at)}::date group by 1
    ) parts group by 1`.execute(db);
  return Object.fromEntries(rows.map((r) => [r.account, r.minor]));
}

/**
 * What moved on each account in a period of whole days. Closed months inside it are read from their stored balances,
 * and their lines not at all.
 */
export async function movedBetween(currency: string, from: Date, to: Date, db: Reader = database()): Promise<Moved[]> {
  const closed = await db
    .selectFrom("closed_months")
    .select((e) => [e.fn.min("startsAt").as("first"), e.fn.max("endsAt").as("last")])
    .where("startsAt", ">=", from)
    .where("endsAt", "<=", to)
    .executeTakeFirstOrThrow();
  // Before and after them. Months are closed in order, so there is no gap between. An empty period is left out: the
  // database would expect lines.
  const linesOf = (since: Date, until: Date) =>
    since >= until
      ? sql``
      : sql`
    union all select d.account, sum(d."debitMinor") as debit, sum(d."creditMinor") as credit
    from ${ledgerByDay(currency)} d
      where d.day >= ${dayOf(since)}::date and d.day < ${dayOf(until)}::date group by 1`;
  const { rows } = await sql<Moved>`
    select account, sum(debit)::bigint as "debitMinor", sum(credit)::bigint as "creditMinor" from (
      select b.account, b."debitMinor" as debit, b."creditMinor" as credit from closed_balances b
        join closed_months m on m.month = b.month
          and m."startsAt" >= ${from} and m."endsAt" <= ${to} where ${inSums(sql`b.currency`, currency)}
      ${linesOf(from, closed.first ?? to)} ${linesOf(closed.last ?? to, to)}
    ) parts group by 1`.execute(db);
  return rows;
}

/** What moved on each account in each period, by the kind of entry. @param spans one after another, of whole days */
export async function movedByKind(
  currency: string,
  spans: readonly { startsAt: Date; endsAt: Date }[],
  db: Reader = database(),
): Promise<MovedByKind[][]> {
  const starts = spans.map(({ startsAt }) => dayOf(startsAt));
  const { rows } = await sql<MovedByKind & { period: number }>`
    select width_bucket(d.day, ${starts}::date[]) as period, d.kind, d.account,
      sum(d."debitMinor" - d."creditMinor")::bigint as minor
    from ${ledgerByDay(currency)} d
    where d.day >= ${starts[0]!}::date and d.day < ${dayOf(spans.at(-1)!.endsAt)}::date
    group by 1, 2, 3 having sum(d."debitMinor" - d."creditMinor") <> 0`.execute(db);
  return spans.map((_, i) => rows.filter(({ period }) => period === i + 1));
}

/** The calendar year of the first entry in the journal, in UTC; null while there's none. */
export async function firstBookedYear(db: Reader = database()): Promise<string | null> {
  const row = await db.selectFrom("journal_entries").select("bookedAt").orderBy("bookedAt").limit(1).executeTakeFirst();
  return row ? row.bookedAt.toISOString().slice(0, 4) : null;
}

/** What the books can be read in: all of them together, and each currency if there's more than one. */
export async function listCurrencies(db: Reader = database()): Promise<string[]> {
  const { rows } = await sql<{ currency: string }>`
    select currency from provider_balances union select currency from bank_statements
    union select currency from closed_balances where month = (select max(month) from closed_months)`.execute(db);
  const found = [...new Set([CURRENCY, ...rows.map((r) => r.currency).toSorted()])].filter((one) => !isWorth(one));
  return found.length === 1 ? [BOOKS] : [BOOKS, ...found];
}
