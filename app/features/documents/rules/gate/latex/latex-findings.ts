/** What the edits of a LaTeX text changed besides words. */
import { align } from "../../compare/align.ts";
import type { TexProject } from "../../readers/read-tex.ts";
import { matching } from "../../readers/tex/tex-braces.ts";
import { ACCENTS, HEADINGS, LETTERS, ROOM, SILENT } from "../../readers/tex/tex-vocabulary.ts";
import {
  type Finding,
  type FindingKind,
  type FindingSeverity,
  findingKeys,
  severityOf,
  shortened,
} from "../findings.ts";
import { type LatexItem, latexItems } from "../../readers/tex/tex-items.ts";

type Say = (kind: FindingKind, section: string, before: string, after: string, severity?: FindingSeverity) => void;
type ItemKind = LatexItem["kind"];
/** A formula, a citation, a label, or code that differs: in one side's words, "" on a side that doesn't have it. */
type SayItem = (kind: ItemKind, section: string, before: string, after: string) => void;

/** What differs between two LaTeX texts besides words, in the order of its kinds. An item that only moved doesn't. */
export function itemsChanged(source: string, copy: string, say: SayItem): void {
  const [one, two] = [latexItems(source), latexItems(copy)];
  for (const kind of ["equation", "citation", "label", "code", "format"] as const)
    itemChanges(
      one.filter((item) => item.kind === kind),
      two.filter((item) => item.kind === kind),
      say,
    );
}

/** Files of a project that aren't LaTeX text and differ, by name. */
export const filesChanged = (
  source: ReadonlyMap<string, string>,
  copy: ReadonlyMap<string, string>,
): { name: string; before: boolean; after: boolean }[] =>
  [...new Set([...source.keys(), ...copy.keys()])]
    .filter((name) => source.get(name) !== copy.get(name))
    .map((name) => ({ name, before: source.has(name), after: copy.has(name) }));

/** Formulas, citations, labels, code, the preamble, new commands, and files that differ. */
export function latexFindings(
  source: TexProject,
  copy: TexProject,
  /** Hashes of the files that aren't LaTeX text, by name. */
  files: { source: ReadonlyMap<string, string>; copy: ReadonlyMap<string, string> },
): Finding[] {
  const findings: Finding[] = [];
  const keyOf = findingKeys();
  const say: Say = (kind, section, before, after, severity = severityOf(kind)) => {
    findings.push({
      key: keyOf(kind, section, before, after),
      kind,
      severity,
      section,
      paragraph: 0,
      before: shortened(before),
      after: shortened(after),
      leading: "",
      trailing: "",
    });
  };
  itemsChanged(source.text, copy.text, (kind, section, before, after) =>
    say(kind === "format" ? "code" : kind, section, before, after, kind === "format" ? "note" : undefined),
  );
  preambleChanges(source.text, copy.text, say);
  newCommands(source, copy, say);
  for (const { name, before, after } of filesChanged(files.source, files.copy))
    say("project", "", before ? name : "", after ? (before ? `${name}, changed` : name) : "");
  return findings;
}

/** Items that are gone, new, or different, each pair in its place. Items that only moved aren't changes. */
function itemChanges(one: readonly LatexItem[], two: readonly LatexItem[], say: SayItem): void {
  const pairs = align(
    one.map((item) => item.text),
    two.map((item) => item.text),
  );
  const gone: (LatexItem | null)[][] = [];
  let a = 0;
  let b = 0;
  for (const [i, j] of [...pairs, [one.length, two.length] as const]) {
    for (let n = 0; n < Math.max(i - a, j - b); n++)
      gone.push([a + n < i ? (one[a + n] as LatexItem) : null, b + n < j ? (two[b + n] as LatexItem) : null]);
    a = i + 1;
    b = j + 1;
  }
  const moved = new Map<string, number>();
  for (const [before, after] of gone) {
    if (before) moved.set(before.text, (moved.get(before.text) ?? 0) + 1);
    if (after) moved.set(after.text, moved.get(after.text) ?? 0);
  }
  const come = new Map<string, number>();
  for (const [, after] of gone) if (after) come.set(after.text, (come.get(after.text) ?? 0) + 1);
  const takeFrom = (counts: Map<string, number>, most: Map<string, number>, item: LatexItem | null | undefined) => {
    if (!item) return "";
    const both = Math.min(counts.get(item.text) ?? 0, most.get(item.text) ?? 0);
    if (both === 0) return item.text;
    counts.set(item.text, (counts.get(item.text) ?? 0) - 1);
    return "";
  };
  const [left, right] = [new Map(moved), new Map(come)];
  for (const [before, after] of gone) {
    const [was, is] = [takeFrom(left, come, before), takeFrom(right, moved, after)];
    const kind = before?.kind ?? after!.kind;
    if (was === "" && is === "") continue;
    say(kind, (before ?? after)!.section, was, is);
  }
}

/** The preamble without the title, whose text is edited like the rest. */
function preambleOf(text: string): string[] {
  const begin = text.indexOf("\\begin{document}");
  if (begin < 0) return [];
  let preamble = text.slice(0, begin);
  const title = /\\title\s*(?:\[[^\]]{0,500}\])?\s*\{/.exec(preamble);
  if (title)
    preamble =
      preamble.slice(0, title.index) + preamble.slice(matching(preamble, title.index + title[0].length - 1) + 1);
  return preamble
    .split("\n")
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((line) => line !== "");
}

function preambleChanges(source: string, copy: string, say: Say): void {
  for (const [before, after] of preambleLines(source, copy)) say("preamble", "", before, after);
}

/** Lines of the preamble that differ, "" on a side that doesn't have one. */
export function preambleLines(source: string, copy: string): [before: string, after: string][] {
  const changed: [string, string][] = [];
  const [one, two] = [preambleOf(source), preambleOf(copy)];
  let a = 0;
  let b = 0;
  for (const [i, j] of [...align(one, two), [one.length, two.length] as const]) {
    for (let n = 0; n < Math.max(i - a, j - b); n++)
      changed.push([a + n < i ? (one[a + n] as string) : "", b + n < j ? (two[b + n] as string) : ""]);
    a = i + 1;
    b = j + 1;
  }
  return changed;
}

/** Commands of LaTeX itself and of packages that nearly every manuscript loads. */
const KNOWN = new Set([
  ...[HEADINGS, LETTERS, ROOM, SILENT, ACCENTS].flatMap((table) => Object.keys(table)),
  ..."begin end title subtitle author date thanks caption footnote footnotemark footnotetext emph textbf textit texttt textsc textsf textrm textsl textup textnormal textmd underline textsuperscript textsubscript bf it em tt sc rm sf item par noindent indent newline newpage clearpage pagebreak linebreak maketitle tableofcontents centering raggedright raggedleft small footnotesize scriptsize large Large LARGE huge Huge normalsize tiny today hfill vfill bigskip medskip smallskip includegraphics verb hline toprule midrule bottomrule textwidth linewidth columnwidth appendix bibitem newblock def let left right frac sqrt sum int prod lim log ln exp sin cos tan min max mathrm mathbf mathit mathcal mathbb mathsf text times cdot pm mp le leq ge geq neq approx equiv sim infty partial nabla in notin subset cup cap to rightarrow leftarrow Rightarrow forall exists alpha beta gamma delta epsilon varepsilon zeta eta theta iota kappa lambda mu nu xi pi rho sigma tau upsilon phi varphi chi psi omega Gamma Delta Theta Lambda Xi Pi Sigma Phi Psi Omega hat bar vec tilde dot overline textquotedblleft textquotedblright textasciitilde textbackslash textbar textless textgreater slash protect relax".split(
    " ",
  ),
]);
const USED = /\\([a-zA-Z@]+)/g;
const DEFINED =
  /\\(?:(?:new|renew|provide)command|DeclareMathOperator|DeclareRobustCommand|NewDocumentCommand|def|gdef|edef|let)\*?\s*\{?\s*\\([a-zA-Z@]+)/g;

/** Commands that the copy uses, and that neither the source uses nor any of its files defines. */
function newCommands(source: TexProject, copy: TexProject, say: Say): void {
  const known = new Set(KNOWN);
  for (const text of [source.text, ...source.files.values()])
    for (const [, name] of text.matchAll(USED)) known.add(name as string);
  for (const text of copy.files.values()) for (const [, name] of text.matchAll(DEFINED)) known.add(name as string);
  for (const [, name] of copy.text.matchAll(USED)) {
    if (known.has(name as string)) continue;
    known.add(name as string);
    say("command", "", "", `\\${name}`);
  }
}
