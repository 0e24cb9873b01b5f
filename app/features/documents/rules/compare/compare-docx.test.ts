import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tries } from "#boot/testing/tries.ts";
import { buildDocx } from "../docx/build-docx.ts";
import type { ParagraphSpec, RunSpec, TableSpec } from "../docx/docx-spec.ts";
import { compareDocx } from "./compare-docx.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { acceptAll, listRevisions, rejectAll, reviseSome } from "../docx/revise-docx.ts";
import { comparedText } from "../readers/text-model.ts";
import { openZip, readPart, rewriteZip } from "../docx/zip.ts";

const BY = { author: "Jonas Weber", date: "2026-11-21T10:00:00Z" };
/** Every paragraph, including blank ones. */
const lines = (bytes: Buffer) => readDocx(bytes).paragraphs.map(comparedText);
const changes = (bytes: Buffer) => readDocx(bytes).changes.map((one) => [one.kind, one.text]);
const body = (bytes: Buffer) => readPart(openZip(bytes), "word/document.xml")!.toString();
const plain = (...texts: string[]) => buildDocx({ paragraphs: texts.map((text) => ({ text })) });

/** Decides on the change with these words. */
const reviseOne = (bytes: Buffer, text: string, way: "accept" | "reject"): Buffer =>
  reviseSome(bytes, new Map(listRevisions(bytes).flatMap((one) => (one.text === text ? [[one.id, way]] : []))));

describe("comparing two versions", () => {
  it("marks words, not lines", () => {
    const { bytes, grain } = compareDocx(
      plain("The quick brown fox jumps over the dog."),
      plain("The quick red fox jumped over the dog."),
      BY,
    );
    expect(grain).toBe("words");
    expect(changes(bytes)).toEqual([
      ["delete", "brown"],
      ["insert", "red"],
      ["delete", "jumps"],
      ["insert", "jumped"],
    ]);
  });

  it("tracks a change of formatting inside a word, however the word is cut into runs", () => {
    const power = (superscript: boolean) =>
      buildDocx({ paragraphs: [{ runs: [{ text: "About 10" }, { text: "5", superscript }, { text: " drops." }] }] });
    for (const [before, after] of [
      [power(true), plain("About 105 drops.")],
      [plain("About 105 drops."), power(true)],
    ] as const) {
      const { bytes, untracked } = compareDocx(before, after, BY);
      expect(untracked).toEqual([]);
      expect(readDocx(bytes).formatChanges).toBe(1);
      expect(body(rejectAll(bytes)).includes("superscript")).toBe(body(before).includes("superscript"));
      expect(body(acceptAll(bytes)).includes("superscript")).toBe(body(after).includes("superscript"));
    }
  });

  it("reports what it can't track", () => {
    const document = plain("About 105 drops of rain.");
    const zip = openZip(document);
    const settled = (bytes: string) => rewriteZip(zip, new Map([["word/document.xml", Buffer.from(bytes)]]));
    const embedded = settled(body(document).replace("<w:sectPr>", '<w:altChunk r:id="rIdX"/><w:sectPr>'));
    expect(compareDocx(document, embedded, BY).untracked).toEqual([
      expect.objectContaining({ what: "Another document was embedded here (altChunk)." }),
    ]);
  });

  it("treats replaced neighboring words as one edit", () => {
    const { bytes } = compareDocx(plain("We did the old way here."), plain("We did a new method here."), BY);
    expect(changes(bytes)).toEqual([
      ["delete", "the old way"],
      ["insert", "a new method"],
    ]);
  });

  it("a split or joined paragraph only changes its mark, and no words", () => {
    const one = "The first half of it stands here. The second half of it comes after that.";
    const [first, second] = ["The first half of it stands here.", "The second half of it comes after that."] as const;
    const split = compareDocx(plain("Before.", one, "After."), plain("Before.", first, second, "After."), BY).bytes;
    expect(
      readDocx(split)
        .changes.map((change) => change.text.trim())
        .join(""),
    ).toBe("");
    expect(lines(rejectAll(split))).toEqual(["Before.", one, "After."]);
    const joined = compareDocx(plain("Before.", first, second, "After."), plain("Before.", one, "After."), BY).bytes;
    expect(lines(acceptAll(joined))).toEqual(["Before.", one, "After."]);
    expect(
      readDocx(joined)
        .changes.map((change) => change.text.trim())
        .join(""),
    ).toBe("");
  });

  it("recognizes a moved paragraph and a moved sentence", () => {
    const a = "The samples were taken from twelve wells in the valley.";
    const b = "All of them were kept at four degrees until they were read.";
    const c = "A last remark closes this section with a summary.";
    const whole = compareDocx(plain(a, b, c), plain(b, c, a), BY);
    expect(whole.moves).toBe(1);
    expect(new Set(changes(whole.bytes).map(([kind]) => kind))).toEqual(new Set(["moveFrom", "moveTo"]));
    const inside = compareDocx(plain(`${a} ${b}`, c), plain(b, `${c} ${a}`), BY);
    expect(inside.moves).toBe(1);
  });

  it("tables by row and cell, notes by their text", () => {
    const before = buildDocx({
      paragraphs: [
        { runs: [{ text: "Text", footnote: "See Smith 2019." }] },
        {
          table: [
            ["Well", "Depth"],
            ["One", "12 m"],
            ["Two", "14 m"],
          ],
        },
      ],
    });
    const after = buildDocx({
      paragraphs: [
        { runs: [{ text: "Text", footnote: "See Smith 2020." }] },
        {
          table: [
            ["Well", "Depth"],
            ["One", "13 m"],
            ["Two", "14 m"],
            ["Three", "9 m"],
          ],
        },
      ],
    });
    const { bytes } = compareDocx(before, after, BY);
    expect(changes(bytes)).toEqual(
      expect.arrayContaining([
        ["delete", "2019"],
        ["insert", "2020"],
        ["delete", "12"],
        ["insert", "13"],
        ["insert", "Three"],
      ]),
    );
    expect(body(bytes)).toContain("<w:trPr><w:ins ");
  });

  it("shows a moved paragraph with a changed word as one move and one replacement", () => {
    const law = (state: string) =>
      `The governing law of this Agreement is the law of ${state} without regard to conflicts.`;
    const [first, terms, last] = [
      "An introduction of some length.",
      "Payment terms are net thirty days.",
      "Closing remarks.",
    ];
    const before = plain(first as string, law("Delaware"), terms as string, last as string);
    const after = plain(first as string, terms as string, last as string, law("California"));
    const { bytes, moves } = compareDocx(before, after, BY);
    expect(moves).toBe(1);
    const revisions = listRevisions(bytes);
    expect(revisions.map(({ kind, text }) => [kind, text.trim()]).slice(1)).toEqual([
      ["delete", "Delaware"],
      ["insert", "California"],
    ]);
    // Every order of decisions keeps the words that it should.
    const [move, gone, come] = revisions.map((one) => one.id) as [number, number, number];
    const decided = (...ways: [number, "accept" | "reject"][]) =>
      lines(ways.reduce((made, [id, way]) => reviseOne(made, revisions[id - 1]!.text, way), bytes)).filter(Boolean);
    expect(decided([move, "accept"], [gone, "reject"], [come, "reject"])).toEqual([
      first,
      terms,
      last,
      law("Delaware"),
    ]);
    expect(decided([come, "accept"], [gone, "accept"], [move, "accept"])).toEqual(lines(after).filter(Boolean));
    expect(lines(rejectAll(bytes)).filter(Boolean)).toEqual(lines(before).filter(Boolean));
  });

  it("keeps a removed note if the other file has none", () => {
    const before = buildDocx({
      paragraphs: [{ runs: [{ text: "A claim", footnote: "The source of it." }, { text: " and more." }] }],
    });
    const { bytes } = compareDocx(before, plain("A claim and more."), BY);
    expect(lines(rejectAll(bytes))).toEqual(lines(before));
    expect(lines(acceptAll(bytes))).toEqual(["A claim and more."]);
  });

  it("records the previous format", () => {
    const { bytes } = compareDocx(
      buildDocx({ paragraphs: [{ runs: [{ text: "plain words" }] }] }),
      buildDocx({ paragraphs: [{ runs: [{ text: "plain " }, { text: "words", italic: true }] }] }),
      BY,
    );
    expect(readDocx(bytes).formatChanges).toBeGreaterThan(0);
    expect(body(rejectAll(bytes))).not.toContain("<w:i/>");
  });

  it("identical versions have no changes", () => {
    const bytes = buildDocx({
      paragraphs: [{ text: "One", heading: 1 }, { runs: [{ text: "Two", footnote: "n" }] }, { table: [["a", "b"]] }],
    });
    const model = readDocx(compareDocx(bytes, bytes, BY).bytes);
    expect(model.changes.length + model.formatChanges + model.otherChanges).toBe(0);
  });
});

const word = fc.constantFrom(
  "alpha",
  "beta",
  "gamma",
  "delta-2",
  "the",
  "of",
  "\u4e2d\u6587",
  "a\u00a0b",
  "x\ty",
  "don\u2019t",
  "1,024",
  "(p < 0.05)",
  "\u0627\u0644\u0646\u0635",
  "e\u0301tude",
  "line\nbreak",
);
const text = fc.array(word, { minLength: 0, maxLength: 8 }).map((words) => words.join(" "));
const run: fc.Arbitrary<RunSpec> = fc.record(
  {
    text,
    bold: fc.boolean(),
    italic: fc.boolean(),
    footnote: fc.option(text, { nil: undefined, freq: 8 }),
    endnote: fc.option(text, { nil: undefined, freq: 12 }),
    field: fc.option(fc.constantFrom("PAGE", 'HYPERLINK "x"', "ADDIN ZOTERO_ITEM"), { nil: undefined, freq: 12 }),
  },
  { requiredKeys: ["text"] },
);
const paragraph: fc.Arbitrary<ParagraphSpec> = fc.record({
  runs: fc.array(run, { maxLength: 4 }),
  heading: fc.constantFrom(undefined, undefined, undefined, 1, 2) as fc.Arbitrary<1 | 2 | undefined>,
});
const table: fc.Arbitrary<TableSpec> = fc.record({
  table: fc
    .integer({ min: 1, max: 3 })
    .chain((columns) =>
      fc.array(fc.array(text, { minLength: columns, maxLength: columns }), { minLength: 1, maxLength: 4 }),
    ),
});
const block = fc.oneof({ weight: 5, arbitrary: paragraph }, { weight: 1, arbitrary: table });
const blocks = fc.array(block, { minLength: 1, maxLength: 8 });

/** An edit of a list of blocks: removed, inserted, moved, or with runs shuffled. */
const edit = fc.record({
  at: fc.nat(),
  to: fc.nat(),
  way: fc.constantFrom("drop", "add", "move", "rewrite", "join", "cut", "note"),
  with: block,
});
function edited(
  list: readonly (ParagraphSpec | TableSpec)[],
  edits: readonly { at: number; to: number; way: string; with: ParagraphSpec | TableSpec }[],
): (ParagraphSpec | TableSpec)[] {
  const out = [...list];
  for (const one of edits) {
    const at = one.at % Math.max(1, out.length);
    const here = out[at];
    if (one.way === "add" || !here) out.splice(at, 0, one.with);
    else if (one.way === "drop" && out.length > 1) out.splice(at, 1);
    else if (one.way === "move") out.splice(one.to % out.length, 0, ...out.splice(at, 1));
    else if (!("runs" in here) || !here.runs) out[at] = one.with;
    else if (one.way === "rewrite")
      out[at] = {
        ...here,
        runs: here.runs.map((it, i) =>
          i === one.to % Math.max(1, here.runs!.length) ? { ...it, text: it.text.split(" ").reverse().join(" ") } : it,
        ),
      };
    else if (one.way === "note")
      out[at] = {
        ...here,
        runs: here.runs.map((it) => (it.footnote === undefined ? it : { ...it, footnote: `${it.footnote} beta` })),
      };
    else if (one.way === "cut")
      out.splice(at, 1, { ...here, runs: here.runs.slice(0, 2) }, { ...here, runs: here.runs.slice(2) });
    else if (one.way === "join" && out[at + 1] && "runs" in out[at + 1]!)
      out.splice(at, 2, { ...here, runs: [...here.runs, ...((out[at + 1] as ParagraphSpec).runs ?? [])] });
  }
  return out.length > 0 ? out : [{ text: "left" }];
}

describe("for any two documents", () => {
  it("rejecting everything gives the first and accepting everything the second, by word", () => {
    fc.assert(
      fc.property(blocks, fc.array(edit, { maxLength: 6 }), (first, edits) => {
        const a = buildDocx({ paragraphs: first });
        const b = buildDocx({ paragraphs: edited(first, edits) });
        const { bytes, grain } = compareDocx(a, b, BY);
        expect(lines(rejectAll(bytes))).toEqual(lines(a));
        expect(lines(acceptAll(bytes))).toEqual(lines(b));
        expect(grain).toBe("words");
      }),
      tries(300),
    );
  }, 60_000);

  it("even if they're unrelated", () => {
    fc.assert(
      fc.property(blocks, blocks, (first, second) => {
        const [a, b] = [buildDocx({ paragraphs: first }), buildDocx({ paragraphs: second })];
        const { bytes } = compareDocx(a, b, BY);
        expect(lines(rejectAll(bytes))).toEqual(lines(a));
        expect(lines(acceptAll(bytes))).toEqual(lines(b));
      }),
      tries(150),
    );
  }, 60_000);
});
