import { policyTitle } from "#app/features/policy-profiles/rules/profile.ts";
import { count } from "#app/platform/rules/core/count.ts";
import { encode } from "uqr";
import { formatDay } from "#app/platform/rules/core/time.ts";
import { A4, PDF_INK, PDF_MARGIN, PDF_WIDTH, pdfText } from "#app/platform/server/pdf/pdf-text.ts";
import { SERVICE_LABELS } from "#app/features/pricing/rules/policy.ts";
import { type CertificateFacts, KIND_TITLES, orcidWords } from "../rules/certificate-facts.ts";
import { degreeWords, hashRows, kindRows, wordsChanged } from "../rules/declaration.ts";
import { extentRows, statementOf } from "../rules/statement.ts";

const QR_SIZE = 132;
const LEFT = PDF_WIDTH - QR_SIZE - 28;
const GAP = 28;
const COLUMN = (PDF_WIDTH - GAP) / 2;
const LABEL = 104;
const BOTTOM = A4.height - 40;
const VERMILION = "#c8321f";

export type CertificateOnPaper = {
  id: string;
  /** The URL of its page, with the key. */
  link: string;
  issuedAt: Date;
  facts: CertificateFacts;
};

/**
 * A certificate as a tagged PDF, one A4 page unless the title is very long. It shows the link as a QR code, a link, and
 * text. The key is stored nowhere else.
 */
export async function certificatePdf({ id, link, issuedAt, facts }: CertificateOnPaper): Promise<Uint8Array> {
  const { declaration } = facts;
  const kind = declaration ? "declaration" : "certificate";
  const title = KIND_TITLES[kind];
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
    info: {
      Title: `${title} ${id}`,
      Author: facts.house,
      Creator: facts.house,
      Producer: facts.house,
      CreationDate: issuedAt,
      ModDate: issuedAt,
    },
  });
  const chunks: Uint8Array[] = [];
  doc.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.on("end", resolve).on("error", reject));
  const { write, heightOf, rule } = pdfText(doc);
  const day = (iso: string) => formatDay(new Date(iso), "UTC");
  let y = PDF_MARGIN;

  // pdfkit's types support neither children without options nor closures as children.
  const struct = (tag: string, children?: unknown, options: object = {}) => doc.struct(tag, options, children as never);
  const root = struct("Document");
  doc.addStructure(root);
  const add = (tag: string, draw: () => void) => root.add(struct(tag, draw));

  add("P", () => void write(facts.house, PDF_MARGIN, y, { face: "serif", size: 15 }));
  y += 48;
  const top = y;
  add("H1", () => void (y = write(title, PDF_MARGIN, y, { face: "serif", size: 27, width: LEFT }) + 4));
  add("P", () => void (y = write(id, PDF_MARGIN, y, { size: 13, color: VERMILION, width: LEFT }) + 14));
  if (facts.title)
    add("P", () => void (y = write(facts.title!, PDF_MARGIN, y, { face: "serif", size: 15, width: LEFT }) + 2));
  if (facts.author)
    add(
      "P",
      () => void (y = write(facts.author!, PDF_MARGIN, y, { size: 10.5, color: PDF_INK.quiet, width: LEFT }) + 2),
    );
  if (facts.orcid)
    add(
      "P",
      () =>
        void (y = write(orcidWords(facts.orcid!), PDF_MARGIN, y, { size: 9.5, color: PDF_INK.quiet, width: LEFT }) + 2),
    );
  if (facts.title || facts.author || facts.orcid) y += 10;
  const statement = statementOf(facts);
  for (const said of statement.done)
    add("P", () => void (y = write(said, PDF_MARGIN, y, { size: 10.5, width: LEFT }) + 5));

  // The QR code, drawn as squares: nothing to load and sharp at any size.
  const { data, size } = encode(link, { border: 0, ecc: "M" });
  const square = QR_SIZE / size;
  const x0 = PDF_MARGIN + PDF_WIDTH - QR_SIZE;
  root.add(
    struct(
      "Figure",
      () => {
        data.forEach((row, j) => {
          for (const run of row
            .map((on) => (on ? "1" : "0"))
            .join("")
            .matchAll(/1+/g))
            doc.rect(x0 + run.index * square, top + j * square, run[0].length * square + 0.05, square + 0.05);
        });
        doc.fill(PDF_INK.ink);
      },
      { alt: "QR code for the link below", bbox: [x0, A4.height - top - QR_SIZE, x0 + QR_SIZE, A4.height - top] },
    ),
  );
  doc.link(x0, top, QR_SIZE, QR_SIZE, link);
  add(
    "P",
    () =>
      void write(`Scan to verify this ${kind} and check a file.`, x0, top + QR_SIZE + 8, {
        size: 8.5,
        color: PDF_INK.quiet,
        width: QR_SIZE,
      }),
  );
  y = Math.max(y, top + QR_SIZE + 44) + 12;

  const room = (height: number) => {
    if (y + height <= BOTTOM) return;
    doc.addPage();
    y = PDF_MARGIN;
  };
  /** A table in a column of the page. @returns where it ends */
  const rows = (
    heading: string,
    of: { label: string; value: string }[],
    x: number,
    from: number,
    width = COLUMN,
  ): number => {
    let at = from;
    add("H2", () => void (at = write(heading, x, at, { face: "serif", size: 13, width }) + 5));
    const table = struct("Table");
    root.add(table);
    for (const { label, value } of of) {
      rule(at, x, width);
      const top_ = at + 4.5;
      table.add(
        struct("TR", [
          struct("TH", () => void write(label, x, top_, { width: LABEL - 10, color: PDF_INK.quiet })),
          struct("TD", () => void write(value, x + LABEL, top_, { width: width - LABEL })),
        ]),
      );
      at = top_ + Math.max(heightOf(label, { width: LABEL - 10 }), heightOf(value, { width: width - LABEL })) + 3.5;
    }
    rule(at, x, width);
    table.end();
    return at + 18;
  };
  room(220);
  const start = y;
  y = rows(
    "Editing details",
    [
      ...(declaration
        ? [
            { label: "Policy", value: policyTitle(declaration.policy) },
            { label: "Words changed", value: wordsChanged(declaration.share) },
            { label: "Editor's degree", value: degreeWords(declaration) },
          ]
        : []),
      ...(facts.service ? [{ label: "Service", value: SERVICE_LABELS[facts.service] }] : []),
      ...(facts.documentType ? [{ label: "Document", value: facts.documentType }] : []),
      ...(facts.variant ? [{ label: "Language", value: facts.variant }] : []),
      {
        label: "Edited text",
        value: `${facts.words.toLocaleString("en-US")} words${facts.files > 1 ? ` in ${facts.files} files` : ""}`,
      },
      {
        label: "Tied to",
        value: count(facts.sentences, "sentence"),
      },
      ...(facts.receivedAt ? [{ label: "Ordered", value: day(facts.receivedAt) }] : []),
      ...(facts.deliveredAt
        ? [
            {
              label: "Delivered",
              value: `${day(facts.deliveredAt)}${facts.round > 1 ? ` (round ${facts.round})` : ""}`,
            },
          ]
        : []),
      { label: "Issued", value: formatDay(issuedAt, "UTC") },
    ],
    PDF_MARGIN,
    start,
  );
  if (declaration) {
    y = Math.max(y, rows("Changes by kind", kindRows(declaration), PDF_MARGIN + COLUMN + GAP, start));
    room(40 + 20 * hashRows(declaration).length);
    y = rows("Files (SHA-256)", hashRows(declaration), PDF_MARGIN, y, PDF_WIDTH);
  } else if (facts.extent)
    y = Math.max(y, rows("What was changed", extentRows(facts.extent), PDF_MARGIN + COLUMN + GAP, start));
  room(162);
  if (facts.service) {
    add("H2", () => void (y = write("What this doesn't say", PDF_MARGIN, y, { face: "serif", size: 13 }) + 4));
    for (const said of statement.limits) add("P", () => void (y = write(said, PDF_MARGIN, y) + 3));
    y += 10;
  }
  add("H2", () => void (y = write("How to check it", PDF_MARGIN, y, { face: "serif", size: 13 }) + 4));
  add(
    "P",
    () =>
      void (y =
        write(
          `Open the link in the QR code. The page shows whether the ${kind} is valid and compares a file with the edited text, sentence by sentence, in your browser. The file isn't sent anywhere. The part of the link after # is the key, so keep it with the ${kind}.`,
          PDF_MARGIN,
          y,
        ) + 4),
  );
  const address = y;
  add("Link", () => void (y = write(link, PDF_MARGIN, y, { size: 9, color: "#1f3a5f" })));
  doc.link(PDF_MARGIN, address, PDF_WIDTH, y - address, link);
  root.end();
  doc.end();
  await ended;
  return Buffer.concat(chunks);
}
