import type { Reader } from "#app/platform/server/core/database.ts";
import type { IssuedDocument } from "../../rules/money-list.ts";
import { hasXml } from "../invoices/find-invoices.ts";

/** A payment of an order, as its client sees it. */
export type OrderPayment = {
  id: string;
  amountMinor: number;
  currency: string;
  /** ISO. */
  at: string;
  cardLabel: string | null;
  /** Placed on an organization's credit, which pays later. */
  isOnCredit: boolean;
  /** Why an extra charge was made, or null for the order itself. */
  charge: string | null;
  /** It arrived for an order that was paid already, and is refunded. */
  surplus: boolean;
  /** Who paid instead of the author, and under which PO number ("" without one). */
  payer: { name: string; poNumber: string } | null;
  invoice: IssuedDocument | null;
};

/** The query of an order's payments with their cards and invoices, oldest first. */
export const orderPayments = (db: Reader, orderId: string) =>
  db
    .selectFrom("payments as p")
    .leftJoin("order_charges as c", "c.id", "p.chargeId")
    .leftJoin("invoices as i", (on) =>
      on.onRef("i.paymentId", "=", "p.id").on("i.kind", "=", "invoice").on("i.cancelledBy", "is", null),
    )
    .leftJoin("payment_payers as y", "y.paymentId", "p.id")
    .select(["y.billing", "y.poNumber"])
    .select(["p.id", "p.amountMinor", "p.currency", "p.cardLabel", "p.surplus", "c.reason as charge", "p.succeededAt"])
    .select("p.creditLineId")
    .select(["i.id as invoiceId", "i.number as invoiceNumber", hasXml("i").as("xml")])
    .where("p.orderId", "=", orderId)
    .where("p.status", "=", "succeeded")
    .orderBy("p.succeededAt")
    .orderBy("p.id")
    .limit(100);

type Row = Awaited<ReturnType<ReturnType<typeof orderPayments>["execute"]>>[number];

/** Rows of `orderPayments` as the client sees them. */
export const asOrderPayments = (rows: readonly Row[]): OrderPayment[] =>
  rows.map(({ succeededAt, invoiceId, invoiceNumber, xml, billing, poNumber, creditLineId, ...p }) => ({
    ...p,
    isOnCredit: creditLineId !== null,
    payer: billing ? { name: billing.organization || billing.name, poNumber: poNumber ?? "" } : null,
    at: (succeededAt ?? new Date(0)).toISOString(),
    invoice: invoiceId && invoiceNumber ? { id: invoiceId, number: invoiceNumber, xml } : null,
  }));
