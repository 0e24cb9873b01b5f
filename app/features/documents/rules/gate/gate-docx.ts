/** The delivery gate for two .docx files. */
import type { GateResult, UntrackedEdit } from "../docx/change-stats.ts";
import { type DocxPackage, openDocx } from "../docx/docx-package.ts";
import { rewriterOf } from "../docx/rewriter-of.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { accepted, rejected } from "../docx/revise-docx.ts";
import { textOfPart } from "../docx/zip.ts";
import { formulasIn } from "../explore/formulas-in.ts";
import type { TextModel } from "../readers/text-model.ts";
import { authorFindings, decisionsNote, movedComments, touchedChanges } from "./author-findings.ts";
import { changedFormula } from "./atom-changes.ts";
import type { GateOptions } from "./document-findings.ts";
import { type Finding, countFindings, listedFindings } from "./findings.ts";
import { checkGate } from "./gate.ts";
import { MAX_LISTED, editsBetween, linesOf } from "./gate-edits.ts";
import { type PendingChanges, pendingChanges } from "./pending-changes.ts";
import { readSurface } from "./surface/read-surface.ts";
import type { Surface } from "./surface/surface.ts";
import { LookRegistry } from "./surface/surface-looks.ts";
import { surfaceChanges } from "./surface/surface-changes.ts";

/**
 * Whether every edit of a tracked copy is tracked, what was done to the author's own tracked changes and comments, and
 * what the edits changed besides language.
 */
export function gateDocx(source: Buffer, copy: Buffer, options: GateOptions = {}): GateResult {
  const [own, edited] = [openDocx(source), openDocx(copy)];
  const pending = pendingChanges(own, edited, options.editor ?? null);
  const given = pending?.source ?? own;
  const [from, to] = [rejected(given), rejected(edited)];
  const sources = [from];
  // The editor's own changes of an earlier round may have been accepted before the editing began.
  if (pending) sources.push(accepted(given));
  const registry = new LookRegistry();
  const surfaces = new Map<DocxPackage, Surface>();
  const surfaceOf = (docx: DocxPackage): Surface => {
    const known = surfaces.get(docx) ?? readSurface(docx, registry);
    surfaces.set(docx, known);
    return known;
  };
  const models = sources.map((one) => readDocx(one));
  const final = readDocx(edited);
  const result = checkGate(models, to === edited ? final : readDocx(to), final, options, {
    source: (index) => surfaceOf(sources[index] as DocxPackage),
    copy: () => surfaceOf(to),
    final: () => (to !== edited && mayConceal(edited) ? readSurface(accepted(edited), registry) : null),
  });
  if (result.anotherManuscript) return result;
  const touched = result.passed ? insideChanges(pending) : touchedChanges(pending);
  const theirs = from === own ? (models[0] as TextModel) : readDocx(own);
  const decisions = authorFindings(
    theirs,
    final,
    touched.length === 0 ? (pending?.changes ?? []) : (pending?.changes ?? []).filter((one) => one.rewritten === null),
    options.editor ?? null,
  );
  const untracked = [...touched, ...decisions.untracked];
  const rewriter = rewriterOf(edited);
  const note = decisionsNote(pending);
  const about = (docx: DocxPackage) => surfaceOf(docx).comments;
  const authors = [
    ...decisions.findings,
    ...(result.passed ? movedComments(theirs, final, about(from), about(to)) : []),
  ];
  const findings = listedFindings([...authors, ...(result.findings ?? [])]);
  return {
    ...result,
    ...(rewriter === null ? {} : { rewriter }),
    passed: result.passed && untracked.length === 0,
    untracked: [...untracked, ...result.untracked].slice(0, MAX_LISTED),
    untrackedTotal: result.untrackedTotal + untracked.length,
    notes: note === null ? result.notes : [note, ...result.notes],
    findings: withFormulas(findings, from, edited),
    findingCounts: [...countFindings(authors), ...(result.findingCounts ?? [])],
  };
}

/** Formulas shown beside their letters. The letters of the rest say what changed, too. */
const MOST_FORMULAS = 200;

/** Findings of equations with their formulas, as the source and the edited copy show them. */
function withFormulas(findings: Finding[], source: DocxPackage, edited: DocxPackage): Finding[] {
  const listed = new Set(findings.filter((one) => one.kind === "equation").slice(0, MOST_FORMULAS));
  if (listed.size === 0) return findings;
  const [before, after] = [formulasIn(source), formulasIn(accepted(edited))];
  return findings.map((one) =>
    listed.has(one) ? { ...one, ...changedFormula(before(one.before), after(one.after)) } : one,
  );
}

const CONCEALING =
  /<(?:[\w.-]+:)?(?:drawing|pict|object|contentPart|vanish|color|sz|highlight|shd|textFill|w|trHeight|spacing)[\s/>]/;
/** A style that hides words or makes them white. */
const CONCEALING_STYLE = /<(?:[\w.-]+:)?vanish[\s/>]|[:\s]val="F[A-F\d]F[A-F\d]F[A-F\d]"/i;

/** Whether a document has pictures, or looks that could make words hard to see. */
const mayConceal = ({ zip, main, styles }: DocxPackage): boolean => {
  const holds = (part: string | null, looks: RegExp): boolean =>
    part !== null && looks.test(textOfPart(zip, part) ?? "");
  return holds(main, CONCEALING) || holds(styles, CONCEALING_STYLE);
};

/** With the editor's changes rejected and the author's accepted, the copy must be the source too. */
function insideChanges(pending: PendingChanges | null): UntrackedEdit[] {
  if (!pending) return [];
  const [source, copy] = [accepted(pending.source), accepted(pending.copy)];
  const [before, after] = [linesOf(readDocx(source)), linesOf(readDocx(copy))];
  const registry = new LookRegistry();
  // Pictures, equations, and positions as well.
  if (before.length === after.length && before.every((line, i) => line.text === after[i]?.text))
    return surfaceChanges(readSurface(source, registry), readSurface(copy, registry)).content;
  const told = touchedChanges(pending);
  return told.length > 0 ? told : editsBetween(before, after);
}
