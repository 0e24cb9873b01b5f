import { type Reader, database } from "#app/platform/server/core/database.ts";

/** The name on an editor's changes and comments in the delivered files. */
export async function editorNameOf(editorId: string | null, db: Reader = database()): Promise<string> {
  const row = editorId
    ? await db.selectFrom("users").select("displayName").where("uid", "=", editorId).executeTakeFirst()
    : undefined;
  return row?.displayName.trim() || "Editor";
}
