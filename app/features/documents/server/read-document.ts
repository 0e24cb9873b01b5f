import { detectFormat } from "../rules/detect-format.ts";
import { openDocx } from "../rules/docx-package.ts";
import { readDocx } from "../rules/docx-reader.ts";
import { readMarkdown, readText } from "../rules/read-plain.ts";
import { readOdt } from "../rules/read-odt.ts";
import { readRtf } from "../rules/read-rtf.ts";
import { readTex, readTexZip } from "../rules/read-tex.ts";
import { Refused } from "../rules/refusal.ts";
import type { TextModel } from "../rules/text-model.ts";

/** Reads any manuscript file into the text model, or throws `Refused`. */
export async function readDocument(bytes: Buffer, name: string): Promise<TextModel> {
  const found = detectFormat(bytes, name);
  switch (found.format) {
    case "docx":
      return readDocx(openDocx(found.zip ?? bytes));
    case "odt":
      return readOdt(found.zip ?? bytes);
    case "rtf":
      return readRtf(bytes);
    case "doc":
      return (await import("./read-doc.ts")).readDoc(bytes);
    case "pdf":
      return (await import("./read-pdf.ts")).readPdf(bytes);
    case "tex-zip":
      if (!found.zip) throw new Refused("damaged");
      return readTexZip(found.zip);
    case "tex":
      return readTex(found.text);
    case "md":
      return readMarkdown(found.text);
    case "txt":
      return readText(found.text);
  }
}
