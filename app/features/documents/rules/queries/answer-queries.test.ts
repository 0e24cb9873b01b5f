import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tries } from "#boot/testing/tries.ts";
import { answerQueries, type QueryAnswer } from "./answer-queries.ts";
import { buildDocx } from "../docx/build-docx.ts";
import type { DocxSpec, ParagraphSpec, RunSpec } from "../docx/docx-spec.ts";
import { readDocx, readOriginal } from "../docx/docx-reader.ts";
import { readQueries } from "./queries.ts";
import type { QueryEdit } from "./query-options.ts";
import { acceptAll, listRevisions, rejectAll, reviseSome } from "../docx/revise-docx.ts";
import { openZip, readPart, rewriteZip } from "../docx/zip.ts";

const AUTHOR = "Dr. Amara Osei";
const DATE = "2026-11-21T09:00:00Z";
const part = (bytes: Buffer, name: string) => readPart(openZip(bytes), name)?.toString() ?? null;
const text = (bytes: Buffer, view: "final" | "original" = "final") =>
  (view === "final" ? readDocx : readOriginal)(bytes)
    .paragraphs.map((one) => one.text)
    .join("\n");
const answer = (
  id: string,
  edit: QueryEdit | null = null,
  words = "Yes, 2019.",
  label = "Replace it",
): QueryAnswer => ({ id, choice: edit ? { label, edit } : null, text: words, date: DATE });
const write = (bytes: Buffer, answers: QueryAnswer[]) => answerQueries(bytes, answers, { author: AUTHOR });
/** The document without the client's changes. */
const withoutOurs = (bytes: Buffer): Buffer =>
  reviseSome(
    bytes,
    new Map(listRevisions(bytes).flatMap((one) => (one.author === AUTHOR ? [[one.id, "reject"] as const] : []))),
  );
const replace = (from: string, to: string): QueryEdit => ({ kind: "replace", from, text: to });
const asks = (runs: RunSpec[], extra: Partial<DocxSpec> = {}): Buffer =>
  buildDocx({ author: "Jonas Weber", paragraphs: [{ runs }], comments: [{ text: "Affect or effect?" }], ...extra });

describe("answers as replies", () => {
  const plain = asks([{ text: "Rain has an " }, { text: "affect", comments: [0] }, { text: " on soils." }]);

  it("are in the thread under the author's name, and the comment stays open if the answer is only text", () => {
    const { bytes, written } = write(plain, [answer("0", null, "Meters & <feet>\nas before")]);
    expect(written).toEqual([{ id: "0", replied: true, edit: "none", resolved: false }]);
    expect(readDocx(bytes).comments).toMatchObject([
      { id: "0", resolved: false },
      { id: "1", author: AUTHOR, date: DATE, text: "Meters & <feet>\nas before", replyTo: "0" },
    ]);
    expect(part(bytes, "word/document.xml")).toContain(
      '<w:commentRangeStart w:id="0"/><w:commentRangeStart w:id="1"/><w:r>',
    );
    expect(part(bytes, "word/document.xml")).toContain(
      '<w:commentReference w:id="0"/></w:r><w:commentRangeEnd w:id="1"/><w:r><w:commentReference w:id="1"/></w:r>',
    );
    expect(text(bytes)).toBe(text(plain));
    expect(readQueries(bytes).filter((one) => one.asks)).toEqual([]);
  });

  it("leave every other part unchanged, byte for byte", () => {
    const { bytes } = write(plain, [answer("0")]);
    for (const name of openZip(plain).entries.keys())
      if (!/document\.xml$|comments/.test(name))
        expect(readPart(openZip(bytes), name)?.equals(readPart(openZip(plain), name) ?? Buffer.alloc(0)), name).toBe(
          true,
        );
    expect(write(plain, []).bytes.equals(plain)).toBe(true);
  });

  it("go to the comment that started the thread, after existing replies", () => {
    const { bytes } = write(
      asks([{ text: "affect", comments: [0, 1] }], {
        comments: [{ text: "Which?" }, { text: "Or both?", replyTo: 0 }],
      }),
      [answer("0")],
    );
    expect(readDocx(bytes).comments.map(({ id, replyTo }) => [id, replyTo])).toEqual([
      ["0", null],
      ["1", "0"],
      ["2", "0"],
    ]);
    expect(part(bytes, "word/document.xml")?.match(/commentReference w:id="\d"/g)).toEqual([
      'commentReference w:id="0"',
      'commentReference w:id="1"',
      'commentReference w:id="2"',
    ]);
  });

  it("create what a file without threads lacks: paragraph ids, the list of threads, its type and relationship", () => {
    const zip = openZip(plain);
    const bare = rewriteZip(
      zip,
      new Map<string, Buffer | null>([
        ["word/commentsExtended.xml", null],
        [
          "word/comments.xml",
          Buffer.from(
            '<?xml version="1.0"?><w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:comment w:id="0" w:author="Jonas Weber"><w:p><w:pPr><w:pStyle w:val="CommentText"/></w:pPr><w:r><w:annotationRef/></w:r><w:r><w:t>Which?</w:t></w:r></w:p></w:comment></w:comments>',
          ),
        ],
        [
          "word/_rels/document.xml.rels",
          Buffer.from(
            (part(plain, "word/_rels/document.xml.rels") ?? "").replace(
              /<Relationship [^>]*commentsExtended"[^>]*\/>/,
              "",
            ),
          ),
        ],
        [
          "[Content_Types].xml",
          Buffer.from(
            (part(plain, "[Content_Types].xml") ?? "").replace(
              /<Override PartName="\/word\/commentsExtended[^>]*\/>/,
              "",
            ),
          ),
        ],
      ]),
    );
    const { bytes } = write(bare, [answer("0", { kind: "keep" })]);
    expect(readDocx(bytes).comments).toMatchObject([
      { id: "0", resolved: true },
      { id: "1", replyTo: "0", author: AUTHOR },
    ]);
    expect(part(bytes, "[Content_Types].xml")).toContain('PartName="/word/commentsExtended.xml"');
    expect(part(bytes, "word/comments.xml")).toMatch(/<w:comments [^>]*mc:Ignorable="w14"/);
  });

  it("report a comment that isn't anchored in the text", () => {
    const lost = rewriteZip(
      openZip(plain),
      new Map([
        [
          "word/document.xml",
          Buffer.from(
            (part(plain, "word/document.xml") ?? "").replace(/<w:comment(?:RangeStart|RangeEnd|Reference)[^>]*>/g, ""),
          ),
        ],
      ]),
    );
    const { bytes, written } = write(lost, [answer("0"), answer("77")]);
    expect(written.map((one) => one.replied)).toEqual([false, false]);
    expect(bytes.equals(lost)).toBe(true);
  });

  it("are added to the ids and people that Word stores with comments", () => {
    const relations = (part(plain, "word/_rels/document.xml.rels") ?? "").replace(
      "</Relationships>",
      '<Relationship Id="rId90" Type="http://schemas.microsoft.com/office/2016/09/relationships/commentsIds" Target="commentsIds.xml"/><Relationship Id="rId91" Type="http://schemas.microsoft.com/office/2011/relationships/people" Target="people.xml"/></Relationships>',
    );
    const rich = rewriteZip(
      openZip(plain),
      new Map([
        ["word/_rels/document.xml.rels", Buffer.from(relations)],
        [
          "word/commentsIds.xml",
          Buffer.from('<w16cid:commentsIds xmlns:w16cid="http://schemas.microsoft.com/office/word/2016/wordml/cid"/>'),
        ],
        [
          "word/people.xml",
          Buffer.from('<w15:people xmlns:w15="http://schemas.microsoft.com/office/word/2012/wordml"></w15:people>'),
        ],
      ]),
    );
    const { bytes } = write(rich, [answer("0")]);
    expect(part(bytes, "word/commentsIds.xml")).toMatch(
      /<w16cid:commentId w16cid:paraId="[0-9A-F]{8}" w16cid:durableId="[0-9A-F]{8}"\/><\/w16cid:commentsIds>/,
    );
    expect(part(bytes, "word/people.xml")).toContain(`w15:author="${AUTHOR}"`);
  });
});

describe("choices as tracked changes", () => {
  const cases: [string, RunSpec[], QueryEdit, string][] = [
    [
      "a word",
      [{ text: "Rain has an " }, { text: "affect", bold: true, comments: [0] }, { text: " on soils." }],
      replace("affect", "effect"),
      "Rain has an effect on soils.",
    ],
    [
      "part of a run",
      [{ text: "an affect on soils", comments: [0] }, { text: "." }],
      replace("affect", "effect"),
      "an effect on soils.",
    ],
    [
      "several words, in the format of their run",
      [
        { text: "an ", comments: [] },
        { text: "affect on soils", italic: true, comments: [0] },
      ],
      replace("affect on", "effect on all"),
      "an effect on all soils",
    ],
    [
      "a word with its space",
      [{ text: "a " }, { text: "very", comments: [0] }, { text: " dry year" }],
      { kind: "delete" },
      "a dry year",
    ],
    [
      "a word before a comma",
      [{ text: "dry" }, { text: " " }, { text: "indeed", comments: [0] }, { text: ", and cold" }],
      { kind: "delete" },
      "dry, and cold",
    ],
    [
      "the editor's own insertion",
      [{ text: "has " }, { text: "an affect here", ins: true, comments: [0] }, { text: "." }],
      replace("affect", "effect"),
      "has an effect here.",
    ],
    [
      "all of an insertion",
      [{ text: "has " }, { text: "affect", del: true }, { text: "effect", ins: true, comments: [0] }, { text: "." }],
      replace("effect", "impact"),
      "has impact.",
    ],
  ];
  it.each(cases)("%s", (_, runs, edit, expected) => {
    const before = asks(runs);
    const { bytes, written } = write(before, [answer("0", edit, "", "Replace it")]);
    expect(written).toEqual([{ id: "0", replied: true, edit: "made", resolved: true }]);
    expect(text(bytes)).toBe(expected);
    expect(text(withoutOurs(bytes))).toBe(text(before));
    expect(text(rejectAll(bytes))).toBe(text(rejectAll(before)));
    expect(text(acceptAll(bytes))).toBe(expected);
    expect(readDocx(bytes).comments).toMatchObject([{ resolved: true }, { text: "Replace it.", replyTo: "0" }]);
  });

  it("keep the format of the words they replace, even if one run is changed twice", () => {
    const before = asks([{ text: "this affect and that affekt", bold: true, comments: [0, 1] }], {
      comments: [{ text: "1?" }, { text: "2?" }],
    });
    const { bytes } = write(before, [
      answer("0", replace("affect", "effect"), ""),
      answer("1", replace("affekt", "effect"), ""),
    ]);
    expect(text(bytes)).toBe("this effect and that effect");
    expect(part(bytes, "word/document.xml")?.match(/<w:r><w:rPr><w:b\/><\/w:rPr>/g)?.length).toBe(6);
  });

  it.each<[string, Buffer, QueryEdit]>([
    [
      "a field's result",
      asks([
        { text: "see ", comments: [] },
        { text: "affect", field: "REF x", comments: [0] },
      ]),
      replace("affect", "effect"),
    ],
    [
      "words that were moved",
      asks([
        { text: "affect", moveFrom: "m", comments: [] },
        { text: "affect", moveTo: "m", comments: [0] },
      ]),
      replace("affect", "effect"),
    ],
    [
      "a format that is tracked",
      asks([{ text: "affect", formatChanged: true, comments: [0] }]),
      replace("affect", "effect"),
    ],
    ["words that a tracked change deletes", asks([{ text: "affect", del: true, comments: [0] }]), { kind: "delete" }],
    ["words that occur twice", asks([{ text: "effect, effect", comments: [0] }]), replace("effect", "x")],
    ["a tab", asks([{ text: "a\tb", comments: [0] }]), { kind: "delete" }],
  ])("leave %s unchanged, and the reply says so", (_, before, edit) => {
    const { bytes, written } = write(before, [answer("0", edit, "")]);
    expect(written).toEqual([{ id: "0", replied: true, edit: "left", resolved: false }]);
    expect(readDocx(bytes).comments[1]?.text).toContain("Not changed in the text");
    expect(text(bytes)).toBe(text(before));
    expect(listRevisions(bytes).filter((one) => one.author === AUTHOR)).toEqual([]);
  });

  it("leave words that span paragraphs unchanged", () => {
    const two = buildDocx({
      author: "Jonas Weber",
      paragraphs: [{ runs: [{ text: "one affect" }] }, { text: "two" }],
      comments: [{ text: "Which?" }],
    });
    const xml = (part(two, "word/document.xml") ?? "")
      .replace("<w:p><w:r>", '<w:p><w:commentRangeStart w:id="0"/><w:r>')
      .replace(/(two<\/w:t><\/w:r>)/, '$1<w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>');
    const before = rewriteZip(openZip(two), new Map([["word/document.xml", Buffer.from(xml)]]));
    expect(readQueries(before)[0]).toMatchObject({ quote: "one affect\ntwo", editable: false });
    const { bytes, written } = write(before, [answer("0", replace("affect", "effect"))]);
    expect(written[0]).toMatchObject({ replied: true, edit: "left" });
    expect(text(bytes)).toBe("one affect\ntwo");
    expect(readDocx(bytes).comments[1]).toMatchObject({ replyTo: "0" });
  });

  it("properties: with any answers, every answer is a reply, and rejecting our changes restores the text", () => {
    const word = fc.constantFrom("alpha ", "beta", " gamma, ", "\u4e2d\u6587", "a\u00a0b", "x\ty", "del ta");
    const runs = fc.array(
      fc.record({
        text: word,
        bold: fc.boolean(),
        way: fc.constantFrom("", "", "ins", "del", "moveTo"),
        comment: fc.boolean(),
        author: fc.constantFrom("Ed", "Ann"),
      }),
      { minLength: 1, maxLength: 6 },
    );
    fc.assert(
      fc.property(
        fc.array(runs, { minLength: 1, maxLength: 4 }),
        fc.constantFrom<QueryEdit["kind"]>("delete", "replace", "keep"),
        (paragraphs, kind) => {
          let n = 0;
          const spec: DocxSpec = {
            paragraphs: paragraphs.map((list): ParagraphSpec => ({
              runs: list.map(({ way, comment, ...rest }): RunSpec => ({
                ...rest,
                ...(way === "" ? {} : way === "moveTo" ? { moveTo: "m" } : { [way]: true }),
                ...(comment ? { comments: [n++] } : {}),
              })),
            })),
          };
          const before = buildDocx({ ...spec, comments: Array.from({ length: n }, (_, i) => ({ text: `${i}?` })) });
          if (n === 0) return;
          const queries = readQueries(before);
          const { bytes, written } = write(
            before,
            queries.map((one) => answer(one.id, kind === "replace" ? replace(one.quote, "NEW") : { kind })),
          );
          expect(written.length).toBe(n);
          expect(readDocx(bytes).comments.filter((one) => one.replyTo !== null).length).toBe(n);
          expect(text(withoutOurs(bytes))).toBe(text(before));
          expect(text(rejectAll(bytes))).toBe(text(rejectAll(before)));
          expect(written.every((one, i) => queries[i]?.editable || kind === "keep" || one.edit === "left")).toBe(true);
        },
      ),
      tries(150),
    );
  }, 30_000);
});

const corpus = new URL("../../../../../../shared/corpus/", import.meta.url);
const there = existsSync(corpus);
if (!there) console.warn("Skipped: answers in real documents (../shared/corpus is not there).");

describe.skipIf(!there)("answers in real documents", () => {
  const files = there
    ? [
        ...readdirSync(new URL("docx/", corpus)).map((file) => `docx/${file}`),
        "synthetic/scipy_manuscript_redline_comments.docx",
      ]
    : [];
  it("every comment of the corpus can be answered, and nothing else changes", () => {
    let documents = 0;
    let replies = 0;
    let edits = 0;
    for (const file of files) {
      const before = readFileSync(new URL(file, corpus));
      let queries;
      try {
        queries = readQueries(before);
      } catch {
        continue;
      }
      if (queries.length === 0) continue;
      documents++;
      const had = readDocx(before).comments.length;
      const { bytes, written } = write(
        before,
        queries.map((one, i) =>
          answer(one.id, i % 2 === 0 ? { kind: "delete" } : one.quote === "" ? null : replace(one.quote, "NEW WORDS")),
        ),
      );
      const model = readDocx(bytes);
      const done = written.filter((one) => one.replied).length;
      expect(model.comments.length, file).toBe(had + done);
      expect(model.comments.filter((one) => one.author === AUTHOR && one.replyTo !== null).length, file).toBe(done);
      expect(text(withoutOurs(bytes)), file).toBe(text(before));
      replies += done;
      edits += written.filter((one) => one.edit === "made").length;
    }
    expect(documents).toBeGreaterThan(15);
    expect(replies).toBeGreaterThan(300);
    expect(edits).toBeGreaterThan(100);
  }, 60_000);
});
