import type { Selectable } from "kysely";
import type { FilesTable, GateResolutionsTable, SubmissionFilesTable, SubmissionsTable } from "#db/schema.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { CountReceipt } from "#app/features/documents/rules/readers/receipt.ts";
import { type EditFormat, editFormatOf } from "../../rules/work/edit-formats.ts";

export type OrderFile = Selectable<FilesTable>;
export type Submission = Selectable<SubmissionsTable>;
export type SubmissionFile = Selectable<SubmissionFilesTable>;

/** A source as the editor works on it: the file to open, and their latest copy, if any. */
export type WorkFile = {
  source: OrderFile;
  /** What the author wants edited now: the source, or its newest version sent with a revision. */
  text: OrderFile;
  /**
   * What the edits are made in and compared with: the source itself, or the .docx made from it. Null if there is none
   * (pdf, tex).
   */
  base: OrderFile | null;
  /** What it's edited in, which decides how the copy is checked. */
  format: EditFormat;
  /** The editor's latest copy of this source. */
  tracked: OrderFile | null;
};

const isDocx = (file: OrderFile): boolean =>
  ((file.receipt as CountReceipt | null)?.format ?? (/\.docx$/i.test(file.name) ? "docx" : "")) === "docx";

/** The query of `listOrderFiles`. */
export const filesOf = (db: Reader, orderId: string) =>
  db
    .selectFrom("files")
    .selectAll()
    .where("orderId", "=", orderId)
    .where("removedAt", "is", null)
    .orderBy("position")
    .orderBy("createdAt")
    .orderBy("id");

/** All files of an order that were not removed, in the author's order, oldest version first. */
export const listOrderFiles = (orderId: string, db: Reader = database()): Promise<OrderFile[]> =>
  filesOf(db, orderId).execute();

/**
 * The sources of an order, each with the newest copy that this editor uploaded. They can't submit another editor's
 * copies.
 */
export function workFiles(files: readonly OrderFile[], editorId: string | null): WorkFile[] {
  const newest = (purpose: OrderFile["purpose"], sourceFileId: string, by?: string | null) =>
    files.findLast(
      (f) => f.purpose === purpose && f.sourceFileId === sourceFileId && (by === undefined || f.uploadedBy === by),
    ) ?? null;
  return files
    .filter((f) => f.purpose === "source")
    .map((source) => {
      const text = files.findLast((f) => f.purpose === "version" && f.sourceFileId === source.id && f.round !== null);
      const base = isDocx(text ?? source) ? (text ?? source) : newest("working", (text ?? source).id);
      const tracked = editorId ? newest("tracked", source.id, editorId) : null;
      return {
        source,
        text: text ?? source,
        base,
        format: editFormatOf((text ?? source).receipt?.format, base !== null),
        // A copy of the previous version isn't a copy of this one.
        tracked: tracked && text && tracked.createdAt < text.createdAt ? null : tracked,
      };
    });
}

/**
 * The sections that the author left out of the current text. In a new version, these are the sections with the same
 * titles.
 */
export function sectionsLeftOut(
  { source, text }: Pick<WorkFile, "source" | "text">,
  excluded: readonly { fileId: string; section: string }[],
): { id: string; title: string }[] {
  const out = new Set(excluded.filter((one) => one.fileId === source.id).map((one) => one.section));
  const sections = (source.receipt?.sections ?? []).filter((section) => out.has(section.id));
  if (text.id === source.id) return sections.map(({ id, title }) => ({ id, title }));
  const titles = new Set(sections.map((section) => section.title));
  return (text.receipt?.sections ?? [])
    .filter((section) => titles.has(section.title))
    .map(({ id, title }) => ({ id, title }));
}

/** When this editor last uploaded an edited copy, or null. */
export const lastUploadAt = (files: readonly OrderFile[], editorId: string | null, since: Date | null): Date | null =>
  files
    .filter((f) => f.purpose === "tracked" && f.uploadedBy === editorId && (!since || f.createdAt >= since))
    .map((f) => f.createdAt)
    .sort((a, b) => b.getTime() - a.getTime())[0] ?? null;

/** The query of `listSubmissions`. */
export const submissionsOf = (db: Reader, orderId: string) =>
  db.selectFrom("submissions").selectAll().where("orderId", "=", orderId).orderBy("createdAt").orderBy("id");

/** An order's submissions, oldest first. */
export const listSubmissions = (orderId: string, db: Reader = database()): Promise<Submission[]> =>
  submissionsOf(db, orderId).execute();

/** The submission in preparation, or blocked by the gate. */
export const findOpenSubmission = async (orderId: string, db: Reader = database()): Promise<Submission | null> =>
  (await db
    .selectFrom("submissions")
    .selectAll()
    .where("orderId", "=", orderId)
    .where("status", "in", ["open", "stopped"])
    .executeTakeFirst()) ?? null;

export const listSubmissionFiles = async (
  submissionIds: readonly string[],
  db: Reader = database(),
): Promise<SubmissionFile[]> =>
  submissionIds.length === 0
    ? []
    : db.selectFrom("submission_files").selectAll().where("submissionId", "in", submissionIds).execute();

/** The editor's confirmations of the gate's findings, by submission. */
export const listResolutions = async (
  submissionIds: readonly string[],
  db: Reader = database(),
): Promise<Selectable<GateResolutionsTable>[]> =>
  submissionIds.length === 0
    ? []
    : db.selectFrom("gate_resolutions").selectAll().where("submissionId", "in", submissionIds).execute();
