/** The gate for LaTeX: what differs between the author's source and the edited one, and whether it still compiles. */
import { EDITOR, trackedTexts } from "../../compare/tracked-models.ts";
import type { GateResult, UntrackedEdit } from "../../docx/change-stats.ts";
import { openDocx } from "../../docx/docx-package.ts";
import { readDocx, readOriginal } from "../../docx/docx-reader.ts";
import { readProject, type TexProject } from "../../readers/read-tex.ts";
import { changeStats, noChanges } from "../count-changes.ts";
import { documentFindings, type GateOptions, lockedSections } from "../document-findings.ts";
import { countFindings, type Finding, listedFindings } from "../findings.ts";
import { linesOf, MAX_LISTED, SAME_TEXT, similarityOf } from "../gate-edits.ts";
import { findingsBetween } from "../gate-findings.ts";
import { type LatexFault, newFaults } from "./latex-faults.ts";
import { latexFindings } from "./latex-findings.ts";
import { shownText } from "./latex-shown.ts";

/** A project, with the hashes of its files that aren't LaTeX text. */
export type LatexSide = { project: TexProject; others: ReadonlyMap<string, string> };

export function gateLatex(source: LatexSide, copy: LatexSide, options: GateOptions = {}): GateResult {
  const [one, two] = [readProject(source.project), readProject(copy.project)];
  const similarity = similarityOf(linesOf(one), linesOf(two));
  const anotherManuscript = similarity < SAME_TEXT;
  const edits = anotherManuscript ? [] : faultsOf(source.project, copy.project);
  const findings: Finding[] = anotherManuscript
    ? []
    : [
        ...findingsBetween(one, two, lockedSections(one, options.locked ?? [])).filter(
          (one) => one.kind !== "equation",
        ),
        ...latexFindings(source.project, copy.project, { source: source.others, copy: copy.others }),
        ...documentFindings(one, two, { variant: options.variant ?? null }),
      ];
  const unchanged = source.project.text === copy.project.text && findings.every((one) => one.kind === "spelling");
  const words = one.paragraphs.reduce((sum, paragraph) => sum + paragraph.words, 0);
  const notes: string[] = [];
  const comments = newComments(source.project, copy.project);
  if (comments > 0)
    notes.push(
      `${comments === 1 ? "One new comment starts" : `${comments.toLocaleString("en-US")} new comments start`} with %. The author sees comments only in the source.`,
    );
  const stats = anotherManuscript || unchanged ? noChanges(words) : countChanges(source.project, copy.project);
  return {
    ok: true,
    format: "tex",
    passed: !anotherManuscript && edits.length === 0,
    anotherManuscript,
    similarity: Math.round(similarity * 1_000) / 1_000,
    untracked: edits.slice(0, MAX_LISTED),
    untrackedTotal: edits.length,
    unchanged,
    stats: { ...stats, comments },
    comments: [],
    authors: [],
    notes,
    findings: listedFindings(findings),
    findingCounts: countFindings(findings),
  };
}

function countChanges(source: TexProject, copy: TexProject): GateResult["stats"] {
  const docx = openDocx(trackedTexts(shownText(source), shownText(copy), EDITOR));
  return changeStats(readDocx(docx), readOriginal(docx));
}

/** New faults of each file, with their places. */
function faultsOf(source: TexProject, copy: TexProject): UntrackedEdit[] {
  const edits: UntrackedEdit[] = [];
  const say = (name: string, { line, what, advice, around }: LatexFault): void => {
    edits.push({
      section: name === "" ? `Line ${line}` : `${name}, line ${line}`,
      paragraph: 0,
      before: "",
      after: around,
      leading: "",
      trailing: "",
      what,
      advice,
    });
  };
  for (const [name, text] of copy.files)
    if (/\.(?:tex|ltx)$|^$/i.test(name))
      for (const fault of newFaults(source.files.get(name) ?? "", text)) say(name, fault);
  const [main, before] = [copy.text, source.text];
  for (const part of ["\\documentclass", "\\begin{document}", "\\end{document}"])
    if (before.includes(part) && !main.includes(part))
      say("", { line: 1, what: `${part} is missing.`, advice: "Restore it: LaTeX needs it.", around: "" });
  return edits;
}

/** How many lines of comments the copy has that the source doesn't have. */
function newComments(source: TexProject, copy: TexProject): number {
  const linesIn = (project: TexProject): string[] =>
    [...project.files.values()].flatMap((text) => text.match(/^[ \t]*%[^\n]*[\p{L}\p{N}][^\n]*$/gmu) ?? []);
  const known = new Set(linesIn(source).map((line) => line.trim()));
  return linesIn(copy).filter((line) => !known.has(line.trim())).length;
}
