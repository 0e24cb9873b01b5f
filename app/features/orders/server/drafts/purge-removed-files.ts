import { HOUR, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { sql } from "kysely";
import { forget } from "./receive-upload.ts";

/** Between removing and deleting: a request that was just reading the file comes to its end. */
const GRACE_MS = HOUR;
/** What a comparison keeps of the text itself goes; its counts stay. */
const withoutSentences = sql<string>`jsonb_set(reedit, '{listed}', '[]')`;
/** Bytes that are gone for good: the row with its hash and counts stays. */
const GONE = "";

/** Clock rule: the bytes of files that were removed an hour ago leave the storage. @returns how many */
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
    await db
      .updateTable("files")
      .set({ storageKey: GONE, sample: null, reedit: withoutSentences })
      .where("id", "=", file.id)
      .execute();
  }
  return due.length;
}
