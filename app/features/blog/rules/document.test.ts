import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { renderMarkdown } from "#app/platform/rules/public-pages/markdown.ts";
import { DOCUMENT_LIMITS, type ArticleDocument, articleLink, readDocument } from "./document.ts";
import { countWords, linksOf, splitLinks } from "./document-contents.ts";
import { imageKind, readVariant, widthsFor } from "./image.ts";
import { documentOfMarkdown, readMarkdownArticle } from "./import-markdown.ts";
import { renderDocument } from "./render-document.ts";

const IMAGE = "img_0123456789abcdefghjkmnpqrs";
const IMAGES = new Map([[IMAGE, { id: IMAGE, width: 1_000, height: 500, widths: [480, 1_000] }]]);
const text = (said: string, ...marks: unknown[]) => ({
  type: "text",
  text: said,
  ...(marks.length > 0 ? { marks } : {}),
});
const p = (...content: unknown[]) => ({ type: "paragraph", content });
const doc = (...content: unknown[]) => ({ type: "doc", content });
function read(value: unknown): ArticleDocument {
  const it = readDocument(value);
  if ("problem" in it) throw new Error(it.problem);
  return it.document;
}
const html = (...content: unknown[]) => renderDocument(read(doc(...content)), IMAGES).html.trim();

describe("a document", () => {
  test("is rendered as semantic HTML with marks nested in one order", () => {
    expect(
      html(
        p(
          text("Read "),
          text("this ", { type: "link", attrs: { href: "/pricing" } }),
          text("now", { type: "bold" }, { type: "link", attrs: { href: "/pricing" } }),
          text(" or "),
          text("prove", { type: "deletion" }),
          text("suggest", { type: "insertion" }, { type: "italic" }),
          { type: "hardBreak" },
          text("H", { type: "bold" }),
          text("2", { type: "subscript" }, { type: "bold" }),
        ),
      ),
    ).toBe(
      '<p>Read <a href="/pricing">this <strong>now</strong></a> or <del>prove</del><ins><em>suggest</em></ins><br>\n<strong>H<sub>2</sub></strong></p>',
    );
  });

  test("gives headings anchors that nothing else on the page has", () => {
    const { html: out, headings } = renderDocument(
      read(
        doc(
          { type: "heading", attrs: { level: 2 }, content: [text("Content")] },
          { type: "heading", attrs: { level: 3 }, content: [text("Content")] },
          { type: "heading", attrs: { level: 1 }, content: [text("A < B")] },
        ),
      ),
    );
    expect(headings.map((h) => h.id)).toEqual(["content-2", "content-3", "a-b"]);
    expect(out).toContain('<h2 id="a-b">A &lt; B</h2>');
  });

  test("gives 9,000 equal headings anchors of their own, in linear time", () => {
    const same = Array.from({ length: 9_000 }, () => ({ type: "heading", attrs: { level: 2 }, content: [text("x")] }));
    const { headings } = renderDocument(read(doc(...same)));
    expect(new Set(headings.map((h) => h.id)).size).toBe(9_000);
    expect(headings.at(-1)!.id).toBe("x-9000");
  });

  test("has footnotes at its end that lead back, with addresses as links", () => {
    expect(html(p(text("A claim"), { type: "footnote", attrs: { text: "See https://doi.org/10.1/x. <b>" } }))).toBe(
      '<p>A claim<sup class="note"><a id="note-1-place" href="#note-1" aria-label="Footnote 1">1</a></sup></p>\n' +
        '<section class="notes" aria-labelledby="footnotes"><h2 id="footnotes">Footnotes</h2><ol>\n' +
        '<li id="note-1">See <a href="https://doi.org/10.1/x">https://doi.org/10.1/x</a>. &lt;b&gt; <a href="#note-1-place" aria-label="Back to footnote 1 in the text">↩</a></li>\n</ol></section>',
    );
  });

  test("shows pictures in modern formats, and leaves out one that is missing", () => {
    const out = html(
      { type: "picture", attrs: { imageId: IMAGE, alt: 'A "map"', caption: "Trees" } },
      { type: "picture", attrs: { imageId: IMAGE.replace("0", "1"), alt: "Gone" } },
    );
    expect(out).toContain(`<source type="image/avif" srcset="/api/blog-images/${IMAGE}/480.avif 480w, `);
    expect(out).toContain('width="1000" height="500" alt="A &quot;map&quot;"');
    expect(out).toContain("<figcaption>Trees</figcaption>");
    expect(out).not.toContain("Gone");
  });

  test("has tables with a head of header rows, spans, and row headers", () => {
    const cell = (type: string, said: string, attrs = {}) => ({ type, attrs, content: [p(text(said))] });
    const out = html({
      type: "table",
      content: [
        { type: "tableRow", content: [cell("tableHeader", "Both", { colspan: 2, colwidth: [10] })] },
        { type: "tableRow", content: [cell("tableHeader", "Oak"), cell("tableCell", "4")] },
      ],
    });
    expect(out).toContain('<thead>\n<tr><th scope="col" colspan="2">Both</th></tr>\n</thead>');
    expect(out).toContain('<tr><th scope="row">Oak</th><td>4</td></tr>');
  });

  test("counts words once, with captions and footnotes", () => {
    const it = read(
      doc(
        p(text("Half"), text("way", { type: "bold" }), text(" there."), {
          type: "footnote",
          attrs: { text: "Two words" },
        }),
        { type: "specimen", attrs: { caption: "A caption" }, content: [p(text("Body"))] },
      ),
    );
    expect(countWords(it)).toBe(7);
  });

  test("lists its links once", () => {
    const link = (href: string) => ({ type: "link", attrs: { href } });
    const it = read(
      doc(p(text("a", link("/pricing")), text("b", link("/pricing")), text("c", link("https://example.org/x")))),
    );
    expect(linksOf(it).map((l) => l.href)).toEqual(["/pricing", "https://example.org/x"]);
  });
});

describe("a document from outside", () => {
  test.each([
    ["no object", 7],
    ["no document", { type: "paragraph" }],
    ["unknown nodes", doc({ type: "script", content: [] })],
    ["HTML", doc({ type: "html", attrs: { html: "<script>" } })],
    ["inherited names", doc({ type: "constructor" })],
    ["unknown marks", doc(p(text("a", { type: "onclick" })))],
    ["text outside a paragraph", doc(text("a"))],
    ["a block in a paragraph", doc(p(p(text("a"))))],
    ["a row outside a table", doc({ type: "tableRow", content: [] })],
    ["text that is no text", doc(p({ type: "text", text: {} }))],
    ["content that is no list", doc({ type: "paragraph", content: { length: 1 } })],
  ])("is refused with %s", (_name, value) => {
    expect(readDocument(value)).toHaveProperty("problem");
  });

  test("is refused when it's too deep, too long, or has too many parts", () => {
    let deep: unknown = p(text("a"));
    for (let i = 0; i < DOCUMENT_LIMITS.depth; i++) deep = { type: "blockquote", content: [deep] };
    expect(readDocument(doc(deep))).toHaveProperty("problem", "nested too deeply");
    expect(readDocument(doc(p(text("a".repeat(DOCUMENT_LIMITS.characters + 1)))))).toHaveProperty(
      "problem",
      "too long",
    );
    const many = Array.from({ length: DOCUMENT_LIMITS.nodes + 1 }, () => ({ type: "paragraph" }));
    expect(readDocument(doc(...many))).toHaveProperty("problem", "too many parts");
  });

  test("loses unknown attributes, and links that could run something", () => {
    const it = read(
      doc({
        type: "heading",
        attrs: { level: 9, style: "x", onclick: "x" },
        content: [text("a", { type: "link", attrs: { href: "javascript:alert(1)", target: "_top" } })],
      }),
    );
    expect(it).toEqual({
      type: "doc",
      content: [{ type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "a" }] }],
    });
  });

  test.each([
    ["/pricing#a", "/pricing#a"],
    ["#results", "#results"],
    ["https://Example.org", "https://example.org/"],
    ["mailto:desk@example.org", "mailto:desk@example.org"],
    ["//example.org", null],
    ["javascript:alert(1)", null],
    ["JaVaScRiPt:alert(1)", null],
    ["java\nscript:alert(1)", null],
    ["data:text/html,x", null],
    ["vbscript:x", null],
    ["https://user:pass@example.org/", null],
    ["/\\example.org", null],
    ["ftp://example.org", null],
    ["#", null],
    [7, null],
  ])("may link to %s as %s", (href, stored) => {
    expect(articleLink(href)).toBe(stored);
  });

  /** Everything the renderer may write: a tag of this list with these attributes, or an escaped text. */
  const ALLOWED =
    /<(?:\/?(?:p|h[2-4]|ul|ol|li|blockquote|pre|code|hr|br|figure|figcaption|table|thead|tbody|tr|th|td|strong|em|s|sub|sup|ins|del|a|div|section|picture)(?: (?:id|href|class|role|aria-label|aria-labelledby|tabindex|scope|colspan|rowspan|start)="[^"<>]*")*|(?:source|img)(?: (?:type|srcset|sizes|src|width|height|alt|loading|decoding)="[^"<>]*")*)>/g;
  const HOSTILE = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "javascript:alert(1)",
    "' onmouseover='x",
    "</p></div></body>",
    "&lt;script&gt;",
    "\u2028<!--",
    "{{x}}",
    'https://a.b/"><script>',
  ];
  test("never becomes markup, no matter what it contains", () => {
    const string = fc.oneof(fc.constantFrom(...HOSTILE), fc.string({ unit: "grapheme", maxLength: 12 }));
    const attrs = fc.record(
      Object.fromEntries(
        ["level", "href", "src", "start", "caption", "alt", "text", "imageId", "language", "colspan", "style"].map(
          (k) => [k, fc.oneof(string, fc.integer({ min: -5, max: 9 }), fc.constant(IMAGE))],
        ),
      ),
      { requiredKeys: [] },
    );
    const TYPES =
      "paragraph heading bulletList orderedList listItem blockquote codeBlock horizontalRule specimen picture table tableRow tableHeader tableCell text hardBreak footnote".split(
        " ",
      );
    const marks = fc.array(
      fc.record({
        type: fc.constantFrom("bold", "italic", "link", "code", "insertion", "deletion", "strike", "subscript"),
        attrs,
      }),
      { maxLength: 3 },
    );
    const { node } = fc.letrec<{ node: unknown }>((tie) => ({
      node: fc.record(
        {
          type: fc.constantFrom(...TYPES),
          text: string,
          attrs,
          marks,
          content: fc.array(tie("node"), { maxLength: 3 }),
        },
        { requiredKeys: ["type", "text"] },
      ),
    }));
    // Wrapped so that most of what is made fits somewhere.
    const fitting = fc
      .record({ said: string, attrs, marks, any: node })
      .map(({ said, attrs: of, marks: m, any }) => [
        doc(p({ type: "text", text: said, marks: m }, { type: "footnote", attrs: { ...of, text: said } })),
        doc({ type: "heading", attrs: of, content: [{ type: "text", text: said, marks: m }] }),
        doc(
          { type: "specimen", attrs: of, content: [p({ type: "text", text: said })] },
          { type: "picture", attrs: { ...of, imageId: IMAGE } },
        ),
        doc({ type: "codeBlock", attrs: of, content: [{ type: "text", text: said, marks: m }] }),
        doc(any),
      ]);
    let rendered = 0;
    fc.assert(
      fc.property(fitting, (values) => {
        for (const value of values) {
          const it = readDocument(value);
          if ("problem" in it) continue;
          rendered += 1;
          // What was read once stays as it is.
          expect(readDocument(JSON.parse(JSON.stringify(it.document)))).toEqual({ document: it.document });
          const { html: out } = renderDocument(it.document, IMAGES);
          expect(out.replaceAll(ALLOWED, "")).not.toMatch(/[<>]/);
          for (const [, href] of out.matchAll(/href="([^"]*)"/g))
            expect(href).toMatch(/^(?:#|\/(?!\/)|https?:\/\/|mailto:)/);
        }
      }),
      { numRuns: 300 },
    );
    expect(rendered).toBeGreaterThan(600);
  });
});

describe("Markdown", () => {
  const folder = path.resolve(import.meta.dirname, "../../../../content/blog");
  const files = readdirSync(folder).filter((name) => name.endsWith(".md"));
  test.each(files)("%s reads the same as a document", (name) => {
    const source = readFileSync(path.join(folder, name), "utf8");
    const { document, title, slug, tags } = readMarkdownArticle(source, name);
    const before = renderMarkdown(source.slice(source.indexOf("\n---\n", 4) + 5));
    const after = renderDocument(document);
    const bare = (out: string) =>
      out
        .replaceAll(/<[^>]+>/g, " ")
        .replaceAll("&#39;", "'")
        .replaceAll(/\s+/g, " ")
        .trim();
    expect(bare(after.html)).toBe(bare(before.html));
    expect(after.headings).toEqual(before.headings);
    expect([title.length > 5, slug, tags.length > 0]).toEqual([true, name.replace(/\.md$/, ""), true]);
  });

  test("keeps lists, quotations, code, tables, footnotes, and editing marks", () => {
    const it = documentOfMarkdown(
      '# One\n\n1. a\n   - b\n\n> "q" {++in++}\n\n```js\nlet a;\n```\n\n| h |\n|---|\n| **c** |\n\nText[^n] ![map](x.png) <b>raw</b> [go](javascript:alert(1)).\n\n[^n]: See *this*.\n',
    );
    expect(renderDocument(it).html).toBe(
      '<h2 id="one">One</h2>\n<ol>\n<li>a\n<ul>\n<li>b</li>\n</ul>\n</li>\n</ol>\n<blockquote>\n<p>“q” <ins>in</ins></p>\n</blockquote>\n' +
        '<pre tabindex="0"><code>let a;\n</code></pre>\n<div class="table" role="region" aria-label="Table 1" tabindex="0"><table>\n<thead>\n<tr><th scope="col">h</th></tr>\n</thead>\n<tbody>\n<tr><td><strong>c</strong></td></tr>\n</tbody>\n</table></div>\n' +
        '<p>Text<sup class="note"><a id="note-1-place" href="#note-1" aria-label="Footnote 1">1</a></sup> [Picture: map] &lt;b&gt;raw&lt;/b&gt; [go](javascript:alert(1)).</p>\n' +
        '<section class="notes" aria-labelledby="footnotes"><h2 id="footnotes">Footnotes</h2><ol>\n<li id="note-1">See this. <a href="#note-1-place" aria-label="Back to footnote 1 in the text">↩</a></li>\n</ol></section>\n',
    );
  });

  test("gets its title and summary from the text if there is no front matter", () => {
    expect(readMarkdownArticle("# Trees & *soil*\n\nThey die. Often.\n", "Notes/My draft.md")).toMatchObject({
      title: "Trees & soil",
      summary: "They die.",
      slug: "my-draft",
      author: null,
    });
    expect(readMarkdownArticle("No heading at all").title).toBe("");
    expect(() => readMarkdownArticle("---\ntitle: x\n")).toThrow(RangeError);
  });

  test("reads any text without failing", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(..."#*_[]()!^:`|->\n \t{}+<a1&\\".split("")), maxLength: 80 }),
        (said) => {
          renderDocument(documentOfMarkdown(said));
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe("pictures", () => {
  test("are made in widths up to their own", () => {
    expect([widthsFor(300), widthsFor(960), widthsFor(5_000)]).toEqual([[300], [480, 960], [480, 960, 1_600]]);
  });
  test("are known by their first bytes, never by their name", () => {
    const bytes = (said: string) => Uint8Array.from(said, (c) => c.charCodeAt(0));
    expect(imageKind(bytes("\u00ff\u00d8\u00ff\u00e0"))).toBe("jpeg");
    expect(imageKind(bytes("\u0089PNG\r\n\u001a\n"))).toBe("png");
    expect(imageKind(bytes("RIFF0000WEBPVP8 "))).toBe("webp");
    expect(imageKind(bytes("\0\0\0 ftypavif"))).toBe("avif");
    for (const said of ["<svg xmlns=", "%PDF-1.7", "BM", "", "\0\0\0 ftypheic", "<?xml"])
      expect(imageKind(bytes(said))).toBeNull();
  });
  test("have one address per width and format", () => {
    expect(readVariant("480.avif")).toEqual({ width: 480, format: "avif" });
    expect(readVariant("card.jpg")).toEqual({ width: "card", format: "jpg" });
    for (const name of ["card.avif", "480.svg", "../x.jpg", "480", "99999.jpg"]) expect(readVariant(name)).toBeNull();
  });
});

test("only complete addresses in plain text become links", () => {
  expect(splitLinks("See https://a.org/x, and (https://b.org).")).toEqual([
    { text: "See ", href: null },
    { text: "https://a.org/x", href: "https://a.org/x" },
    { text: ", and (", href: null },
    { text: "https://b.org", href: "https://b.org/" },
    { text: ").", href: null },
  ]);
  expect(splitLinks("http://localhost/x")).toEqual([{ text: "http://localhost/x", href: null }]);
});
