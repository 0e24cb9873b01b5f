import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tries } from "#boot/testing/tries.ts";
import { buildDocx } from "./build-docx.ts";
import type { ParagraphSpec, RunSpec, TableSpec } from "./docx-spec.ts";
import { readDocx, readOriginal } from "./docx-reader.ts";
import { cleanCopy } from "./clean-copy.ts";
import { acceptAll, listRevisions, rejectAll, reviseSome } from "./revise-docx.ts";
import { receiptOf } from "../readers/receipt-of.ts";
import { openZip, readPart, rewriteZip } from "./zip.ts";

const text = (bytes: Buffer, view: "final" | "original" = "final") =>
  (view === "final" ? readDocx : readOriginal)(bytes)
    .paragraphs.map((one) => one.text)
    .filter((one) => one !== "");
const part = (bytes: Buffer, name: string) => readPart(openZip(bytes), name)?.toString() ?? null;

const word = fc.constantFrom("alpha", "beta ", " gamma", "\u4e2d\u6587", "a\u00a0b", "x\ty", "delta-2 ");
const run: fc.Arbitrary<RunSpec> = fc
  .record(
    {
      text: word,
      bold: fc.boolean(),
      author: fc.constantFrom("Ed", "Ann"),
      way: fc.constantFrom("", "", "ins", "del", "moveFrom", "moveTo"),
      formatChanged: fc.boolean(),
      footnote: fc.option(word, { nil: undefined, freq: 5 }),
    },
    { requiredKeys: ["text", "way"] },
  )
  .map(({ way, ...rest }) => ({
    ...rest,
    ...(way === "ins" ? { ins: true } : way === "del" ? { del: true } : way === "" ? {} : { [way]: "m1" }),
  }));
const paragraph: fc.Arbitrary<ParagraphSpec> = fc.record({
  runs: fc.array(run, { maxLength: 5 }),
  heading: fc.constantFrom(undefined, undefined, 1, 2) as fc.Arbitrary<1 | 2 | undefined>,
  mark: fc.constantFrom(undefined, undefined, "ins", "del") as fc.Arbitrary<"ins" | "del" | undefined>,
});
const table: fc.Arbitrary<TableSpec> = fc.record({
  table: fc.array(fc.array(word, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 }),
  inserted: fc.constantFrom([], [0]),
  deleted: fc.constantFrom([], [1]),
});
const documents = fc
  .array(fc.oneof({ weight: 5, arbitrary: paragraph }, { weight: 1, arbitrary: table }), { minLength: 1, maxLength: 8 })
  .map((paragraphs) => buildDocx({ paragraphs }));

describe("accepting and rejecting all changes", () => {
  it("does what the marks say", () => {
    const bytes = buildDocx({
      paragraphs: [
        { runs: [{ text: "The " }, { text: "old", del: true }, { text: "new", ins: true }, { text: " text" }] },
        { runs: [{ text: "Joined " }], mark: "del" },
        { text: "to this" },
        {
          table: [
            ["keep", "1"],
            ["drop", "2"],
          ],
          deleted: [1],
        },
      ],
    });
    expect(text(acceptAll(bytes))).toEqual(["The new text", "Joined to this", "keep", "1"]);
    expect(text(rejectAll(bytes))).toEqual(["The old text", "Joined ", "to this", "keep", "1", "drop", "2"]);
  });

  it("leaves no revision, and the same text the reader sees without rewriting", () => {
    fc.assert(
      fc.property(documents, (bytes) => {
        for (const [made, view] of [
          [acceptAll(bytes), "final"],
          [rejectAll(bytes), "original"],
        ] as const) {
          const model = readDocx(made);
          expect(model.changes.length + model.formatChanges + model.otherChanges).toBe(0);
          expect(part(made, "word/document.xml")).not.toMatch(/<w:(?:ins|del|move|delText|rPrChange)/);
          expect(text(made)).toEqual(text(bytes, view));
          expect(receiptOf(model).words).toBe(receiptOf((view === "final" ? readDocx : readOriginal)(bytes)).words);
        }
      }),
      tries(100),
    );
  }, 30_000);

  it("changes no byte if nothing is tracked", () => {
    const bytes = buildDocx({
      paragraphs: [
        { text: "Plain", heading: 1 },
        { text: "text", comments: [0] },
      ],
      comments: [{ text: "Hm" }],
    });
    expect(acceptAll(bytes).equals(bytes)).toBe(true);
    expect(rejectAll(bytes).equals(bytes)).toBe(true);
  });

  it("copies parts without changes byte for byte", () => {
    const bytes = buildDocx({ paragraphs: [{ runs: [{ text: "a", ins: true, footnote: "note" }] }] });
    const accepted = acceptAll(bytes);
    for (const name of ["word/styles.xml", "word/footnotes.xml", "docProps/core.xml"]) {
      const [before, after] = [openZip(bytes), openZip(accepted)].map((zip) => {
        const entry = zip.entries.get(name);
        return zip.bytes.subarray(entry?.start, (entry?.dataStart ?? 0) + (entry?.packedSize ?? 0));
      });
      expect(after?.equals(before ?? Buffer.alloc(0))).toBe(true);
    }
  });
});

describe("accepting and rejecting some changes", () => {
  const all = (bytes: Buffer, decision: "accept" | "reject") =>
    new Map(listRevisions(bytes).map((one) => [one.id, decision]));

  it("numbers what people see as one change", () => {
    const bytes = buildDocx({
      paragraphs: [
        {
          runs: [
            { text: "The " },
            { text: "old", del: true },
            { text: "er", del: true, bold: true },
            { text: "new", ins: true },
            { text: " text " },
            { text: "more", ins: true },
            { text: "!", ins: true, author: "Ann" },
          ],
        },
        { runs: [{ text: "gone", del: true }], mark: "del" },
        {
          runs: [
            { text: "too", del: true },
            { text: " and " },
            { text: "moved", moveFrom: "m" },
            { text: " here " },
            { text: "moved", moveTo: "m" },
          ],
        },
        {
          table: [
            ["keep", "1"],
            ["drop", "2"],
          ],
          deleted: [1],
        },
      ],
    });
    expect(listRevisions(bytes).map((one) => [one.kind, one.text])).toEqual([
      ["delete", "older"],
      ["insert", "new"],
      ["insert", "more"],
      ["insert", "!"],
      ["delete", "gone\u00b6too"],
      ["move", "moved"],
      ["deleteRow", "drop2"],
    ]);
  });

  it("says where each is, and which two form a replacement", () => {
    const bytes = buildDocx({
      paragraphs: [
        { text: "Before any heading" },
        { text: "Methods", heading: 1 },
        {
          runs: [
            { text: "We " },
            { text: "did", del: true },
            { text: "made", ins: true },
            { text: " it " },
            { text: "so", del: true },
            { text: "thus", ins: true, author: "Ann" },
            { text: "", footnote: "n" },
          ],
        },
        {},
        { runs: [{ text: "a" }, { text: "b", ins: true }, { text: "c", del: true }] },
        { text: "Results", heading: 2 },
        { table: [["x", { runs: [{ text: "y", ins: true }] }]] },
      ],
    });
    const footnotes = part(bytes, "word/footnotes.xml")!.replace(
      /<w:t xml:space="preserve">n<\/w:t><\/w:r>/,
      '$&<w:ins w:id="900" w:author="Ann"><w:r><w:t>ew</w:t></w:r></w:ins>',
    );
    const made = rewriteZip(openZip(bytes), new Map([["word/footnotes.xml", Buffer.from(footnotes)]]));
    expect(
      listRevisions(made).map(({ text: what, place, replaces }) => [
        what,
        place.story,
        place.section,
        place.paragraph,
        replaces,
      ]),
    ).toEqual([
      ["did", "text", "Methods", 3, null],
      ["made", "text", "Methods", 3, 1],
      ["so", "text", "Methods", 3, null],
      ["thus", "text", "Methods", 3, null],
      ["b", "text", "Methods", 4, null],
      ["c", "text", "Methods", 4, null],
      ["y", "text", "Results", 7, null],
      ["ew", "footnote", "Methods", 1, null],
    ]);
  });

  it("applies each decision, and leaves the others tracked", () => {
    const bytes = buildDocx({
      paragraphs: [
        {
          runs: [
            { text: "a " },
            { text: "b", del: true },
            { text: "c", ins: true },
            { text: " d " },
            { text: "e", ins: true },
          ],
        },
      ],
    });
    const some = reviseSome(
      bytes,
      new Map([
        [1, "accept"],
        [3, "reject"],
      ]),
    );
    expect(text(some)).toEqual(["a c d "]);
    expect(listRevisions(some).map((one) => one.text)).toEqual(["c"]);
    expect(reviseSome(bytes, new Map()).equals(bytes)).toBe(true);
  });

  it("keeps one person's deletion of another's insertion separate", () => {
    const bytes = buildDocx({ paragraphs: [{ text: "x" }] });
    const document = part(bytes, "word/document.xml")!.replace(
      '<w:r><w:t xml:space="preserve">x</w:t></w:r>',
      '<w:ins w:id="1" w:author="A"><w:r><w:t xml:space="preserve">one </w:t></w:r><w:del w:id="2" w:author="B"><w:r><w:delText>two</w:delText></w:r></w:del></w:ins>',
    );
    const nested = rewriteZip(openZip(bytes), new Map([["word/document.xml", Buffer.from(document)]]));
    expect(listRevisions(nested).map((one) => [one.kind, one.author])).toEqual([
      ["insert", "A"],
      ["delete", "B"],
    ]);
    expect(text(reviseSome(nested, new Map([[2, "reject"]])))).toEqual(["one two"]);
    const accepted = reviseSome(nested, new Map([[1, "accept"]]));
    expect(text(accepted)).toEqual(["one "]);
    expect(text(rejectAll(accepted))).toEqual(["one two"]);
  });

  it("deciding everything equals accepting or rejecting all", () => {
    fc.assert(
      fc.property(documents, (bytes) => {
        for (const [decision, whole] of [
          ["accept", acceptAll],
          ["reject", rejectAll],
        ] as const) {
          const made = reviseSome(bytes, all(bytes, decision));
          expect(listRevisions(made)).toEqual([]);
          expect(part(made, "word/document.xml")).toBe(part(whole(bytes), "word/document.xml"));
        }
      }),
      tries(100),
    );
  }, 30_000);

  it("one by one in any order equals all at once", () => {
    fc.assert(
      fc.property(
        documents,
        fc.array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 40, maxLength: 40 }),
        (bytes, order) => {
          const decided = new Map(
            listRevisions(bytes).map((one, i) => [
              one.id,
              order[i % order.length]![1] ? ("accept" as const) : ("reject" as const),
            ]),
          );
          const once = reviseSome(bytes, decided);
          expect(listRevisions(once)).toEqual([]);
          for (const decision of ["accept", "reject"] as const) {
            let made = bytes;
            for (let step = 0; ; step++) {
              const left = listRevisions(made);
              if (left.length === 0) break;
              expect(step).toBeLessThan(400);
              made = reviseSome(made, new Map([[left[order[step % order.length]![0] % left.length]!.id, decision]]));
            }
            expect(text(made)).toEqual(text(bytes, decision === "accept" ? "final" : "original"));
          }
          // Deciding some first and the others later equals deciding all together.
          const first = new Map([...decided].filter(([, way]) => way === "accept"));
          const rest = reviseSome(bytes, first);
          expect(text(reviseSome(rest, all(rest, "reject")))).toEqual(text(once));
        },
      ),
      tries(60),
    );
  }, 60_000);
});

describe("the clean copy", () => {
  const bytes = buildDocx({
    trackRevisions: true,
    creator: "Ada Author",
    paragraphs: [{ runs: [{ text: "Some " }, { text: "new ", ins: true }, { text: "text", comments: [0] }] }],
    comments: [{ text: "Why?", author: "Ed" }],
  });

  it("has no changes or comments, and tracking is off", () => {
    const made = cleanCopy(bytes);
    expect(text(made)).toEqual(["Some new text"]);
    expect([...openZip(made).entries.keys()].filter((name) => /comment/.test(name))).toEqual([]);
    for (const name of ["word/document.xml", "word/_rels/document.xml.rels", "[Content_Types].xml"])
      expect(part(made, name)).not.toMatch(/comment/i);
    expect(part(made, "word/settings.xml")).not.toContain("trackRevisions");
    expect(part(made, "docProps/core.xml")).toContain("Ada Author");
  });

  it("contains no names if they are to be removed", () => {
    const made = cleanCopy(bytes, { scrubAuthors: true });
    expect(readDocx(made).authors).toEqual([]);
    for (const name of openZip(made).entries.keys()) expect(part(made, name)).not.toContain("Ada Author");
  });
});
