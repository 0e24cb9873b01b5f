import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import type { ParagraphSpec } from "#app/features/documents/rules/docx/docx-spec.ts";
import { type Decision, PARTS, PART_CODES } from "./entry.ts";
import { entryWords } from "./entry-words.ts";

/** A style sheet as a Word file. @param entries A to Z */
export function sheetDocx(entries: readonly Decision[]): Buffer {
  const paragraphs: ParagraphSpec[] = [{ heading: 1, text: "Style sheet" }];
  for (const part of PART_CODES) {
    const those = entries.filter((one) => one.part === part);
    if (those.length === 0) continue;
    paragraphs.push({ heading: 2, text: PARTS[part] }, ...those.map((one) => ({ text: entryWords(one) })));
  }
  return buildDocx({ paragraphs });
}
