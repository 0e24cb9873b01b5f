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

const SIGNS = ["H₂O and CO₂ ≥ 5 mL", "Ca²⁺, 10⁻³ mol, xⁿ", "a ∼ b, ∀x ∈ ℝ", "𝑥 and 𝜎", "🧬 and ☂", "ₐ and ᚠ"];
const HEBREW = ["דוד לוי", "האוניברסיטה העברית"];
/** Scripts whose letters change their order and shape: copied out, marks may come in another order. */
const SHAPED = ["अमिता शर्मा", "সুমন দাস", "தமிழ் பல்கலைக்கழகம்", "สมชาย ใจดี", "ខ្មែរ", "Հայաստան", "საქართველო", "አዲስ አበባ"];

test("subscripts, formulas, and every other sign are printed and copied out, never replaced", async () => {
  expect((await written(SIGNS)).text).toBe(SIGNS.join(" "));
  for (const name of HEBREW) expect((await written([name])).text).toBe(name);
  // None of the fonts has it, so its number says what it is.
  expect((await written(["Gothic 𐌰"])).text).toBe("Gothic [U+10330]");
});

test("names in Indic, Thai, Khmer, Armenian, Georgian, and Ethiopic letters are printed with all their letters", async () => {
  const letters = (text: string) =>
    Array.from(text.replaceAll(/[^\p{L}]/gu, ""))
      .toSorted()
      .join("");
  const { text, bytes } = await written(SHAPED);
  expect(text).not.toMatch(/[?[]/);
  expect(letters(text)).toBe(letters(SHAPED.join(" ")));
  expect(bytes.length).toBeLessThan(200_000);
});

test("Arabic names are copied out as they are, also beside Latin letters and numbers", async () => {
  for (const name of RIGHT_TO_LEFT) expect((await written([name])).text).toBe(name);
  // Words stay whole and in their order; where the sentence begins is for the reader's program to guess.
  const { text } = await written(["جامعة القاهرة (Cairo University), 12613", "VAT ID 123 محمد العربي"]);
  for (const part of ["جامعة القاهرة", "(Cairo University)", "12613", "VAT ID 123 محمد العربي"])
    expect(text).toContain(part);
});
