import { formatMoney } from "#app/platform/rules/core/money.ts";
import { formatInstant } from "#app/platform/rules/core/time.ts";
import { config } from "#app/platform/server/core/config.ts";
import { numberPages } from "#app/platform/server/pdf/number-pages.ts";
import { A4, PDF_INK, PDF_MARGIN, PDF_WIDTH, pdfText } from "#app/platform/server/pdf/pdf-text.ts";
import type { Evidence } from "./collect-evidence.ts";

const BOTTOM = A4.height - 70;
const LABEL = 130;
const at = (instant: Date): string => formatInstant(instant, "UTC");

/** The evidence in a dispute as one tagged A4 PDF, for the card's bank. Times are in UTC. */
export async function evidencePdf(evidence: Evidence, madeAt: Date): Promise<Uint8Array> {
  // Loaded with the first PDF, because it would slow down every start.
  const { default: PDFDocument } = await import("pdfkit");
  const title = `Evidence for order ${evidence.number}`;
  const doc = new PDFDocument({
    size: "A4",
    margin: 0,
    tagged: true,
    pdfVersion: "1.7",
    lang: "en",
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: title,
      Author: config().siteName,
      Creator: config().siteName,
      Producer: config().siteName,
      CreationDate: madeAt,
      ModDate: madeAt,
    },
  });
  const chunks: Uint8Array[] = [];
  doc.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.on("end", resolve).on("error", reject));
  const drawn = pdfText(doc);
  const { write, heightOf, rule } = drawn;
  let y = PDF_MARGIN;
  const root = doc.struct("Document", {}, undefined as never);
  doc.addStructure(root);
  const add = (tag: string, draw: () => void) => root.add(doc.struct(tag, {}, draw as never));
  const room = (height: number) => {
    if (y + height <= BOTTOM) return;
    doc.addPage();
    y = PDF_MARGIN;
  };
  const heading = (text: string) => {
    room(60);
    y += 16;
    add("H2", () => void (y = write(text, PDF_MARGIN, y, { face: "serif", size: 14 }) + 2));
    rule(y);
    y += 7;
  };
  const paragraph = (text: string) => {
    // A long text is written piece by piece, so that it can run over pages.
    for (const piece of text.split("\n").filter((line) => line.trim() !== "")) {
      room(Math.min(heightOf(piece), BOTTOM - PDF_MARGIN));
      add("P", () => void (y = write(piece, PDF_MARGIN, y) + 4));
    }
  };
  const row = (label: string, value: string) => {
    room(heightOf(value, { width: PDF_WIDTH - LABEL }) + 4);
    add("P", () => {
      const end = write(label, PDF_MARGIN, y, { width: LABEL - 10, color: PDF_INK.quiet });
      y = Math.max(end, write(value, PDF_MARGIN + LABEL, y, { width: PDF_WIDTH - LABEL })) + 2;
    });
  };
  const money = (minor: number) => formatMoney(minor, evidence.payment.currency);

  add("P", () => void (y = write(config().siteName, PDF_MARGIN, y, { face: "serif", size: 15 }) + 14));
  add("H1", () => void (y = write(title, PDF_MARGIN, y, { face: "serif", size: 22 })));
  add(
    "P",
    () => void (y = write(`Made on ${at(madeAt)}. All times are in UTC.`, PDF_MARGIN, y, { color: PDF_INK.quiet })),
  );
  heading("Statement");
  paragraph(evidence.statement);
  heading("Order");
  row("Manuscript", evidence.title);
  row("Service", evidence.service);
  row("Client", `${evidence.client.name}, ${evidence.client.email}`);
  for (const [label, when] of evidence.steps) row(label, at(when));
  heading("Payment");
  row("Amount", money(evidence.payment.amountMinor));
  if (evidence.payment.succeededAt) row("Paid", at(evidence.payment.succeededAt));
  if (evidence.payment.cardLabel) row("Card", evidence.payment.cardLabel);
  if (evidence.payment.invoice) row("Invoice", evidence.payment.invoice);
  for (const line of evidence.lines) row(line.label, [line.detail, money(line.amountMinor)].filter(Boolean).join(": "));
  if (evidence.consent) {
    heading("Agreed to at payment");
    paragraph(evidence.consent.text);
    row("Agreed on", `${at(evidence.consent.givenAt)} (version ${evidence.consent.version})`);
  }
  heading("Delivered");
  if (evidence.files.length === 0) paragraph("Nothing was delivered yet.");
  for (const file of evidence.files)
    row(
      file.name,
      `${file.deliveredAt ? at(file.deliveredAt) : ""}, ${file.bytes.toLocaleString("en-US")} bytes, SHA-256 ${file.sha256}`,
    );
  heading("Opened by the client");
  if (evidence.openings.length === 0) paragraph("No opening is recorded.");
  for (const opening of evidence.openings) row(at(opening.at), `${opening.what}: ${opening.name}`);
  heading("Messages");
  if (evidence.messages.length === 0) paragraph("No messages were exchanged.");
  for (const message of evidence.messages)
    row(`${at(message.at)}, ${message.by === "client" ? "client" : config().siteName}`, message.text);
  root.end();
  numberPages(doc, drawn, title);
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
