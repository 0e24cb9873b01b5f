import type { CommandContext } from "#app/platform/server/core/command.ts";
import { CHARGE_LABELS } from "#app/features/orders/rules/charge.ts";
import type { OrderCharge } from "#app/features/orders/server/charges/find-charge.ts";
import { type Order, quotedPrice } from "#app/features/orders/server/views/find-order.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import {
  type InvoiceDocument,
  chargeInvoice,
  creditNote,
  invoiceNumber,
  invoiceSeries,
  orderInvoice,
} from "../rules/invoice.ts";
import type { Payment } from "./find-payment.ts";
import { getParty, sellerDetails } from "./house.ts";
import { amountsOfPayment } from "./order-amounts.ts";
import { refundedOfPayment } from "./post-refund.ts";
import { takeNumber } from "./take-number.ts";
import { storeInvoice } from "./store-invoice.ts";

type Issued = { id: string; number: string };

async function keep(
  ctx: CommandContext,
  order: Order,
  kind: "invoice" | "credit_note",
  document: InvoiceDocument,
  about: { refundId: string } | { paymentId: string },
): Promise<Issued> {
  const id = await storeInvoice(ctx, document, { kind, ownerId: order.userId!, orderId: order.id, ...about });
  await orderFact(ctx, order, "invoice.issued", { invoiceId: id, number: document.number, kind }, id);
  return { id, number: document.number };
}

/** Take the number last, because its row stays locked until the transaction ends and blocks other documents. */
async function nextNumber(ctx: CommandContext, kind: "invoice" | "credit-note"): Promise<string> {
  const series = invoiceSeries(kind, ctx.now);
  return invoiceNumber(series, await takeNumber(ctx.tx, series));
}

/** Issues the invoice of an order paid in this transaction. */
export async function issueInvoice(ctx: CommandContext, order: Order, paymentId: string): Promise<Issued> {
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
  return keep(ctx, order, "invoice", document, { paymentId });
}

/** Issues the invoice of an extra charge paid in this transaction. */
export async function issueChargeInvoice(
  ctx: CommandContext,
  order: Order,
  charge: OrderCharge,
  paymentId: string,
): Promise<Issued> {
  const buyer = await getParty(order.userId!, ctx.tx);
  const document = chargeInvoice({
    number: await nextNumber(ctx, "invoice"),
    issuedAt: ctx.now,
    paidAt: ctx.now,
    orderId: order.number,
    title: order.title,
    seller: await sellerDetails(ctx.tx),
    buyer,
    receipt: charge.price,
    charge: {
      label: CHARGE_LABELS[charge.kind],
      lines: charge.lines,
      taxMinor: charge.taxMinor,
      totalMinor: charge.totalMinor,
    },
  });
  return keep(ctx, order, "invoice", document, { paymentId });
}

/**
 * Issues the credit note of a refund that succeeded in this transaction, for the invoice of the payment it returns. Null when
 * there's no such invoice or the refund already has its note.
 */
export async function issueCreditNote(
  ctx: CommandContext,
  order: Order,
  refund: { id: string; amountMinor: number; basis: readonly string[] },
  payment: Payment,
): Promise<Issued | null> {
  const known = await ctx.tx
    .selectFrom("invoices")
    .select(["kind", "number", "issuedAt", "refundId", "paymentId", "document"])
    .where("orderId", "=", order.id)
    .execute();
  const invoice = known.find((d) => d.kind === "invoice" && d.paymentId === payment.id);
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
    order: amountsOfPayment(payment, order),
    tax: quotedPrice(order).tax,
    invoiced: invoice.document.taxes,
    refundedBeforeMinor: await refundedOfPayment(ctx.tx, { id: refund.id, paymentId: payment.id }),
    refundMinor: refund.amountMinor,
    basis: refund.basis,
  });
  return keep(ctx, order, "credit_note", document, { refundId: refund.id });
}
