import { formatMoney } from "#app/platform/rules/core/money.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { formatDay } from "#app/platform/rules/core/time.ts";
import { config } from "#app/platform/server/core/config.ts";
import { database } from "#app/platform/server/core/database.ts";
import { type EmailText, renderEmail } from "#app/platform/server/mail/email.tsx";
import { post } from "#app/platform/server/mail/mail.ts";
import { receiptUntil } from "../../rules/shared-quote.ts";
import { type SharedQuote, payUrl } from "./find-shared-quote.ts";

/** Reaction: emails the link to the invoice to somebody who paid for an author, where they asked for it. Once. */
export async function mailPayerInvoice(fact: Fact): Promise<void> {
  const db = database();
  const paid = await db
    .selectFrom("payments as p")
    .innerJoin("payment_payers as y", "y.paymentId", "p.id")
    .innerJoin("shared_quotes as q", "q.id", "y.sharedQuoteId")
    .innerJoin("invoices as i", "i.paymentId", "p.id")
    .select(["p.id as paymentId", "p.amountMinor", "p.currency", "p.succeededAt", "y.email"])
    .select(["q.id", "q.createdAt", "q.number", "i.number as invoice"])
    .where("p.orderId", "=", fact.orderId)
    .where("p.chargeId", "is", null)
    .where("p.surplus", "=", false)
    .where("i.kind", "=", "invoice")
    .where("i.cancelledBy", "is", null)
    .executeTakeFirst();
  if (!paid?.succeededAt) return;
  const text = payerInvoiceEmail({ ...paid, paidAt: paid.succeededAt, quote: paid });
  await post(db, {
    key: `payer-invoice:${paid.paymentId}`,
    to: paid.email,
    subject: text.heading,
    ...(await renderEmail(text)),
    kind: "shared_quote.invoice",
  });
}

/** The email to somebody who paid a shared quote. */
export function payerInvoiceEmail(of: {
  amountMinor: number;
  currency: string;
  paidAt: Date;
  invoice: string;
  quote: Pick<SharedQuote, "id" | "createdAt" | "number">;
}): EmailText {
  return {
    key: "shared_quote.invoice",
    heading: `Invoice ${of.invoice} for quote ${of.quote.number}`,
    paragraphs: [
      "Hello,",
      `We've received ${formatMoney(of.amountMinor, of.currency)} for quote ${of.quote.number}. Thank you.`,
      `You can download the invoice until ${formatDay(receiptUntil(of.paidAt), "UTC")}. After that, the author still has it.`,
    ],
    button: { label: "Download invoice", url: payUrl(of.quote) },
    footer: `You're getting this email because you paid a quote at ${config().siteName} and asked for the documents.`,
  };
}
