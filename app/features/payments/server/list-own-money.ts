import { sql } from "kysely";
import type { Actor } from "#app/platform/rules/actor.ts";
import { decimalMoney } from "#app/platform/rules/money.ts";
import { refused } from "#app/platform/rules/errors.ts";
import { csvResponse } from "#app/platform/server/csv-response.ts";
import { database } from "#app/platform/server/database.ts";

/** One movement of a client's money, or one that waits. Refunds are negative. */
export type MoneyRow = {
  id: string;
  kind: "payment" | "refund";
  /** ISO. */
  at: string;
  orderId: string;
  number: string;
  title: string;
  amountMinor: number;
  currency: string;
  state: "to pay" | "paid" | "returned" | "on its way" | "back" | "held up";
  cardLabel: string | null;
  /** Why, for a refund. */
  basis: string[];
  document: { id: string; number: string } | null;
};

export const MONEY_PAGE = 25;

const rowsOf = (uid: string) => sql<MoneyRow & { at: Date; documentId: string | null; documentNumber: string | null; total: number }>`
  with money as (
    select p.id, 'payment' as kind, coalesce(p."succeededAt", p."createdAt") as at, p."orderId", p."amountMinor", p.currency, p."cardLabel", '[]'::jsonb as basis,
      case when p.status = 'open' then 'to pay' when p.surplus then 'returned' else 'paid' end as state,
      d.id as "documentId", d.number as "documentNumber"
    from payments p join orders o on o.id = p."orderId"
      left join invoices d on d."orderId" = o.id and d.kind = 'invoice' and p.status = 'succeeded' and not p.surplus
    where o."userId" = ${uid} and (p.status = 'succeeded' or (p.status = 'open' and o.status = 'awaiting_payment'))
    union all
    select r.id, 'refund', coalesce(r."settledAt", r."createdAt"), r."orderId", -r."amountMinor", r.currency, p."cardLabel", r.basis,
      case r.status when 'succeeded' then 'back' when 'failed' then 'held up' else 'on its way' end, d.id, d.number
    from refunds r join payments p on p.id = r."paymentId" join orders o on o.id = r."orderId" left join invoices d on d."refundId" = r.id
    where o."userId" = ${uid}
  )
  select m.*, o.number, o.title, count(*) over () as total from money m join orders o on o.id = m."orderId"`;

async function listRows(actor: Actor, limit: number, offset: number): Promise<{ rows: MoneyRow[]; total: number }> {
  if (actor.kind !== "person" || !actor.emailVerified) throw refused("Sign in to see your payments.");
  const { rows } = await sql<MoneyRow & { at: Date; documentId: string | null; documentNumber: string | null; total: number }>`${rowsOf(actor.uid)} order by m.at desc, m.id desc limit ${limit} offset ${offset}`.execute(database());
  return {
    rows: rows.map(({ documentId, documentNumber, total: _total, at, ...row }) => ({ ...row, at: at.toISOString(), document: documentId && documentNumber ? { id: documentId, number: documentNumber } : null })),
    total: rows[0]?.total ?? 0,
  };
}

/** A client's payments and refunds, newest first. @param page counts from 1 @throws refused for those who are not signed in */
export const listOwnMoney = (actor: Actor, page: number): Promise<{ rows: MoneyRow[]; total: number }> => listRows(actor, MONEY_PAGE, (page - 1) * MONEY_PAGE);

/** What a client has paid and has had back, by currency, in minor units. */
export async function sumOwnMoney(actor: Actor): Promise<{ currency: string; paidMinor: number; backMinor: number }[]> {
  if (actor.kind !== "person") return [];
  const { rows } = await sql<{ currency: string; paidMinor: number; backMinor: number }>`
    select p.currency, sum(p."amountMinor")::bigint as "paidMinor",
      coalesce(sum((select sum(r."amountMinor") from refunds r where r."paymentId" = p.id and r.status = 'succeeded')), 0)::bigint as "backMinor"
    from payments p join orders o on o.id = p."orderId" where o."userId" = ${actor.uid} and p.status = 'succeeded' group by 1 order by 1`.execute(database());
  return rows;
}

/** GET /api/my-payments.csv: all of it, for a spreadsheet. */
export async function ownMoneyCsv(_request: Request, { actor }: { actor: Actor }): Promise<Response> {
  const { rows } = await listRows(actor, 10_000, 0);
  return csvResponse<MoneyRow>(
    "payments",
    [
      { header: "Date", value: (r) => r.at },
      { header: "Order", value: (r) => r.number },
      { header: "Title", value: (r) => r.title },
      { header: "Kind", value: (r) => r.kind },
      { header: "Amount", value: (r) => decimalMoney(r.amountMinor) },
      { header: "Currency", value: (r) => r.currency },
      { header: "State", value: (r) => r.state },
      { header: "Card", value: (r) => r.cardLabel ?? "" },
      { header: "Document", value: (r) => r.document?.number ?? "" },
    ],
    rows,
  );
}
