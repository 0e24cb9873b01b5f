import { HOUR, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { sql } from "kysely";
import { forget } from "./take-file.ts";

/** Between removing and deleting, for requests that are still reading the file. */
const GRACE_MS = HOUR;
/** Removes the quoted sentences of a comparison. Its counts stay. */
const withoutSentences = sql<string>`jsonb_set(reedit, '{listed}', '[]')`;
/** Deleted content: the row with its hash and counts stays. */
const GONE = "";

/** Clock rule: deletes the bytes of files removed an hour ago. @returns how many */
export async function purgeRemovedFiles(now: Date): Promise<number> {
  const db = database();
  const due = await db
    .selectFrom("files")
    .select(["id", "storageKey"])
    .where("removedAt", "<=", after(now, -GRACE_MS))
    .where("storageKey", "<>", GONE)
    .limit(200)
    .execute();
  for (const file of due) {
    await forget(file.storageKey);
    await db.deleteFrom("document_queries").where("fileId", "=", file.id).execute();
    await db.deleteFrom("kept_findings").where("fileId", "=", file.id).execute();
    await db
      .updateTable("manuscript_checks")
      .set({ findings: null, uniform: null, summary: null })
      .where("fileId", "=", file.id)
      .execute();
    await db
      .updateTable("files")
      .set({ storageKey: GONE, sample: null, reedit: withoutSentences })
      .where("id", "=", file.id)
      .execute();
  }
  return due.length;
}
