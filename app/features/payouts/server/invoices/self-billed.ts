import { dayOf } from "#app/platform/rules/core/day.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type InvoiceDocument, invoiceNumber, invoiceSeries } from "#app/features/payments/rules/invoices/invoice.ts";
import { storeInvoice } from "#app/features/payments/server/invoices/store-invoice.ts";
import { withNational } from "#app/features/payments/server/invoices/national-rates.ts";
import { takeNumber } from "#app/features/payments/server/invoices/take-number.ts";
import { invoiceCode } from "#app/features/editors/server/invoice-code.ts";
import { selfBilledCreditNote } from "../../rules/self-billed-credit.ts";

/** The next number of an editor's own series, in which invoices and the credit notes for them follow each other. */
export async function nextSelfBilledNumber({ tx, now }: CommandContext, editorId: string): Promise<string> {
  const series = invoiceSeries("self-billed-invoice", now, await invoiceCode(tx, editorId));
  return invoiceNumber(series, await takeNumber(tx, series));
}

/** The self-billed invoice of a payout that no credit note cancels, or null. */
export async function findSelfBilled({ tx }: Pick<CommandContext, "tx">, payoutId: string) {
  const known = await tx
    .selectFrom("invoices")
    .select(["id", "kind", "number", "document"])
    .where("payoutId", "=", payoutId)
    .execute();
  if (known.some((d) => d.kind === "credit_note")) return null;
  return known.find((d) => d.kind === "self_billed") ?? null;
}

/** Cancels a payout's self-billed invoice by a credit note, once. Does nothing for a payout without an invoice. */
export async function creditSelfBilled(
  ctx: CommandContext,
  payout: { id: string; editorId: string },
  why: string,
): Promise<void> {
  const invoice = await findSelfBilled(ctx, payout.id);
  if (!invoice) return;
  const document = selfBilledCreditNote({
    number: await nextSelfBilledNumber(ctx, payout.editorId),
    issuedAt: ctx.now,
    original: invoice.document,
    why,
  });
  await issueForPayout(ctx, payout, "credit_note", document);
}

/** Stores a document about a payout, and records that it was issued. */
export async function issueForPayout(
  ctx: CommandContext,
  payout: { id: string; editorId: string },
  kind: "self_billed" | "credit_note",
  bare: InvoiceDocument,
): Promise<void> {
  const document = await withNational(ctx.tx, bare, dayOf(ctx.now));
  const id = await storeInvoice(ctx, document, { kind, ownerId: payout.editorId, payoutId: payout.id });
  await ctx.fact("invoice.issued", {
    subjectId: id,
    data: { invoiceId: id, number: document.number, kind },
    topics: [`user:${payout.editorId}`],
  });
}
