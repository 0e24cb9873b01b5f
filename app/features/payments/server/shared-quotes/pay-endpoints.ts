import { notFound } from "#app/platform/rules/core/errors.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { shownQuote } from "../../rules/invoices/quote-document.ts";
import { receiptUntil } from "../../rules/shared-quote.ts";
import { invoicePdf, invoiceXml } from "../invoices/invoice-pdf.ts";
import { findPaidBy, payUrl, stateOf } from "./find-shared-quote.ts";
import { openLink } from "./open-link.ts";
import { listDocuments } from "./read-pay-page.ts";

type Asked = { params: Record<string, string> };

/** The address holds the key to the quote: nothing may keep it or pass it on. */
const PRIVATE = { "cache-control": "private, no-store", "referrer-policy": "no-referrer", "x-robots-tag": "noindex" };

const fileResponse = (body: BodyInit, type: string, name: string, shown: "inline" | "attachment"): Response =>
  new Response(body, {
    headers: { ...PRIVATE, "content-type": type, "content-disposition": `${shown}; filename="${name}"` },
  });

/** GET /api/pay/:token/quote: the formal quote as a PDF, for anyone who has the link. */
export async function getSharedQuotePdf(request: Request, { params }: Asked): Promise<Response> {
  const token = params["token"] ?? "";
  const known = await openLink(request, token, true);
  const { quote, order } = known;
  const isOpen = (await stateOf(known, now())) === "open";
  const bytes = await invoicePdf(
    shownQuote(quote.document, { title: quote.showTitle ? order.title : null, payUrl: isOpen ? payUrl(quote) : null }),
  );
  return fileResponse(new Uint8Array(bytes), "application/pdf", `${quote.number}.pdf`, "inline");
}

/**
 * GET /api/pay/:token/documents/:id/pdf and /xml: a document of the payment made with the link, for a time after it.
 * Everything else isn't found, also documents of the same order's other payments.
 */
export async function getPayerDocument(request: Request, { params }: Asked): Promise<Response> {
  const { token = "", id, format } = params;
  const { quote } = await openLink(request, token, true);
  const paid = await findPaidBy(quote.id);
  if (!paid?.succeededAt || receiptUntil(paid.succeededAt) <= now()) throw notFound("document");
  const of = (await listDocuments(paid.id, database())).find((it) => it.id === id);
  if (!of) throw notFound("document");
  const { document } = await database()
    .selectFrom("invoices")
    .select("document")
    .where("id", "=", of.id)
    .executeTakeFirstOrThrow();
  if (format === "pdf")
    return fileResponse(new Uint8Array(await invoicePdf(document)), "application/pdf", `${of.number}.pdf`, "inline");
  const xml = format === "xml" ? invoiceXml(document) : null;
  if (xml === null) throw notFound("document");
  return fileResponse(xml, "application/xml; charset=utf-8", `${of.number}.xml`, "attachment");
}
