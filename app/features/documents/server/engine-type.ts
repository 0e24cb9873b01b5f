/** What the document engine can do, and its limits. */
import type { Worker } from "node:worker_threads";
import type { Origin } from "#app/platform/rules/requests/fair-queue.ts";
import type { QueryAnswer } from "../rules/queries/answer-queries.ts";
import type { Verdict } from "../rules/certificate/certificate.ts";
import type { Refusal } from "../rules/readers/refusal.ts";
import type { Answered, Done, Inspection, Queries, ReEdited, Seal, TextResult } from "./tasks.ts";
import type { Changes, Compared, MadeTracked, OtherAuthors, Turned } from "./tracked-tasks.ts";
import type { CheckResult, PassageResult } from "./check-task.ts";
import type { CheckOptions, Spot } from "../rules/check/finding.ts";
import type { SourcesCompared } from "./latex-tasks.ts";
import type { NotesRead, PageDrawn } from "./pdf/noted-pages.ts";
import type { Explored, PictureFile } from "./explore-task.ts";
import type { ScrubOptions } from "../rules/docx/scrub-docx.ts";
import type { GateResult } from "../rules/docx/change-stats.ts";
import type { GateOptions } from "../rules/gate/document-findings.ts";

/** Reads manuscripts in worker threads, within time and memory limits. Input and output files are given as paths. */
export type Engine = {
  /** The same engine for work of somebody in particular. Without it, work is taken to be on an order that's paid for. */
  for(origin: Origin): Engine;
  /**
   * Counts a file. `name` is its original name, used only to distinguish kinds of plain text. A file without words is
   * refused unless `empty` is set. `sampleWords` is how long a sample to take: without it, none.
   */
  inspect(path: string, name: string, options?: { empty?: boolean; sampleWords?: number }): Promise<Inspection>;
  /** Writes a .docx to `out` with all tracked changes accepted; comments stay. */
  accept(path: string, out: string): Promise<Done>;
  /** Writes a .docx to `out` with all tracked changes rejected. */
  reject(path: string, out: string): Promise<Done>;
  /**
   * Writes a .docx to `out` with some tracked changes accepted or rejected, by the numbers that `changes` gives them.
   */
  revise(path: string, out: string, decisions: readonly (readonly [number, "accept" | "reject"])[]): Promise<Done>;
  /**
   * Writes a .docx to `out` with some tracked changes turned into comments: rejected, and their suggestions at the same
   * place. By the numbers that `changes` gives them; a replacement's two are turned together.
   */
  turn(path: string, out: string, ids: readonly number[]): Promise<Turned>;
  /** The clean copy: accepted, without comments and change tracking; without people's names too if `scrubAuthors`. */
  clean(path: string, out: string, options?: { scrubAuthors?: boolean }): Promise<Done>;
  /**
   * Writes a .docx to `out` without traces of the people who worked on it: renames authors, and removes dates, revision
   * marks (rsids), comments, properties and paths, as requested.
   */
  scrub(path: string, out: string, options: ScrubOptions): Promise<Done>;
  /**
   * Whether the tracked copy has the source's text once its changes are rejected, and what was changed. With
   * `options.format`: whether an annotated PDF has the source's pages, or what differs between two LaTeX sources.
   */
  gate(sourcePath: string, trackedPath: string, options?: GateOptions): Promise<GateResult | Refusal>;
  /**
   * What happened to an editor's changes in the tracked copy `before` when somebody else continued it as `after`: which
   * are gone, and which are new under the editor's name. `authors`: the names in `before`.
   */
  otherAuthors(before: string, after: string, editor: string): Promise<OtherAuthors>;
  /**
   * Writes the second .docx to `out`, with every difference from the first as a tracked change by `author`, dated
   * `date` (ISO 8601).
   */
  compare(before: string, after: string, out: string, options: { author: string; date: string }): Promise<Compared>;
  /** Writes the text of the second LaTeX source to `out` as a .docx, with its differences from the first tracked. */
  trackTex(source: string, copy: string, out: string, options: { author: string; date: string }): Promise<Done>;
  /** What differs between two LaTeX sources as they're written, file by file. */
  compareSources(source: string, copy: string): Promise<SourcesCompared>;
  /** The annotations of a PDF, page by page, with their replies. */
  readNotes(path: string): Promise<NotesRead>;
  /** A page of a PDF with its annotations, as SVG. @param number from 1 */
  drawNotedPage(path: string, number: number): Promise<PageDrawn>;
  /**
   * Writes a tracked copy of an upload to `out` that the gate lets through: with every difference from the source as a
   * tracked change by `author`, or only its words and comments, in the source's own file. `leftOut` says what it
   * doesn't have.
   */
  trackedCopy(
    source: string,
    upload: string,
    out: string,
    options: { author: string; date: string },
  ): Promise<MadeTracked>;
  /** Writes the text of any manuscript to `out` as a plain .docx. */
  workingCopy(path: string, name: string, out: string): Promise<Done>;
  /** The tracked changes and comments of a .docx, with their statistics. */
  changes(path: string): Promise<Changes | Refusal>;
  /**
   * A tracked .docx as the change explorer shows it: an index and bundles of blocks, gzipped JSON of `ExplorerIndex`
   * and `Block[]`.
   */
  explore(path: string): Promise<Explored>;
  /** A picture of a .docx as it's stored in it, by the name of its part that `explore` gives. */
  picture(path: string, part: string): Promise<PictureFile>;
  /**
   * Which sentences of a new version were already delivered, and which are changed or new. `delivered` are the files of
   * one delivery.
   */
  reEdit(delivered: readonly string[], path: string, name: string): Promise<ReEdited>;
  /**
   * What contradicts itself in a manuscript. `styleGuide` is the order's; `blindAuthors` are names that mustn't be found
   * in it.
   */
  check(path: string, name: string, options?: Partial<CheckOptions>): Promise<CheckResult>;
  /**
   * The text around a place of a check's finding. @param first the block to begin with, or null for a few before the
   * place
   */
  passage(path: string, name: string, spot: Spot, first: number | null): Promise<PassageResult>;
  /** All the text with tracked changes accepted, one line per paragraph. */
  text(path: string, name: string): Promise<TextResult>;
  /** The comments of a .docx as questions to its author, without those that are already in the source, if given. */
  queries(path: string, source: string | null): Promise<Queries>;
  /** Writes the .docx to `out` with answers to its comments: replies, and choices as tracked changes by `author`. */
  answer(path: string, out: string, answers: readonly QueryAnswer[], author: string): Promise<Answered>;
  /** Keyed hashes of these files' sentences, which tie a certificate to their text. */
  seal(
    files: readonly { path: string; name: string }[],
    certificateId: string,
    key: Uint8Array<ArrayBuffer>,
  ): Promise<Seal>;
  /** How much of a file matches a seal's text. A visitor's browser does the same with the same functions. */
  checkSeal(
    path: string,
    name: string,
    certificateId: string,
    key: Uint8Array<ArrayBuffer>,
    seal: Uint8Array,
  ): Promise<({ ok: true } & Verdict) | Refusal>;
  /** Ends the workers. Pending tasks are refused as "timeout". */
  close(): Promise<void>;
};

/** What differs from the standard limits (load-limits.ts). */
export type EngineOptions = {
  /** The most workers. They start when needed. */
  size?: number;
  /** How much processor time one task may use, in ms. A heavy one may use four times as much. */
  timeoutMs?: number;
  /** How many times `timeoutMs` of elapsed time a task may take. */
  wallTimes?: number;
  /** The heap size of one worker. */
  memoryMb?: number;
  /** How much processor time a worker has used, in ms. Only tests replace it. */
  usedMs?: (worker: Worker) => Promise<number>;
};
