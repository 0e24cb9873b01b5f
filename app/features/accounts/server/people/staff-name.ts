import { sql } from "kysely";
import type { Reader } from "#app/platform/server/core/database.ts";

/** The name of an active staff member, or null. */
export async function staffName(db: Reader, uid: string): Promise<string | null> {
  const row = await db
    .selectFrom("users as u")
    .leftJoin("auth_user as a", "a.id", "u.uid")
    .select("u.displayName")
    .where("u.uid", "=", uid)
    .where(
      sql<boolean>`a."disabledAt" is null and (u."isAdmin" or u.role = 'admin'
        or coalesce((a.claims->>'admin')::boolean, false) or coalesce((a.claims->>'support')::boolean, false))`,
    )
    .executeTakeFirst();
  return row?.displayName ?? null;
}
