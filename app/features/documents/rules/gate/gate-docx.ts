/** The delivery gate for two .docx files. */
import type { GateResult, UntrackedEdit } from "../docx/change-stats.ts";
import { openDocx } from "../docx/docx-package.ts";
import { rewriterOf } from "../docx/rewriter-of.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { authorFindings, decisionsNote, touchedChanges } from "./author-findings.ts";
import type { GateOptions } from "./document-findings.ts";
import { countFindings, listedFindings } from "./findings.ts";
import { checkGate } from "./gate.ts";
import { MAX_LISTED, editsBetween, linesOf } from "./gate-edits.ts";
import { type PendingChanges, pendingChanges } from "./pending-changes.ts";
import { readSurface } from "./surface/read-surface.ts";
import { LookRegistry } from "./surface/surface-looks.ts";
import { surfaceChanges } from "./surface/surface-changes.ts";

/**
 * Whether every edit of a tracked copy is tracked, what was done to the author's own tracked changes and comments, and
 * what the edits changed besides language.
 */
export function gateDocx(source: Buffer, copy: Buffer, options: GateOptions = {}): GateResult {
  const pending = pendingChanges(source, copy, options.editor ?? null);
  const [from, to] = [openDocx(pending?.source ?? source), openDocx(copy)];
  const registry = new LookRegistry();
  const original = readDocx(from, "original");
  const sources = [original];
  // The editor's own changes of an earlier round may have been accepted before the editing began.
  if (original.changes.length + original.otherChanges > 0) sources.push(readDocx(from, "final"));
  const final = readDocx(to, "final");
  const result = checkGate(sources, readDocx(to, "original"), final, options, {
    source: (index) => readSurface(from, index === 0 ? "original" : "final", registry),
    copy: () => readSurface(to, "original", registry),
  });
  if (result.anotherManuscript) return result;
  const touched = result.passed ? insideChanges(pending) : touchedChanges(pending);
  const own = authorFindings(
    readDocx(openDocx(source), "final"),
    final,
    touched.length === 0 ? (pending?.changes ?? []) : (pending?.changes ?? []).filter((one) => one.rewritten === null),
    options.editor ?? null,
  );
  const untracked = [...touched, ...own.untracked];
  const rewriter = rewriterOf(to);
  const note = decisionsNote(pending);
  const findings = [...own.findings, ...(result.findings ?? [])];
  return {
    ...result,
    ...(rewriter === null ? {} : { rewriter }),
    passed: result.passed && untracked.length === 0,
    untracked: [...untracked, ...result.untracked].slice(0, MAX_LISTED),
    untrackedTotal: result.untrackedTotal + untracked.length,
    notes: note === null ? result.notes : [note, ...result.notes],
    findings: listedFindings(findings),
    findingCounts: [...countFindings(own.findings), ...(result.findingCounts ?? [])],
  };
}

/** With the editor's changes rejected and the author's accepted, the copy must be the source too. */
function insideChanges(pending: PendingChanges | null): UntrackedEdit[] {
  if (!pending) return [];
  const [source, copy] = [openDocx(pending.source), openDocx(pending.copy)];
  const [before, after] = [linesOf(readDocx(source, "final")), linesOf(readDocx(copy, "final"))];
  const registry = new LookRegistry();
  // Pictures, equations, and positions as well.
  if (before.length === after.length && before.every((line, i) => line.text === after[i]?.text))
    return surfaceChanges(readSurface(source, "final", registry), readSurface(copy, "final", registry)).content;
  const told = touchedChanges(pending);
  return told.length > 0 ? told : editsBetween(before, after);
}
