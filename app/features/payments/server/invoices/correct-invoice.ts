import { z } from "zod";
import { may } from "#app/platform/rules/core/duties.ts";
import { conflict, invalid, notFound, refused } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { BILLING_FIELDS, billingFault, withoutUnusedState } from "#app/features/accounts/rules/billing-input.ts";
import { can } from "#app/features/orders/rules/can.ts";
import { orderFact } from "#app/features/orders/server/lifecycle/move-order.ts";
import { type Order, lockOrder, quotedPrice } from "#app/features/orders/server/views/find-order.ts";
import { exemptionsKept, taxFrom } from "#app/features/tax/server/find-tax.ts";
import { correctableUntil, correctionRefusal } from "../../rules/invoices/invoice-correction.ts";
import type { InvoiceParty } from "../../rules/invoices/invoice.ts";
import { partyOf } from "./invoice-parties.ts";
import { replaceInvoice } from "./issue-invoice.ts";

/** Every invoice a payment has had, first one first; one at most isn't canceled. */
export const invoicesOfPayment = (db: Reader, paymentId: string) =>
  db
    .selectFrom("invoices")
    .select(["id", "number", "paymentId", "cancelledBy", "document", "issuedAt", "ownerId"])
    .where("paymentId", "=", paymentId)
    .where("kind", "=", "invoice")
    .orderBy("issuedAt")
    .orderBy("id")
    .execute();

/** The payment and the order of an invoice for a client, or null: no other document can be corrected. */
export async function paymentOfInvoice(
  db: Reader,
  invoiceId: string,
): Promise<{ paymentId: string; orderId: string } | null> {
  if (!isId("invoice", invoiceId)) return null;
  const row = await db
    .selectFrom("invoices")
    .select(["paymentId", "orderId"])
    .where("id", "=", invoiceId)
    .where("kind", "=", "invoice")
    .executeTakeFirst();
  return row?.paymentId && row.orderId ? { paymentId: row.paymentId, orderId: row.orderId } : null;
}

type Correctable = { order: Order; paymentId: string };

/**
 * Replaces the invoice of a payment by one with other details of the buyer: their name, organization, address, or VAT
 * ID. Amounts and tax stay. Clients can do it for their own orders within `CORRECTION_MS` of the first invoice, admins
 * at any time. Sent twice, it's done once.
 * @throws not-found; refused; invalid by field, also where the details would change the tax; conflict when it was
 * corrected since
 */
export const correctInvoice = command({
  input: z.object({ invoiceId: z.string(), ...BILLING_FIELDS }),
  async load({ invoiceId }, { tx, actor }): Promise<Correctable> {
    const about = await paymentOfInvoice(tx, invoiceId);
    if (!about) throw notFound("invoice");
    const order = await lockOrder(tx, about.orderId);
    if (!can.pay(actor, order) && !may(actor, "money")) throw notFound("invoice");
    return { order, paymentId: about.paymentId };
  },
  allow: (actor, { order }) =>
    can.pay(actor, order) || may(actor, "money") || "Only the client or an admin can have an invoice corrected.",
  async run({ input: { invoiceId, ...typed }, thing: { order, paymentId }, ...ctx }): Promise<{
    invoiceId: string;
    number: string;
    changed: boolean;
  }> {
    const all = await invoicesOfPayment(ctx.tx, paymentId);
    const current = all.find((it) => it.cancelledBy === null);
    if (!current) throw notFound("invoice");
    const fault = billingFault(typed);
    if (fault) throw invalid("vat", fault.message, "Correct it or leave it out.", { [fault.field]: fault.message });
    const billing = withoutUnusedState(typed);
    const client = await ctx.tx
      .selectFrom("users")
      .select(["displayName", "email"])
      .where("uid", "=", current.ownerId)
      .executeTakeFirstOrThrow();
    const buyer = partyOf({ ...client, billing });
    const kept = { ...current.document.buyer, email: buyer.email };
    if (printed(buyer) === printed(kept)) return { invoiceId: current.id, number: current.number, changed: false };
    if (current.id !== invoiceId)
      throw conflict(
        "already_corrected",
        `This invoice was replaced by ${current.number} in the meantime.`,
        "What you typed is still here. Open the new invoice and correct that one if it's still wrong.",
      );
    if (!may(ctx.actor, "money") && ctx.now > correctableUntil(all[0]!.issuedAt))
      throw refused(
        "The time to correct this invoice yourself has ended.",
        "Contact support, and we'll do it for you.",
      );
    const { tax } = quotedPrice(order);
    // The tax is that of the day when the price was given or, if it changed in between, of the day it was paid.
    const priced = order.quotedAt ?? order.paidAt ?? ctx.now;
    const exemptions = await exemptionsKept(tax, order, billing, ctx.tx);
    let rule = await taxFrom(billing, priced, ctx.tx, exemptions);
    let refusal = correctionRefusal(tax, rule, billing);
    if (refusal && order.paidAt) {
      rule = await taxFrom(billing, order.paidAt, ctx.tx, exemptions);
      refusal = correctionRefusal(tax, rule, billing);
    }
    if (refusal)
      throw invalid("tax_changes", refusal.message, "Leave it as it is on the invoice, or contact support.", {
        [refusal.field]: refusal.message,
      });
    const issued = await replaceInvoice(
      ctx,
      order,
      { ...current, paymentId, firstIssuedAt: all[0]!.issuedAt },
      buyer,
      tax.evidence ? rule.note : tax.note,
    );
    await orderFact(
      ctx,
      order,
      "invoice.corrected",
      { invoiceId: issued.id, number: issued.number, replaces: current.number, byAdmin: !can.pay(ctx.actor, order) },
      issued.id,
    );
    return { invoiceId: issued.id, number: issued.number, changed: true };
  },
});

/** As text, to compare. The person is also in the address, and older invoices have it only there. */
const printed = ({ person: _person, ...party }: InvoiceParty) =>
  JSON.stringify(Object.entries(party).toSorted(([a], [b]) => a.localeCompare(b)));
