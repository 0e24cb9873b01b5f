import { readdirSync, existsSync, readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { asRefusal } from "../rules/readers/refusal.ts";
import { readPdf } from "./read-pdf.ts";

/** A PDF of one page with this content stream. */
function pdfOf(content: Buffer): Buffer {
  const packed = deflateSync(content);
  const objects = [
    ["<</Type/Catalog/Pages 2 0 R>>"],
    ["<</Type/Pages/Kids[3 0 R]/Count 1>>"],
    ["<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>"],
    [`<</Length ${packed.length}/Filter/FlateDecode>>\nstream\n`, packed, "\nendstream"],
    ["<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"],
  ];
  const parts = [Buffer.from("%PDF-1.4\n")];
  let at = parts[0]!.length;
  const places: string[] = [];
  objects.forEach((object, i) => {
    places.push(`${String(at).padStart(10, "0")} 00000 n \n`);
    const made = Buffer.concat([
      Buffer.from(`${i + 1} 0 obj\n`),
      ...object.map((piece) => (typeof piece === "string" ? Buffer.from(piece) : piece)),
      Buffer.from("\nendobj\n"),
    ]);
    parts.push(made);
    at += made.length;
  });
  parts.push(
    Buffer.from(
      `xref\n0 6\n0000000000 65535 f \n${places.join("")}trailer\n<</Size 6/Root 1 0 R>>\nstartxref\n${at}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
const LINE = "BT /F1 12 Tf 50 700 Td (Hello there) Tj ET\n";

test("refuses a PDF whose stream unpacks to 120 MB before reading its pages", async () => {
  const bytes = pdfOf(Buffer.alloc(120_000_000, LINE));
  const before = process.memoryUsage().arrayBuffers;
  const found = await readPdf(bytes).then(
    () => null,
    (error: unknown) => asRefusal(error, "x.pdf"),
  );
  expect(found).toMatchObject({ code: "too-long", advice: expect.stringContaining("source file") as string });
  // It took 38 seconds and 1.6 GB.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(100_000_000);
});

test("counts a truncated PDF with a warning", async () => {
  const bytes = pdfOf(Buffer.from(LINE));
  expect((await readPdf(bytes)).notes).toEqual([]);
  const cut = bytes.subarray(0, bytes.indexOf("startxref"));
  const model = await readPdf(cut);
  expect(model.paragraphs[0]?.text).toBe("Hello there");
  expect(model.notes[0]).toContain("seems to be cut off");
});

const corpus = new URL("../../../../../shared/corpus/pdf/", import.meta.url);
test.skipIf(!existsSync(corpus))(
  "no real PDF is refused for its size",
  async () => {
    for (const file of readdirSync(corpus)) {
      const code = await readPdf(readFileSync(new URL(file, corpus))).then(
        () => null,
        (error: unknown) => asRefusal(error, file).code,
      );
      expect([file, code]).not.toEqual([file, "too-long"]);
    }
  },
  60_000,
);
