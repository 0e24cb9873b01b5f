import { config } from "#app/platform/server/core/config.ts";
import type { PdfDoc } from "#app/platform/server/pdf/pdf-text.ts";
import { eInvoiceOf } from "../../rules/invoices/e-invoice.ts";
import { xmlText } from "#app/platform/rules/text/write-xml.ts";
import { FACTUR_X, facturX } from "../../rules/invoices/factur-x.ts";
import { type FrozenDocument, PURCHASE } from "../../rules/invoices/invoice.ts";
import { nationalRateWords } from "../../rules/invoices/national-tax.ts";
import { writtenDay, writtenMoney, writtenText } from "../../rules/invoices/written.ts";
import { RATE_SOURCE } from "../../rules/reference-rates.ts";
import { type AmountRow, moneySheet } from "./money-sheet.ts";

/** What people typed on documents. It stays as it is. */
const TYPED = new Set(["Manuscript", "Author", PURCHASE.poNumber, PURCHASE.costCenter]);

/**
 * A document as a tagged A4 PDF with embedded fonts. The same document always gives the same bytes.
 * Takes every kind: invoice, credit note, self-billed invoice. With an e-invoice, it's a PDF/A-3 that holds the XML
 * (Factur-X, ZUGFeRD). Documents without `writtenFor` or `layout` are laid out as they were when they were issued.
 */
export async function invoicePdf(document: FrozenDocument): Promise<Uint8Array> {
  const issuedAt = new Date(document.issuedAt);
  const { currency, national, writtenFor = null } = document;
  const xml = invoiceXml(document);
  const sheet = await moneySheet({
    title: `${document.title} ${document.number}`,
    author: document.seller.name,
    at: issuedAt,
    pages: document.writtenFor !== undefined,
    headings: document.layout !== undefined,
    ...(xml ? { subset: "PDF/A-3b", setUp: (doc) => attachInvoice(doc, xml, { document, issuedAt }) } : {}),
  });
  const money = (amount: number, of = currency) => writtenMoney(amount, of, writtenFor);
  const written = (text: string) => writtenText(text, writtenFor);
  const totals: AmountRow[] = [];
  if (document.tax) {
    totals.push({ label: "Net", amount: money(document.netMinor) });
    for (const tax of document.taxes ?? [{ ...document.tax, baseMinor: document.netMinor }])
      totals.push({
        label: written(tax.label),
        ...(tax.amountMinor > 0 ? { detail: `on ${money(tax.baseMinor)}` } : {}),
        amount: money(tax.amountMinor),
      });
    if (national?.rate && document.taxes)
      for (const [i, { amountMinor }] of national.taxes.entries())
        if (document.taxes[i]?.treatment === "charged")
          totals.push({
            label: `${written(document.taxes[i].label)} in ${national.currency}`,
            detail: `at ${nationalRateWords(national, writtenFor)}${national.addedOn ? `, added on ${dayOn(national.addedOn, document)}` : ""}`,
            amount: money(amountMinor, national.currency),
          });
  }
  totals.push({
    label: money(0).startsWith(currency) ? "Total" : `Total ${currency}`,
    amount: money(document.totalMinor),
    strong: true,
  });
  sheet.head(`Issued on ${writtenDay(issuedAt, writtenFor)}`);
  sheet.parties(document.seller, document.buyer);
  sheet.references(document.references.map((it) => (TYPED.has(it.label) ? it : { ...it, value: written(it.value) })));
  sheet.amounts(
    document.lines.map(({ label, detail, amountMinor }) => ({
      label: written(label),
      detail: written(detail),
      amount: money(amountMinor),
    })),
    totals,
    [...document.notes, ...rateNotes(document)].map(written),
  );
  return sheet.end();
}

/** Documents from before wrote this day as in the database. */
const dayOn = (on: string, { writtenFor }: FrozenDocument): string =>
  writtenFor === undefined ? on : writtenDay(new Date(on), writtenFor);

/** The e-invoice of a document as XML, or null if it has none. */
export function invoiceXml(document: FrozenDocument): string | null {
  const invoice = eInvoiceOf(document);
  return invoice && facturX(invoice);
}

/** Puts the XML into the PDF, and the metadata by which readers of PDF/A-3 and of Factur-X know it. */
function attachInvoice(doc: PdfDoc, xml: string, { document, issuedAt }: { document: FrozenDocument; issuedAt: Date }) {
  // The types leave out the relationship.
  const options: Parameters<PdfDoc["file"]>[1] & { relationship: string } = {
    name: FACTUR_X.file,
    type: "text/xml",
    description: `${document.title} ${document.number} as XML (${FACTUR_X.level})`,
    relationship: "Alternative",
    creationDate: issuedAt,
    modifiedDate: issuedAt,
  };
  doc.file(Buffer.from(xml), options);
  // pdfkit's own metadata isn't escaped, so a name with "&" would make it unreadable. It adds the part about PDF/A
  // itself.
  (doc as unknown as { _addInfo: () => void })._addInfo = () => doc.appendXML(metadata(document, issuedAt));
}

/**
 * XMP metadata: the document's own, and the extension schema of Factur-X with its values (Factur-X 1.07, section
 * 6.2.2).
 */
function metadata(document: FrozenDocument, issuedAt: Date): string {
  const at = `${issuedAt.toISOString().slice(0, 19)}Z`;
  const site = xmlText(config().siteName);
  const values = [
    ["DocumentType", "INVOICE", "Type of the embedded document"],
    ["DocumentFileName", FACTUR_X.file, "Name of the embedded XML invoice file"],
    ["Version", FACTUR_X.version, "Version of the Factur-X XML schema"],
    ["ConformanceLevel", FACTUR_X.level, "Conformance level of the embedded invoice data"],
  ] as const;
  const properties = values.map(
    ([name, , description]) =>
      `<rdf:li rdf:parseType="Resource"><pdfaProperty:name>${name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>${description}</pdfaProperty:description></rdf:li>`,
  );
  const about = (namespaces: string, body: string) =>
    `<rdf:Description rdf:about="" ${namespaces}>${body}</rdf:Description>\n`;
  return [
    about(
      'xmlns:dc="http://purl.org/dc/elements/1.1/"',
      `<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${xmlText(`${document.title} ${document.number}`)}</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>${xmlText(document.seller.name)}</rdf:li></rdf:Seq></dc:creator>`,
    ),
    about(
      'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
      `<xmp:CreateDate>${at}</xmp:CreateDate><xmp:ModifyDate>${at}</xmp:ModifyDate><xmp:CreatorTool>${site}</xmp:CreatorTool>`,
    ),
    about('xmlns:pdf="http://ns.adobe.com/pdf/1.3/"', `<pdf:Producer>${site}</pdf:Producer>`),
    about(
      'xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#"',
      `<pdfaExtension:schemas><rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>${FACTUR_X.namespace}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>${properties.join("")}</rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>`,
    ),
    about(
      `xmlns:fx="${FACTUR_X.namespace}"`,
      values.map(([name, value]) => `<fx:${name}>${value}</fx:${name}>`).join(""),
    ),
  ].join("");
}

/** What a document says while the rate of its day isn't known. */
function rateNotes(document: FrozenDocument): string[] {
  const { national, taxes = [] } = document;
  if (!national || national.rate || !taxes.some((tax) => tax.treatment === "charged")) return [];
  return [
    `The tax in ${national.currency} will be added here at the ${RATE_SOURCE}'s reference rate that applied on ${dayOn(national.day, document)}. The amounts above don't change.`,
  ];
}
