import { CURRENCY } from "#app/platform/rules/core/money.ts";
import { type RawBuilder, sql } from "kysely";
import type { Reader } from "#app/platform/server/core/database.ts";

/** A currency, or the query's column that contains it. */
type Currency = string | RawBuilder<unknown>;

/**
 * The whole ledger in the company's currency: its own lines, and what those in other currencies are worth. It can be
 * asked for in place of a currency.
 */
export const BOOKS = "books";
/** As the sums name what the lines of other currencies are worth. */
const WORTH = `${CURRENCY}+`;
/** As the sums name what was asked for. */
export const inSums = (column: RawBuilder<unknown>, currency: Currency): RawBuilder<boolean> =>
  currency === BOOKS ? sql`${column} in (${sql.lit(CURRENCY)}, ${sql.lit(WORTH)})` : sql`${column} = ${currency}`;
/** Whether it's one of the sums' names that is no currency. */
export const isWorth = (currency: string): boolean => currency === WORTH;
/**
 * The amounts that a line `l` counts with in the sums, as `v.currency` and `v.minor`: its own, and what it's worth.
 */
export const COUNTED_AS: RawBuilder<unknown> = sql`cross join lateral (values (l.currency, l."amountMinor"),
  (${sql.lit(WORTH)}, l."valueMinor")) v(currency, minor)`;

/**
 * Entries from before there were sums, with their lines, that are in no sum yet. Once all are folded, the first
 * condition is false for the whole query, and the database reads none of it.
 */
const unfolded = (
  currency: Currency | null,
  folding: "ledger_folding" | "ledger_service_folding" = "ledger_folding",
): RawBuilder<unknown> => sql`journal_entries e join journal_lines l on l."entryId" = e.id
  ${folding === "ledger_folding" ? sql`` : sql`left join orders o on o.id = e."orderId"`}
  where (select "throughAt" < 'infinity' from ${sql.table(folding)})
    and e."bookedAt" >= (select "throughAt" from ${sql.table(folding)})
    and e.seq <= (select "untilSeq" from ${sql.table(folding)}) and ${currency === null ? sql`true` : currency === BOOKS ? sql`l.currency = ${CURRENCY}` : sql`l.currency = ${currency}`}`;

/**
 * The ledger in one currency, or all of it (`BOOKS`), as a table for a query, with the sums of each day instead of every line: `day` (UTC),
 * `account`, `kind` of entry, `debitMinor` and `creditMinor`. A day can have several rows of the same account and kind.
 * It's exact at any moment, like the lines themselves.
 */
export const ledgerByDay = (currency: Currency): RawBuilder<unknown> => sql`(
  select day, account, kind, "debitMinor", "creditMinor" from ledger_days where ${inSums(sql`currency`, currency)}
  union all select day, account, kind, "debitMinor", "creditMinor" from ledger_moves where ${inSums(sql`currency`, currency)}
  union all select (e."bookedAt" at time zone 'UTC')::date, l.account, e.kind, greatest(l."amountMinor", 0),
    greatest(-l."amountMinor", 0)
    from ${unfolded(currency)})`;

/** The same in every currency, with its `currency`. Without what lines are worth in another one. */
export const LEDGER_BY_DAY: RawBuilder<unknown> = sql`(
  select day, currency, account, kind, "debitMinor", "creditMinor" from ledger_days
    where currency <> ${sql.lit(WORTH)}
  union all select day, currency, account, kind, "debitMinor", "creditMinor" from ledger_moves
    where currency <> ${sql.lit(WORTH)}
  union all select (e."bookedAt" at time zone 'UTC')::date, l.currency, l.account, e.kind,
    greatest(l."amountMinor", 0), greatest(-l."amountMinor", 0)
    from ${unfolded(null)})`;

/**
 * The ledger in one currency, or all of it (`BOOKS`), as a table for a query, by the service that the entry's order has now: `day` (UTC),
 * `service` ("none" without one), `account`, `kind` of entry, `amountMinor`, never zero. It's exact at any moment.
 */
export const ledgerByService = (currency: string): RawBuilder<unknown> => sql`(
  select day, service, account, kind, sum("amountMinor") as "amountMinor" from (
    select day, service, account, kind, "amountMinor" from ledger_services where ${inSums(sql`currency`, currency)}
    union all select (e."bookedAt" at time zone 'UTC')::date, coalesce(o.service, 'none'), l.account, e.kind,
      l."amountMinor"
      from ${unfolded(currency, "ledger_service_folding")}) parts
  group by day, service, account, kind having sum("amountMinor") <> 0)`;

/** The accounts that the sums by editor have, as a condition for the index. */
const OWED = sql`('editor_pending', 'editor_available', 'editor_in_payout')`;

/**
 * What editors earned and were paid in one currency as a table for a query, summed on the accounts of what they are
 * owed: `party`, `account`, `earnedMinor`, `paidMinor`. An editor can have several rows of an account.
 */
export const ledgerByEditor = (currency: string): RawBuilder<unknown> => sql`(
  select party, account, "earnedMinor", "paidMinor" from ledger_parties where currency = ${currency}
  union all select party, account, case when kind like 'payout%' then 0 else "creditMinor" - "debitMinor" end,
    case when kind like 'payout%' then "debitMinor" - "creditMinor" else 0 end
    from ledger_moves where currency = ${currency} and account in ${OWED}
  union all select l.party, l.account, case when e.kind like 'payout%' then 0 else -l."amountMinor" end,
    case when e.kind like 'payout%' then l."amountMinor" else 0 end
    from ${unfolded(currency)} and l.account in ${OWED})`;

/** What the ledger owes these editors as available in the product's currency, payouts under way deducted, by editor. */
export async function owedAvailable(uids: readonly string[], db: Reader): Promise<Map<string, number>> {
  const { rows } = await sql<{ uid: string; owed: number }>`
    select p.party as uid, sum(p."earnedMinor" - p."paidMinor")::bigint as owed from ${ledgerByEditor(CURRENCY)} p
    where p.account = 'editor_available' and p.party = any(${[...uids]}::text[]) group by 1`.execute(db);
  return new Map(rows.map(({ uid, owed }) => [uid, owed]));
}

/** Adds rows like those of `ledger_moves` to the sums. @param moved a table's name or a query in parentheses */
export const addToSums = (moved: RawBuilder<unknown>): RawBuilder<unknown> => sql`with moved as materialized (${moved}),
  days as (
    insert into ledger_days as d select day, currency, account, kind, sum("debitMinor"), sum("creditMinor") from moved
      group by day, currency, account, kind
      on conflict (currency, day, account, kind) do update
        set "debitMinor" = d."debitMinor" + excluded."debitMinor",
          "creditMinor" = d."creditMinor" + excluded."creditMinor"
  ), parties as (
    insert into ledger_parties as p select currency, party, account,
        coalesce(sum("creditMinor" - "debitMinor") filter (where kind not like 'payout%'), 0),
        coalesce(sum("debitMinor" - "creditMinor") filter (where kind like 'payout%'), 0)
      from moved where account in ${OWED} group by currency, party, account
      on conflict (currency, party, account) do update
        set "earnedMinor" = p."earnedMinor" + excluded."earnedMinor", "paidMinor" = p."paidMinor" + excluded."paidMinor"
  )
  select count(*)::int as n from moved`;
