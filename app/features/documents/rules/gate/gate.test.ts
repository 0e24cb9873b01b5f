import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "#boot/testing/cpu-ms.ts";
import { align } from "../compare/align.ts";
import { buildDocx } from "../docx/build-docx.ts";
import type { DocxSpec, ParagraphSpec } from "../docx/docx-spec.ts";
import { readDocx, readOriginal } from "../docx/docx-reader.ts";
import { checkGate } from "./gate.ts";
import { readMarkdown } from "../readers/read-plain.ts";
import { workingCopy } from "../docx/working-copy.ts";
import { openZip, readPart, rewriteZip } from "../docx/zip.ts";

const source: ParagraphSpec[] = [
  { text: "Introduction", heading: 1 },
  { text: "Migration shapes the labor markets of small towns in ways that few have measured." },
  { text: "Methods", heading: 1 },
  { text: "We interviewed forty people in five towns and coded what they said." },
  { text: "Results", heading: 1 },
  { text: "Most of them had found work within the year, often with relatives." },
];
const gate = (
  tracked: readonly ParagraphSpec[],
  rest: Partial<DocxSpec> = {},
  from: readonly ParagraphSpec[] = source,
) => {
  const bytes = buildDocx({ paragraphs: tracked, ...rest });
  return checkGate([readDocx(buildDocx({ paragraphs: from }))], readOriginal(bytes), readDocx(bytes));
};
const withParagraph = (index: number, paragraph: ParagraphSpec) =>
  source.map((one, i) => (i === index ? paragraph : one));

describe("the delivery gate", () => {
  it("passes when every edit is tracked, and counts them", () => {
    const result = gate(
      withParagraph(3, {
        comments: [0, 1],
        runs: [
          { text: "We interviewed " },
          { text: "forty", del: true, author: "Ed" },
          { text: "40", ins: true, author: "Ed" },
          { text: " people in five towns and coded what they said." },
          { text: " Then we checked.", ins: true, author: "Ed" },
        ],
      }),
      {
        comments: [
          { text: "Which towns?", author: "Ed" },
          { text: "Five of them.", author: "Ada", replyTo: 0 },
        ],
      },
    );
    expect(result).toMatchObject({
      passed: true,
      untracked: [],
      anotherManuscript: false,
      similarity: 1,
      unchanged: false,
    });
    expect(result.stats).toMatchObject({
      insertions: 2,
      deletions: 1,
      moves: 0,
      wordsInserted: 4,
      wordsDeleted: 1,
      originalWords: 41,
      finalWords: 44,
      comments: 1,
      replies: 1,
      per1000: 73.2,
    });
    expect(result.stats.sections.map(({ title, insertions }) => [title, insertions])).toEqual([
      ["Introduction", 0],
      ["Methods", 2],
      ["Results", 0],
    ]);
    expect(result.comments[0]).toMatchObject({ author: "Ed", section: "Methods", text: "Which towns?" });
    expect(result.authors).toEqual(["Ed", "Ada"]);
  });

  it("lists an untracked edit with its place", () => {
    const result = gate(
      withParagraph(3, {
        runs: [
          { text: "We interviewed forty-two people in five towns and coded what they said." },
          { text: " More.", ins: true },
        ],
      }),
    );
    expect(result.passed).toBe(false);
    expect(result.untracked).toEqual([
      expect.objectContaining({
        section: "Methods",
        paragraph: 4,
        before: "forty",
        after: "forty-two",
        leading: "We interviewed ",
      }),
    ]);
  });

  it("lists a paragraph that was added, removed or split without tracking", () => {
    expect(gate([...source, { text: "An added end." }]).untracked).toEqual([
      expect.objectContaining({ section: "Results", before: "", after: "An added end.\u00b6" }),
    ]);
    expect(gate(source.filter((_, i) => i !== 3)).untracked).toEqual([
      expect.objectContaining({ section: "Methods", paragraph: 4, after: "" }),
    ]);
    const split = [
      ...source.slice(0, 5),
      { text: "Most of them had found work" },
      { text: " within the year, often with relatives." },
    ];
    expect(gate(split)).toMatchObject({ passed: false, untrackedTotal: 1 });
  });

  it("sees a changed space, and hidden text", () => {
    expect(
      gate(withParagraph(5, { text: "Most of  them had found work within the year, often with relatives." }))
        .untrackedTotal,
    ).toBe(1);
    expect(
      gate(
        withParagraph(5, {
          runs: [{ text: "Most of them had found work within the year, often with relatives.", hidden: true }],
        }),
      ).passed,
    ).toBe(true);
    expect(gate([...source, { runs: [{ text: "unseen", hidden: true }] }]).passed).toBe(false);
  });

  it("allows a refreshed field, and says so", () => {
    const field = (text: string): ParagraphSpec => ({
      runs: [{ text: "As shown " }, { text, field: "ADDIN ZOTERO_ITEM CSL_CITATION" }, { text: " before." }],
    });
    const result = gate(withParagraph(5, field("(Doe 2021)")), {}, withParagraph(5, field("(Doe 2020)")));
    expect(result.passed).toBe(true);
    expect(result.notes.join(" ")).toContain("refreshed");
    expect(
      gate(
        withParagraph(5, { runs: [{ text: "a link", field: 'HYPERLINK "x"' }] }),
        {},
        withParagraph(5, { runs: [{ text: "the link", field: 'HYPERLINK "x"' }] }),
      ).passed,
    ).toBe(false);
  });

  it("allows a page break, which is layout, but not a line break", () => {
    const breaking = (type: string) => {
      const bytes = buildDocx({ paragraphs: source });
      const zip = openZip(bytes);
      const xml = readPart(zip, "word/document.xml")?.toString() ?? "";
      const made = rewriteZip(
        zip,
        new Map([
          ["word/document.xml", Buffer.from(xml.replace("We interviewed", `</w:t><w:br${type}/><w:t>We interviewed`))],
        ]),
      );
      return checkGate([readDocx(bytes)], readOriginal(made), readDocx(made)).passed;
    };
    expect(breaking(' w:type="page"')).toBe(true);
    expect(breaking("")).toBe(false);
  });

  it("compares with the source's own tracked changes rejected or accepted, whichever fits", () => {
    const own = buildDocx({
      paragraphs: [
        {
          runs: [
            { text: "Our study of towns was " },
            { text: "small", del: true, author: "Ada" },
            { text: "large", ins: true, author: "Ada" },
            { text: " and took two years to do." },
          ],
        },
      ],
    });
    const sources = [readOriginal(own), readDocx(own)];
    const edited = (word: string) =>
      buildDocx({
        paragraphs: [
          {
            runs: [
              { text: `Our study of towns was ${word} and took two years to do.` },
              { text: " Indeed.", ins: true },
            ],
          },
        ],
      });
    for (const [word, passed] of [
      ["small", true],
      ["large", true],
      ["tiny", false],
    ] as const) {
      const bytes = edited(word);
      expect(checkGate(sources, readOriginal(bytes), readDocx(bytes)).passed, word).toBe(passed);
    }
  });

  it("recognizes another manuscript", () => {
    const other = gate([
      { text: "Turbulent flow in pipes was studied with hot wires and a great deal of patience over several winters." },
    ]);
    expect(other).toMatchObject({ passed: false, anotherManuscript: true, untracked: [], unchanged: true });
  });

  it("counts a move once, with its two ends", () => {
    const moved = [
      ...source.slice(0, 5),
      {
        runs: [
          { text: "Most of them", moveFrom: "m1" },
          { text: " had found work within the year, often with relatives." },
          { text: "Most of them", moveTo: "m1" },
        ],
      },
    ];
    const result = gate(moved);
    expect(result).toMatchObject({ passed: true });
    expect(result.stats).toMatchObject({ moves: 1, insertions: 0, deletions: 0 });
  });

  it("takes the working copy of another format as the source", () => {
    const model = readMarkdown(
      "# One\n\nSome *text* here.[^1]\n\n| a | b |\n|---|---|\n| c | 1 |\n\n[^1]: A note.\n\n## Two\n\nMore text.",
    );
    const copy = workingCopy(model);
    const read = readDocx(copy);
    expect(read.paragraphs.filter((one) => one.text !== "").map((one) => [one.kind, one.text.trim()])).toEqual([
      ["heading", "One"],
      ["body", "Some text here."],
      ["tableCell", "a"],
      ["tableCell", "b"],
      ["tableCell", "c"],
      ["tableCell", "1"],
      ["footnote", "A note."],
      ["heading", "Two"],
      ["body", "More text."],
    ]);
    expect(checkGate([readDocx(copy)], read, read).passed).toBe(true);
  });
});

describe("aligning two lists", () => {
  it("returns pairs of equal items in order on both sides", () => {
    const list = fc.array(fc.constantFrom("a", "b", "c", "d", "e"), { maxLength: 30 });
    fc.assert(
      fc.property(list, list, (a, b) => {
        const pairs = align(a, b);
        pairs.forEach(([i, j], k) => {
          expect(a[i]).toBe(b[j]);
          const before = pairs[k - 1];
          if (before) expect(before[0] < i && before[1] < j).toBe(true);
        });
        if (a.join() === b.join()) expect(pairs.length).toBe(a.length);
      }),
    );
  });

  it("takes linear time on long texts with scattered edits", () => {
    const a = Array.from({ length: 150_000 }, (_, i) => (i % 3 === 0 ? "the" : `w${i % 20_000}-${i}`));
    const b = a.flatMap((word, i) => (i % 50 === 0 ? [] : i % 70 === 0 ? [word, "added"] : [word]));
    let pairs: ReturnType<typeof align> = [];
    expect(cpuMs(() => (pairs = align(a, b)))).toBeLessThan(2_000);
    expect(pairs.length).toBeGreaterThan(146_000);
  });
});
