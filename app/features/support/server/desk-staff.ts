import { sql } from "kysely";
import { type Actor, isStaff } from "#app/platform/rules/actor.ts";
import { refused } from "#app/platform/rules/errors.ts";
import { database } from "#app/platform/server/database.ts";

export type DeskPerson = { uid: string; displayName: string };

/** Everybody who can be given a thread: support and admins whose account is open. @throws refused to all but staff */
export async function listDeskStaff(actor: Actor): Promise<DeskPerson[]> {
  if (!isStaff(actor)) throw refused("Only staff see the support desk.");
  return database()
    .selectFrom("users as u")
    .innerJoin("auth_user as a", "a.id", "u.uid")
    .select(["u.uid", "u.displayName"])
    .where(
      sql<boolean>`a."emailVerified" and a."disabledAt" is null and (u."isAdmin" or u.role = 'admin' or coalesce((a.claims->>'admin')::boolean, false) or coalesce((a.claims->>'support')::boolean, false))`,
    )
    .orderBy(sql`lower(u."displayName")`)
    .orderBy("u.uid")
    .limit(200)
    .execute();
}
