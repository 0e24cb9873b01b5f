import { extractText } from "unpdf";
import { expect, test } from "vitest";
import { PDF_MARGIN, pdfText } from "./pdf-text.ts";

/** A PDF of these lines, and what a reader copies out of it. */
async function written(lines: readonly string[]): Promise<{ bytes: Buffer; text: string }> {
  const { default: PDFDocument } = await import("pdfkit");
  const doc = new PDFDocument({ size: "A4", margin: 0 });
  const chunks: Uint8Array[] = [];
  doc.on("data", (chunk: Uint8Array) => chunks.push(chunk));
  const ended = new Promise<void>((resolve, reject) => doc.on("end", resolve).on("error", reject));
  const { write } = pdfText(doc);
  let y = PDF_MARGIN;
  for (const line of lines) y = write(line, PDF_MARGIN, y, { size: 14 });
  doc.end();
  await ended;
  const bytes = Buffer.concat(chunks);
  const { text } = await extractText(new Uint8Array(bytes), { mergePages: true });
  return { bytes, text: text.replaceAll(/\s+/g, " ").trim() };
}

const NAMES = [
  "清华大学 王小明",
  "國立臺灣大學",
  "東京大学 やまだ たろう",
  "株式会社テスト",
  "서울대학교 김민준",
  "Санкт-Петербургский университет",
  "Nguyễn Thị Ánh, Đại học Huế",
];
const RIGHT_TO_LEFT = ["محمد العربي", "جامعة القاهرة"];

test("names in Chinese, Japanese, Korean, Cyrillic, and Vietnamese are copied out as they are", async () => {
  for (const name of NAMES) {
    const { bytes, text } = await written([name, "Plain text"]);
    expect(text).toBe(`${name} Plain text`);
    // Only the letters that are used are in it.
    expect(bytes.length, name).toBeLessThan(60_000);
  }
});

test("Arabic names are copied out as they are, also beside Latin letters and numbers", async () => {
  for (const name of RIGHT_TO_LEFT) expect((await written([name])).text).toBe(name);
  // Words stay whole and in their order; where the sentence begins is for the reader's program to guess.
  const { text } = await written(["جامعة القاهرة (Cairo University), 12613", "VAT ID 123 محمد العربي"]);
  for (const part of ["جامعة القاهرة", "(Cairo University)", "12613", "VAT ID 123 محمد العربي"])
    expect(text).toContain(part);
});
