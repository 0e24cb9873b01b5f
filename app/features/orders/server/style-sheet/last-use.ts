import { database } from "#app/platform/server/core/database.ts";

/**
 * The author's order that an editor took last since something was on the author's style sheet, which every editor gets
 * with the order. Null if there's none.
 */
export const lastUseOf = async (uid: string): Promise<{ id: string; number: string; assignedAt: Date } | null> =>
  (await database()
    .selectFrom("orders")
    .select(["id", "number", "assignedAt"])
    .$narrowType<{ assignedAt: Date }>()
    .where("userId", "=", uid)
    .where("assignedAt", ">=", (e) =>
      e
        .selectFrom("style_entries")
        .select((s) => s.fn.min("at").as("at"))
        .where("ownerId", "=", uid)
        .where("state", "=", "kept"),
    )
    .orderBy("assignedAt", "desc")
    .limit(1)
    .executeTakeFirst()) ?? null;
