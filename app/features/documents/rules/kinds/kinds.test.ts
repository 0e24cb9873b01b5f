import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import dictionary from "dictionary-en";
import { describe, expect, it, test } from "vitest";
import { compareDocx } from "../compare/compare-docx.ts";
import { buildDocx } from "../docx/build-docx.ts";
import type { ParagraphSpec, RunSpec, TableSpec } from "../docx/docx-spec.ts";
import { openZip, readPart, rewriteZip } from "../docx/zip.ts";
import { countKinds, editsOf } from "../explore/edits.ts";
import { exploreDocx } from "../explore/explore-docx.ts";
import { CASES } from "./cases.ts";
import { readDictionary } from "./dictionary.ts";
import { EDIT_KINDS, type EditKind, strictest } from "./edit-kind.ts";
import { kindOfChange } from "./sentence-kinds.ts";
import { isRespelled } from "./spelling.ts";
import { inflectionless, stemOf } from "./stem.ts";

const decoder = new TextDecoder();
const isWord = readDictionary(decoder.decode(dictionary.aff), decoder.decode(dictionary.dic));
const kindsIn = (bytes: Buffer): EditKind[] => exploreDocx(bytes, isWord).changes.map((one) => one.edit);
const kindsOf = (...paragraphs: (ParagraphSpec | TableSpec)[]): EditKind[] =>
  kindsIn(buildDocx({ paragraphs, author: "Ed" }));
const runs = (...list: (string | RunSpec)[]): ParagraphSpec => ({
  runs: list.map((one) => (typeof one === "string" ? { text: one } : one)),
});
const gone = (text: string): RunSpec => ({ text, del: true });
const came = (text: string): RunSpec => ({ text, ins: true });

/**
 * A .docx with one tracked change, from texts with signs: `[H2]` a heading, `¶` a paragraph's end, `•` a list
 * item, `<i>` italics.
 * @param by how the change is tracked: the words that differ as one replacement, the whole text, or as our comparison
 *   does
 */
function changedRow(before: string, after: string, by: "words" | "whole" | "compare"): Buffer {
  const [was, is] = [paragraphsIn(before), paragraphsIn(after)];
  const [one, other] = [was[0], is[0]];
  const around: ParagraphSpec[] = [
    { heading: 1, text: "A first part" },
    { text: "An opening stands here. It has two sentences." },
  ];
  if (!one || !other || was.length + is.length > 2 || one.heading !== other.heading || by === "compare") {
    const made = [was, is].map((list) => buildDocx({ paragraphs: [...around, ...list.map(asSpec)] }));
    return compareDocx(made[0] as Buffer, made[1] as Buffer, { author: "Ed", date: "2026-01-05T09:00:00Z" }).bytes;
  }
  const runs =
    one.text === other.text
      ? italicized(before.includes("<i>") ? before : after)
      : by === "whole"
        ? replaced("", one.text, other.text, "")
        : wordsReplaced(one.text, other.text);
  return buildDocx({ paragraphs: [...around, { ...asSpec(other), text: undefined, runs }] });
}

type Line = { heading: number; text: string };

const paragraphsIn = (text: string): Line[] =>
  text.split("¶").map((part) => {
    const heading = /^\s*\[H(\d)\]/.exec(part);
    return {
      heading: heading ? Number(heading[1]) : 0,
      text: part
        .replace(/^\s*\[H\d\]/, "")
        .replace(/^\s*•/, "")
        .replace(/<\/?i>/g, "")
        .trim(),
    };
  });

const asSpec = ({ heading, text }: Line): ParagraphSpec => ({
  text,
  ...(heading > 0 ? { heading: heading as 1 } : {}),
});

const replaced = (start: string, gone: string, came: string, end: string): RunSpec[] =>
  [{ text: start }, { text: gone, del: true }, { text: came, ins: true }, { text: end }].filter(
    (run) => run.text !== "",
  );

function wordsReplaced(before: string, after: string): RunSpec[] {
  const parts = (text: string): string[] => text.match(/\s+|\S+/g) ?? [];
  const [b, a] = [parts(before), parts(after)];
  const most = Math.min(b.length, a.length);
  let start = 0;
  while (start < most && b[start] === a[start]) start++;
  let end = 0;
  while (end < most - start && b.at(-1 - end) === a.at(-1 - end)) end++;
  const between = (list: string[]): string => list.slice(start, list.length - end).join("");
  return replaced(b.slice(0, start).join(""), between(b), between(a), b.slice(b.length - end).join(""));
}

const italicized = (text: string): RunSpec[] =>
  text
    .split(/(<i>[^<]*<\/i>)/)
    .flatMap((part): RunSpec[] =>
      part === ""
        ? []
        : part.startsWith("<i>")
          ? [{ text: part.slice(3, -4), italic: true, formatChanged: true }]
          : [{ text: part }],
    );

describe("the kind of a change", () => {
  const cases = Object.entries(CASES).flatMap(([kind, list]) =>
    list.map(([before, after]) => [kind, before, after] as const),
  );
  for (const by of ["words", "whole", "compare"] as const)
    it(`is as defined, tracked as ${by}`, () => {
      const wrong = cases.flatMap(([kind, before, after]) => {
        const found = strictest(kindsIn(changedRow(before, after, by)));
        return found === kind ? [] : [`${kind}, not ${found}: ${before} | ${after}`];
      });
      expect(wrong).toEqual([]);
    });

  it("follows the place of the change before its words", () => {
    expect(kindOfChange("Materials and method", "Materials and methods", "heading", isWord)).toBe("headings-structure");
    expect(kindOfChange("Map of teh basin", "Map of the basin", "caption", isWord)).toBe("labels");
    expect(kindOfChange("let x be y", "let x is y", "code", isWord)).toBe("numbers-data");
    expect(kindOfChange("A. Bell, 2013.", "A. Bell, 2014.", "reference", isWord)).toBe("citations");
  });
});

describe("the kinds in a document", () => {
  it("gives a replacement one kind, in either order and across somebody else's change", () => {
    expect(kindsOf(runs("The ", gone("goverment"), came("government"), " left."))).toEqual(["spelling", "spelling"]);
    expect(kindsOf(runs("The ", came("government"), gone("goverment"), " left."))).toEqual(["spelling", "spelling"]);
    expect(
      kindsOf(
        runs(
          "The l",
          { text: "e", del: true, author: "A" },
          { text: "i", ins: true, author: "B" },
          "on of the northern fountain slept.",
        ),
      ),
    ).toEqual(["word-choice", "word-choice"]);
  });

  it("counts replacements once", () => {
    const { changes } = exploreDocx(
      buildDocx({
        paragraphs: [runs("The ", gone("goverment"), came("government"), " left", came(","), " and the town slept.")],
      }),
      isWord,
    );
    expect(countKinds(editsOf(changes).edits)).toEqual({ spelling: 1, punctuation: 1 });
  });

  it("judges each sentence by itself", () => {
    expect(
      kindsOf(
        runs(
          "The survey of the old harbor town found nine empty houses. ",
          gone("It was bad."),
          came("Conditions were poor."),
          " Nobody in the northern district of the capital complained.",
        ),
      ),
    ).toEqual(["rewriting", "rewriting"]);
  });

  it("knows headings, captions, table heads, references, and code by style and by place", () => {
    expect(kindsOf({ heading: 2, runs: [gone("Result"), came("Results")] })).toEqual([
      "headings-structure",
      "headings-structure",
    ]);
    expect(
      kindsOf({ style: "Caption", runs: [{ text: "Moths in " }, gone("teh"), came("the"), { text: " dark" }] }),
    ).toEqual(["labels", "labels"]);
    expect(kindsOf({ heading: 1, text: "References" }, runs("Bell A. Moths", came("."), " Lamp House; 2013"))).toEqual([
      "reference-format",
    ]);
    expect(
      kindsOf({
        table: [
          [runs(gone("Yeer"), came("Year")), "Count"],
          ["north", runs(gone("12"), came("13"))],
        ],
      }),
    ).toEqual(["labels", "labels", "numbers-data", "numbers-data"]);
  });

  it("sees what was deleted here and inserted there as moved", () => {
    expect(kindsOf(runs("He ", gone("quickly "), "left the room", came(" quickly"), "."))).toEqual(["moved", "moved"]);
    const sentence = "Salt was dear in those years.";
    expect(kindsOf(runs("One stays. ", gone(sentence), " Two stays."), runs("Three stays. ", came(sentence)))).toEqual([
      "moved",
      "moved",
    ]);
    expect(kindsOf(runs({ text: "Here. ", moveFrom: "m" }, "There. ", { text: "Here. ", moveTo: "m" }))).toEqual([
      "moved",
    ]);
  });

  it("tells structure, formatting, and whole paragraphs apart", () => {
    expect(kindsOf({ text: "One.", mark: "ins" }, { text: "Two." })).toEqual(["headings-structure"]);
    expect(kindsOf({ runs: [came("A new thought begins here.")], mark: "ins" }, { text: "Two." })).toEqual([
      "added-content",
    ]);
    expect(kindsOf(runs("Some ", { text: "word", italic: true, formatChanged: true }, " here."))).toEqual([
      "formatting",
    ]);
    expect(
      kindsOf(
        { heading: 1, text: "References" },
        { runs: [came("Bell, A. (2013). Moths. Lamp House.")], mark: "ins" },
        { text: "Cole, B. (2014). Bats. Lamp House." },
      ),
    ).toEqual(["citations"]);
  });

  it("reads a change of a heading's level as structure, and of its alignment as formatting", () => {
    const made = buildDocx({ paragraphs: [{ heading: 2, text: "Sources" }] });
    const changed = (properties: string): Buffer => {
      const xml = readPart(openZip(made), "word/document.xml")?.toString() ?? "";
      const change = `<w:pPrChange w:id="9" w:author="Ed" w:date="2026-01-05T09:00:00Z"><w:pPr>${properties}</w:pPr></w:pPrChange>`;
      return rewriteZip(
        openZip(made),
        new Map([["word/document.xml", Buffer.from(xml.replace("</w:pPr>", `${change}</w:pPr>`))]]),
      );
    };
    expect(kindsIn(changed('<w:pStyle w:val="Heading3"/>'))).toEqual(["headings-structure"]);
    expect(kindsIn(changed('<w:pStyle w:val="Heading2"/><w:jc w:val="center"/>'))).toEqual(["formatting"]);
  });

  it("gives every change a kind, also one that another person took back", () => {
    expect(kindsOf(runs("A ", { text: "very ", ins: true, author: "A", struckBy: "B" }, "small house."))).toEqual([
      "added-content",
      "deleted-content",
    ]);
    expect(
      kindsOf({
        table: [
          ["a", "b"],
          ["c", "d 5"],
        ],
        inserted: [1],
      }),
    ).toEqual(["added-content"]);
  });

  it("reads 20,000 changes in one sentence, in one word, and of one passage", () => {
    const n = 20_000;
    const alternate = (kept: string, change: (i: number) => RunSpec) =>
      runs(...Array.from({ length: n }, (_, i) => (i % 2 ? kept : change(i))));
    for (const paragraph of [
      alternate(" and ", (i) => (i % 4 ? gone(`old${i} thing`) : came(`new${i} thing`))),
      alternate("a", (i) => (i % 4 ? gone("b") : came("c"))),
      alternate(" and so on. The ", (i) =>
        i % 4 ? gone("same words move from here") : came("same words move from here"),
      ),
      alternate("( Fig. 2 [ et al", (i) => (i % 4 ? gone("(Bell 2010 (") : came("(Bell 2010 ("))),
      runs(gone("x".repeat(200_000)), came("y".repeat(200_000))),
    ])
      expect(kindsOf(paragraph).every((kind) => EDIT_KINDS.includes(kind))).toBe(true);
  });
});

describe("words", () => {
  it("finds the forms of one word", () => {
    for (const [one, other] of [
      ["study", "studies"],
      ["stop", "stopped"],
      ["catched", "caught"],
      ["child", "children"],
      ["easier", "easy"],
      ["bases", "basis"],
    ])
      expect(inflectionless(one as string)).toBe(inflectionless(other as string));
    for (const [one, other] of [
      ["evaluate", "evaluation"],
      ["careful", "carefully"],
    ])
      expect(stemOf(one as string)).toBe(stemOf(other as string));
  });

  it("tells a typing error from another word", () => {
    for (const [before, after] of [
      ["enviroment", "environment"],
      ["colour", "color"],
      ["naive", "naïve"],
      ["recieve", "receive"],
      ["travelled", "traveled"],
      ["analyse", "analyze"],
    ])
      expect([before, isRespelled(before as string, after as string, isWord)]).toEqual([before, true]);
    for (const [before, after] of [
      ["affect", "effect"],
      ["principle", "principal"],
      ["adopt", "adapt"],
      ["filled", "filed"],
      ["casual", "causal"],
    ])
      expect([before, isRespelled(before as string, after as string, isWord)]).toEqual([before, false]);
  });

  it("reads the dictionary with its endings and prefixes", () => {
    for (const word of ["river", "rivers", "Rivers", "analyzed", "unhappy", "recounted", "Paris", "nurse's"])
      expect([word, isWord(word)]).toEqual([word, true]);
    for (const word of ["rivver", "analyzeed", "unriver", "x".repeat(90)])
      expect([word, isWord(word)]).toEqual([word, false]);
  });
});

const LABELED = path.resolve("../shared/checks/changes-shared.tsv");
if (!existsSync(LABELED))
  console.warn(
    "SKIPPED: ../shared/checks/changes-shared.tsv is not here, so the agreement with labeled changes is not measured",
  );
test.skipIf(!existsSync(LABELED))(
  "agrees with at least 95% of labeled changes, and misses at most one of a kind",
  () => {
    const rows = readFileSync(LABELED, "utf8")
      .trim()
      .split("\n")
      .slice(1)
      .map(
        (line) =>
          line.split("\t") as [id: string, before: string, after: string, kind: EditKind, second: EditKind | ""],
      );
    expect(rows.length).toBeGreaterThan(100);
    for (const by of ["words", "whole", "compare"] as const) {
      const missed = rows.filter(([, before, after, kind, second]) => {
        const found = strictest(kindsIn(changedRow(before, after, by)));
        return found !== kind && found !== second;
      });
      expect(missed.length / rows.length).toBeLessThanOrEqual(0.05);
      const kinds = missed.map(([, , , kind]) => kind);
      expect(kinds.filter((kind, i) => kinds.indexOf(kind) !== i)).toEqual([]);
    }
  },
);
