import { describe, expect, it } from "vitest";
import { buildDocx } from "./build-docx.ts";
import { readDocx } from "./docx-reader.ts";
import { DOCX } from "./docx-vocabulary.ts";
import { END, OPEN, XmlScanner } from "./xml.ts";
import { openZip, readPart, rewriteZip } from "./zip.ts";

const BY = 'w:id="7" w:author="Ed" w:date="2026-01-05T09:00:00Z"';
const WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';

/** A manuscript with one heading in the given style. */
const withStyle = (style: string, more = ""): Buffer => {
  const bytes = buildDocx({ paragraphs: [{ text: "Methods", heading: 1 }, { text: "We asked forty people." }] });
  const zip = openZip(bytes);
  const xml = readPart(zip, "word/styles.xml")!.toString();
  const made = xml
    .replace(/<w:style [^>]*w:styleId="Heading1">.*?<\/w:style>/s, style)
    .replace("</w:styles>", `${more}</w:styles>`);
  expect(made).not.toBe(xml);
  return rewriteZip(zip, new Map([["word/styles.xml", Buffer.from(made)]]));
};
const heading = (inner: string): string =>
  `<w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/><w:basedOn w:val="Normal"/>${inner}</w:style>`;

describe("styles", () => {
  it.each([
    [
      "a tracked change of its runs",
      heading(`<w:rPr><w:i/><w:rPrChange ${BY}><w:rPr><w:u w:val="single"/></w:rPr></w:rPrChange></w:rPr>`),
    ],
    [
      "a tracked change of its paragraphs",
      heading(`<w:pPr><w:keepNext/><w:pPrChange ${BY}><w:pPr><w:jc w:val="left"/></w:pPr></w:pPrChange></w:pPr>`),
    ],
    [
      "both",
      heading(
        `<w:pPr><w:outlineLvl w:val="0"/><w:pPrChange ${BY}><w:pPr><w:outlineLvl w:val="5"/></w:pPr></w:pPrChange></w:pPr><w:rPr><w:b/><w:rPrChange ${BY}><w:rPr/></w:rPrChange></w:rPr>`,
      ),
    ],
    ["a comment that names its end", heading("<w:rPr><!-- </w:rPr> --><w:i/></w:rPr>")],
    ["an end tag with a blank in it", heading("<w:rPr><w:i/></w:rPr >")],
  ])("reads a style with %s", (_, style) => {
    const model = readDocx(withStyle(style));
    expect(model.paragraphs.map(({ kind, level, text }) => [kind, level, text])).toEqual([
      ["heading", 1, "Methods"],
      ["body", 0, "We asked forty people."],
    ]);
  });

  it("reads what follows a table style with a tracked change, a comment or a space in its end tag", () => {
    const table = (inner: string, end = "</w:style>") =>
      `<w:style w:type="table" w:styleId="T"><w:name w:val="T"/>${inner}${end}`;
    for (const style of [
      table(`<w:tblPr><w:tblPrChange ${BY}><w:tblPr/></w:tblPrChange></w:tblPr>`),
      table("<!-- </w:style> --><w:rPr/>"),
      table("<w:rPr/>", "</w:style >"),
    ])
      expect(readDocx(withStyle(style + heading("<w:rPr><w:i/></w:rPr>"))).paragraphs[0]).toMatchObject({ level: 1 });
    expect(
      readDocx(withStyle(heading(""), '<w:latentStyles><w:lsdException w:name="x"/></w:latentStyles >')).paragraphs[0],
    ).toMatchObject({ level: 1 });
  });
});

describe("finding an element's end", () => {
  const endOf = (xml: string, name: string): string | null => {
    const scanner = new XmlScanner(xml, DOCX);
    for (let token = scanner.next(); token !== END; token = scanner.next()) {
      if (token !== OPEN || scanner.name !== name) continue;
      const end = scanner.contentEnd();
      return end < 0 ? null : xml.slice(scanner.end, end);
    }
    return null;
  };
  it("ignores nested elements of the same name", () => {
    expect(endOf(`<w:p ${WORD}><w:rPr><w:b/></w:rPr></w:p>`, "w:rPr")).toBe("<w:b/>");
    expect(endOf(`<w:p ${WORD}><w:rPr><w:b/><w:rPrChange><w:rPr/></w:rPrChange></w:rPr></w:p>`, "w:rPr")).toBeNull();
    expect(endOf(`<w:p ${WORD}><w:rPr><w:rPrDefault/></w:rPr></w:p>`, "w:rPr")).toBe("<w:rPrDefault/>");
  });
});
