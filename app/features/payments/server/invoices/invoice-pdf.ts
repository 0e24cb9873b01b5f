import { formatDay } from "#app/platform/rules/core/time.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { config } from "#app/platform/server/core/config.ts";
import { A4, PDF_INK, PDF_MARGIN, PDF_WIDTH, type PdfDoc, pdfText } from "#app/platform/server/pdf/pdf-text.ts";
import { eInvoiceOf } from "../../rules/invoices/e-invoice.ts";
import { FACTUR_X, facturX, xmlText } from "../../rules/invoices/factur-x.ts";
import { nationalRateWords } from "../../rules/invoices/national-tax.ts";
import { RATE_SOURCE } from "../../rules/reference-rates.ts";
import { partyLines } from "../../rules/invoices/party-lines.ts";
import type { FrozenDocument, InvoiceParty } from "../../rules/invoices/invoice.ts";

const MARGIN = PDF_MARGIN;
const WIDTH = PDF_WIDTH;
const BOTTOM = A4.height - 84;
const QUIET = PDF_INK.quiet;
const AMOUNT_WIDTH = 92;

/**
 * A document as a tagged A4 PDF with embedded fonts. The same document always gives the same bytes.
 * Takes every kind: invoice, credit note, self-billed invoice. With an e-invoice, it's a PDF/A-3 that holds the XML
 * (Factur-X, ZUGFeRD).
 */
export async function invoicePdf(document: FrozenDocument): Promise<Uint8Array> {
  const issuedAt = new Date(document.issuedAt);
  const xml = invoiceXml(document);
  // Loaded with the first PDF, because it would slow down every start.
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({
    size: "A4",
    margin: 0,
    tagged: true,
    pdfVersion: "1.7",
    lang: "en",
    displayTitle: true,
    autoFirstPage: true,
    ...(xml ? { subset: "PDF/A-3b" as const } : {}),
    info: {
      Title: `${document.title} ${document.number}`,
      Author: document.seller.name,
      Creator: config().siteName,
      Producer: config().siteName,
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  });
  if (xml) attachInvoice(doc, xml, { document, issuedAt });
  const chunks: Uint8Array[] = [];
  doc.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.on("end", resolve).on("error", reject));
  const { write, heightOf, rule: ruleAt } = pdfText(doc);
  const money = (amount: number) => formatMoney(amount, document.currency);
  let y = MARGIN;

  const rule = () => ruleAt(y);
  const room = (height: number) => {
    if (y + height <= BOTTOM) return;
    doc.addPage();
    y = MARGIN;
  };

  // pdfkit's types support neither children without options nor closures as children.
  const struct = (tag: string, children?: unknown) => doc.struct(tag, {}, children as never);
  const root = struct("Document");
  doc.addStructure(root);
  const add = (tag: string, draw: () => void) => root.add(struct(tag, draw));

  add("P", () => void write(config().siteName, MARGIN, y, { face: "serif", size: 15 }));
  y += 44;
  add("H1", () => void (y = write(`${document.title} ${document.number}`, MARGIN, y, { face: "serif", size: 24 }) + 2));
  add("P", () => void (y = write(`Issued on ${formatDay(issuedAt, "UTC")}`, MARGIN, y, { color: QUIET }) + 18));

  const column = WIDTH / 2 - 12;
  const top = y;
  const party = (heading: string, of: InvoiceParty, x: number) => {
    let end = write(heading, x, top, { color: QUIET, size: 8.5 });
    for (const [i, line] of partyLines(of).entries()) end = write(line, x, end, { width: column, strong: i === 0 });
    return end;
  };
  let lowest = top;
  add("P", () => void (lowest = Math.max(lowest, party("From", document.seller, MARGIN))));
  add("P", () => void (lowest = Math.max(lowest, party("To", document.buyer, MARGIN + WIDTH / 2 + 12))));
  y = lowest + 18;
  for (const { label, value } of document.references)
    add("P", () => {
      write(label, MARGIN, y, { color: QUIET, width: 96 });
      y = write(value, MARGIN + 104, y, { width: WIDTH - 104 });
    });
  y += 18;

  const row = (cells: { label: string; detail?: string; amount: string; strong?: boolean; head?: boolean }) => {
    const size = cells.strong ? 11 : 9.5;
    const width = WIDTH - AMOUNT_WIDTH - 16;
    room(
      heightOf(cells.label, { size, width }) + (cells.detail ? heightOf(cells.detail, { size: 8.5, width }) : 0) + 14,
    );
    rule();
    y += 7;
    const start = y;
    const color = cells.head ? QUIET : PDF_INK.ink;
    const left = () => {
      y = write(cells.label, MARGIN, start, { width, size, color, strong: cells.strong ?? false });
      if (cells.detail) y = write(cells.detail, MARGIN, y, { width, size: 8.5, color: QUIET });
    };
    const right = () =>
      void write(cells.amount, MARGIN + WIDTH - AMOUNT_WIDTH, start, {
        width: AMOUNT_WIDTH,
        align: "right",
        size,
        color,
        strong: cells.strong ?? false,
      });
    const cell = cells.head ? "TH" : "TD";
    table.add(struct("TR", [struct(cell, left), struct(cell, right)]));
    y += 6;
  };
  const table = struct("Table");
  root.add(table);
  row({ label: "Description", amount: "Amount", head: true });
  for (const line of document.lines) row({ label: line.label, detail: line.detail, amount: money(line.amountMinor) });
  if (document.tax) {
    row({ label: "Net", amount: money(document.netMinor) });
    for (const tax of document.taxes ?? [{ ...document.tax, baseMinor: document.netMinor }])
      row({
        label: tax.label,
        ...(tax.amountMinor > 0 ? { detail: `on ${money(tax.baseMinor)}` } : {}),
        amount: money(tax.amountMinor),
      });
    if (document.national?.rate && document.taxes)
      for (const [i, { amountMinor }] of document.national.taxes.entries())
        if (document.taxes[i]?.treatment === "charged")
          row({
            label: `${document.taxes[i].label} in ${document.national.currency}`,
            detail: `at ${nationalRateWords(document.national)}${document.national.addedOn ? `, added on ${document.national.addedOn}` : ""}`,
            amount: formatMoney(amountMinor, document.national.currency),
          });
  }
  row({ label: `Total ${document.currency}`, amount: money(document.totalMinor), strong: true });
  rule();
  table.end();
  y += 20;
  for (const note of [...document.notes, ...rateNotes(document)]) {
    room(20);
    add("P", () => void (y = write(note, MARGIN, y, { color: QUIET }) + 2));
  }
  root.end();
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}

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
function rateNotes({ national, taxes = [] }: FrozenDocument): string[] {
  if (!national || national.rate || !taxes.some((tax) => tax.treatment === "charged")) return [];
  return [
    `The tax in ${national.currency} will be added here at the ${RATE_SOURCE}'s reference rate that applied on ${national.day}. The amounts above don't change.`,
  ];
}
