import type { Detected } from "./detect-format.ts";
import { openDocx } from "../docx/docx-package.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { readOdt } from "./read-odt.ts";
import { readMarkdown, readText } from "./read-plain.ts";
import { readRtf } from "./read-rtf.ts";
import { readTex, readTexZip } from "./read-tex.ts";
import { Refused } from "./refusal.ts";
import type { TextModel } from "./text-model.ts";

/**
 * Reads a manuscript of any format that needs only its bytes: all except old .doc and .pdf, for which it's null.
 * Browsers use it too.
 */
export function readManuscript(bytes: Buffer, found: Detected): TextModel | null {
  switch (found.format) {
    case "docx":
      return readDocx(openDocx(found.zip ?? bytes));
    case "odt":
      return readOdt(found.zip ?? bytes);
    case "rtf":
      return readRtf(bytes);
    case "tex-zip":
      if (!found.zip) throw new Refused("damaged");
      return readTexZip(found.zip);
    case "tex":
      return readTex(found.text);
    case "md":
      return readMarkdown(found.text);
    case "txt":
      return readText(found.text);
    case "doc":
    case "pdf":
      return null;
  }
}
