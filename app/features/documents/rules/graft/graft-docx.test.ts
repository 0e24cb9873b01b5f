import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { buildDocx } from "../docx/build-docx.ts";
import type { CommentSpec, ParagraphSpec, RunSpec, TableSpec } from "../docx/docx-spec.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { acceptAll, rejectAll } from "../docx/revise-docx.ts";
import { openZip, readPart, rewriteZip } from "../docx/zip.ts";
import { gateDocx } from "../gate/gate-docx.ts";
import { graftDocx } from "./graft-docx.ts";
import { makeTrackedCopyOf } from "./tracked-copy.ts";

/**
 * An editor's changes of words and comments in the author's own file. The files in `saved-in-libreoffice` were saved by
 * LibreOffice 7.4: the source has a page number in a frame, an equation, fields, a header, a note, and a table.
 */

const BY = { author: "Ed", date: "2026-11-26T10:00:00Z" };
const saved = (name: string): Buffer => readFileSync(new URL(`./saved-in-libreoffice/${name}.docx`, import.meta.url));
const gate = (source: Buffer, copy: Buffer) => gateDocx(source, copy, { editor: "Ed" });
const read = (bytes: Buffer) => readDocx(bytes);
const lines = (bytes: Buffer): string[] => read(bytes).paragraphs.map((one) => one.text);
const changes = (bytes: Buffer): string[] => read(bytes).changes.map((one) => `${one.kind} ${one.author}: ${one.text}`);

const EDITS = [
  "delete Jonas Weber: few people have",
  "insert Jonas Weber: hardly anybody has",
  "delete Jonas Weber: wrote down",
  "insert Jonas Weber: recorded",
  "insert Jonas Weber:  at noon",
  "insert Jonas Weber: This holds for all of the towns.",
];

describe("a copy saved in LibreOffice", () => {
  it("is recognized, and blocked for what LibreOffice rewrote", () => {
    expect(gate(saved("source"), saved("resaved"))).toMatchObject({
      passed: false,
      rewriter: "LibreOffice",
      untracked: [{ what: "The code of a field was changed." }, { what: "A shape was added." }],
    });
    expect(gate(saved("source"), saved("source")).rewriter).toBeUndefined();
  });

  it("saved without edits is the author's file", () => {
    const { bytes, leftOut } = graftDocx(saved("source"), saved("resaved"), BY);
    expect(gate(saved("source"), bytes)).toMatchObject({ passed: true, unchanged: true });
    expect(leftOut).toEqual([]);
  });

  it("gives its tracked changes and comments to the author's file", () => {
    const { bytes } = makeTrackedCopyOf(saved("source"), saved("edited"), BY);
    expect(changes(bytes)).toEqual(EDITS);
    expect(
      read(bytes).comments.map(({ author, text, paragraph }) => [author, text, paragraph?.text.slice(0, 24)]),
    ).toEqual([
      ["Ada Byron", "Don't change the first sentence, it was agreed.", "Rain shapes the small to"],
      ["Jonas Weber", "Which roofs?", "The gauges stood on the "],
    ]);
    expect(gate(saved("source"), bytes)).toMatchObject({ passed: true, untracked: [] });
    const xml = (file: Buffer, part: string) => readPart(openZip(file), part)?.toString();
    for (const part of ["word/footer1.xml", "word/header1.xml", "word/styles.xml", "word/footnotes.xml"])
      expect(xml(bytes, part)).toBe(xml(saved("source"), part));
    expect(lines(rejectAll(bytes))).toEqual(lines(saved("source")));
  });

  it("with untracked edits has them listed, and then tracked", () => {
    const [source, copy] = [saved("source"), saved("untracked")];
    expect(gate(source, copy).untracked.filter((one) => !one.what)).toMatchObject([
      { before: "1200", after: "1300" },
      { before: "Most", after: "Much" },
    ]);
    const { bytes } = makeTrackedCopyOf(source, copy, BY);
    expect(changes(bytes)).toEqual([
      ...EDITS.slice(0, 5),
      "delete Ed: 1200",
      "insert Ed: 1300",
      "delete Ed: Most",
      "insert Ed: Much",
      ...EDITS.slice(5),
    ]);
    expect(gate(source, bytes)).toMatchObject({ passed: true });
    expect(gate(source, bytes).findings).toContainEqual(
      expect.objectContaining({ kind: "number", before: "1200", after: "1300" }),
    );
  });
});

const ed = { author: "Ed" };
const ada = { author: "Ada" };
const built = (paragraphs: (ParagraphSpec | TableSpec)[], comments: CommentSpec[] = []) =>
  buildDocx({ paragraphs, comments, author: "Ada" });
const RUNS: RunSpec[] = [
  { text: "We counted the " },
  { text: "drops", bold: true },
  { text: " of rain in every town, and wrote them down." },
];
const AROUND = (one: ParagraphSpec, ...more: ParagraphSpec[]): (ParagraphSpec | TableSpec)[] => [
  { text: "Methods", heading: 1 },
  one,
  ...more,
  {
    table: [
      ["Town", "Drops"],
      ["Alder", "1200"],
    ],
  },
  { text: "The end of it all." },
];

describe("edits in the author's own file", () => {
  it.each<[string, (ParagraphSpec | TableSpec)[]]>([
    [
      "words",
      AROUND({
        runs: [
          RUNS[0]!,
          { text: "small ", ins: true, ...ed },
          RUNS[1]!,
          { text: " of rain", del: true, ...ed },
          { text: " in every town, and wrote them down." },
        ],
      }),
    ],
    [
      "part of a word",
      AROUND({
        runs: [
          RUNS[0]!,
          { text: "drop", bold: true },
          { text: "s", bold: true, del: true, ...ed },
          { text: "let", ins: true, ...ed },
          RUNS[2]!,
        ],
      }),
    ],
    ["everything", AROUND({ runs: RUNS.map((one) => ({ ...one, del: true, ...ed })), mark: "del", ...ed })],
    [
      "a new paragraph",
      AROUND(
        { runs: [...RUNS], mark: "ins", ...ed },
        { runs: [{ text: "A new one, with “marks” & signs.", ins: true, ...ed }] },
      ),
    ],
    ["two paragraphs from one", AROUND({ runs: RUNS.slice(0, 2), mark: "ins", ...ed }, { runs: [RUNS[2]!] })],
    ["the first word", AROUND({ runs: [{ text: "Then ", ins: true, ...ed }, ...RUNS] })],
    [
      "a move",
      AROUND({
        runs: [
          { text: "We counted the ", moveFrom: "m", ...ed },
          RUNS[1]!,
          RUNS[2]!,
          { text: "We counted the ", moveTo: "m", ...ed },
        ],
      }),
    ],
  ])("are the same: %s", (_, paragraphs) => {
    const [source, copy] = [built(AROUND({ runs: RUNS })), built(paragraphs)];
    const { bytes } = graftDocx(source, copy, BY);
    expect(lines(acceptAll(bytes))).toEqual(lines(acceptAll(copy)));
    expect(lines(rejectAll(bytes))).toEqual(lines(source));
    expect(gate(source, bytes)).toMatchObject({ passed: true, untracked: [] });
  });

  it("keep the author's own pending changes, and edits on top of them", () => {
    const sent: RunSpec[] = [
      RUNS[0]!,
      { text: "first ", ins: true, ...ada },
      { text: "few ", del: true, ...ada },
      RUNS[1]!,
      RUNS[2]!,
    ];
    const edited = [
      RUNS[0]!,
      { text: "first ", ins: true, struckBy: "Ed", ...ada },
      { text: "few ", del: true, ...ada },
      { text: "many ", ins: true, ...ed },
      RUNS[1]!,
      RUNS[2]!,
    ];
    const source = built(AROUND({ runs: sent }));
    const { bytes } = graftDocx(source, built(AROUND({ runs: edited })), BY);
    expect(gate(source, bytes)).toMatchObject({ passed: true });
    expect(gate(source, bytes).findings?.flatMap((one) => one.change?.fate ?? [])).toEqual(["kept", "kept"]);
    expect(lines(acceptAll(bytes))[1]).toBe("We counted the many drops of rain in every town, and wrote them down.");
  });

  it("bring new comments, and replies to the author's", () => {
    const source = built(AROUND({ runs: RUNS, comments: [0] }), [{ text: "Is this so?", author: "Ada" }]);
    const copy = built(AROUND({ runs: RUNS, comments: [0, 1, 2] }), [
      { text: "Is this so?", author: "Ada" },
      { text: "It is.", author: "Ed", replyTo: 0 },
      { text: "Which towns?", author: "Ed" },
    ]);
    const { bytes } = graftDocx(source, copy, BY);
    const { comments } = read(bytes);
    expect(comments.map(({ author, text }) => `${author}: ${text}`).sort()).toEqual([
      "Ada: Is this so?",
      "Ed: It is.",
      "Ed: Which towns?",
    ]);
    const asked = comments.find((one) => one.text === "Is this so?")!;
    expect(comments.find((one) => one.text === "It is.")!.replyTo).toBe(asked.id);
    expect(comments.every((one) => one.paragraph?.text.startsWith("We counted"))).toBe(true);
  });

  it("bring comments to a file that had none", () => {
    const copy = built(AROUND({ runs: RUNS, comments: [0] }), [{ text: "Which\ntowns?", author: "Ed" }]);
    const source = built(AROUND({ runs: RUNS }));
    expect(read(graftDocx(source, copy, BY).bytes).comments).toMatchObject([{ author: "Ed", text: "Which\ntowns?" }]);
  });

  it("say what they leave out", () => {
    const copy = built(AROUND({ runs: [RUNS[0]!, { ...RUNS[1]!, formatChanged: true, ...ed }, RUNS[2]!] }));
    const source = built(AROUND({ runs: [RUNS[0]!, { text: "drops" }, RUNS[2]!] }));
    expect(graftDocx(source, copy, BY).leftOut).toEqual(["1 formatting change"]);
  });
});

describe("a tracked copy that we make", () => {
  it("keeps the look of a copy from Word if everything in it can be tracked", () => {
    const source = built(AROUND({ runs: RUNS }));
    const copy = built(AROUND({ runs: [RUNS[0]!, { text: "drops" }, RUNS[2]!] }));
    const made = makeTrackedCopyOf(source, copy, BY);
    expect(made.leftOut).toEqual([]);
    expect(read(made.bytes).formatChanges).toBe(1);
  });

  it("is never one that the gate refuses", () => {
    const source = built(AROUND({ runs: RUNS }));
    const zip = openZip(built(AROUND({ runs: [{ text: "We saw the " }, ...RUNS.slice(1)] })));
    const xml = readPart(zip, "word/document.xml")!.toString();
    const merged = xml.replace(/<w:tc>(?:(?!<w:tc>).)*?1200.*?<\/w:tc>/s, "");
    expect(merged).not.toBe(xml);
    const copy = rewriteZip(zip, new Map([["word/document.xml", Buffer.from(merged)]]));
    const { bytes } = makeTrackedCopyOf(source, copy, BY);
    expect(gate(source, bytes)).toMatchObject({ passed: true, untracked: [] });
  });
});
