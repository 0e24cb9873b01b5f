import { type Reader, database } from "#app/platform/server/core/database.ts";
import { editorNameOf } from "../views/editor-name.ts";

/** The author names of an order's editors in tracked changes. */
export type CopyAuthors = {
  editor: string;
  /** Null without a second reader. Never the same as the editor's, so that their changes can be told apart. */
  reader: string | null;
};

/** How two people of the same name are told apart in a document. */
export const readerNameBeside = (reader: string, editor: string): string =>
  reader === editor ? `${reader} (second reader)` : reader;

/** The names that may appear in an order's copies once its second reader has worked on it. */
export async function copyAuthorsOf(
  orderId: string,
  editorId: string | null,
  db: Reader = database(),
  statuses: readonly ("taken" | "done")[] = ["done"],
): Promise<CopyAuthors> {
  const editor = await editorNameOf(editorId, db);
  const row = await db
    .selectFrom("second_readings as r")
    .innerJoin("users as u", "u.uid", "r.readerId")
    .select("u.displayName")
    .where("r.orderId", "=", orderId)
    .where("r.status", "in", statuses)
    .executeTakeFirst();
  return { editor, reader: row ? readerNameBeside(row.displayName, editor) : null };
}
