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
  /** Markup of more styles. */
  styles?: string;
};

/** A .docx with the given markup as its body, for what `buildDocx` can't build. `w:`, `m:`, `a:`, and `r:` are declared. */
export function docxOfBody(body: string, { pictures = {}, styles = "" }: Beside = {}): Buffer {
  const { main, zip } = openDocx(BASE);
  const textOf = (part: string): string => (readPart(zip, part) as Buffer).toString("utf8");
  const made = textOf(main)
    .replace(
      /<w:document /,
      '<w:document xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ',
    )
    .replace(/<w:body>.*?(?=<w:sectPr|<\/w:body>)/s, () => `<w:body>${body}`);
  const relations = Object.keys(pictures).map(
    (name) =>
      `<Relationship Id="${name}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/image" Target="media/${name}"/>`,
  );
  return rewriteZip(
    zip,
    new Map([
      [main, Buffer.from(made)],
      [STYLES, Buffer.from(textOf(STYLES).replace("</w:styles>", () => `${styles}</w:styles>`))],
      [
        RELATIONS,
        Buffer.from(textOf(RELATIONS).replace("</Relationships>", () => `${relations.join("")}</Relationships>`)),
      ],
      ...Object.entries(pictures).map(([name, bytes]) => [`word/media/${name}`, bytes] as const),
    ]),
  );
}

/** The markup of an inline picture of 96 x 48 pixels. */
export const pictureMarkup = (name: string, { alt = "", crop = "" } = {}): string =>
  `<w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="914400" cy="457200"/><wp:docPr id="1" name="p" descr="${alt}"/><a:graphic><a:graphicData><pic:pic xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:blipFill><a:blip r:embed="${name}"/>${crop}</pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing>`;
