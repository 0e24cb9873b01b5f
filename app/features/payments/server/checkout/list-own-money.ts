import { type RawBuilder, sql } from "kysely";
import type { Actor, Person } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { isTimeZone } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { listFile } from "#app/platform/server/lists/list-file.ts";
import { type List, listPage, sqlList } from "#app/platform/server/lists/list.ts";
import { notNull } from "#app/platform/server/lists/order.ts";
import { MONEY_LIST, type MoneyQuery, type MoneyRow, type Payer } from "../../rules/money-list.ts";
import { hasXml } from "../invoices/find-invoices.ts";

export const MONEY_PAGE = 25;

/** Who paid a payment `p`. */
const PAYER = sql<Payer>`case when p.method = 'balance' and (select r."organizationId" from orders r where r.id = p."orderId") is not null
    then 'organization'
  when exists (select from payment_payers y where y."paymentId" = p.id) then 'other' else 'own' end`;
/** Whether its order's author paid a payment `p`. */
export const PAID_BY_AUTHOR = sql<boolean>`(${PAYER} = 'own')`;

const rowsOf = (uid: string) => sql`
  with money as (
    select p.id, 'payment' as kind, coalesce(p."succeededAt", p."createdAt") as at, p."orderId", p."amountMinor",
    p.currency, p."cardLabel", p."chargeId" is not null as extra, '[]'::jsonb as basis, ${PAYER} as payer,
      case when p.status = 'open' then 'to pay' when p.surplus then 'returned'
        when p."creditLineId" is not null then 'on account' else 'paid' end as state,
      d.id as "documentId", d.number as "documentNumber", ${hasXml("d")} as "documentXml"
    from payments p join orders o on o.id = p."orderId"
      left join invoices d on d."paymentId" = p.id and d.kind = 'invoice' and d."cancelledBy" is null
      left join order_charges c on c.id = p."chargeId"
    where o."userId" = ${uid} and (p.status = 'succeeded'
      or (p.status = 'open' and (o.status = 'awaiting_payment' or c.status = 'open')))
    union all
    select r.id, 'refund', coalesce(r."settledAt", r."createdAt"), r."orderId", -r."amountMinor", r.currency,
      case when r."toBalance" then 'Balance' else p."cardLabel" end, false, r.basis, ${PAYER},
      case r.status when 'succeeded' then 'back' when 'failed' then 'held up' when 'sent' then 'on its way'
        else 'pending' end,
      d.id, d.number, ${hasXml("d")}
    from refunds r join payments p on p.id = r."paymentId" join orders o on o.id = r."orderId"
    left join invoices d on d."refundId" = r.id and d.kind = 'credit_note' and d."cancelledBy" is null
    where o."userId" = ${uid}
  )
  select m.*, o.number, o.title from money m join orders o on o.id = m."orderId"`;

const zoneOf = (actor: Person): string => (actor.timeZone && isTimeZone(actor.timeZone) ? actor.timeZone : "UTC");

function own(actor: Actor): Person {
  if (actor.kind !== "person" || !actor.emailVerified) throw refused("Sign in to see your payments.");
  return actor;
}

type RawMoney = Omit<MoneyRow, "at" | "document"> & {
  documentXml: boolean;
  at: Date;
  documentId: string | null;
  documentNumber: string | null;
};

/** A client's payments and refunds that match. Years are in the reader's time zone. @throws refused when signed out */
function moneyList(actor: Actor, query: MoneyQuery): List<MoneyRow> {
  const person = own(actor);
  const { kind, year, state, payer } = query.filters;
  const where: RawBuilder<unknown>[] = [];
  if (kind) where.push(sql`x.kind = ${kind}`);
  if (state) where.push(sql`x.state = ${state}`);
  if (payer) where.push(sql`x.payer = ${payer}`);
  if (/^\d{4}$/.test(year)) where.push(sql`extract(year from x.at at time zone ${zoneOf(person)}) = ${Number(year)}`);
  if (query.q) where.push(contains(query.q, [sql`x.number`, sql`x.title`, sql`x."documentNumber"`]));
  return sqlList(
    {
      select: sql`x.*`,
      from: sql`(${rowsOf(person.uid)}) x`,
      where,
      order: [
        notNull(query.sort === "amount" ? sql`x."amountMinor"` : sql`x.at`, query.desc),
        notNull(sql`x.id`, true),
      ],
    },
    (rows: RawMoney[]) =>
      rows.map(({ documentId, documentNumber, documentXml, at, ...row }): MoneyRow => ({
        ...row,
        at: at.toISOString(),
        document: documentId && documentNumber ? { id: documentId, number: documentNumber, xml: documentXml } : null,
      })),
  );
}

/** One page of a client's payments and refunds. @throws refused when signed out */
export const listOwnMoney = async (actor: Actor, query: MoneyQuery): Promise<ListPage<MoneyRow>> =>
  listPage(moneyList(actor, query), query, { size: MONEY_PAGE });

/** The years with transactions, latest first. */
export async function listMoneyYears(actor: Actor): Promise<number[]> {
  const person = own(actor);
  const { rows } = await sql<{
    year: number;
  }>`select distinct extract(year from x.at at time zone ${zoneOf(person)})::int as year from (${rowsOf(person.uid)}) x
    order by 1 desc`.execute(database());
  return rows.map((r) => r.year);
}

/** What a client paid themselves and was refunded, by currency, in minor units: not what an organization pays for. */
export async function sumOwnMoney(actor: Actor): Promise<{ currency: string; paidMinor: number; backMinor: number }[]> {
  if (actor.kind !== "person") return [];
  const { rows } = await sql<{ currency: string; paidMinor: number; backMinor: number }>`
    select p.currency, sum(p."amountMinor")::bigint as "paidMinor",
      coalesce(sum((select sum(r."amountMinor") from refunds r where r."paymentId" = p.id and r.status = 'succeeded')),
      0)::bigint as "backMinor"
    from payments p join orders o on o.id = p."orderId" where o."userId" = ${actor.uid} and p.status = 'succeeded'
      and ${PAID_BY_AUTHOR} group by 1 order by 1`.execute(database());
  return rows;
}

/** GET /api/csv/my-payments: the filtered list as a CSV file. */
export const ownMoneyCsv = listFile(MONEY_LIST, moneyList, { name: "payments", dated: false });

export type MoneyOfYear = { currency: string; paidMinor: number; backMinor: number };

/** What a client paid themselves and was refunded this year in their time zone, and refunds in progress, by currency. */
export async function sumOwnYear(
  actor: Actor,
  now: Date,
  timeZone: string,
): Promise<{
  year: number;
  sums: MoneyOfYear[];
  underWay: { currency: string; amountMinor: number; heldMinor: number; refunds: number }[];
}> {
  const year = Number(new Intl.DateTimeFormat("en-CA", { timeZone, year: "numeric" }).format(now));
  if (actor.kind !== "person" || !actor.emailVerified) return { year, sums: [], underWay: [] };
  const inYear = (column: string) => sql`extract(year from ${sql.ref(column)} at time zone ${timeZone}) = ${year}`;
  const [paid, back, underWay] = await Promise.all([
    sql<{
      currency: string;
      amountMinor: number;
    }>`select p.currency, sum(p."amountMinor")::bigint as "amountMinor" from payments p
      join orders o on o.id = p."orderId"
      where o."userId" = ${actor.uid} and p.status = 'succeeded' and ${PAID_BY_AUTHOR} and not p.surplus
        and ${inYear("p.succeededAt")} group by 1`.execute(database()),
    sql<{
      currency: string;
      amountMinor: number;
    }>`select r.currency, sum(r."amountMinor")::bigint as "amountMinor" from refunds r
      join payments p on p.id = r."paymentId" join orders o on o.id = r."orderId"
      where o."userId" = ${actor.uid} and r.status = 'succeeded' and ${PAID_BY_AUTHOR} and not p.surplus
        and ${inYear("r.settledAt")} group by 1`.execute(database()),
    sql<{
      currency: string;
      amountMinor: number;
      heldMinor: number;
      refunds: number;
    }>`select r.currency, coalesce(sum(r."amountMinor") filter (where r.status <> 'failed'), 0)::bigint
      as "amountMinor",
        coalesce(sum(r."amountMinor") filter (where r.status = 'failed'), 0)::bigint as "heldMinor",
          count(*)::int as refunds
      from refunds r join orders o on o.id = r."orderId"
      where o."userId" = ${actor.uid} and r.status in ('requested', 'sent', 'failed') group by 1`.execute(database()),
  ]);
  const currencies = [...new Set([...paid.rows, ...back.rows].map((r) => r.currency))].toSorted();
  const of = (rows: readonly { currency: string; amountMinor: number }[], currency: string) =>
    rows.find((r) => r.currency === currency)?.amountMinor ?? 0;
  return {
    year,
    sums: currencies.map((currency) => ({
      currency,
      paidMinor: of(paid.rows, currency),
      backMinor: of(back.rows, currency),
    })),
    underWay: underWay.rows,
  };
}
