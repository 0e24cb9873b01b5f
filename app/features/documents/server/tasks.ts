import { writeFile } from "node:fs/promises";
import { answerQueries, type QueryAnswer, type WrittenAnswer } from "../rules/queries/answer-queries.ts";
import { cleanCopy, type CleanOptions } from "../rules/docx/clean-copy.ts";
import type { ChangeStats, CommentNote, GateResult, UntrackedEdit } from "../rules/docx/change-stats.ts";
import { compareDocx } from "../rules/compare/compare-docx.ts";
import type { CompareOptions } from "../rules/compare/redline-markup.ts";
import type { GateOptions } from "../rules/gate/document-findings.ts";
import { type Sealed, type Verdict, checkText, sealText } from "../rules/certificate/certificate.ts";
import { detectFormat } from "../rules/readers/detect-format.ts";
import { asDocument } from "../rules/docx/docx-edit.ts";
import { openDocx } from "../rules/docx/docx-package.ts";
import { readDocx } from "../rules/docx/docx-reader.ts";
import { type GateSurfaces, checkGate } from "../rules/gate/gate.ts";
import { changeStats, commentNotes } from "../rules/gate/count-changes.ts";
import { type DocumentQuery, readQueries } from "../rules/queries/queries.ts";
import { readSurface } from "../rules/gate/read-surface.ts";
import type { Finding } from "../rules/gate/findings.ts";
import { otherHandsFindings } from "../rules/gate/other-hands.ts";
import { receiptOf } from "../rules/readers/receipt-of.ts";
import type { CountReceipt } from "../rules/readers/receipt.ts";
import { refusal, Refused, type Refusal } from "../rules/readers/refusal.ts";
import { acceptAll, listRevisions, rejectAll, reviseSome } from "../rules/docx/revise-docx.ts";
import { LookRegistry } from "../rules/gate/surface-looks.ts";
import { scrubDocx, type ScrubOptions } from "../rules/docx/scrub-docx.ts";
import type { Revision } from "../rules/docx/revision-numbers.ts";
import { compareForReEdit } from "../rules/re-edit/re-edit.ts";
import type { ReEdit } from "../rules/re-edit/re-edit-count.ts";
import { sampleOf } from "../rules/readers/sample-of.ts";
import { mixedSpelling, spellingEvidence, spellingVariant } from "../rules/readers/spelling-variant.ts";
import { modelText, type Change, type TextModel } from "../rules/readers/text-model.ts";
import { workingCopy as makeWorkingCopy } from "../rules/docx/working-copy.ts";
import { findLanguage } from "./find-language.ts";
import { readDocument } from "./read-document.ts";
import { guarded, load } from "./task-file.ts";
import { explore } from "./explore-task.ts";

/** The worker's tasks. Each reads files, may write files, and returns plain data. */

export type Inspection = { ok: true; receipt: CountReceipt; sample: string } | Refusal;
export type Done = { ok: true } | Refusal;
export type TextResult = { ok: true; text: string } | Refusal;

/**
 * Counts a file and takes a sample of it, of at most so many words. A file without words is refused unless `empty` is
 * set.
 */
export const inspect = (path: string, name: string, empty: boolean, sampleWords: number): Promise<Inspection> =>
  guarded<Inspection>(async () => {
    const model = await readDocument(await load(path), name);
    const receipt = receiptOf(model);
    if (receipt.words === 0 && (!empty || receipt.format === "pdf"))
      return refusal(receipt.format === "pdf" ? "no-text-layer" : "no-words");
    receipt.language = await findLanguage(model);
    if (receipt.language === "en") {
      const evidence = spellingEvidence(model);
      receipt.variant = spellingVariant(evidence);
      const mixed = mixedSpelling(evidence);
      if (mixed !== null) receipt.notes.push(mixed);
    }
    return { ok: true, receipt, sample: sampleOf(model, sampleWords) };
  }, name);

export const text = (path: string, name: string): Promise<TextResult> =>
  guarded<TextResult>(async () => ({ ok: true, text: modelText(await readDocument(await load(path), name)) }), name);

/** Writes the result of `make` for a .docx. */
const rewrite = (path: string, out: string, make: (bytes: Buffer) => Buffer): Promise<Done> =>
  guarded<Done>(async () => {
    const bytes = await load(path);
    if (detectFormat(bytes, "").format !== "docx")
      throw new Refused("unsupported", "Only a .docx has tracked changes that can be accepted or rejected.");
    await writeFile(out, asDocument(make(bytes)));
    return { ok: true };
  });

export const accept = (path: string, out: string): Promise<Done> => rewrite(path, out, acceptAll);
export const reject = (path: string, out: string): Promise<Done> => rewrite(path, out, rejectAll);
/** Accepts or rejects decided changes by their numbers. The others stay tracked. */
export const revise = (
  path: string,
  out: string,
  decisions: readonly (readonly [number, "accept" | "reject"])[],
): Promise<Done> => rewrite(path, out, (bytes) => reviseSome(bytes, new Map(decisions)));
export const clean = (path: string, out: string, options: CleanOptions): Promise<Done> =>
  rewrite(path, out, (bytes) => cleanCopy(bytes, options));
/** Removes traces of the people who worked on a .docx, as far as requested. */
export const scrub = (path: string, out: string, options: ScrubOptions): Promise<Done> =>
  rewrite(path, out, (bytes) => scrubDocx(bytes, options));

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
    const [one, two] = await Promise.all([load(before), load(after)]);
    for (const bytes of [one, two])
      if (detectFormat(bytes, "").format !== "docx")
        throw new Refused("unsupported", "Only two .docx files can be compared.");
    const { bytes, grain, moves, untracked } = compareDocx(one, two, options);
    await writeFile(out, asDocument(bytes));
    const docx = openDocx(bytes);
    const { insertions, deletions, wordsInserted, wordsDeleted } = changeStats(
      readDocx(docx, "final"),
      readDocx(docx, "original"),
    );
    return { ok: true, grain, moves, insertions, deletions, wordsInserted, wordsDeleted, untracked };
  });

/** The tracked copy must be a .docx; the source may be any manuscript. */
async function readTracked(path: string) {
  const bytes = await load(path);
  const found = detectFormat(bytes, "");
  if (found.format !== "docx")
    throw new Refused(
      "unsupported",
      "The tracked copy isn't a .docx file.",
      "Save it in Word as .docx, with its tracked changes, and upload it.",
    );
  const docx = openDocx(found.zip ?? bytes);
  return { bytes, docx, final: readDocx(docx, "final"), original: readDocx(docx, "original") };
}

export const gate = (
  sourcePath: string,
  trackedPath: string,
  options: GateOptions = {},
): Promise<GateResult | Refusal> =>
  guarded<GateResult | Refusal>(async () => {
    const tracked = await readTracked(trackedPath);
    const bytes = await load(sourcePath);
    const found = detectFormat(bytes, sourcePath);
    const sources: TextModel[] = [];
    let surfaces: GateSurfaces | null = null;
    if (found.format === "docx") {
      const docx = openDocx(found.zip ?? bytes);
      const registry = new LookRegistry();
      surfaces = {
        source: (index) => readSurface(docx, index === 0 ? "original" : "final", registry),
        copy: () => readSurface(tracked.docx, "original", registry),
      };
      const original = readDocx(docx, "original");
      sources.push(original);
      // The author's own tracked changes may have been accepted before the editing began.
      if (original.changes.length + original.otherChanges > 0) sources.push(readDocx(docx, "final"));
    } else sources.push(await readDocument(bytes, sourcePath));
    return checkGate(sources, tracked.original, tracked.final, options, surfaces);
  });

export type OtherHands = { ok: true; findings: Finding[]; authors: string[] } | Refusal;

/** What happened to an editor's changes in a copy that somebody else continued. */
export const otherHands = (before: string, after: string, editor: string): Promise<OtherHands> =>
  guarded<OtherHands>(async () => {
    const [one, two] = [await readTracked(before), await readTracked(after)];
    return { ok: true, findings: otherHandsFindings(one.final, two.final, editor), authors: one.final.authors };
  });

export type Changes = {
  ok: true;
  stats: ChangeStats;
  changes: { kind: Change["kind"]; author: string; date: string; text: string; section: string }[];
  /** Numbered one by one, as in Word. `revise` takes decisions by these numbers. */
  revisions: Revision[];
  comments: CommentNote[];
  authors: string[];
};

/** The tracked changes and comments of a .docx. */
export const changes = (path: string): Promise<Changes | Refusal> =>
  guarded<Changes | Refusal>(async () => {
    const { final, original, bytes } = await readTracked(path);
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
      revisions: listRevisions(bytes),
      comments: commentNotes(final),
      authors: final.authors,
    };
  });

export type ReEdited =
  | ({ ok: true; /** The index of the delivered file that it's a version of. */ delivered: number } & ReEdit)
  | Refusal;

/** Compares a new version with the most similar file of a delivery. */
export const reEdit = (delivered: readonly string[], path: string, name: string): Promise<ReEdited> =>
  guarded<ReEdited>(async () => {
    const version = await readDocument(await load(path), name);
    let best: ReEdited | null = null;
    for (const [index, file] of delivered.entries()) {
      const found = compareForReEdit(await readDocument(await load(file), file), version);
      if (!best?.ok || found.count.similarity > best.count.similarity) best = { ok: true, delivered: index, ...found };
    }
    if (!best) throw new Error("A re-edit needs a delivered file.");
    return best;
  }, name);

export type Seal = ({ ok: true } & Sealed) | Refusal;

/** The keyed hashes of the sentences in a certificate's files. */
export const seal = (
  files: readonly { path: string; name: string }[],
  certificateId: string,
  key: Uint8Array<ArrayBuffer>,
): Promise<Seal> =>
  guarded<Seal>(async () => {
    const models: TextModel[] = [];
    for (const { path, name } of files) models.push(await readDocument(await load(path), name));
    return { ok: true, ...(await sealText(models, certificateId, key)) };
  });

export type Queries = { ok: true; queries: DocumentQuery[] } | Refusal;

/** The comments of a .docx as questions to its author, without those that were already in the source. */
export const queries = (path: string, source: string | null): Promise<Queries> =>
  guarded<Queries>(async () => {
    const bytes = await load(path);
    // Only a .docx has comments that can be answered.
    if (detectFormat(bytes, "").format !== "docx") return { ok: true, queries: [] };
    const before = source === null ? null : await load(source);
    const known = before && detectFormat(before, "").format === "docx" ? readDocx(before).comments : [];
    return { ok: true, queries: readQueries(bytes, known) };
  });

export type Answered = { ok: true; written: WrittenAnswer[] } | Refusal;

/** Writes the .docx to `out` with answers to its comments, under `author`'s name. */
export const answer = (path: string, out: string, answers: readonly QueryAnswer[], author: string): Promise<Answered> =>
  guarded<Answered>(async () => {
    const bytes = await load(path);
    if (detectFormat(bytes, "").format !== "docx")
      throw new Refused("unsupported", "Answers can only be written into a .docx.");
    const made = answerQueries(bytes, answers, { author });
    await writeFile(out, made.bytes);
    return { ok: true, written: made.written };
  });

/** How much of a file matches a seal's text. */
export const checkSeal = (
  path: string,
  name: string,
  certificateId: string,
  key: Uint8Array<ArrayBuffer>,
  of: Uint8Array,
): Promise<({ ok: true } & Verdict) | Refusal> =>
  guarded<({ ok: true } & Verdict) | Refusal>(
    async () => ({
      ok: true,
      ...(await checkText(await readDocument(await load(path), name), certificateId, key, of)),
    }),
    name,
  );

export const workingCopy = (path: string, name: string, out: string): Promise<Done> =>
  guarded<Done>(async () => {
    const model = await readDocument(await load(path), name);
    if (model.paragraphs.every((paragraph) => paragraph.words === 0)) throw new Refused("no-words");
    await writeFile(out, makeWorkingCopy(model));
    return { ok: true };
  }, name);

export const TASKS = {
  inspect,
  text,
  accept,
  reject,
  revise,
  clean,
  scrub,
  gate,
  otherHands,
  changes,
  explore,
  compare,
  workingCopy,
  reEdit,
  seal,
  checkSeal,
  queries,
  answer,
};
export type TaskName = keyof typeof TASKS;
