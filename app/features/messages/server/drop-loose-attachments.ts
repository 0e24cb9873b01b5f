import { DAY, after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { storage } from "#app/platform/server/files/storage.ts";

const AT_ONCE = 200;

/** Clock rule: deletes unsent files after 24 hours, and removed ones right away. @returns how many */
export async function dropLooseAttachments(now: Date): Promise<number> {
  const db = database();
  // Mark them first, so no message can attach them. A message being sent has its row locked.
  await db
    .updateTable("attachments")
    .set({ removedAt: now })
    .where("messageId", "is", null)
    .where("removedAt", "is", null)
    .where("createdAt", "<", after(now, -DAY))
    .execute();
  const gone = await db
    .selectFrom("attachments")
    .select(["id", "storageKey"])
    .where("messageId", "is", null)
    .where("removedAt", "is not", null)
    .orderBy("createdAt")
    .limit(AT_ONCE)
    .execute();
  for (const { id, storageKey } of gone) {
    await storage().remove(storageKey);
    await db.deleteFrom("attachments").where("id", "=", id).execute();
  }
  return gone.length;
}
