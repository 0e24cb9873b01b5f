import { dayOf } from "#app/platform/rules/core/day.ts";
import { createHash } from "node:crypto";
import { type Tx, lockName } from "#app/platform/server/core/database.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { type InvoiceDocument, invoiceNumber, invoiceSeries } from "#app/features/payments/rules/invoices/invoice.ts";
import { storeInvoice } from "#app/features/payments/server/invoices/store-invoice.ts";
import { withNational } from "#app/features/payments/server/invoices/national-rates.ts";
import { takeNumber } from "#app/features/payments/server/invoices/take-number.ts";
import { selfBilledCreditNote } from "../../rules/self-billed-credit.ts";

/** An editor's permanent code of six capitals and digits, for their self-billed invoice series: no two have the same. */
async function editorCode(tx: Tx, uid: string): Promise<string> {
  const find = () => tx.selectFrom("editors").select("invoiceCode").where("uid", "=", uid).executeTakeFirstOrThrow();
  const known = (await find()).invoiceCode;
  if (known) return known;
  await lockName(tx, "codes of editors");
  // Somebody else may have chosen it meanwhile.
  const { invoiceCode } = await find();
  if (invoiceCode) return invoiceCode;
  for (let n = 0; ; n++) {
    const code = hashCode(n === 0 ? uid : `${uid} ${n}`);
    const { numUpdatedRows } = await tx
      .updateTable("editors")
      .set({ invoiceCode: code })
      .where("uid", "=", uid)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom("editors as other").select("other.uid").where("other.invoiceCode", "=", code))),
      )
      .executeTakeFirst();
    if (numUpdatedRows > 0n) return code;
  }
}
const hashCode = (text: string): string => createHash("sha256").update(text).digest("hex").slice(0, 6).toUpperCase();

/** The next number of an editor's own series, in which invoices and the credit notes for them follow each other. */
export async function nextSelfBilledNumber({ tx, now }: CommandContext, editorId: string): Promise<string> {
  const series = invoiceSeries("self-billed-invoice", now, await editorCode(tx, editorId));
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
