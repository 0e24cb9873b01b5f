import { sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { DUTIES, may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { anyRoleSql } from "#app/features/accounts/server/people/role-sql.ts";

export type DeskPerson = { uid: string; displayName: string };

/** Everyone who can be assigned a thread. @throws refused unless staff */
export async function listDeskStaff(actor: Actor): Promise<DeskPerson[]> {
  if (!may(actor, "care")) throw refused("Only staff can see the support desk.");
  return deskStaff(database()).execute();
}

/** The query of `listDeskStaff`. */
export const deskStaff = (db: Reader) =>
  db
    .selectFrom("users as u")
    .innerJoin("auth_user as a", "a.id", "u.uid")
    .select(["u.uid", "u.displayName"])
    .where("a.emailVerified", "=", true)
    .where("a.disabledAt", "is", null)
    .where(anyRoleSql(DUTIES.care))
    .orderBy(sql`lower(u."displayName")`)
    .orderBy("u.uid")
    .limit(200);
