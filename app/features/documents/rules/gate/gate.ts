/** The gate: whether a submission changes anything that isn't tracked, and what the reviewer should look at. */
import type { GateResult } from "../docx/change-stats.ts";
import { documentFindings, lockedSections, type GateOptions } from "./document-findings.ts";
import { type Finding, countFindings, findingKeys, listedFindings, severityOf } from "./findings.ts";
import { findingsBetween } from "./gate-findings.ts";
import type { Surface } from "./surface/surface.ts";
import type { LookChange } from "./surface/surface-report.ts";
import { type PictureChange, trackedLooks } from "./tracked-looks.ts";
import { surfaceChanges } from "./surface/surface-changes.ts";
import type { TextModel } from "../readers/text-model.ts";
import { type Line, MAX_LISTED, SAME_TEXT, editsBetween, linesOf, similarityOf } from "./gate-edits.ts";
import { changeStats, commentNotes } from "./count-changes.ts";

/** What readers see of both documents besides words. Only computed if the words match. */
export type GateSurfaces = {
  /** The source's surface, for the reading with this index in `sources`. */
  source: (index: number) => Surface;
  /** The tracked copy's surface with its changes rejected. */
  copy: () => Surface;
  /** With its changes accepted; null if they can't conceal words or change pictures. */
  final: () => Surface | null;
};

/**
 * The delivery gate: with all changes rejected, the tracked copy must equal the source outside field results: its text
 * and, if `surfaces` are given, everything else that a reader sees. `sources` are the acceptable readings of the
 * source: with its own tracked changes rejected and, if it has any, accepted. The best match counts. Edits beyond
 * language, and formatting, are listed too.
 */
export function checkGate(
  sources: readonly TextModel[],
  original: TextModel,
  final: TextModel,
  options: GateOptions = {},
  surfaces: GateSurfaces | null = null,
): GateResult {
  const rejected = linesOf(original);
  const best = closest(sources, rejected);
  const anotherManuscript = !best.equal && best.similarity < SAME_TEXT;
  const edits = best.equal || anotherManuscript ? [] : editsBetween(best.lines, rejected);
  const notes: string[] = [];
  if (best.equal) {
    const visible = (model: TextModel) =>
      model.paragraphs.map((paragraph) => paragraph.text).filter((text) => text !== "");
    const [one, two] = [visible(best.model), visible(original)];
    if (one.length !== two.length || one.some((text, i) => text !== two[i]))
      notes.push("Fields such as the table of contents or citations were refreshed. You don't need to track this.");
  }
  const lookFindings: Finding[] = [];
  if (surfaces && !anotherManuscript) {
    const [source, copy] = [surfaces.source(best.index), surfaces.copy()];
    const { content, looks, refreshed } = surfaceChanges(source, copy);
    const { lines } = best;
    for (const edit of content)
      edits.push({ ...edit, section: edit.section || (lines[edit.paragraph - 1]?.section ?? "") });
    edits.sort((x, y) => x.paragraph - y.paragraph);
    const edited = surfaces.final();
    // What the source's own changes do was there before.
    const own = edited && sources.length > 1 ? { original: surfaces.source(0), final: surfaces.source(1) } : null;
    const tracked = trackedLooks(copy, edited, own);
    lookFindings.push(...findingsOfLooks([...looks, ...tracked.looks], tracked.pictures, lines));
    if (refreshed > 0)
      notes.push(
        `Citation software updated its stored data in ${refreshed === 1 ? "one citation" : `${refreshed.toLocaleString("en-US")} citations`}. The citations themselves are the same.`,
      );
  }
  if (final.changes.length + final.formatChanges + final.otherChanges === 0)
    notes.push("There are no tracked changes in this copy.");
  const findings = anotherManuscript
    ? []
    : [
        ...findingsBetween(best.model, final, lockedSections(best.model, options.locked ?? [])),
        ...lookFindings,
        ...documentFindings(best.model, final, options),
      ];
  return {
    ok: true,
    passed: best.equal && edits.length === 0,
    anotherManuscript,
    similarity: Math.round(best.similarity * 1000) / 1000,
    untracked: edits.slice(0, MAX_LISTED),
    untrackedTotal: edits.length,
    unchanged: final.changes.length + final.formatChanges + final.otherChanges === 0,
    stats: changeStats(final, original),
    comments: commentNotes(final),
    authors: final.authors,
    notes,
    findings: listedFindings(findings),
    findingCounts: countFindings(findings),
  };
}

type Best = { lines: Line[]; model: TextModel; index: number; similarity: number; equal: boolean };

/** The reading of the source that a text is, or else the most similar one. */
function closest(sources: readonly TextModel[], rejected: readonly Line[]): Best {
  let best: Best | null = null;
  for (const [index, model] of sources.entries()) {
    const lines = linesOf(model);
    const equal = lines.length === rejected.length && lines.every((line, i) => line.text === rejected[i]?.text);
    const similarity = equal ? 1 : similarityOf(lines, rejected);
    if (!best || equal || (!best.equal && similarity > best.similarity))
      best = { lines, model, index, similarity, equal };
    if (equal) break;
  }
  if (!best) throw new Error("The gate needs a source to compare with.");
  return best;
}

/** The same format change in more places than this is listed once. */
const MAX_ALIKE = 10;

/** Untracked format changes, words that were made hard to see, and pictures in tracked changes. */
function findingsOfLooks(
  looks: readonly LookChange[],
  pictures: readonly PictureChange[],
  lines: readonly Line[],
): Finding[] {
  const findings: Finding[] = [];
  const keyOf = findingKeys();
  const add = (kind: Finding["kind"], paragraph: number, before: string, after: string): void => {
    findings.push({
      key: keyOf(kind, paragraph, before, after),
      kind,
      severity: severityOf(kind),
      section: lines[paragraph - 1]?.section ?? "",
      paragraph,
      before,
      after,
      leading: "",
      trailing: "",
    });
  };
  for (const { paragraph, before, after } of pictures) add("picture", paragraph, before, after);
  const alike = new Map<string, LookChange[]>();
  for (const look of looks) {
    const key = `${look.kind} ${look.what}`;
    const list = alike.get(key);
    if (list) list.push(look);
    else alike.set(key, [look]);
  }
  for (const list of alike.values()) {
    const [first] = list;
    if (first && first.kind === "formatting" && list.length > MAX_ALIKE)
      add(
        first.kind,
        first.paragraph,
        first.words,
        `${first.what} (here and in ${(list.length - 1).toLocaleString("en-US")} other places)`,
      );
    else for (const { kind, paragraph, words, what } of list) add(kind, paragraph, words, what);
  }
  return findings.sort((x, y) => x.paragraph - y.paragraph);
}
