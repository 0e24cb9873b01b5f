/** A LaTeX text as a document that people can read: words as text, and formulas and citations as they're written. */
import { EQUATION_MARK, type MarkedEquation, type MarkedText, markOf } from "../../docx/working-copy.ts";
import { readProject, type TexProject } from "../../readers/read-tex.ts";
import { withoutCommands } from "../../readers/tex/tex-definitions.ts";
import { type LatexItem, latexItems } from "../../readers/tex/tex-items.ts";

/** What a formula, citation, or reference is shown as: text, or an equation. */
type ShowItem = (text: string, kind: LatexItem["kind"], display: boolean) => string | MarkedEquation;
const asWritten: ShowItem = (text) => text;

/**
 * A formula as an equation of Office, or null if it's to be shown as it's written.
 * @param written with its dollar signs or its environment
 */
export type FormulaMaker = (written: string, display: boolean) => string | null;

/** Shows formulas as equations where that can be done. */
export const withEquations =
  (formula: FormulaMaker): ShowItem =>
  (text, kind, display) => {
    const markup = kind === "equation" ? formula(text, display) : null;
    return markup === null ? text : { markup, text };
  };

/** The source with the author's own commands replaced by what they print. */
export const printedText = ({ text, definitions }: TexProject): string => withoutCommands(text, definitions);

/** The text without headings' numbers and layout, for a Word file. Its counts aren't those of the manuscript. */
export function shownText(project: TexProject, show = asWritten): MarkedText {
  const text = printedText(project).replace(EQUATION_MARK, "");
  const kept: string[] = [];
  const equations: MarkedEquation[] = [];
  let out = "";
  let done = 0;
  for (const { kind, from, to, display } of latexItems(text)) {
    if (
      from < done ||
      (kind !== "equation" && kind !== "citation" && (kind !== "label" || text.startsWith("\\label", from)))
    )
      continue;
    const shown = show(text.slice(from, to).trim(), kind, display);
    const mark = markOf(kept.push(typeof shown === "string" ? shown : markOf(equations.push(shown) - 1)) - 1);
    out += text.slice(done, from) + (display ? `\n\n${mark}\n\n` : mark);
    done = to;
  }
  const model = readProject({ ...project, text: out + text.slice(done), definitions: new Map() });
  for (const paragraph of model.paragraphs)
    paragraph.text = paragraph.text.replace(EQUATION_MARK, (_, index: string) => kept[Number(index)] ?? "");
  return { model, equations };
}
