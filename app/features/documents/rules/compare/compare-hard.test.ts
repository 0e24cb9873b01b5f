import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tries } from "#boot/testing/tries.ts";
import { buildDocx } from "../docx/build-docx.ts";
import { compareDocx } from "./compare-docx.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { asRefusal } from "../readers/refusal.ts";
import { acceptAll, rejectAll } from "../docx/revise-docx.ts";
import { comparedText } from "../readers/text-model.ts";
import { openZip, readPart, rewriteZip } from "../docx/zip.ts";

/** Comparisons of real-world documents from various programs, and of unlikely ones. */

const BY = { author: "Jonas Weber", date: "2026-11-21T10:00:00Z" };
/** Every paragraph, including blank ones. */
const lines = (bytes: Buffer) => readDocx(bytes).paragraphs.map(comparedText);
const xmlOf = (bytes: Buffer, name = "word/document.xml") => readPart(openZip(bytes), name)!.toString();
const wordsOf = (bytes: Buffer): number =>
  readDocx(bytes).changes.reduce((sum, one) => sum + one.text.split(/\s+/).filter((word) => word !== "").length, 0);

const EMPTY = buildDocx({ paragraphs: [{ text: "@@" }], comments: [{ text: "Kept" }, { text: "Too" }] });
/** A document with this body. `look` may change its markup to imitate other programs. */
function docx(body: string, look: (xml: string) => string = (xml) => xml): Buffer {
  const zip = openZip(EMPTY);
  const xml = xmlOf(EMPTY).replace(/<w:p>.*?@@.*?<\/w:p>/, () => body);
  return rewriteZip(zip, new Map([["word/document.xml", Buffer.from(look(xml))]]));
}
const run = (text: string, properties = ""): string =>
  `<w:r>${properties ? `<w:rPr>${properties}</w:rPr>` : ""}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const p = (inner: string, properties = ""): string =>
  `<w:p>${properties ? `<w:pPr>${properties}</w:pPr>` : ""}${inner}</w:p>`;

const word = fc.constantFrom(
  "alpha",
  "beta",
  "gamma",
  "delta",
  "\u0627\u0644\u0633\u0644\u0627\u0645",
  "\u05e9\u05dc\u05d5\u05dd",
  "\u4e2d\u6587",
  "don't",
  "3.14",
  "e\u0301t\u00e9",
);
const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => `${words.join(" ")} `);
const mark = (type: string): string => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;

let id = 10;
const inline: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(text, fc.constantFrom("", "<w:b/>", "<w:rtl/>", '<w:lang w:val="ar-SA"/>'))
      .map(([one, look]) => run(one, look)),
  },
  { weight: 1, arbitrary: text.map((one) => `<w:hyperlink w:anchor="x">${run(one)}</w:hyperlink>`) },
  {
    weight: 1,
    arbitrary: text.map(
      (one) => `<w:sdt><w:sdtPr><w:id w:val="${++id}"/></w:sdtPr><w:sdtContent>${run(one)}</w:sdtContent></w:sdt>`,
    ),
  },
  {
    weight: 1,
    arbitrary: text.map(
      (one) =>
        `<w:smartTag w:uri="u" w:element="e"><w:smartTagPr><w:attr w:name="n" w:val="v"/></w:smartTagPr>${run(one)}</w:smartTag>`,
    ),
  },
  {
    weight: 1,
    arbitrary: text.map(
      (one) =>
        `${mark("begin")}<w:r><w:instrText xml:space="preserve"> REF a </w:instrText></w:r>${mark("separate")}${run(one)}${mark("end")}`,
    ),
  },
  { weight: 1, arbitrary: text.map((one) => `<w:fldSimple w:instr=" REF b ">${run(one)}</w:fldSimple>`) },
  {
    weight: 1,
    arbitrary: fc
      .nat(9)
      .map(
        (n) => `<w:bookmarkStart w:id="${++id}" w:name="b${id}"/>${run(`marked ${n} `)}<w:bookmarkEnd w:id="${id}"/>`,
      ),
  },
  {
    weight: 1,
    arbitrary: text.map(
      (one) =>
        `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:txbx xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><w:txbxContent>${p(run(one))}</w:txbxContent></wps:txbx></w:drawing></mc:Choice><mc:Fallback><w:pict/></mc:Fallback></mc:AlternateContent></w:r>`,
    ),
  },
  { weight: 1, arbitrary: fc.nat(3).map((n) => `<w:r><w:drawing><pic n="${n}"/></w:drawing></w:r>`) },
  { weight: 1, arbitrary: fc.constant("<w:r><w:br/></w:r><w:r><w:tab/></w:r>") },
);
const paragraph: fc.Arbitrary<string> = fc
  .tuple(fc.array(inline, { maxLength: 4 }), fc.constantFrom("", "<w:bidi/>", '<w:jc w:val="center"/>'))
  .map(([list, look]) => p(list.join(""), look));
const acrossParagraphs = fc
  .tuple(text, text)
  .map(
    ([one, two]) =>
      p(`${mark("begin")}<w:r><w:instrText> ADDIN </w:instrText></w:r>${mark("separate")}${run(one)}`) +
      p(run(two) + mark("end")),
  );
const table = fc
  .array(fc.tuple(paragraph, paragraph), { minLength: 1, maxLength: 3 })
  .map(
    (rows) =>
      `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/><w:gridCol/></w:tblGrid>${rows.map((cells) => `<w:tr>${cells.map((cell) => `<w:tc>${cell}</w:tc>`).join("")}</w:tr>`).join("")}</w:tbl>${p("")}`,
  );
const nested = table.map(
  (inner) =>
    `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc>${p(run("outer "))}${inner}</w:tc></w:tr></w:tbl>${p("")}`,
);
const control = fc
  .array(paragraph, { minLength: 1, maxLength: 2 })
  .map((list) => `<w:sdt><w:sdtPr/><w:sdtContent>${list.join("")}</w:sdtContent></w:sdt>`);
const block = fc.oneof(
  { weight: 6, arbitrary: paragraph },
  { weight: 1, arbitrary: acrossParagraphs },
  { weight: 1, arbitrary: table },
  { weight: 1, arbitrary: nested },
  { weight: 1, arbitrary: control },
);

/** How other programs write: another prefix, none, or every word in its own run. */
const WRITERS: Record<string, (xml: string) => string> = {
  Word: (xml) => xml,
  ns0: (xml) =>
    xml
      .replace(/<(\/?)w:/g, "<$1ns0:")
      .replace(/ w:/g, " ns0:")
      .replace("xmlns:w=", "xmlns:ns0="),
  strict: (xml) =>
    xml.replace(
      "http://schemas.openxmlformats.org/wordprocessingml/2006/main",
      "http://purl.oclc.org/ooxml/wordprocessingml/main",
    ),
  LibreOffice: (xml) =>
    xml
      .replace(/<w:r><w:t xml:space="preserve">([^<]*)<\/w:t><\/w:r>/g, (_, all: string) =>
        all
          .split(/(?<= )/)
          .map((one) => `<w:r><w:rPr></w:rPr><w:t xml:space="preserve">${one}</w:t></w:r>`)
          .join(""),
      )
      .replace(/<w:p>/g, "<w:p><w:pPr><w:rPr></w:rPr></w:pPr>")
      .replace(/<w:pPr><w:rPr><\/w:rPr><\/w:pPr><w:pPr>/g, "<w:pPr>"),
};

const edit = fc.record({ at: fc.nat(), way: fc.constantFrom("drop", "add", "swap", "replace"), with: block });
const changed = (list: readonly string[], edits: readonly { at: number; way: string; with: string }[]): string[] => {
  const out = [...list];
  for (const { at, way, with: other } of edits) {
    const here = at % Math.max(1, out.length);
    if (way === "add") out.splice(here, 0, other);
    else if (way === "drop" && out.length > 1) out.splice(here, 1);
    else if (way === "swap") out.push(...out.splice(here, 1));
    else out[here] = other;
  }
  return out;
};

describe("for documents with everything Word can contain", () => {
  for (const [writer, look] of Object.entries(WRITERS)) {
    it(`rejecting gives the first, accepting the second, where ${writer} wrote ${writer === "Word" ? "both" : "one of them"}`, () => {
      fc.assert(
        fc.property(
          fc.array(block, { minLength: 1, maxLength: 6 }),
          fc.array(edit, { maxLength: 4 }),
          fc.boolean(),
          (list, edits, turned) => {
            const [one, two] = [docx(list.join("")), docx(changed(list, edits).join(""), look)];
            const [a, b] = turned ? [two, one] : [one, two];
            const { bytes } = compareDocx(a, b, BY);
            expect(lines(rejectAll(bytes))).toEqual(lines(a));
            expect(lines(acceptAll(bytes))).toEqual(lines(b));
          },
        ),
        tries(60),
      );
    }, 60_000);
  }

  it("the second version's comments and bookmarks stay in place, and the first's aren't added", () => {
    const a = docx(p(`<w:bookmarkStart w:id="1" w:name="old"/>${run("One two three four.")}<w:bookmarkEnd w:id="1"/>`));
    const b = docx(
      p(
        `<w:bookmarkStart w:id="2" w:name="new"/>${run("One ")}<w:commentRangeStart w:id="0"/>${run("2 three")}<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>${run(" four.")}<w:bookmarkEnd w:id="2"/>`,
      ),
    );
    const { bytes } = compareDocx(a, b, BY);
    const xml = xmlOf(bytes);
    expect(xml).toContain('w:name="new"');
    expect(xml).not.toContain('w:name="old"');
    for (const name of ["commentRangeStart", "commentRangeEnd", "commentReference"])
      expect(xml.split(`<w:${name} `).length, name).toBe(2);
    expect(readDocx(bytes).comments.map((one) => one.text)).toContain("Kept");
  });

  it("a picture replaced under the same name is a change", () => {
    const png = (fill: number) => Buffer.concat([Buffer.from("89504e470d0a1a0a", "hex"), Buffer.alloc(40, fill)]);
    const make = (fill: number) => {
      const zip = openZip(
        docx(
          p(
            `${run("See ")}<w:r><w:drawing><a:blip xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" r:embed="rId90"/></w:drawing></w:r>`,
          ),
        ),
      );
      const rels = readPart(zip, "word/_rels/document.xml.rels")!
        .toString()
        .replace(
          "</Relationships>",
          '<Relationship Id="rId90" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/one.png"/></Relationships>',
        );
      return rewriteZip(
        zip,
        new Map([
          ["word/_rels/document.xml.rels", Buffer.from(rels)],
          ["word/media/one.png", png(fill)],
        ]),
      );
    };
    const xml = xmlOf(compareDocx(make(1), make(2), BY).bytes);
    expect(xml).toContain("<w:del ");
    expect(xml).toContain("<w:ins ");
    expect(xmlOf(compareDocx(make(1), make(1), BY).bytes)).not.toMatch(/<w:(?:del|ins) /);
  });
});

describe("how much is marked", () => {
  const vocabulary = Array.from({ length: 1_500 }, (_, i) => `w${((i * 7_919) % 1_500).toString(36)}`);
  const common = "the of and to in a is that for it was on with as be by at this".split(" ");

  it("is at most 1.3 times the edited words for ordinary edits", () => {
    let [seed, edited] = [7, 0];
    const next = (limit: number) => {
      seed = (seed + 0x6d2b79f5) | 0;
      let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((t ^ (t >>> 14)) >>> 0) % limit;
    };
    const any = () =>
      next(2) ? (common[next(common.length)] as string) : (vocabulary[next(vocabulary.length)] as string);
    const [a, b]: string[][] = [[], []];
    for (let n = 0; n < 200; n++) {
      const from = Array.from({ length: 80 }, any);
      const to = from.flatMap((one) => {
        const way = next(50);
        if (way > 2) return [one];
        edited += way === 0 ? 2 : 1;
        return way === 0 ? [`${one}x`] : way === 1 ? [] : [one, any()];
      });
      (a as string[]).push(p(run(from.join(" "))));
      (b as string[]).push(p(run(to.join(" "))));
    }
    const { bytes, grain } = compareDocx(docx((a as string[]).join("")), docx((b as string[]).join("")), BY);
    expect(grain).toBe("words");
    console.log(`Words marked for each word edited: ${(wordsOf(bytes) / edited).toFixed(2)}.`);
    expect(wordsOf(bytes)).toBeLessThanOrEqual(1.3 * edited);
  });

  it.each([
    [
      "a sign at a sentence's end",
      "It was late. We went home.",
      "It was late; we went home.",
      [
        ["delete", "."],
        ["insert", ";"],
        ["delete", "We"],
        ["insert", "we"],
      ],
    ],
    [
      "a capital",
      "however, it rained.",
      "However, it rained.",
      [
        ["delete", "however"],
        ["insert", "However"],
      ],
    ],
    ["a sign that comes", "Yes we did", "Yes, we did", [["insert", ","]]],
  ] as const)("%s is little", (_, before, after, want) => {
    const { bytes } = compareDocx(docx(p(run(before))), docx(p(run(after))), BY);
    const got = readDocx(bytes).changes.map((one) => [one.kind, one.text]);
    expect(got.map((one) => one[1]).join("").length).toBeLessThanOrEqual(want.map((one) => one[1]).join("").length + 2);
    expect(lines(rejectAll(bytes))).toEqual([before]);
  });

  it("a word split by formatting is still one word", () => {
    const { bytes } = compareDocx(
      docx(p(run("An import") + run("ant", "<w:i/>") + run(" word stays."))),
      docx(p(run("An impor", "<w:b/>") + run("tant word stays here."))),
      BY,
    );
    expect(readDocx(bytes).changes.map((one) => [one.kind, one.text.trim()])).toEqual([["insert", "here"]]);
  });

  it("a moved sentence is a move, even within its paragraph", () => {
    const [one, two, three] = [
      "The samples were taken from twelve wells in the valley. ",
      "All of them were kept at four degrees until they were read by us. ",
      "A last remark stands here.",
    ];
    const { bytes, moves } = compareDocx(docx(p(run(one + two + three))), docx(p(run(two + one + three))), BY);
    expect(moves).toBe(1);
    expect(new Set(readDocx(bytes).changes.map((it) => it.kind))).toEqual(new Set(["moveFrom", "moveTo"]));
  });
});

describe("unlikely documents", () => {
  const repeat = (count: number, make: (i: number) => string): string =>
    Array.from({ length: count }, (_, i) => make(i)).join("");
  const pairs: Record<string, () => [string, string]> = {
    "one word 8,000 times": () => [repeat(8_000, () => p(run("x"))), repeat(7_500, () => p(run("x")))],
    "two words in turns": () => [
      repeat(4_000, (i) => p(run("xy"[(i * i) % 2] as string))),
      repeat(4_000, (i) => p(run("xy"[((i * 7) % 3) % 2] as string))),
    ],
    "one paragraph of 40,000 words": () => [
      p(run(repeat(40_000, (i) => `w${(i * 7_919) % 5_003} `))),
      p(run(repeat(40_000, (i) => (i % 40 === 0 ? "other " : `w${(i * 7_919) % 5_003} `)))),
    ],
    "nothing in common": () => [
      repeat(2_000, (i) => p(run(`a${i} b${i} c${i}`))),
      repeat(2_000, (i) => p(run(`d${i} e${i} f${i}`))),
    ],
    "a table of 5,000 rows": () => {
      const rows = (cell: (i: number) => string) =>
        `<w:tbl><w:tblPr/><w:tblGrid/>${repeat(5_000, (i) => (cell(i) === "" ? "" : `<w:tr><w:tc>${p(run(cell(i)))}</w:tc><w:tc>${p(run("v"))}</w:tc></w:tr>`))}</w:tbl>${p("")}`;
      return [rows((i) => `${i % 900}`), rows((i) => (i % 50 === 0 ? "" : i % 33 === 0 ? "changed" : `${i % 900}`))];
    },
  };
  for (const [name, make] of Object.entries(pairs)) {
    it(`can be compared too: ${name}`, () => {
      const [before, after] = make();
      const [a, b] = [docx(before), docx(after)];
      // It throws if it couldn't verify its result.
      expect(compareDocx(a, b, BY).bytes.length).toBeGreaterThan(0);
    }, 60_000);
  }

  it("or are refused with a clear message if they're nested endlessly", () => {
    const deep = (text: string) =>
      `${"<w:sdt><w:sdtContent>".repeat(2_000)}${p(run(text))}${"</w:sdtContent></w:sdt>".repeat(2_000)}`;
    try {
      expect(lines(acceptAll(compareDocx(docx(deep("a b")), docx(deep("a c")), BY).bytes))).toEqual(["a c"]);
    } catch (error) {
      expect(asRefusal(error).code).toBe("unsupported");
    }
  });
});
