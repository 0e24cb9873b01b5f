import type { Reader } from "#app/platform/server/core/database.ts";

/** Somebody other than its author saw a manuscript, a sample of it, or a copy. */
type FileView = { fileId: string; orderId: string; viewerId: string | null; what: string; at: Date };

/** Writes down that somebody saw a file: its author may ask who did. */
export async function recordView(db: Reader, view: FileView): Promise<void> {
  await db.insertInto("file_views").values(view).execute();
}
