import { database } from "#app/platform/server/core/database.ts";

/** How a client listed an editor, or null. */
export const findListed = async (
  userId: string,
  editorId: string,
): Promise<"preferred" | "backup" | "blocked" | null> =>
  (
    await database()
      .selectFrom("client_editors")
      .select("kind")
      .where("userId", "=", userId)
      .where("editorId", "=", editorId)
      .executeTakeFirst()
  )?.kind ?? null;
