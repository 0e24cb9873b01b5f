import { newId } from "#app/platform/rules/core/ids.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";

import type { InvoiceDocument } from "../../rules/invoices/invoice.ts";

/** What every kind of issued document has. */
type Issued = Pick<InvoiceDocument, "number" | "totalMinor" | "currency" | "national">;

/**
 * Stores an issued document. It never changes, except that a rate missing when it was issued is added. The caller records the fact.
 * @returns its ID
 */
export async function storeInvoice(
  { tx, now }: Pick<CommandContext, "tx" | "now">,
  document: Issued,
  about: {
    kind: "invoice" | "credit_note" | "self_billed";
    ownerId: string;
    orderId?: string;
    refundId?: string;
    paymentId?: string;
    payoutId?: string;
  },
): Promise<string> {
  const id = newId("invoice");
  await tx
    .insertInto("invoices")
    .values({
      id,
      ...about,
      number: document.number,
      totalMinor: document.totalMinor,
      currency: document.currency,
      document: json(document),
      awaitsRateOf: document.national && !document.national.rate ? document.national.day : null,
      issuedAt: now,
    })
    .execute();
  return id;
}

/** Notes that an admin looked at a self-billed invoice. */
export async function markInvoiceReviewed(
  { tx, now }: Pick<CommandContext, "tx" | "now">,
  id: string,
  reviewedBy: string | null,
): Promise<void> {
  await tx.updateTable("invoices").set({ reviewedAt: now, reviewedBy }).where("id", "=", id).execute();
}
