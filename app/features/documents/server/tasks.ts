import { writeFile } from "node:fs/promises";
import { answerQueries, type QueryAnswer, type WrittenAnswer } from "../rules/queries/answer-queries.ts";
import { cleanCopy, type CleanOptions } from "../rules/docx/clean-copy.ts";
import { type Sealed, type Verdict, checkText, sealText } from "../rules/certificate/certificate.ts";
import { detectFormat } from "../rules/readers/detect-format.ts";
import { asDocument } from "../rules/docx/docx-edit.ts";
import { readDocx } from "../rules/docx/docx-reader.ts";
import { type DocumentQuery, readQueries } from "../rules/queries/queries.ts";
import { receiptOf } from "../rules/readers/receipt-of.ts";
import type { CountReceipt } from "../rules/readers/receipt.ts";
import { refusal, Refused, type Refusal } from "../rules/readers/refusal.ts";
import { acceptAll, rejectAll, reviseSome } from "../rules/docx/revise-docx.ts";
import { scrubDocx, type ScrubOptions } from "../rules/docx/scrub-docx.ts";
import { compareForReEdit } from "../rules/re-edit/re-edit.ts";
import type { ReEdit } from "../rules/re-edit/re-edit-count.ts";
import { sampleOf } from "../rules/readers/sample-of.ts";
import { spellingEvidence, spellingVariant } from "../rules/readers/spelling-variant.ts";
import { modelText, type TextModel } from "../rules/readers/text-model.ts";
import { workingCopy as makeWorkingCopy } from "../rules/docx/working-copy.ts";
import { findLanguage } from "./find-language.ts";
import { readDocument } from "./read-document.ts";
import { guarded, load } from "./task-file.ts";
import { check, passage } from "./check-task.ts";
import { explore, picture } from "./explore-task.ts";
import { compareSources, gateTex, trackTex } from "./latex-tasks.ts";
import { gatePdf } from "./pdf/gate-pdf.ts";
import { drawNotedPage, readNotes } from "./pdf/noted-pages.ts";
import { changes, compare, gate, otherAuthors, trackedCopy, turn } from "./tracked-tasks.ts";

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
    if (receipt.language === "en") receipt.variant = spellingVariant(spellingEvidence(model));
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
  gatePdf,
  gateTex,
  trackTex,
  compareSources,
  readNotes,
  drawNotedPage,
  otherAuthors,
  changes,
  turn,
  explore,
  picture,
  compare,
  trackedCopy,
  workingCopy,
  reEdit,
  check,
  passage,
  seal,
  checkSeal,
  queries,
  answer,
};
export type TaskName = keyof typeof TASKS;
