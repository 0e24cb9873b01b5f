import { detectFormat } from "../rules/readers/detect-format.ts";
import { readManuscript } from "../rules/readers/read-manuscript.ts";
import { knowingFormat } from "../rules/readers/refusal.ts";
import type { TextModel } from "../rules/readers/text-model.ts";

/** Reads any manuscript file into the text model, or throws `Refused`. */
export async function readDocument(bytes: Buffer, name: string): Promise<TextModel> {
  const found = detectFormat(bytes, name);
  return knowingFormat(found.format, async () => {
    if (found.format === "doc") return (await import("./read-doc.ts")).readDoc(bytes);
    if (found.format === "pdf") return (await import("./read-pdf.ts")).readPdf(bytes);
    return readManuscript(bytes, found)!;
  });
}
