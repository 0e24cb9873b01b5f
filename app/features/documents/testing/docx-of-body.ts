import { buildDocx } from "../rules/docx/build-docx.ts";
import { openDocx } from "../rules/docx/docx-package.ts";
import { readPart, rewriteZip } from "../rules/docx/zip.ts";

const BASE = buildDocx({ paragraphs: [{ text: "x" }] });
const RELATIONS = "word/_rels/document.xml.rels";
const STYLES = "word/styles.xml";

/** What a document has beside its body. */
type Beside = {
  /** Pictures by file name, such as "map.png", which is also the ID of the relationship. */
  pictures?: Readonly<Record<string, Buffer>>;
  /** Charts' markup by the ID of their relationship. */
  charts?: Readonly<Record<string, string>>;
  /** Markup of more styles. */
  styles?: string;
  /** Markup of the theme's fonts, and of the table of fonts. */
  theme?: string;
  fonts?: string;
};

/** A .docx with the given markup as its body, for what `buildDocx` can't build. `w:`, `m:`, `a:`, and `r:` are declared. */
export function docxOfBody(
  body: string,
  { pictures = {}, charts = {}, styles = "", theme, fonts }: Beside = {},
): Buffer {
  const { main, zip } = openDocx(BASE);
  const textOf = (part: string): string => (readPart(zip, part) as Buffer).toString("utf8");
  const made = textOf(main)
    .replace(
      /<w:document /,
      '<w:document xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ',
    )
    .replace(/<w:body>.*?(?=<w:sectPr|<\/w:body>)/s, () => `<w:body>${body}`);
  const relation = (kind: string, id: string, target: string): string =>
    `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"/>`;
  const relations = [
    ...Object.keys(pictures).map((name) => relation("image", name, `media/${name}`)),
    ...Object.keys(charts).map((name) => relation("chart", name, `charts/${name}.xml`)),
    ...(theme === undefined ? [] : [relation("theme", "theme", "theme.xml")]),
    ...(fonts === undefined ? [] : [relation("fontTable", "fonts", "fonts.xml")]),
  ];
  return rewriteZip(
    zip,
    new Map([
      [main, Buffer.from(made)],
      [STYLES, Buffer.from(textOf(STYLES).replace("</w:styles>", () => `${styles}</w:styles>`))],
      [
        RELATIONS,
        Buffer.from(textOf(RELATIONS).replace("</Relationships>", () => `${relations.join("")}</Relationships>`)),
      ],
      ...(theme === undefined
        ? []
        : [
            [
              "word/theme.xml",
              Buffer.from(`<a:theme xmlns:a="x"><a:themeElements>${theme}</a:themeElements></a:theme>`),
            ] as const,
          ]),
      ...(fonts === undefined
        ? []
        : [["word/fonts.xml", Buffer.from(`<w:fonts xmlns:w="x">${fonts}</w:fonts>`)] as const]),
      ...Object.entries(pictures).map(([name, bytes]) => [`word/media/${name}`, bytes] as const),
      ...Object.entries(charts).map(([name, xml]) => [`word/charts/${name}.xml`, Buffer.from(xml)] as const),
    ]),
  );
}

/** The markup of an inline picture of 96 x 48 pixels. */
export const pictureMarkup = (name: string, { alt = "", crop = "" } = {}): string =>
  `<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="914400" cy="457200"/><wp:docPr id="1" name="p" descr="${alt}"/><a:graphic><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="${name}"/>${crop}</pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;

/** The markup of an inline chart of 480 x 288 pixels. */
export const chartMarkup = (name: string): string =>
  `<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="4572000" cy="2743200"/><wp:docPr id="1" name="c"/><a:graphic><a:graphicData><c:chart xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" r:id="${name}"/></a:graphicData></a:graphic></wp:inline></w:drawing>`;
