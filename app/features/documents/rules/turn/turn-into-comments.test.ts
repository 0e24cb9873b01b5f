import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tries } from "#boot/testing/tries.ts";
import { compareDocx } from "../compare/compare-docx.ts";
import { buildDocx } from "../docx/build-docx.ts";
import type { DocxSpec, ParagraphSpec, RunSpec } from "../docx/docx-spec.ts";
import { openDocx } from "../docx/docx-package.ts";
import { readDocx, readOriginal } from "../docx/docx-reader.ts";
import { acceptAll, listRevisions, rejectAll, reviseSome } from "../docx/revise-docx.ts";
import { openZip, readPart, rewriteZip } from "../docx/zip.ts";
import { editsOf } from "../explore/edits.ts";
import { gateDocx } from "../gate/gate-docx.ts";
import { Refused } from "../readers/refusal.ts";
import { turnIntoComments } from "./turn-into-comments.ts";

const text = (bytes: Buffer, view: "final" | "original" = "final"): string =>
  (view === "final" ? readDocx : readOriginal)(bytes)
    .paragraphs.map((one) => one.text.trim())
    .filter((line) => line !== "")
    .join("\n");
const edits = (bytes: Buffer) => editsOf(listRevisions(bytes)).edits;
const shown = (bytes: Buffer): string[] =>
  listRevisions(bytes).map(({ kind, author, date, text: words }) => [kind, author, date, words].join("|"));
const part = (bytes: Buffer, name: string): string => readPart(openZip(bytes), name)?.toString() ?? "";
const withPart = (bytes: Buffer, name: string, xml: string): Buffer =>
  rewriteZip(openZip(bytes), new Map([[name, Buffer.from(xml)]]));
const turn = (bytes: Buffer, ...ids: number[]): Buffer => turnIntoComments(bytes, new Set(ids)).bytes;
const comments = (bytes: Buffer) => readDocx(bytes).comments;

const doc = (runs: RunSpec[], more: Partial<DocxSpec> = {}): Buffer =>
  buildDocx({
    author: "Jonas Weber",
    at: "2026-11-21T10:00:00Z",
    paragraphs: [{ runs }, { text: "The last paragraph." }],
    ...more,
  });

describe("turning changes into comments", () => {
  it("puts a replacement into one comment by the same editor, with its date", () => {
    const bytes = doc([{ text: "We " }, { text: "did", del: true }, { text: "made", ins: true }, { text: " it." }]);
    const after = turn(bytes, 1);
    expect(text(after)).toBe("We did it.\nThe last paragraph.");
    expect(listRevisions(after)).toEqual([]);
    expect(comments(after)).toMatchObject([
      { author: "Jonas Weber", date: "2026-11-21T10:00:00Z", text: "Suggested: “made” instead of “did”." },
    ]);
    expect(part(after, "word/document.xml")).toContain(
      '<w:commentRangeStart w:id="0"/><w:r><w:t xml:space="preserve">did</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>',
    );
  });

  it("says what each kind of change suggested", () => {
    const said = (runs: RunSpec[]): string => comments(turn(doc(runs), 1))[0]?.text ?? "";
    expect(said([{ text: "a " }, { text: "very ", ins: true }, { text: "b" }])).toBe("Suggested: add “very”.");
    expect(said([{ text: "a " }, { text: "very ", del: true }, { text: "b" }])).toBe("Suggested: delete “very”.");
    expect(said([{ text: "in situ", italic: true, formatChanged: true }])).toBe("Suggested: italic for “in situ”.");
    expect(
      said([
        { text: "One more. ", moveFrom: "m" },
        { text: "It was so late then. " },
        { text: "One more. ", moveTo: "m" },
      ]),
    ).toBe("Suggested: move “One more.” to after “It was so late then.”.");
  });

  it("returns a new paragraph, a table row, and a split to what they were", () => {
    const bytes = buildDocx({
      author: "Ed",
      paragraphs: [
        { text: "First." },
        { runs: [{ text: "Added.", ins: true }], mark: "ins" },
        { runs: [{ text: "Half" }], mark: "ins" },
        { text: " and half." },
        { table: [["a"], ["new row"], ["b"]], inserted: [1] },
        { text: "End." },
      ],
    });
    const all = new Set(listRevisions(bytes).map((one) => one.id));
    const { bytes: after, turned } = turnIntoComments(bytes, all);
    expect(text(after)).toBe(text(bytes, "original"));
    expect(comments(after).length).toBe(turned);
    expect(comments(after).map((one) => one.text)).toEqual([
      "Suggested: add “Added.”.",
      "Suggested: start a new paragraph here.",
      "Suggested: add a table row: “new row”.",
    ]);
  });

  it("leaves every part byte for byte that isn't about the change or its comment", () => {
    const bytes = doc([{ text: "a" }, { text: "b", del: true }], { comments: [{ text: "Why?", author: "Ann" }] });
    const after = turn(bytes, 1);
    for (const name of openZip(bytes).entries.keys())
      if (!/document\.xml$|comments/.test(name)) expect(part(after, name), name).toBe(part(bytes, name));
    expect(turnIntoComments(bytes, new Set([99]))).toEqual({ bytes, turned: 0 });
  });

  it("creates the comments part once", () => {
    const bytes = doc([{ text: "a" }, { text: "b", del: true }, { text: "c" }, { text: "d", ins: true }]);
    expect(part(bytes, "word/comments.xml")).toBe("");
    const after = turn(turn(bytes, 1), 1);
    expect(comments(after).length).toBe(2);
    expect(part(after, "[Content_Types].xml").match(/comments\+xml/g)?.length).toBe(1);
    expect(part(after, "word/_rels/document.xml.rels").match(/relationships\/comments"/g)?.length).toBe(1);
  });

  it("refuses what isn't a Word file", () => {
    expect(() => turnIntoComments(Buffer.from("x"), new Set([1]))).toThrow(Refused);
  });
});

/** What must hold after any changes were turned, one after the other. */
function judge(bytes: Buffer, picks: readonly number[], name: string): Buffer {
  let now = bytes;
  for (const pick of picks) {
    const before = edits(now);
    if (before.length === 0) break;
    const edit = before[pick % before.length];
    if (!edit) break;
    const had = comments(now).length;
    const left = new Map<string, number>();
    const count = (line: string, by: number) => left.set(line, (left.get(line) ?? 0) + by);
    for (const line of shown(now)) count(line, 1);
    for (const id of edit.ids) count(shown(now)[id - 1] as string, -1);
    const expected = text(reviseSome(now, new Map(edit.ids.map((id) => [id, "reject"]))));
    const { bytes: after, turned } = turnIntoComments(now, new Set([edit.ids[0] as number]));
    expect(turned, name).toBe(1);
    expect(text(after), name).toBe(expected);
    expect(text(after, "original"), name).toBe(text(bytes, "original"));
    const rejected = shown(reviseSome(now, new Map(edit.ids.map((id) => [id, "reject"]))));
    expect(shown(after), name).toEqual(rejected);
    expect(comments(after).length, name).toBe(had + 1);
    expect(() => openDocx(after), name).not.toThrow();
    now = after;
  }
  expect(text(rejectAll(now)), name).toBe(text(rejectAll(bytes)));
  return now;
}

describe("properties", () => {
  const run = fc.record({
    text: fc.constantFrom("one two", "a", " and ", "Some more words.", "12%", " "),
    way: fc.constantFrom("", "", "ins", "del", "formatChanged", "moveFrom", "moveTo"),
  });
  const paragraph = fc.record({
    runs: fc.array(run, { maxLength: 5 }),
    mark: fc.constantFrom(undefined, undefined, "ins" as const, "del" as const),
  });
  it("any changes, in any order: rejecting all yields the source, and the rest stays", () => {
    fc.assert(
      fc.property(
        fc.array(paragraph, { minLength: 1, maxLength: 5 }),
        fc.array(fc.nat(30), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        (paragraphs, picks, table) => {
          let moved = "";
          const spec: DocxSpec = {
            author: "Ed",
            paragraphs: [
              ...paragraphs.map(({ runs, mark }): ParagraphSpec => ({
                runs: runs.map(({ way, text: words }): RunSpec => {
                  if (way === "moveFrom" || way === "moveTo") {
                    if (moved.includes(way)) return { text: words };
                    moved += way;
                    return { text: words, [way]: "m" };
                  }
                  return { text: words, ...(way === "" ? {} : { [way]: true }) };
                }),
                ...(mark ? { mark } : {}),
              })),
              ...(table ? [{ table: [["a"], ["b"], ["c"]], inserted: [1], deleted: [0] }] : []),
              { text: "The end." },
            ],
          };
          judge(buildDocx(spec), picks, JSON.stringify(spec));
        },
      ),
      tries(600),
    );
  }, 60_000);
});

const corpus = new URL("../../../../../../shared/corpus/docx/", import.meta.url);
const there = existsSync(corpus);
if (!there) console.warn("Skipped: turning changes of real documents (../shared/corpus is not there).");

describe.skipIf(!there)("real documents", () => {
  const files = there ? readdirSync(corpus).filter((name) => name.endsWith(".docx")) : [];
  const readable = (name: string): Buffer | null => {
    const bytes = readFileSync(new URL(name, corpus));
    try {
      return bytes.length < 400_000 && readDocx(bytes).paragraphs.length > 0 ? bytes : null;
    } catch {
      return null;
    }
  };

  it("with tracked changes: some turned, then all", () => {
    let documents = 0;
    for (const [i, name] of files.entries()) {
      const bytes = readable(name);
      if (!bytes || listRevisions(bytes).length === 0) continue;
      documents++;
      judge(bytes, [i, 3 * i + 1], name);
      const count = edits(bytes).length;
      const all = turnIntoComments(bytes, new Set(listRevisions(bytes).map((one) => one.id)));
      expect(all.turned, name).toBe(count);
      expect(listRevisions(all.bytes), name).toEqual([]);
      expect(text(all.bytes), name).toBe(text(rejectAll(bytes)));
      expect(comments(all.bytes).length, name).toBe(comments(bytes).length + count);
    }
    expect(documents).toBeGreaterThan(15);
  }, 120_000);

  it("edited and compared: the gate still passes, and every comment can be read", () => {
    let documents = 0;
    for (const [i, name] of files.entries()) {
      if (i % 2 !== 0 || documents >= 25) continue;
      const source = readable(name);
      if (!source || source.length > 100_000 || listRevisions(source).length > 0) continue;
      const xml = part(source, openDocx(source).main);
      const edited = xml.replace(
        /(<w:t(?: [^>]*)?>)([^<]{6,})(<\/w:t>)/g,
        (whole, open: string, words: string, close: string, at: number) =>
          at % 3 === 0 ? `${open}${words.replace(/(\w+) (\w+)/, "changed $2 more")}${close}` : whole,
      );
      if (edited === xml) continue;
      const copy = withPart(source, openDocx(source).main, edited);
      const { bytes } = compareDocx(rejectAll(source), copy, { author: "Ed", date: "2026-11-21T10:00:00Z" });
      if (edits(bytes).length === 0 || !gateDocx(source, bytes).passed) continue;
      documents++;
      const half = turnIntoComments(
        bytes,
        new Set(listRevisions(bytes).flatMap(({ id }) => (id % 3 === 0 ? [id] : []))),
      );
      const whole = turnIntoComments(half.bytes, new Set(listRevisions(half.bytes).map((one) => one.id)));
      for (const made of [half, whole]) expect(gateDocx(source, made.bytes).untracked, name).toEqual([]);
      expect(text(whole.bytes), name).toBe(text(source));
      expect(text(acceptAll(half.bytes)), name).toBe(text(half.bytes));
      expect(comments(whole.bytes).length, name).toBe(comments(source).length + half.turned + whole.turned);
    }
    expect(documents).toBeGreaterThan(8);
  }, 120_000);
});
