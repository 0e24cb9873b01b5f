import { sql } from "kysely";
import { CURRENCY, formatMoney } from "#app/platform/rules/core/money.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { MOST_CANDIDATES, type PartCandidate, type PartChoice } from "../../rules/reconciliation/suggestions.ts";
import { type Amount, BALANCES, type Only, isWanted, listPayouts } from "./list-candidates.ts";
import { payoutsInTransit } from "./match-lines.ts";

/**
 * What a line of this amount can be several of: payouts and runs that aren't on a statement yet, the card provider's
 * payouts, documents that organizations pay, or balances that were paid back. Each is less than the line and in its
 * direction.
 * @param only those with some words, or these, and not the newest of all
 */
export async function listParts(db: Reader, line: Amount, only: Only = null): Promise<PartCandidate[]> {
  const { amountMinor: lineMinor, currency } = line;
  const payouts = currency === CURRENCY ? await listPayouts(db, { partsOf: lineMinor, only }) : [];
  return [
    ...payouts.map((one) => ({ ...one, reference: "", organizationId: null })),
    ...(lineMinor > 0 ? await receivable(db, line, only) : await paidBack(db, line, only)),
  ];
}

/** The card provider's payouts in transit, and the documents of organizations that are still to be paid. */
async function receivable(
  db: Reader,
  { amountMinor: lineMinor, currency }: Amount,
  only: Only,
): Promise<PartCandidate[]> {
  const money = (minor: number): string => formatMoney(minor, currency);
  const [transit, { rows }] = await Promise.all([
    payoutsInTransit(db)
      .select(["p.id", "p.amountMinor"])
      .where("p.amountMinor", "<", lineMinor as never)
      .where("p.amountMinor", ">", 0 as never)
      .where("p.currency", "=", currency)
      .where(isWanted(only, sql`'provider:' || p.id`, [sql`p.id`]))
      .orderBy("p.arrivesAt", "desc")
      .orderBy("p.id")
      .limit(MOST_CANDIDATES)
      .execute(),
    sql<{ value: PartChoice; number: string; amountMinor: number; organizationId: string; name: string }>`
      select 'document:' || d.id as value, d.number, d."amountMinor", d."organizationId", o.name from (
        select id, number, "amountMinor", currency, "organizationId", "issuedAt" as at from account_statements where "settledAt" is null
        union all select id, number, "amountMinor", currency, "organizationId", "createdAt" from top_ups where state = 'open'
      ) d join organizations o on o.id = d."organizationId"
      where d."amountMinor" > 0 and d."amountMinor" < ${lineMinor} and d.currency = ${currency} and o.currency = ${currency}
        and ${isWanted(only, sql`'document:' || d.id`, [sql`d.number`, sql`o.name`])}
      order by d.at desc, d.id limit ${MOST_CANDIDATES}`.execute(db),
  ]);
  return [
    ...rows.map(({ number, ...row }) => ({
      ...row,
      runId: null,
      reference: number,
      label: `${number} of ${row.name}, ${money(row.amountMinor)}`,
    })),
    ...transit.map(({ id, amountMinor }) => ({
      value: `provider:${id}` as const,
      amountMinor,
      runId: null,
      organizationId: null,
      reference: id,
      label: `Card provider's payout ${id}, ${money(amountMinor)}`,
    })),
  ];
}

/** Organizations whose whole balance can have been paid back. */
async function paidBack(db: Reader, { amountMinor, currency }: Amount, only: Only): Promise<PartCandidate[]> {
  const { rows } = await sql<{ id: string; name: string; prepaidMinor: number }>`
    select o.id, o.name, b."prepaidMinor" from organizations o join ${BALANCES} b on b.id = o.id
    where o.currency = ${currency} and b."prepaidMinor" > 0 and b."prepaidMinor" < ${-amountMinor}
      and ${isWanted(only, sql`'balance:' || o.id`, [sql`o.name`])}
    order by o.name, o.id limit ${MOST_CANDIDATES}`.execute(db);
  return rows.map(({ id, name, prepaidMinor }) => ({
    value: `balance:${id}` as const,
    amountMinor: -prepaidMinor,
    runId: null,
    organizationId: id,
    reference: "",
    label: `Whole balance of ${name} paid back, ${formatMoney(prepaidMinor, currency)}`,
  }));
}
