import type { Actor } from "#app/platform/rules/core/actor.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { QueryOption } from "#app/features/documents/rules/queries/query-options.ts";
import type { PassageFormula, Said } from "#app/features/documents/rules/queries/queries.ts";
import { type DocumentQueryRow, type OrderPage, readOrderPage } from "../views/read-order-page.ts";
import {
  type OrderFile,
  type Submission,
  type SubmissionFile,
  listSubmissionFiles,
  listSubmissions,
  workFiles,
} from "./find-work.ts";

/** A comment of an edited copy, as author or editor see it. */
export type DocumentQueryView = {
  id: string;
  author: string;
  body: string;
  said: Said[];
  section: string;
  quote: string;
  deleted: boolean;
  leading: string;
  trailing: string;
  formulas: PassageFormula[];
  options: QueryOption[];
  editable: boolean;
  /** Whether it's a question to the author: as the editor marked it, otherwise as its words suggest. */
  asks: boolean;
  state: "open" | "answered" | "skipped";
  choice: number | null;
  answer: string;
  version: number;
  answeredAt: Date | null;
  /** What happened to the answer in the newest copy with answers, or null before there is one. */
  writtenAs: "none" | "made" | "kept" | "left" | "lost" | null;
};

/** An edited copy with its comments, and the copy with the answers in it. */
export type QueriesOfFile = {
  fileId: string;
  name: string;
  queries: DocumentQueryView[];
  /** Answers that the newest copy doesn't contain yet. */
  unwritten: number;
  answered: { id: string; name: string; bytes: number; href: string; version: number; at: Date } | null;
};

export const effectivelyAsks = (row: Pick<DocumentQueryRow, "asks" | "marked">): boolean => row.marked ?? row.asks;

/** The rows of these files, in the order of the comments. */
export const queryRows = async (fileIds: readonly string[], db: Reader = database()): Promise<DocumentQueryRow[]> =>
  fileIds.length === 0
    ? []
    : await db
        .selectFrom("document_queries")
        .selectAll()
        .where("fileId", "in", fileIds)
        .orderBy("position")
        .orderBy("id")
        .execute();

const viewOf = (row: DocumentQueryRow): DocumentQueryView => ({
  id: row.id,
  author: row.author,
  body: row.body,
  said: row.said,
  section: row.section,
  quote: row.quote,
  deleted: row.deleted,
  leading: row.leading,
  trailing: row.trailing,
  formulas: row.formulas,
  options: row.options,
  editable: row.editable,
  asks: effectivelyAsks(row),
  state: row.state,
  choice: row.choice,
  answer: row.answer,
  version: row.version,
  answeredAt: row.answeredAt,
  writtenAs: row.writtenVersion === row.version ? row.writtenAs : null,
});

/** The tracked copies of the newest delivery, or none. */
const deliveredIn = (
  submissions: readonly Pick<Submission, "id" | "status">[],
  parts: readonly Pick<SubmissionFile, "submissionId" | "trackedFileId">[],
): string[] => {
  const last = submissions.findLast((one) => one.status === "delivered");
  return last ? parts.filter((one) => one.submissionId === last.id).map((one) => one.trackedFileId) : [];
};

/** The tracked copies of the newest delivery, or none. */
export async function deliveredCopies(orderId: string, db: Reader = database()): Promise<string[]> {
  const last = (await listSubmissions(orderId, db)).findLast((one) => one.status === "delivered");
  return last ? deliveredIn([last], await listSubmissionFiles([last.id], db)) : [];
}

function ofFile(file: OrderFile, files: readonly OrderFile[], rows: readonly DocumentQueryRow[]): QueriesOfFile {
  const queries = rows.filter((row) => row.fileId === file.id).map(viewOf);
  const made = files.findLast((one) => one.purpose === "answered" && one.storageKey.includes(`/${file.id}-`));
  return {
    fileId: file.id,
    name: file.name,
    queries,
    unwritten: queries.filter((one) => one.asks && one.state === "answered" && one.writtenAs === null).length,
    answered: made
      ? {
          id: made.id,
          name: made.name,
          bytes: made.bytes,
          href: `/api/files/${made.id}/download`,
          version: made.version,
          at: made.createdAt,
        }
      : null,
  };
}

/** The questions in the comments of an order's edited copies. */
export type DocumentQueries = { delivered: QueriesOfFile[]; atWork: QueriesOfFile[] };

/**
 * The questions in the comments of an order's edited copies, as one person may see them: its author and staff see what
 * was delivered, and its editor also sees all comments of the copies they're about to submit.
 */
export function documentQueriesOf({ order, viewer, files, submissions, parts, queries }: OrderPage): DocumentQueries {
  const delivered = deliveredIn(submissions, parts);
  const uploads =
    viewer === "editor"
      ? workFiles(files, order.assignedTo).flatMap((work) =>
          work.tracked && !delivered.includes(work.tracked.id) ? [work.tracked.id] : [],
        )
      : [];
  const views = (ids: readonly string[]) =>
    files.filter((file) => ids.includes(file.id)).map((file) => ofFile(file, files, queries));
  const asked = views(delivered)
    .map((one) => ({ ...one, queries: one.queries.filter((query) => query.asks) }))
    .filter((one) => one.queries.length > 0);
  return { delivered: asked, atWork: views(uploads).filter((one) => one.queries.length > 0) };
}

/** Same as `documentQueriesOf`, for an order's id. @throws not-found for anyone who may not see it */
export const listDocumentQueries = async (actor: Actor, orderId: string): Promise<DocumentQueries> =>
  documentQueriesOf(await readOrderPage(actor, orderId));
