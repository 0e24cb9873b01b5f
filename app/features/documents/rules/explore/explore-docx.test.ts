import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { tries } from "#boot/testing/tries.ts";
import { docxOfBody, pictureMarkup } from "../../testing/docx-of-body.ts";
import { buildDocx } from "../docx/build-docx.ts";
import type { ParagraphSpec, RunSpec, TableSpec } from "../docx/docx-spec.ts";
import { readDocx, readOriginal } from "../docx/docx-reader.ts";
import { exploreDocx } from "./explore-docx.ts";
import {
  afterEdit,
  beforeEdit,
  joinParagraphs,
  shownText,
  type Block,
  type Choice,
  type ExplorerModel,
  type Place,
  resolveTies,
  type State,
} from "./explorer-model.ts";
import { listRevisions, reviseSome } from "../docx/revise-docx.ts";
import { openZip, readPart, rewriteZip } from "../docx/zip.ts";

const word = fc.constantFrom("alpha", "beta ", " gamma", "\u4e2d\u6587", "a\u00a0b", "x\ty", "delta-2 ");
const run: fc.Arbitrary<RunSpec> = fc
  .record(
    {
      text: word,
      bold: fc.boolean(),
      hidden: fc.constantFrom(false, false, false, true),
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

/** The blocks of some stories. */
const storyOf = (model: ExplorerModel, place: Place): Block[] =>
  model.places.flatMap((one, i) =>
    one.place === place ? model.blocks.slice(one.block, model.places[i + 1]?.block ?? model.blocks.length) : [],
  );
const read = (bytes: Buffer, view: "final" | "original"): string[] =>
  (view === "final" ? readDocx : readOriginal)(bytes)
    .paragraphs.filter((one) => one.kind !== "footnote" && one.kind !== "endnote" && one.text !== "")
    .map((one) => one.text);

/** With some decisions, the model must show what the revised document says, whatever is undecided. */
function agrees(bytes: Buffer, decided: Map<number, "accept" | "reject">): void {
  const revised = reviseSome(bytes, decided);
  const blocks = storyOf(exploreDocx(bytes), "body");
  const chosen = (id: number): Choice => decided.get(id) ?? null;
  // Side by side: all of the original, and the edited text without what was rejected.
  expect(shownText(blocks, beforeEdit(chosen))).toEqual(read(bytes, "original"));
  expect(shownText(blocks, afterEdit(chosen))).toEqual(read(revised, "final"));
  for (const view of ["final", "original"] as const) {
    const choose = (id: number): Choice => decided.get(id) ?? (view === "final" ? "accept" : "reject");
    expect(shownText(blocks, choose)).toEqual(read(revised, view));
  }
}

/** Every change in the text, by number. */
function idsIn(blocks: readonly Block[]): Set<number> {
  const ids = new Set<number>();
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) {
      if (typeof value[0] === "number" && typeof value[1] === "string") ids.add(value[0]);
      else value.forEach(visit);
    } else if (value && typeof value === "object")
      for (const [key, inner] of Object.entries(value)) {
        if ((key === "f" || key === "y") && Array.isArray(inner)) for (const id of inner) ids.add(id as number);
        else visit(inner);
      }
  };
  visit(blocks);
  return ids;
}

describe("the explorer's model of a document", () => {
  it("contains every change once, in place, with its author and date", () => {
    const bytes = buildDocx({
      paragraphs: [
        { heading: 1, text: "Methods" },
        {
          runs: [
            { text: "The " },
            { text: "old", del: true },
            { text: "new", ins: true, bold: true, formatChanged: true },
            { text: " text" },
            { text: "moved", moveFrom: "m" },
            { text: " here " },
            { text: "moved", moveTo: "m" },
          ],
        },
        { heading: 1, text: "Results" },
        { runs: [{ text: "gone", del: true }], mark: "del" },
        {
          table: [
            ["keep", "1"],
            ["drop", "2"],
          ],
          deleted: [1],
        },
      ],
      author: "Jonas",
    });
    const model = exploreDocx(bytes);
    expect(model.changes.map((one) => [one.id, one.kind, one.section])).toEqual(
      listRevisions(bytes).map((one, i) => [one.id, one.kind, i < 4 ? 0 : 1]),
    );
    expect(model.authors).toEqual(["Jonas"]);
    expect(model.sections.map((one) => [one.title, one.words, one.changes])).toEqual([
      ["Methods", 5, 4],
      ["Results", 6, 2],
    ]);
    expect([...idsIn(model.blocks)].sort((a, b) => a - b)).toEqual(model.changes.map((one) => one.id));
    for (const change of model.changes) expect(idsIn([model.blocks[change.block] as Block])).toContain(change.id);
  });

  it("shows what the document says once some changes are accepted and some rejected", () => {
    fc.assert(
      fc.property(
        documents,
        fc.array(fc.constantFrom("accept", "reject", null), { minLength: 40, maxLength: 40 }),
        (bytes, choices) => {
          const all = listRevisions(bytes);
          const decided = new Map(
            all.flatMap((one, i) => (choices[i % 40] ? [[one.id, choices[i % 40] as "accept" | "reject"]] : [])),
          );
          agrees(bytes, decided);
          const model = exploreDocx(bytes);
          expect(model.changes.map((one) => one.id)).toEqual(all.map((one) => one.id));
          const shown = idsIn(model.blocks);
          // A change without a place in the text belongs to an empty run.
          for (const one of model.changes) if (one.block >= 0 && one.text !== "") expect(shown.has(one.id)).toBe(true);
        },
      ),
      tries(150),
    );
  }, 60_000);

  it("marks on each side of a page only what isn't decided yet", () => {
    const blocks = storyOf(
      exploreDocx(
        buildDocx({
          paragraphs: [
            {
              runs: [
                { text: "old", del: true },
                { text: "new", ins: true },
                { text: "moved", moveFrom: "m" },
                { text: " x " },
                { text: "moved", moveTo: "m" },
              ],
            },
          ],
        }),
      ),
      "body",
    );
    const marked = (choose: (id: number, state?: State) => Choice): string[] =>
      joinParagraphs(blocks, choose).flatMap((shown) =>
        shown && !("rows" in shown)
          ? shown.spans.flatMap((span) => resolveTies(span.c, choose).marks.map(([, state]) => `${state} ${span.t}`))
          : [],
      );
    const open = (): Choice => null;
    expect(marked(beforeEdit(open))).toEqual(["del old", "from moved"]);
    expect(marked(afterEdit(open))).toEqual(["ins new", "to moved"]);
    for (const choice of ["accept", "reject"] as const)
      for (const side of [beforeEdit, afterEdit]) expect(marked(side(() => choice))).toEqual([]);
  });

  it("numbers the pictures that can be shown, with what is cut off from them", () => {
    const png = Buffer.from("not looked at here");
    let notes: string[] = [];
    const picturesOf = (body: string, names: readonly string[]) => {
      const model = exploreDocx(
        docxOfBody(`<w:p><w:r>${body}</w:r></w:p>`, { pictures: Object.fromEntries(names.map((name) => [name, png])) }),
      );
      const block = model.blocks[0];
      notes = model.notes;
      return [block?.k === "p" ? block.s.flatMap(({ pic }) => (pic ? [pic] : [])) : [], model.pictures];
    };
    const size = { width: 96, height: 48 };
    expect(
      picturesOf(
        pictureMarkup("a.png", { alt: "A map" }) +
          pictureMarkup("b.JPEG", { crop: '<a:srcRect l="10000" b="25000"/>' }) +
          pictureMarkup("a.png") +
          pictureMarkup("c.emf", { alt: "A drawing" }) +
          pictureMarkup("missing"),
        ["a.png", "b.JPEG", "c.emf"],
      ),
    ).toEqual([
      [
        { alt: "A map", ...size, n: 0 },
        { alt: "", ...size, n: 1, crop: [0, 0, 0.25, 0.1] },
        { alt: "", ...size, n: 0 },
        { alt: "A drawing", ...size },
        { alt: "", ...size },
      ],
      ["word/media/a.png", "word/media/b.JPEG"],
    ]);
    expect(notes).toEqual(["2 pictures, charts, or diagrams can't be shown here. Open the file in Word to see them."]);
    const old =
      '<w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" alt="Old" style="width:72pt;height:36pt"><v:imagedata r:id="a.png"/></v:shape></w:pict>';
    expect(picturesOf(old, ["a.png"])[0]).toEqual([{ alt: "Old", ...size, n: 0 }]);
  });

  it("says where its author ended a page", () => {
    const { blocks } = exploreDocx(
      docxOfBody(
        '<w:p><w:r><w:t>One</w:t><w:br w:type="page"/></w:r></w:p><w:p><w:pPr><w:pageBreakBefore/></w:pPr><w:r><w:t>Two</w:t><w:br/></w:r></w:p>',
      ),
    );
    expect(blocks.map((block) => (block.k === "p" ? block.pb : ""))).toEqual(["after", "before"]);
  });

  it("reads formatting, lists, links, notes, comments with replies, and pictures with their descriptions", () => {
    const made = buildDocx({
      paragraphs: [
        {
          runs: [
            { text: "Bold", bold: true },
            { text: " x", comments: [0, 1] },
            { text: " note", footnote: "The note" },
          ],
        },
        { text: "LINK" },
      ],
      comments: [
        { text: "Why?", author: "Ed" },
        { text: "Because", author: "Ann", replyTo: 0, resolved: true },
      ],
    });
    const xml = readPart(openZip(made), "word/document.xml")!
      .toString()
      .replace(
        /<w:r><w:t xml:space="preserve">LINK<\/w:t><\/w:r>/,
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "https://example.org/a" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>safe</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "javascript:alert(1)" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>script</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
      );
    const model = exploreDocx(rewriteZip(openZip(made), new Map([["word/document.xml", Buffer.from(xml)]])));
    const [first, second, note] = model.blocks;
    expect(first).toMatchObject({
      s: [{ t: "Bold", m: 1 }, { t: " x", q: [0], a: [0] }, { t: " note" }, { t: "1", note: "f1" }],
    });
    expect(second).toMatchObject({ s: [{ t: "safe", link: "https://example.org/a" }, { t: "script" }] });
    expect(JSON.stringify(second)).not.toContain("javascript");
    expect(note).toMatchObject({ note: "f1", label: "1" });
    expect(model.comments).toEqual([
      {
        author: "Ed",
        date: "2026-01-05T09:00:00Z",
        text: "Why?",
        resolved: false,
        block: 0,
        replies: [{ author: "Ann", date: "2026-01-05T09:00:00Z", text: "Because" }],
      },
    ]);
  });

  it("has an equation's elements beside its letters, and neither once they're removed", () => {
    const by = 'w:id="1" w:author="Ed" w:date="2026-11-21T10:00:00Z"';
    const letter = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
    const power = `<m:oMath><m:sSup><m:e>${letter("x")}</m:e><m:sup>${letter("2")}</m:sup></m:sSup>${letter("=4")}</m:oMath>`;
    const { blocks } = exploreDocx(
      docxOfBody(
        `<w:p><w:r><w:t>So </w:t></w:r>${power}</w:p><w:p><w:pPr><w:rPr><w:ins ${by}/></w:rPr></w:pPr><w:ins ${by}>${power}</w:ins></w:p>`,
      ),
    );
    expect(blocks).toMatchObject([
      {
        s: [
          { t: "So" },
          { t: "", math: { k: [{ n: "msup" }, { n: "mo" }, { n: "mn" }] } },
          { t: "x2=4", m: 1024, eq: 1 },
        ],
      },
      {
        s: [
          { t: "", math: {} },
          { t: "x2=4", m: 1024, eq: 1, c: [[1, "ins"]] },
        ],
      },
    ]);
    expect(shownText(blocks, () => "accept")).toEqual(["So"]);
    expect(joinParagraphs(blocks, () => "reject")).toMatchObject([{ spans: [{}, {}, {}] }, null]);
  });

  it("splits a long document into short leaves that cover it", () => {
    const model = exploreDocx(
      buildDocx({
        paragraphs: [
          ...Array.from({ length: 400 }, (_, i) => ({ text: `Paragraph ${i} `.repeat(20) })),
          { table: Array.from({ length: 100 }, (_, i) => [String(i), "cell"]) },
        ],
      }),
    );
    let next = 0;
    for (const leaf of model.leaves) {
      expect(leaf.from).toBe(next);
      next += leaf.blocks;
      expect(leaf.characters).toBeLessThan(8_000);
    }
    expect(next).toBe(model.blocks.length);
  });
});

const folder = join(import.meta.dirname, "../../../../../../shared/corpus");
const there = existsSync(folder);
if (!there) console.warn(`The corpus is not at ${folder}: the explorer was not tried on its documents.`);

it("knows the color and size of letters where they say something", () => {
  const styles =
    '<w:style w:type="character" w:styleId="Red"><w:name w:val="Red"/><w:rPr><w:color w:val="C00000"/></w:rPr></w:style>' +
    '<w:style w:type="paragraph" w:styleId="Large"><w:name w:val="Large"/><w:rPr><w:sz w:val="48"/></w:rPr></w:style>';
  const run = (properties: string, text: string): string =>
    `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const spansOf = (body: string) => {
    const [block] = exploreDocx(docxOfBody(body, { styles })).blocks;
    return block?.k === "p" ? block.s.map(({ t, col, sz }) => [t, col, sz]) : [];
  };
  const p = (content: string, style = ""): string =>
    `<w:p>${style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}${content}</w:p>`;
  expect(
    spansOf(
      p(
        run('<w:color w:val="FF0000"/>', "red ") +
          run('<w:rStyle w:val="Red"/>', "dark red ") +
          run('<w:rStyle w:val="Red"/><w:color w:val="auto"/>', "automatic ") +
          ["000000", "FFFFFF", "444444", "red", "<b>"]
            .map((color) => run(`<w:color w:val="${color.replace("<", "&lt;")}"/>`, "plain "))
            .join(""),
      ),
    ),
  ).toEqual([
    ["red ", "ff0000", undefined],
    ["dark red ", "c00000", undefined],
    ["automatic plain plain plain plain plain ", undefined, undefined],
  ]);
  const [[, , large] = [], [, , small] = []] = spansOf(p(run("", "A") + run('<w:sz w:val="8"/>', "b"), "Large"));
  expect(large).toBeGreaterThan(180);
  expect(small).toBe(60);
  expect(spansOf(p(run('<w:sz w:val="0"/>', "a") + run('<w:sz w:val="x"/>', "b")))).toEqual([
    ["ab", undefined, undefined],
  ]);
  // Of a tracked change of format, only what's there now is known.
  expect(
    spansOf(p(run('<w:color w:val="FF0000"/><w:rPrChange w:id="1" w:author="Ed"><w:rPr/></w:rPrChange>', "was black"))),
  ).toEqual([["was black", undefined, undefined]]);
});

it("knows what leads to a tab stop, and to which of them a tab goes", () => {
  const styles =
    '<w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/><w:pPr><w:tabs><w:tab w:val="left" w:pos="440"/><w:tab w:val="right" w:leader="dot" w:pos="9350"/></w:tabs></w:pPr></w:style>';
  const p = (text: string, tabs = ""): string =>
    `<w:p><w:pPr><w:pStyle w:val="TOC1"/><w:tabs>${tabs}</w:tabs></w:pPr><w:r>${text
      .split("|")
      .map((part) => `<w:t xml:space="preserve">${part}</w:t>`)
      .join("<w:tab/>")}</w:r></w:p>`;
  const of = (body: string) =>
    exploreDocx(docxOfBody(body, { styles })).blocks.map((block) =>
      block.k === "p" ? block.s.map(({ t, lead }) => lead ?? t) : [],
    );
  const line = '<w:tab w:val="left" w:leader="underscore" w:pos="3000"/>';
  expect(
    of(
      p("Introduction|5") +
        p("1|Introduction|5") +
        p(`${"A title of two lines ".repeat(9)}|5`) +
        p("Signed|", `<w:tab w:val="clear" w:pos="440"/><w:tab w:val="clear" w:pos="9350"/>${line}`) +
        p("Cleared|5", '<w:tab w:val="clear" w:pos="440"/><w:tab w:val="clear" w:pos="9350"/>') +
        p("E = mc|(1)", '<w:tab w:val="clear" w:pos="9350"/><w:tab w:val="right" w:pos="9000"/>') +
        p("1|Note", '<w:tab w:val="right" w:pos="400"/>') +
        p("An odd one|5", '<w:tab w:val="left" w:leader="dots" w:pos="x"/><w:tab/>'),
    ),
  ).toEqual([
    ["Introduction", ".", "5"],
    ["1\tIntroduction", ".", "5"],
    ["A title of two lines ".repeat(9), ".", "5"],
    ["Signed", "_"],
    ["Cleared\t5"],
    ["E = mc", " ", "(1)"],
    ["1\tNote"],
    ["An odd one", ".", "5"],
  ]);
});

it("shows the headers and footers that pages show, each text once", () => {
  const running = (kind: "hdr" | "ftr", text: string): Buffer =>
    Buffer.from(`<w:${kind} ${W}><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:${kind}>`);
  const parts: [string, "header" | "footer", Buffer][] = [
    ["h1", "header", running("hdr", "Running title")],
    ["h2", "header", running("hdr", "First page only")],
    ["h3", "header", running("hdr", "Running title")],
    ["h4", "header", running("hdr", "Unused")],
    ["f1", "footer", running("ftr", "Page 1")],
    ["f2", "footer", running("ftr", " ")],
  ];
  const storiesOf = (titlePage: boolean) => {
    const section = (refs: string, more = ""): string => `<w:sectPr>${refs}${more}</w:sectPr>`;
    const ref = (kind: string, type: string, id: string): string =>
      `<w:${kind}Reference w:type="${type}" r:id="${id}"/>`;
    const first = `<w:p><w:pPr>${section(
      ref("header", "default", "h1") + ref("header", "first", "h2") + ref("footer", "default", "f1"),
      titlePage ? "<w:titlePg/>" : "",
    )}</w:pPr><w:r><w:t>One two three</w:t></w:r></w:p>`;
    const model = exploreDocx(
      withRunning(
        docxOfBody(`${first}<w:p/>${section(ref("header", "default", "h3") + ref("footer", "default", "f2"))}`),
        parts,
      ),
    );
    return [
      model.words,
      model.places.map(({ place, block }) => [
        place,
        shownText(model.blocks.slice(block, block + 1), () => "accept")[0],
      ]),
    ];
  };
  const body = ["body", "One two three"];
  expect(storiesOf(false)).toEqual([3, [body, ["header", "Running title"], ["footer", "Page 1"]]]);
  expect(storiesOf(true)).toEqual([
    3,
    [body, ["header", "Running title"], ["header", "First page only"], ["footer", "Page 1"]],
  ]);
});

/** A document with more headers and footers, by their relationships. */
function withRunning(bytes: Buffer, parts: readonly [id: string, type: string, xml: Buffer][]): Buffer {
  const zip = openZip(bytes);
  const name = "word/_rels/document.xml.rels";
  const relations = (readPart(zip, name) as Buffer).toString("utf8").replace("</Relationships>", () =>
    parts
      .map(
        ([id, type]) =>
          `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${id}.xml"/>`,
      )
      .join("")
      .concat("</Relationships>"),
  );
  return rewriteZip(
    zip,
    new Map([[name, Buffer.from(relations)], ...parts.map(([id, , xml]) => [`word/${id}.xml`, xml] as const)]),
  );
}

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

describe.skipIf(!there)("the corpus", () => {
  const files = there
    ? ["docx", "synthetic"].flatMap((one) =>
        readdirSync(join(folder, one))
          .filter((name) => name.endsWith(".docx"))
          .map((name) => join(folder, one, name)),
      )
    : [];
  it("is shown with each of its changes, and matches its revised documents", () => {
    let tried = 0;
    const wrong: string[] = [];
    for (const file of files) {
      const bytes = readFileSync(file);
      let all: ReturnType<typeof listRevisions>;
      try {
        all = listRevisions(bytes);
      } catch {
        continue;
      }
      const model = exploreDocx(bytes);
      if (all.length === 0) continue;
      tried++;
      expect(model.changes.map((one) => one.id)).toEqual(all.map((one) => one.id));
      const blocks = storyOf(model, "body");
      for (const [i, decided] of [
        new Map<number, "accept" | "reject">(),
        new Map(all.map((one) => [one.id, one.id % 2 === 0 ? "accept" : "reject"] as const)),
      ].entries()) {
        const revised = reviseSome(bytes, decided);
        const chosen = (id: number): Choice => decided.get(id) ?? null;
        for (const [side, mine, theirs] of [
          ["left", beforeEdit(chosen), read(bytes, "original")],
          ["right", afterEdit(chosen), read(revised, "final")],
        ] as const)
          if (shownText(blocks, mine).join("\n") !== theirs.join("\n"))
            wrong.push(`${file.split("/").at(-1)} ${i} ${side}`);
        for (const view of ["final", "original"] as const) {
          const undecided = view === "final" ? "accept" : "reject";
          const mine = shownText(blocks, (id) => decided.get(id) ?? undecided).join("\n");
          const theirs = read(revised, view).join("\n");
          if (mine !== theirs) wrong.push(`${file.split("/").at(-1)} ${i} ${view}`);
        }
      }
    }
    expect(tried).toBeGreaterThan(15);
    expect(wrong).toEqual([]);
  }, 120_000);
});
