import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type Order, quotedPrice } from "#app/features/orders/server/views/find-order.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { type InvoiceDocument, creditNote, invoiceNumber, invoiceSeries, orderInvoice } from "../rules/invoice.ts";
import { getParty, sellerDetails } from "./house.ts";
import { amountsOf } from "./order-amounts.ts";
import { takeNumber } from "./take-number.ts";
import { storeInvoice } from "./store-invoice.ts";

/** A document as stored, with instants as text. */
export type FrozenDocument = Omit<InvoiceDocument, "issuedAt"> & { issuedAt: string };

type Issued = { id: string; number: string };

async function keep(
  ctx: CommandContext,
  order: Order,
  kind: "invoice" | "credit_note",
  document: InvoiceDocument,
  refundId: string | null,
): Promise<Issued> {
  const id = await storeInvoice(ctx, document, { kind, ownerId: order.userId!, orderId: order.id, refundId });
  await orderFact(ctx, order, "invoice.issued", { invoiceId: id, number: document.number, kind }, id);
  return { id, number: document.number };
}

/** Take the number last, because its row stays locked until the transaction ends and blocks other documents. */
async function nextNumber(ctx: CommandContext, kind: "invoice" | "credit-note"): Promise<string> {
  const series = invoiceSeries(kind, ctx.now);
  return invoiceNumber(series, await takeNumber(ctx.tx, series));
}

/** Issues the invoice of an order paid in this transaction. */
export async function issueInvoice(ctx: CommandContext, order: Order): Promise<Issued> {
  const buyer = await getParty(order.userId!, ctx.tx);
  const document = orderInvoice({
    number: await nextNumber(ctx, "invoice"),
    issuedAt: ctx.now,
    paidAt: order.paidAt ?? ctx.now,
    orderId: order.number,
    title: order.title,
    seller: await sellerDetails(ctx.tx),
    buyer,
    receipt: quotedPrice(order),
  });
  return keep(ctx, order, "invoice", document, null);
}

/**
 * Issues the credit note of a refund that succeeded in this transaction. Null when the order has no invoice or the
 * refund already has its note.
 * @param refundedBeforeMinor the amount refunded for this order before
 */
export async function issueCreditNote(
  ctx: CommandContext,
  order: Order,
  refund: { id: string; amountMinor: number; basis: readonly string[] },
  refundedBeforeMinor: number,
): Promise<Issued | null> {
  const known = await ctx.tx
    .selectFrom("invoices")
    .select(["kind", "number", "issuedAt", "refundId", "document"])
    .where("orderId", "=", order.id)
    .execute();
  const invoice = known.find((d) => d.kind === "invoice");
  if (!invoice || known.some((d) => d.refundId === refund.id)) return null;
  const { buyer, seller } = invoice.document;
  const document = creditNote({
    number: await nextNumber(ctx, "credit-note"),
    issuedAt: ctx.now,
    orderId: order.number,
    invoiceNumber: invoice.number,
    invoiceIssuedAt: invoice.issuedAt,
    seller,
    buyer,
    currency: order.currency,
    order: amountsOf(order),
    tax: quotedPrice(order).tax,
    refundedBeforeMinor,
    refundMinor: refund.amountMinor,
    basis: refund.basis,
  });
  return keep(ctx, order, "credit_note", document, refund.id);
}
