import { sql } from "kysely";
import type { Reader } from "#app/platform/server/core/database.ts";
import { type RefundState, refundStateOf } from "../../rules/refund-state.ts";
import type { IssuedDocument } from "../../rules/money-list.ts";
import { hasXml } from "../invoices/find-invoices.ts";

/** One refund of an order, as its client sees it. */
export type OrderRefund = {
  id: string;
  amountMinor: number;
  currency: string;
  state: RefundState;
  /** ISO: when it was refunded or failed, and until then when it was promised. */
  at: string;
  cardLabel: string | null;
  basis: string[];
  creditNote: IssuedDocument | null;
  /** Earlier credit notes: the bank returned the refund, and an invoice canceled its note. */
  cancelled: (IssuedDocument & { by: IssuedDocument })[];
};

const cancelledNotes = sql<OrderRefund["cancelled"]>`(
  select coalesce(jsonb_agg(jsonb_build_object('id', n.id, 'number', n.number, 'xml', ${hasXml("n")},
    'by', jsonb_build_object('id', b.id, 'number', b.number, 'xml', ${hasXml("b")})) order by n."issuedAt", n.id), '[]')
  from invoices n join invoices b on b.id = n."cancelledBy" where n."refundId" = r.id and n.kind = 'credit_note')`;

/** The query of an order's refunds with their cards and credit notes, oldest first. */
export const orderRefunds = (db: Reader, orderId: string) =>
  db
    .selectFrom("refunds as r")
    .innerJoin("payments as p", "p.id", "r.paymentId")
    .leftJoin("invoices as i", (on) =>
      on.onRef("i.refundId", "=", "r.id").on("i.kind", "=", "credit_note").on("i.cancelledBy", "is", null),
    )
    .select(["r.id", "r.amountMinor", "r.currency", "r.status", "r.basis"])
    .select(sql<string | null>`case when r."toBalance" then 'Balance' else p."cardLabel" end`.as("cardLabel"))
    .select([sql<Date>`coalesce(r."settledAt", r."createdAt")`.as("at"), "i.id as noteId", "i.number as noteNumber"])
    .select([hasXml("i").as("xml"), cancelledNotes.as("cancelled")])
    .where("r.orderId", "=", orderId)
    .orderBy("r.createdAt")
    .orderBy("r.id");

type Row = Awaited<ReturnType<ReturnType<typeof orderRefunds>["execute"]>>[number];

/** Rows of `orderRefunds` as the client sees them. */
export const asOrderRefunds = (rows: readonly Row[]): OrderRefund[] =>
  rows.map(({ status, noteId, noteNumber, xml, at, ...r }) => ({
    ...r,
    at: at.toISOString(),
    state: refundStateOf(status),
    creditNote: noteId && noteNumber ? { id: noteId, number: noteNumber, xml } : null,
  }));
