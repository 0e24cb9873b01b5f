/** The rates that entries in other currencies are valued at, and what such entries have left on an account. */
import { sql } from "kysely";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { CURRENCY } from "#app/platform/rules/core/money.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import type { Account } from "../../rules/ledger/chart-of-accounts.ts";
import {
  CARRIED_BY_ORDER,
  CARRIED_BY_PARTY,
  type Carried,
  type ValuedLine,
  valuedLines,
} from "../../rules/ledger/entry-values.ts";
import { nanosOf } from "../../rules/reference-rates.ts";

type Line = { account: Account; party?: string; amountMinor: number };

/**
 * Billionths of the books' currency for one of another: the latest reference rate of a day or before. Null in the
 * books' currency, or before any rate was imported.
 */
export async function rateNanosOn(currency: string, at: Date, db: Reader): Promise<number | null> {
  if (currency === CURRENCY) return null;
  const rate = await db
    .selectFrom("reference_rates")
    .select(["rateOn as on", "micros", "others"])
    .where("rateOn", "<=", dayOf(at))
    .where((e) => e.or([e.val(currency === "EUR"), sql<boolean>`others ? ${currency}`]))
    .orderBy("rateOn", "desc")
    .limit(1)
    .executeTakeFirst();
  return rate ? nanosOf(currency, rate) : null;
}

/** The rate at which an order's first entry in this currency was booked, or null. */
async function rateOfOrder(orderId: string | null | undefined, db: Reader): Promise<number | null> {
  if (!orderId) return null;
  const first = await db
    .selectFrom("journal_entries")
    .select("rateNanos")
    .where("orderId", "=", orderId)
    .where("rateNanos", "is not", null)
    .orderBy("seq")
    .limit(1)
    .executeTakeFirst();
  return first?.rateNanos ?? null;
}

async function carriedBy(db: Reader, currency: string, lines: readonly Line[], orderId: string | null) {
  const of = (accounts: readonly Account[]) => accounts.filter((one) => lines.some(({ account }) => account === one));
  const [byOrder, byParty] = [orderId ? of(CARRIED_BY_ORDER) : [], of(CARRIED_BY_PARTY)];
  const { rows } = await sql<Carried & { account: Account; party: string }>`
    select l.account, l.party, sum(l."amountMinor")::bigint as "amountMinor",
      coalesce(sum(l."valueMinor"), 0)::bigint as "valueMinor"
    from journal_entries e join journal_lines l on l."entryId" = e.id
    where e."orderId" = ${orderId} and l.currency = ${currency} and l.account = any(${[...byOrder]}::text[])
    group by 1, 2
    union all
    select l.account, l.party, sum(l."amountMinor")::bigint, coalesce(sum(l."valueMinor"), 0)::bigint
    from journal_lines l
    where l.account = any(${[...byParty]}::text[]) and l.currency = ${currency}
      and l.party = any(${lines.map(({ party }) => party ?? "")}::text[])
    group by 1, 2`.execute(db);
  const found = new Map(rows.map((row) => [`${row.account}:${row.party}`, row]));
  return (account: Account, party: string): Carried =>
    found.get(`${account}:${party}`) ?? { amountMinor: 0, valueMinor: 0 };
}

/** An entry's lines with what they are worth in the books' currency. @param rateNanos of its day */
export async function withValues(
  db: Reader,
  entry: { currency: string; orderId?: string | null; lines: readonly Line[] },
  rateNanos: number | null,
): Promise<ValuedLine[]> {
  const { currency, orderId = null, lines } = entry;
  if (rateNanos === null) return lines.map(({ party = "", ...line }) => ({ ...line, party, valueMinor: null }));
  const rates = { dayNanos: rateNanos, orderNanos: (await rateOfOrder(orderId, db)) ?? rateNanos };
  return valuedLines(lines, currency, rates, await carriedBy(db, currency, lines, orderId));
}
