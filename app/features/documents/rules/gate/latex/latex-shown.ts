/** A LaTeX text as a document that people can read: words as text, and formulas and citations as they're written. */
import { readProject, type TexProject } from "../../readers/read-tex.ts";
import type { TextModel } from "../../readers/text-model.ts";
import { type LatexItem, latexItems } from "./latex-items.ts";

/** Hold the place of what is shown as written while the rest is read. Not characters of any text. */
const [OPEN, CLOSE] = ["\ue0f0", "\ue0f1"];

/** What a formula, citation, or reference is shown as. */
type ShowItem = (text: string, kind: LatexItem["kind"]) => string;
const asWritten: ShowItem = (text) => text;

/** The text without headings' numbers and layout, for a Word file. Its counts aren't those of the manuscript. */
export function shownModel(project: TexProject, show = asWritten): TextModel {
  const { text } = project;
  const kept: string[] = [];
  let out = "";
  let done = 0;
  for (const { kind, from, to, display } of latexItems(text)) {
    if (
      from < done ||
      (kind !== "equation" && kind !== "citation" && (kind !== "label" || text.startsWith("\\label", from)))
    )
      continue;
    const mark = `${OPEN}${kept.push(show(text.slice(from, to).trim(), kind)) - 1}${CLOSE}`;
    out += text.slice(done, from) + (display ? `\n\n${mark}\n\n` : mark);
    done = to;
  }
  const model = readProject({ ...project, text: out + text.slice(done) });
  for (const paragraph of model.paragraphs)
    paragraph.text = paragraph.text.replace(/\ue0f0(\d{1,9})\ue0f1/g, (_, index: string) => kept[Number(index)] ?? "");
  return model;
}
