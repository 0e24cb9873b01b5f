import { buildDocx } from "../rules/docx/build-docx.ts";
import { openDocx } from "../rules/docx/docx-package.ts";
import { readPart, rewriteZip } from "../rules/docx/zip.ts";

const BASE = buildDocx({ paragraphs: [{ text: "x" }] });

/** A .docx with the given markup as its body, for what `buildDocx` can't build. `w:` and `m:` are declared. */
export function docxOfBody(body: string): Buffer {
  const { main, zip } = openDocx(BASE);
  const xml = (readPart(zip, main) as Buffer).toString("utf8");
  const made = xml
    .replace(/<w:document /, '<w:document xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math" ')
    .replace(/<w:body>.*?(?=<w:sectPr|<\/w:body>)/s, () => `<w:body>${body}`);
  return rewriteZip(zip, new Map([[main, Buffer.from(made)]]));
}
