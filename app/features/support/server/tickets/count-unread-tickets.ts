import { may } from "#app/platform/rules/core/duties.ts";
import { sql } from "kysely";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { database } from "#app/platform/server/core/database.ts";

/** Query limits from the specification. */
const STAFF_LIMIT = 300;
const OWNER_LIMIT = 500;

/** How many tickets are unread for this user: for staff, those no one on staff has read; for others, their own. */
export async function countUnreadTickets(person: Person): Promise<number> {
  if (!person.emailVerified) return 0;
  const staff: boolean = may(person, "care");
  const { rows } = staff
    ? await sql<{
        n: number;
      }>`select count(*)::int as n
        from (select 1 from "supportTickets" where "unreadByAdmin" limit ${STAFF_LIMIT}) t`.execute(database())
    : await sql<{
        n: number;
      }>`select count(*)::int as n from (select 1 from "supportTickets" where "ownerUid" = ${person.uid}
        and ("unreadByEditor" or "unreadByClient") limit ${OWNER_LIMIT}) t`.execute(database());
  return rows[0]?.n ?? 0;
}
