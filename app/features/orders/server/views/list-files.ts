import type { Selectable } from "kysely";
import type { FilesTable } from "#db/schema.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import type { CountedFile } from "../../rules/draft/draft-sum.ts";

export type FileRow = Selectable<FilesTable>;
export type FileRefusal = { code: string; message: string; advice: string };

/** A client's own file as the order pages show it. */
export type OwnFile = CountedFile & {
  bytes: number;
  contentType: string;
  refusal: FileRefusal | null;
  createdAt: Date;
};

/** An order's files with these purposes, without removed ones, in the order they were added. */
export async function listFiles(
  orderId: string,
  purposes: readonly FileRow["purpose"][],
  db: Reader = database(),
): Promise<FileRow[]> {
  return db
    .selectFrom("files")
    .selectAll()
    .where("orderId", "=", orderId)
    .where("purpose", "in", [...purposes])
    .where("removedAt", "is", null)
    .orderBy("position")
    .orderBy("id")
    .execute();
}

/** What the author of an order sent: files to edit and files for reference. */
export async function listOwnFiles(orderId: string, db: Reader = database()): Promise<OwnFile[]> {
  return (await listFiles(orderId, ["source", "reference"], db)).map(asOwnFile);
}

/** A row as its author sees it, with the count exactly as the engine gave it. */
export function asOwnFile(row: FileRow): OwnFile {
  const receipt = row.receipt;
  return {
    id: row.id,
    name: row.name,
    role: row.role,
    purpose: row.purpose as OwnFile["purpose"],
    state: row.state as OwnFile["state"],
    pdf: receipt?.format === "pdf",
    receipt,
    reEdit: row.reedit?.count ?? null,
    refusal: row.refusal as FileRefusal | null,
    bytes: row.bytes,
    contentType: row.contentType,
    createdAt: row.createdAt,
  };
}
