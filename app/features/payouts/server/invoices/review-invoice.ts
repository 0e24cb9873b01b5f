import { z } from "zod";
import { uidOf } from "#app/platform/rules/core/actor.ts";
import { may, only } from "#app/platform/rules/core/duties.ts";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { command } from "#app/platform/server/core/command.ts";
import { markInvoiceReviewed } from "#app/features/payments/server/invoices/store-invoice.ts";

/** Records that an admin reviewed a self-billed invoice. Keeps the first review and doesn't change the document. */
export const reviewInvoice = command({
  input: z.object({ invoiceId: z.string() }),
  async load({ invoiceId }, { tx }) {
    const invoice = isId("invoice", invoiceId)
      ? await tx
          .selectFrom("invoices")
          .select(["id", "number", "reviewedAt"])
          .where("id", "=", invoiceId)
          .where("kind", "=", "self_billed")
          .forUpdate()
          .executeTakeFirst()
      : undefined;
    if (!invoice) throw notFound("self-billed invoice");
    return invoice;
  },
  allow: (actor) => may(actor, "money") || only("money", "review invoices"),
  async run({ thing: invoice, tx, now, actor, fact }): Promise<void> {
    if (invoice.reviewedAt) return;
    await markInvoiceReviewed({ tx, now }, invoice.id, uidOf(actor));
    await fact("invoice.reviewed", {
      subjectId: invoice.id,
      data: { invoiceId: invoice.id, number: invoice.number },
      topics: ["staff"],
    });
  },
});
