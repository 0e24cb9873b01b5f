import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "#boot/testing/cpu-ms.ts";
import { buildDocx } from "../docx/build-docx.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { readOdt } from "./read-odt.ts";
import { readMarkdown, readText } from "./read-plain.ts";
import { readRtf } from "./read-rtf.ts";
import { readTex } from "./read-tex.ts";
import { receiptOf } from "./receipt-of.ts";
import type { CountReceipt } from "./receipt.ts";
import { countText, countWords } from "./seen-words.ts";
import { openZip, readPart, rewriteZip, writeZip } from "../docx/zip.ts";

const plainDocx = buildDocx({ paragraphs: [{ text: "x" }] });
function docx(paragraph: string): CountReceipt {
  const zip = openZip(plainDocx);
  const xml = readPart(zip, "word/document.xml")?.toString() ?? "";
  const namespaces =
    'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:wps="urn:wps" ';
  const made = xml
    .replace(/<w:body>.*<\/w:body>/s, () => `<w:body><w:p>${paragraph}</w:p></w:body>`)
    .replace("<w:document ", `<w:document ${namespaces}`);
  return receiptOf(readDocx(rewriteZip(zip, new Map([["word/document.xml", Buffer.from(made)]]))));
}
const odt = (paragraph: string): CountReceipt =>
  receiptOf(
    readOdt(
      writeZip([
        { name: "mimetype", bytes: "application/vnd.oasis.opendocument.text" },
        {
          name: "content.xml",
          bytes: `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"><office:body><office:text><text:p>${paragraph}</text:p></office:text></office:body></office:document-content>`,
        },
      ]),
    ),
  );
const rtf = (text: string): CountReceipt => receiptOf(readRtf(Buffer.from(`{\\rtf1\\ansi ${text}\\par}`, "latin1")));
const run = (text: string, looks = "") =>
  `<w:r>${looks === "" ? "" : `<w:rPr>${looks}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const by = 'w:id="1" w:author="A" w:date="2026-01-01T00:00:00Z"';

/** Real words, so that long joins are as long as in a manuscript. */
const VOCABULARY =
  "the a of and results show that patients without treatment recovered more slowly, than expected (Table) in both groups. We therefore I conclude it's".split(
    " ",
  );
const sentence = fc
  .array(fc.constantFrom(...VOCABULARY), { minLength: 30, maxLength: 60 })
  // Where nothing but single letters came before, wide letters may be all there is.
  .map((words) => ["results", ...words]);

const CHARACTERS: Record<string, string> = {
  "zero-width space": "\u200b",
  "word joiner": "\u2060",
  "byte order mark": "\ufeff",
  "zero-width non-joiner": "\u200c",
  "zero-width joiner": "\u200d",
  "left-to-right mark": "\u200e",
  "right-to-left embedding": "\u202b",
  isolate: "\u2066",
  "invisible times": "\u2062",
  "combining grapheme joiner": "\u034f",
  "Mongolian vowel separator": "\u180e",
  "Khmer inherent vowel": "\u17b4",
  "Hangul filler": "\u3164",
  "half-width Hangul filler": "\uffa0",
  "Braille blank": "\u2800",
  "variation selector": "\ufe0f",
  "variation selector of the supplement": "\u{e0101}",
  tag: "\u{e0041}",
  "musical control": "\u{1d173}",
  "shorthand control": "\u{1bca0}",
  "object replacement": "\ufffc",
  "interlinear anchor": "\ufff9",
  "blank of a symbol font": "\uf020",
  delete: "\u007f",
  "C1 control": "\u0091",
  "soft hyphen": "\u00ad",
  "no-break space": "\u00a0",
  "hair space": "\u200a",
  "ideographic space": "\u3000",
  "narrow no-break space": "\u202f",
  "ogham space": "\u1680",
  "two of a kind": "\u200b\u200b",
  "a mixture": "\u200d\u00ad\u2060",
};

/** Ways to part words in a .docx without a space between them. */
const IN_DOCX: Record<string, (words: readonly string[]) => string> = {
  ...Object.fromEntries(
    Object.entries(CHARACTERS).map(([name, char]) => [name, (words: readonly string[]) => run(words.join(char))]),
  ),
  "runs of zero-width spaces": (words) => words.map((word) => run(word)).join(run("\u200b")),
  "blank symbols": (words) =>
    words.map((word) => run(word)).join('<w:r><w:sym w:font="Wingdings" w:char="F020"/></w:r>'),
  "blank symbols without the private prefix": (words) =>
    words.map((word) => run(word)).join('<w:r><w:sym w:font="Symbol" w:char="0020"/></w:r>'),
  "symbols that the font lacks": (words) =>
    words.map((word) => run(word)).join('<w:r><w:sym w:font="Symbol" w:char="F081"/></w:r>'),
  "soft hyphen elements": (words) => words.map((word) => run(word)).join("<w:r><w:softHyphen/></w:r>"),
  tabs: (words) => words.map((word) => run(word)).join("<w:r><w:tab/></w:r>"),
  "tabs in a choice": (words) =>
    words
      .map((word) => run(word))
      .join('<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:tab/></mc:Choice></mc:AlternateContent></w:r>'),
  "positioned tabs": (words) =>
    words
      .map((word) => run(word))
      .join('<w:r><w:ptab w:relativeTo="margin" w:alignment="left" w:leader="none"/></w:r>'),
  "line breaks": (words) => words.map((word) => run(word)).join("<w:r><w:br/></w:r>"),
  "carriage returns": (words) => words.map((word) => run(word)).join("<w:r><w:cr/></w:r>"),
  "white hyphens": (words) => words.map((word) => run(word)).join(run("-", '<w:color w:val="FFFFFF"/>')),
  "nearly white letters": (words) => words.map((word) => run(word)).join(run("x", '<w:color w:val="FEFEFE"/>')),
  "tiny dots": (words) => words.map((word) => run(word)).join(run(".", '<w:sz w:val="2"/>')),
  "hidden spaces": (words) => words.map((word) => run(word)).join(run(" ", "<w:vanish/>")),
  "spaces that are not preserved": (words) => words.map((word) => run(word)).join("<w:r><w:t> </w:t></w:r>"),
  "deleted spaces": (words) =>
    words
      .map((word) => run(word))
      .join(`<w:del ${by}><w:r><w:delText xml:space="preserve"> </w:delText></w:r></w:del>`),
  "character spacing": (words) =>
    words.map((word) => run(word.slice(0, -1)) + run(word.slice(-1), '<w:spacing w:val="80"/>')).join(""),
  "fitted text": (words) =>
    words.map((word) => run(word.slice(0, -1)) + run(word.slice(-1), '<w:fitText w:val="400"/>')).join(""),
  "blank fields": (words) =>
    words
      .map((word) => run(word))
      .join(
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> SYMBOL 32 \\f Symbol </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
      ),
  "moves to the side": (words) => words.map((word) => run(word)).join('<w:fldSimple w:instr=" ADVANCE \\r 4 "/>'),
};

describe("words as a reader sees them", () => {
  it.each(Object.entries(IN_DOCX))("counts a .docx whose words are parted by %s like plain text", (name, hide) => {
    fc.assert(
      fc.property(sentence, (words) => {
        const plain = docx(run(words.join(" ")));
        const hidden = docx(hide(words));
        expect(hidden.words).toBeGreaterThanOrEqual(plain.words);
        expect(hidden.billable).toBeGreaterThanOrEqual(plain.billable);
        // Letters that nobody sees are counted too, as letters in white always were.
        if (name !== "nearly white letters") expect(hidden.words).toBe(plain.words);
      }),
      { numRuns: 25 },
    );
  });

  it.each(["blank between pictures", "blank between equations"])("parts letters by a %s", (name) => {
    const drawn = name.includes("pictures")
      ? "<w:r><w:drawing><wp:inline/></w:drawing></w:r>"
      : "<m:oMath><m:r><m:t> </m:t></m:r></m:oMath>";
    expect(docx(`${run("these")}${drawn}${run("words")}`)).toMatchObject({ words: 2, separated: 1 });
    expect(docx(`${run("p(")}${drawn}${run(") is")}`)).toMatchObject({ words: 2, separated: 0 });
  });

  it.each(Object.entries(CHARACTERS))("counts every other format the same with %s", (_, char) => {
    fc.assert(
      fc.property(sentence, (words) => {
        const want = readText(words.join(" ")).paragraphs.reduce((sum, one) => sum + one.words, 0);
        const text = words.join(char);
        const unicode = text.replace(/[^\0-\x7e]|\x7f/g, (unit) => `\\u${unit.charCodeAt(0)}?`);
        for (const receipt of [
          receiptOf(readText(text)),
          receiptOf(readMarkdown(text)),
          receiptOf(readTex(`\\begin{document}${text}\\end{document}`)),
          odt(text),
          rtf(unicode),
        ])
          expect([receipt.format, receipt.words]).toEqual([receipt.format, want]);
      }),
      { numRuns: 10 },
    );
  });

  it.each([
    ["\\zwbo "],
    ["\\zwnbo "],
    ["\\~"],
    ["\\-"],
    ["{\\deleted  }"],
    ["\\line "],
    ["\\lbr0 "],
    ["\\column "],
    ["\\pmartabql "],
    ["{\\v  }"],
    ["\\emspace "],
  ])("counts rtf whose words are parted by %s", (separator) => {
    expect(rtf(VOCABULARY.join(separator)).words).toBe(VOCABULARY.length);
  });

  it.each([
    "&nbsp;",
    "&#8203;",
    "&#x200B;",
    "&ZeroWidthSpace;",
    "&emsp;",
    "&shy;",
    "<br>",
    "<!-- -->",
    "<wbr>",
    "![](blank.png)",
    "<img src='x'>",
  ])("counts markdown whose words are parted by %s", (separator) => {
    expect(receiptOf(readMarkdown(VOCABULARY.join(separator))).words).toBe(VOCABULARY.length);
  });

  it.each([
    "~",
    "\\,",
    "\\ ",
    "\\quad ",
    "\\qquad{}",
    "\\hspace{1em}",
    "\\hspace*{1em}",
    "\\enspace ",
    "\\thinspace{}",
    "\\hfill ",
    "\\kern3pt ",
    "\\hskip 3pt ",
    "\\phantom{x}",
    "\\newline ",
    "\\linebreak ",
    "\\\\",
    "\\>",
    "\\-",
    "\\mine ",
    "\\hskip3pt plus 1fil ",
  ])("counts LaTeX whose words are parted by %s", (separator) => {
    const words = VOCABULARY.map((word) => word.replace(/[(),.']/g, ""));
    const count = receiptOf(readTex(`\\begin{document}${words.join(separator)}\\end{document}`)).words;
    expect(count).toBe(words.length);
  });

  it("counts the 2,010 words that were priced at the minimum", () => {
    const words = Array.from({ length: 2_010 }, (_, i) => VOCABULARY[i % VOCABULARY.length] ?? "");
    const blank = '<w:r><w:sym w:font="Wingdings" w:char="F020"/></w:r>';
    for (const paragraph of [words.map((word) => run(word)).join(blank), run(words.join("\u200b"))]) {
      const receipt = docx(paragraph);
      expect(receipt).toMatchObject({ words: 2_010, billable: 2_010, separated: 2_009 });
      expect(receipt.notes).toContain(
        "2,009 words were separated by invisible characters or gaps instead of spaces. They're counted.",
      );
    }
  });

  it.each([
    // Persian, Hindi, Sinhala, Arabic with marks of direction, Khmer, Thai, emoji, keycaps and flags.
    ["می\u200cخواهم کتاب\u200cها را", 3],
    ["क्\u200dष हिन्\u200dदी", 2],
    ["ශ්\u200dරී ලංකා", 2],
    ["السلام\u200f عليكم\u200e.", 2],
    ["ברית\u200f-מועצות ה\u200fDNA", 2],
    ["សួស្តី\u200bពិភពលោក", 2],
    ["สวัสดี\u200bชาวโลก", 3],
    ["family 👨\u200d👩\u200d👧\u200d👦 ❤\ufe0f 1\ufe0f\u20e3", 4],
    ["🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} wins", 2],
    ["葛\u{e0100}城 葛\ufe00", 3],
    ["inter\u00adna\u00adtion\u00adali\u00adsa\u00adtion of Donau\u00addampf\u00adschiff\u00adfahrt", 3],
    ["and\u200b/\u200bor well\u2060-\u2060known 12\u200e/\u200e10\u200e/\u200e2020", 3],
    ["https://\u200bexample.\u200borg/\u200bsome-\u200bpage?\u200bq=1 doi:10.\u200b1000/\u200bxyz", 2],
    ["\ufeffTitle \u200bof\u200b a \u200epaper\u200e", 4],
  ])("leaves what a script or an address needs alone: %j", (text, words) =>
    expect(countText(text)).toMatchObject({ words, separated: 0, chained: 0 }),
  );

  it("counts hyphenated words as one, and a text in disguise by its words", () => {
    const peptide = Array.from({ length: 30 }, (_, i) => ["Ala", "Gly", "Ser"][i % 3]).join("-");
    for (const one of [
      "state-of-the-art",
      "Bose\u2013Einstein",
      "and/or",
      "father-in-law",
      peptide,
      "https://example.org/what-every-author-should-know-about-the-editing-of-long-manuscripts",
      "N-(2-(4-methoxyphenyl)ethyl)-3-hydroxy-2-methyl-propanamide",
    ])
      expect([one, countWords(one)]).toEqual([one, 1]);
    const words = Array.from({ length: 200 }, (_, i) => ["results", "show", "that", "nothing", "differs"][i % 5] ?? "");
    for (const mark of ["-", "\u2011", "\u2013", "/", "_"])
      expect(countText(words.join(mark))).toMatchObject({ words: 200, chained: 199 });
  });

  it("takes time in proportion to the text, whatever it holds", () => {
    for (const unit of ["a\u200b", "a\u00ad", "www.\u200b", ".\u200ba", "\u200d\u200c", "-a", "http://a\u200b."]) {
      const text = unit.repeat(200_000);
      expect(
        cpuMs(() => countWords(text)),
        JSON.stringify(unit),
      ).toBeLessThan(4_000);
    }
  });
});
