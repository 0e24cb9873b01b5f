import type { Reader } from "#app/platform/server/core/database.ts";
import { anyRoleSql } from "./role-sql.ts";

/** The name of an active staff member, or null. */
export async function staffName(db: Reader, uid: string): Promise<string | null> {
  const row = await db
    .selectFrom("users as u")
    .leftJoin("auth_user as a", "a.id", "u.uid")
    .select("u.displayName")
    .where("u.uid", "=", uid)
    .where("a.disabledAt", "is", null)
    .where(anyRoleSql())
    .executeTakeFirst();
  return row?.displayName ?? null;
}
