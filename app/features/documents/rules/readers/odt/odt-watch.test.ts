import { expect, test } from "vitest";
import { odtCheckText } from "../../check/check-text.ts";
import { writeZip } from "../../docx/zip.ts";

const NAMESPACES = ["office", "style", "text"]
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .concat(
    'xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    'xmlns:field="urn:openoffice:names:experimental:ooo-ms-interop:xmlns:field:1.0"',
  )
  .join(" ");

/** The blocks of an .odt with these automatic styles, body, and named styles. */
const blocksOf = (automatic: string, body: string, named = "") =>
  odtCheckText(
    writeZip([
      { name: "mimetype", bytes: "application/vnd.oasis.opendocument.text" },
      {
        name: "styles.xml",
        bytes: `<office:document-styles ${NAMESPACES}><office:styles>${named}</office:styles></office:document-styles>`,
      },
      {
        name: "content.xml",
        bytes: `<office:document-content ${NAMESPACES}><office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:text>${body}</office:text></office:body></office:document-content>`,
      },
    ]),
  ).text.blocks;

const item = (inside: string) => `<text:list-item>${inside}</text:list-item>`;
const p = (text: string) => `<text:p>${text}</text:p>`;
const labels = (blocks: ReturnType<typeof blocksOf>) => blocks.map(({ label, text }) => `${label} ${text}`.trim());

const NUMBERED = `<text:list-style style:name="L1"><text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-prefix="(" style:num-suffix=")"/></text:list-style>`;

test("numbers a list, begins again in the next, and continues where the file says so", () => {
  const list = (inside: string, more = "") => `<text:list text:style-name="L1"${more}>${inside}</text:list>`;
  const nested = `<text:list>${item(p("deep"))}${item(p("deeper"))}</text:list>`;
  expect(
    labels(
      blocksOf(
        NUMBERED,
        list(item(p("one") + p("still one") + nested) + item(p("two") + nested), ' xml:id="a"') +
          list(item(p("again"))) +
          list(item(p("three")), ' text:continue-list="a"') +
          list(item(p("four")), ' text:continue-numbering="true"'),
      ),
    ),
  ).toEqual([
    "1. one",
    "still one",
    "(a) deep",
    "(b) deeper",
    "2. two",
    "(a) deep",
    "(b) deeper",
    "1. again",
    "3. three",
    "4. four",
  ]);
});

test("numbers headings by the outline", () => {
  const outline = `<text:outline-style><text:outline-level-style text:level="1" style:num-format="1"/><text:outline-level-style text:level="2" style:num-format="1" text:display-levels="2"/><text:outline-level-style text:level="3" style:num-format=""/></text:outline-style>`;
  const h = (level: number, text: string) => `<text:h text:outline-level="${level}">${text}</text:h>`;
  expect(labels(blocksOf("", h(1, "A") + h(2, "B") + h(2, "C") + h(3, "D") + h(1, "E") + h(2, "F"), outline))).toEqual([
    "1 A",
    "1.1 B",
    "1.2 C",
    "D",
    "2 E",
    "2.1 F",
  ]);
});

test("takes looks from styles and those that they're based on; gray and designed backgrounds aren't highlights", () => {
  const style = (name: string, properties: string, parent = "", family = "text") =>
    `<style:style style:name="${name}" style:family="${family}" style:parent-style-name="${parent}"><style:text-properties ${properties}/></style:style>`;
  const span = (name: string) => `${name} <text:span text:style-name="${name}">${name}</text:span>`;
  const blocks = blocksOf(
    style("T1", 'fo:font-weight="bold"', "Emphasis") +
      style("T2", 'fo:background-color="#ffff00"') +
      style("T3", 'fo:background-color="#cccccc"') +
      style("T4", 'fo:font-style="normal"', "Emphasis") +
      style("P1", 'fo:font-style="italic"', "", "paragraph"),
    p(span("T1")) +
      p(span("T2")) +
      p(span("T3")) +
      p(span("T4")) +
      p(span("Badge")) +
      `<text:p text:style-name="P1">All <text:span text:style-name="T4">but</text:span> this</text:p>`,
    style("Emphasis", 'fo:font-style="italic"') + style("Badge", 'fo:background-color="#00ff00"'),
  );
  expect(blocks.map(({ marks }) => marks)).toEqual([
    [{ mark: "italic", from: 3, to: 5 }],
    [{ mark: "highlight", from: 3, to: 5 }],
    [],
    [],
    [],
    [
      { mark: "italic", from: 0, to: 4 },
      { mark: "italic", from: 7, to: 12 },
    ],
  ]);
});

test("knows a reference manager's citation that came from Word, and a reference that's broken", () => {
  const field = `<field:fieldmark-start text:name="" field:type="vnd.oasis.opendocument.field.UNHANDLED"><field:param field:name="vnd.oasis.opendocument.field.code" field:value=" ADDIN EN.CITE x"/></field:fieldmark-start>(Lee, 2001)<field:fieldmark-end/>`;
  const broken = `<text:bookmark-ref>Error: Reference source not found</text:bookmark-ref>`;
  expect(blocksOf("", p(`It is ${field} so.`) + p(`See ${broken}.`)).map(({ marks }) => marks)).toEqual([
    [{ mark: "citation", from: 6, to: 17 }],
    [{ mark: "reference", from: 4, to: 37 }],
  ]);
});
