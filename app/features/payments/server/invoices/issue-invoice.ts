import { dayOf } from "#app/platform/rules/core/day.ts";
import { minor, sum } from "#app/platform/rules/core/money.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { CHARGE_LABELS } from "#app/features/orders/rules/change/charge.ts";
import type { OrderCharge } from "#app/features/orders/server/charges/order-charges.ts";
import { titleForPayer } from "#app/features/orders/rules/order-title.ts";
import { type Order, quotedPrice } from "#app/features/orders/server/views/find-order.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import {
  type FrozenDocument,
  type InvoiceDocument,
  type InvoiceParty,
  invoiceNumber,
  invoiceSeries,
} from "../../rules/invoices/invoice.ts";
import { cancellationOf, correctedInvoice } from "../../rules/invoices/replacing-invoices.ts";
import { chargeInvoice, creditNote, orderInvoice } from "../../rules/invoices/order-invoices.ts";
import { supplyOf } from "../../rules/invoices/supply.ts";
import type { Payment } from "../checkout/find-payment.ts";
import { buyerOf, partyOf, sellerDetails } from "./invoice-parties.ts";
import type { NationalTax } from "../../rules/invoices/national-tax.ts";
import { withNational } from "./national-rates.ts";
import { amountsOfPayment } from "../checkout/order-amounts.ts";
import type { RefundedBefore } from "../refunds/post-refund.ts";
import { takeNumber } from "./take-number.ts";
import { storeInvoice } from "./store-invoice.ts";

type Issued = { id: string; number: string };

/** @param about.supplied the day whose rate applies to the taxes; today's if missing */
async function keep(
  ctx: CommandContext,
  order: Order,
  kind: "invoice" | "credit_note",
  bare: InvoiceDocument,
  about: {
    refundId?: string;
    paymentId?: string;
    cancels?: string;
    replaces?: string;
    supplied?: string;
    before?: NationalTax["before"];
  },
): Promise<Issued> {
  const { cancels, replaces, supplied = dayOf(ctx.now), before, ...links } = about;
  const document = await withNational(ctx.tx, bare, supplied, before);
  const id = await storeInvoice(ctx, document, { kind, ownerId: order.userId!, orderId: order.id, ...links });
  await orderFact(
    ctx,
    order,
    "invoice.issued",
    {
      invoiceId: id,
      number: document.number,
      kind,
      ...(cancels ? { cancels } : {}),
      ...(replaces ? { replaces } : {}),
    },
    id,
  );
  return { id, number: document.number };
}

/** Take the number last, because its row stays locked until the transaction ends and blocks other documents. */
async function nextNumber(ctx: CommandContext, kind: "invoice" | "credit-note"): Promise<string> {
  const series = invoiceSeries(kind, ctx.now);
  return invoiceNumber(series, await takeNumber(ctx.tx, series));
}

/** Who paid instead of the author, and the quote they paid; null if the author did. */
async function findPaidBill(ctx: CommandContext, paymentId: string) {
  const bill = await ctx.tx
    .selectFrom("payment_payers as y")
    .innerJoin("shared_quotes as q", "q.id", "y.sharedQuoteId")
    .select(["q.number", "q.showTitle", "y.billing", "y.email", "y.poNumber", "y.costCenter"])
    .where("y.paymentId", "=", paymentId)
    .executeTakeFirst();
  return bill ?? null;
}

/** How an organization pays for it, and where it books it; null if it's another's payment. */
async function findOnAccount(ctx: CommandContext, paymentId: string) {
  const row = await ctx.tx
    .selectFrom("payments as p")
    .leftJoin("credit_lines as c", "c.id", "p.creditLineId")
    .select(["p.costCenter", "c.poNumber", "c.netDays"])
    .where("p.id", "=", paymentId)
    .executeTakeFirstOrThrow();
  return { netDays: row.netDays, purchase: { poNumber: row.poNumber ?? "", costCenter: row.costCenter } };
}

/** Issues the invoice of an order paid in this transaction. */
export async function issueInvoice(ctx: CommandContext, order: Order, paymentId: string): Promise<Issued> {
  const author = await buyerOf(order, ctx.tx);
  const paid = await findPaidBill(ctx, paymentId);
  const { netDays, purchase } = await findOnAccount(ctx, paymentId);
  const document = orderInvoice({
    number: await nextNumber(ctx, "invoice"),
    issuedAt: ctx.now,
    paidAt: order.paidAt ?? ctx.now,
    supply: supplyOf(order, ctx.now),
    orderId: order.number,
    title: paid && !paid.showTitle ? null : titleForPayer(order, author.person ?? author.name),
    purchase: paid ?? purchase,
    ...(netDays === null ? {} : { netDays }),
    ...(paid ? { paidFor: { author: author.person ?? author.name, quote: paid.number } } : {}),
    seller: await sellerDetails(ctx.tx),
    buyer: paid ? partyOf({ displayName: "", email: paid.email, billing: paid.billing }) : author,
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
  const buyer = await buyerOf(order, ctx.tx);
  const document = chargeInvoice({
    number: await nextNumber(ctx, "invoice"),
    issuedAt: ctx.now,
    paidAt: ctx.now,
    supply: supplyOf(order, ctx.now),
    orderId: order.number,
    title: titleForPayer(order, buyer.person ?? buyer.name),
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

/** How much of each tax on an invoice its credit notes returned, in the invoice's order. */
const creditedTaxes = (invoice: FrozenDocument, notes: readonly { document: FrozenDocument }[]): number[] =>
  (invoice.taxes ?? []).map((_, i) =>
    notes.reduce((sum, note) => sum + (note.document.taxes?.[i]?.amountMinor ?? 0), 0),
  );

/** The same with the amounts that were taxed. */
const creditedSoFar = (
  invoice: FrozenDocument,
  notes: readonly { document: FrozenDocument }[],
): NonNullable<NationalTax["before"]> =>
  creditedTaxes(invoice, notes).map((amountMinor, i) => ({
    baseMinor: sum(notes.map((note) => note.document.taxes?.[i]?.baseMinor ?? 0)),
    amountMinor: minor(amountMinor),
  }));

/**
 * Issues the credit note of a refund that succeeded in this transaction, for the invoice of the payment it returns.
 * Null when there's no such invoice or the refund already has its note.
 */
export async function issueCreditNote(
  ctx: CommandContext,
  order: Order,
  refund: { id: string; amountMinor: number; basis: readonly string[] },
  payment: Payment,
  before: RefundedBefore,
): Promise<Issued | null> {
  const known = await ctx.tx
    .selectFrom("invoices")
    .select(["kind", "number", "issuedAt", "refundId", "paymentId", "document"])
    .where("orderId", "=", order.id)
    .where("cancelledBy", "is", null)
    .execute();
  const invoice = known.find((d) => d.kind === "invoice" && d.paymentId === payment.id);
  if (!invoice || known.some((d) => d.kind === "credit_note" && d.refundId === refund.id)) return null;
  const { buyer, seller } = invoice.document;
  const ofPayment = await ctx.tx.selectFrom("refunds").select("id").where("paymentId", "=", payment.id).execute();
  const notes = known.filter((d) => d.kind === "credit_note" && ofPayment.some((r) => r.id === d.refundId));
  const document = creditNote({
    number: await nextNumber(ctx, "credit-note"),
    issuedAt: ctx.now,
    orderId: order.number,
    invoiceNumber: invoice.number,
    invoiceIssuedAt: invoice.issuedAt,
    references: invoice.document.references,
    seller,
    buyer,
    currency: order.currency,
    order: amountsOfPayment(payment, order),
    tax: quotedPrice(order).tax,
    invoiced: invoice.document.taxes,
    before: { ...before, taxesMinor: creditedTaxes(invoice.document, notes) },
    refundMinor: refund.amountMinor,
    basis: refund.basis,
  });
  const supplied = invoice.document.national?.day ?? dayOf(invoice.issuedAt);
  return keep(ctx, order, "credit_note", document, {
    refundId: refund.id,
    supplied,
    before: creditedSoFar(invoice.document, notes),
  });
}

/**
 * Cancels the credit note of a refund that the bank returned, with an invoice over the same amounts: that part counts
 * as paid again, and its tax is due again. If the refund is retried, it gets a new note. Null if there's nothing to
 * cancel.
 */
export async function cancelCreditNote(ctx: CommandContext, order: Order, refundId: string): Promise<Issued | null> {
  const note = await ctx.tx
    .selectFrom("invoices")
    .select(["id", "number", "document"])
    .where("refundId", "=", refundId)
    .where("kind", "=", "credit_note")
    .where("cancelledBy", "is", null)
    .forUpdate()
    .executeTakeFirst();
  if (!note) return null;
  const document = cancellationOf({
    number: await nextNumber(ctx, "invoice"),
    issuedAt: ctx.now,
    original: note.document,
    why: `The refund of credit note ${note.number} didn't reach you, so the note is canceled. There's nothing to pay.`,
  });
  const issued = await keep(ctx, order, "invoice", document, { refundId, cancels: note.number });
  await ctx.tx.updateTable("invoices").set({ cancelledBy: issued.id }).where("id", "=", note.id).execute();
  return issued;
}

/**
 * Replaces an invoice whose buyer details were wrong: a credit note cancels it, and a new invoice has the same amounts
 * with the new details. Both have their own numbers and name the old one.
 * @param invoice locked with its order, and not canceled; `firstIssuedAt`: when the payment was first invoiced
 * @param taxNote the note that goes with the new details
 */
export async function replaceInvoice(
  ctx: CommandContext,
  order: Order,
  invoice: { id: string; number: string; paymentId: string; firstIssuedAt: Date; document: FrozenDocument },
  buyer: InvoiceParty,
  taxNote: string | undefined,
): Promise<Issued> {
  // In the order in which a payment and its refund take them, so that two transactions never wait for each other.
  const number = await nextNumber(ctx, "invoice");
  const cancellation = await keep(
    ctx,
    order,
    "credit_note",
    cancellationOf({
      number: await nextNumber(ctx, "credit-note"),
      issuedAt: ctx.now,
      original: invoice.document,
      why: `The details of the buyer were corrected. Invoice ${number} replaces this one, and nothing is refunded.`,
    }),
    { cancels: invoice.number },
  );
  await ctx.tx.updateTable("invoices").set({ cancelledBy: cancellation.id }).where("id", "=", invoice.id).execute();
  const notes = await ctx.tx
    .selectFrom("invoices as i")
    .innerJoin("refunds as r", "r.id", "i.refundId")
    .select("i.number")
    .where("i.kind", "=", "credit_note")
    .where("i.cancelledBy", "is", null)
    .where("r.paymentId", "=", invoice.paymentId)
    .orderBy("i.issuedAt")
    .orderBy("i.id")
    .execute();
  return keep(
    ctx,
    order,
    "invoice",
    correctedInvoice({
      number,
      issuedAt: ctx.now,
      original: invoice.document,
      buyer,
      supply: supplyOf(order, invoice.firstIssuedAt),
      taxNotes: { before: quotedPrice(order).tax.note, now: taxNote },
      creditNotes: notes.map((note) => note.number),
    }),
    { paymentId: invoice.paymentId, replaces: invoice.number },
  );
}
