import { z } from "zod";
import { notFound } from "#app/platform/rules/core/errors.ts";
import { isId } from "#app/platform/rules/core/ids.ts";
import { database } from "#app/platform/server/core/database.ts";
import { getDocumentPdf } from "#app/features/payments/server/invoices/get-document.ts";
import { Page, listOf, pageOf } from "./lists.ts";
import { apiRoute } from "./api-route.ts";
import { Currency, Instant, Minor, named } from "./order-schemas.ts";

const Invoice = named(
  "Invoice",
  z.object({
    object: z.literal("invoice"),
    id: z.string(),
    kind: z.enum(["invoice", "credit_note"]),
    number: z.string(),
    order: z.string().nullable(),
    total_minor: Minor,
    currency: Currency,
    issued_at: Instant,
    replaced: z.boolean().describe("Another document has canceled or corrected it."),
  }),
  "An invoice, or the credit note of a refund.",
);

const own = (uid: string) =>
  database()
    .selectFrom("invoices")
    .select(["id", "kind", "number", "orderId", "totalMinor", "currency", "issuedAt", "cancelledBy"])
    .where("ownerId", "=", uid)
    // Self-billed invoices are for editors.
    .where("kind", "in", ["invoice", "credit_note"]);
type Row = Awaited<ReturnType<ReturnType<typeof own>["execute"]>>[number];

const invoiceView = (row: Row): z.infer<typeof Invoice> => ({
  object: "invoice",
  id: row.id,
  kind: row.kind as "invoice",
  number: row.number,
  order: row.orderId,
  total_minor: row.totalMinor,
  currency: row.currency,
  issued_at: row.issuedAt.toISOString(),
  replaced: row.cancelledBy !== null,
});

async function ownInvoice(uid: string, id: string | undefined): Promise<Row> {
  const row = isId("invoice", id) ? await own(uid).where("id", "=", id).executeTakeFirst() : undefined;
  if (!row) throw notFound("invoice");
  return row;
}

export const invoiceRoutes = [
  apiRoute({
    method: "GET",
    path: "/invoices",
    id: "listInvoices",
    group: "Invoices",
    summary: "List invoices and credit notes",
    scope: "invoices:read",
    query: z.strictObject({ ...Page, order: z.string().max(60).optional() }),
    answer: named("InvoiceList", listOf(Invoice)),
    async handle({ actor, query: { limit, starting_after: after, order } }) {
      if (after !== undefined) await ownInvoice(actor.uid, after);
      const rows = await own(actor.uid)
        .$if(order !== undefined, (q) => q.where("orderId", "=", order!))
        .$if(after !== undefined, (q) => q.where("id", "<", after!))
        .orderBy("id", "desc")
        .limit(limit + 1)
        .execute();
      return pageOf(rows, limit, invoiceView);
    },
  }),
  apiRoute({
    method: "GET",
    path: "/invoices/:id",
    id: "getInvoice",
    group: "Invoices",
    summary: "Get an invoice",
    scope: "invoices:read",
    answer: Invoice,
    handle: async ({ actor, params }) => invoiceView(await ownInvoice(actor.uid, params.id)),
  }),
  apiRoute({
    method: "GET",
    path: "/invoices/:id/pdf",
    id: "getInvoicePdf",
    group: "Invoices",
    summary: "Download an invoice",
    scope: "invoices:read",
    answer: "pdf",
    async handle({ actor, params, request }) {
      const { id } = await ownInvoice(actor.uid, params.id);
      return getDocumentPdf(request, { actor, params: { id } });
    },
  }),
];
