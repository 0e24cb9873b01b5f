import { writeFile } from "node:fs/promises";
import { compareDocx } from "../rules/compare/compare-docx.ts";
import type { CompareOptions } from "../rules/compare/redline-markup.ts";
import type { ChangeStats, CommentNote, GateResult, UntrackedEdit } from "../rules/docx/change-stats.ts";
import { asDocument } from "../rules/docx/docx-edit.ts";
import { openDocx } from "../rules/docx/docx-package.ts";
import { readDocx, readOriginal } from "../rules/docx/docx-reader.ts";
import { listRevisions } from "../rules/docx/revise-docx.ts";
import type { Revision } from "../rules/docx/revision-numbers.ts";
import { changeStats, commentNotes } from "../rules/gate/count-changes.ts";
import type { GateOptions } from "../rules/gate/document-findings.ts";
import type { Finding } from "../rules/gate/findings.ts";
import { checkGate } from "../rules/gate/gate.ts";
import { gateDocx } from "../rules/gate/gate-docx.ts";
import { changesToJudge, untrackedLooks } from "../rules/gate/rule-verdict.ts";
import { otherAuthorFindings } from "../rules/gate/other-authors.ts";
import { countKinds, editsOf } from "../rules/explore/edits.ts";
import { exploreDocx } from "../rules/explore/explore-docx.ts";
import type { EditKind } from "../rules/kinds/edit-kind.ts";
import { judgeKinds } from "../rules/kinds/judge-kinds.ts";
import { makeTrackedCopyOf } from "../rules/graft/tracked-copy.ts";
import { detectFormat } from "../rules/readers/detect-format.ts";
import { Refused, type Refusal } from "../rules/readers/refusal.ts";
import type { Change } from "../rules/readers/text-model.ts";
import { turnIntoComments } from "../rules/turn/turn-into-comments.ts";
import { englishWords } from "../rules/kinds/english-words.ts";
import { readDocument } from "./read-document.ts";
import { guarded, load } from "./task-file.ts";

/** The worker's tasks that make or read tracked changes: compare, the delivery gate, and what a copy changes. */

export type Compared =
  | {
      ok: true;
      grain: string;
      moves: number;
      insertions: number;
      deletions: number;
      wordsInserted: number;
      wordsDeleted: number;
      /**
       * Differences that can't be tracked changes, such as headers and merged cells. The copy has them as in the second
       * file.
       */
      untracked: UntrackedEdit[];
    }
  | Refusal;

/** Writes the second .docx to `out`, with every difference from the first as a tracked change. */
export const compare = (before: string, after: string, out: string, options: CompareOptions): Promise<Compared> =>
  guarded<Compared>(async () => {
    const [one, two] = await loadBoth(before, after);
    const { bytes, grain, moves, untracked } = compareDocx(one, two, options);
    await writeFile(out, asDocument(bytes));
    const docx = openDocx(bytes);
    const { insertions, deletions, wordsInserted, wordsDeleted } = changeStats(readDocx(docx), readOriginal(docx));
    return { ok: true, grain, moves, insertions, deletions, wordsInserted, wordsDeleted, untracked };
  });

export type MadeTracked = { ok: true; leftOut: string[] } | Refusal;

/** Writes a tracked copy of the second .docx that the gate lets through. */
export const trackedCopy = (
  before: string,
  after: string,
  out: string,
  options: CompareOptions,
): Promise<MadeTracked> =>
  guarded<MadeTracked>(async () => {
    const { bytes, leftOut } = makeTrackedCopyOf(...(await loadBoth(before, after)), options);
    await writeFile(out, asDocument(bytes));
    return { ok: true, leftOut };
  });

async function loadBoth(before: string, after: string): Promise<[Buffer, Buffer]> {
  const [one, two] = await Promise.all([load(before), load(after)]);
  for (const bytes of [one, two])
    if (detectFormat(bytes, "").format !== "docx")
      throw new Refused("unsupported", "Only two .docx files can be compared.");
  return [one, two];
}

/** The tracked copy must be a .docx; the source may be any manuscript. @throws Refused unless it's a .docx */
async function loadTracked(path: string): Promise<Buffer> {
  const bytes = await load(path);
  if (detectFormat(bytes, "").format !== "docx")
    throw new Refused(
      "unsupported",
      "The tracked copy isn't a .docx file.",
      "Save it in Word as .docx, with its tracked changes, and upload it.",
    );
  return bytes;
}

async function readTracked(path: string) {
  const bytes = await loadTracked(path);
  const docx = openDocx(bytes);
  return { bytes, final: readDocx(docx), original: readOriginal(docx) };
}

/** Whether every edit of a tracked copy is tracked, and what the edits changed besides language. */
export const gate = (
  sourcePath: string,
  trackedPath: string,
  options: GateOptions = {},
): Promise<GateResult | Refusal> =>
  guarded<GateResult | Refusal>(async () => {
    const bytes = await load(sourcePath);
    if (detectFormat(bytes, sourcePath).format === "docx") {
      const copy = await loadTracked(trackedPath);
      return withKinds(gateDocx(bytes, copy, options), bytes, copy, options);
    }
    const tracked = await readTracked(trackedPath);
    return withKinds(
      checkGate([await readDocument(bytes, sourcePath)], tracked.original, tracked.final, options),
      null,
      tracked.bytes,
      options,
    );
  });

/**
 * Adds how many changes of each kind the copy has, and which of them a rule doesn't allow. A copy of something else
 * isn't worth the time.
 */
async function withKinds(
  result: GateResult,
  source: Buffer | null,
  copy: Buffer,
  { rule, editor = null }: GateOptions,
): Promise<GateResult> {
  if (result.anotherManuscript) return result;
  const { changes: all } = exploreDocx(copy, await englishWords());
  const counted = { ...result, stats: { ...result.stats, kinds: countKinds(editsOf(all).edits) } };
  if (!rule) return counted;
  return {
    ...counted,
    rule: judgeKinds(changesToJudge(all, source, copy, editor), rule, { untracked: untrackedLooks(result) }),
  };
}

export type OtherAuthors = { ok: true; findings: Finding[]; authors: string[] } | Refusal;

/** What happened to an editor's changes in a copy that somebody else continued. */
export const otherAuthors = (before: string, after: string, editor: string): Promise<OtherAuthors> =>
  guarded<OtherAuthors>(async () => {
    const [one, two] = [await readTracked(before), await readTracked(after)];
    return { ok: true, findings: otherAuthorFindings(one.final, two.final, editor), authors: one.final.authors };
  });

export type Turned = { ok: true; /** How many changes, a replacement counting once. */ turned: number } | Refusal;

/** Writes the .docx to `out` with some tracked changes turned into comments, by their numbers from `changes`. */
export const turn = (path: string, out: string, ids: readonly number[]): Promise<Turned> =>
  guarded<Turned>(async () => {
    const { bytes, turned } = turnIntoComments(await loadTracked(path), new Set(ids));
    await writeFile(out, asDocument(bytes));
    return { ok: true, turned };
  });

export type Changes = {
  ok: true;
  stats: ChangeStats;
  changes: { kind: Change["kind"]; author: string; date: string; text: string; section: string }[];
  /** Numbered one by one, as in Word. `revise` takes decisions by these numbers. */
  revisions: (Revision & { editKind: EditKind })[];
  comments: CommentNote[];
  authors: string[];
};

/** The tracked changes and comments of a .docx. */
export const changes = (path: string): Promise<Changes | Refusal> =>
  guarded<Changes | Refusal>(async () => {
    const { final, original, bytes } = await readTracked(path);
    const kinds = new Map(exploreDocx(bytes, await englishWords()).changes.map((one) => [one.id, one.edit]));
    return {
      ok: true,
      stats: changeStats(final, original),
      changes: final.changes.map(({ kind, author, date, text: changed, paragraph }) => ({
        kind,
        author,
        date,
        text: changed,
        section: final.sections[paragraph.section]?.title ?? "",
      })),
      revisions: listRevisions(bytes).map((one) => ({ ...one, editKind: kinds.get(one.id) ?? "formatting" })),
      comments: commentNotes(final),
      authors: final.authors,
    };
  });
