import { sql } from "kysely";
import type { Person } from "#app/platform/rules/actor.ts";
import { database } from "#app/platform/server/database.ts";

/** So many of the latest orders are looked at. */
const LOOKED_AT = 500;

/**
 * On how many orders somebody has something unread: the latest 500 that are theirs (an editor's by `assignedTo`, else by `userId`), counting the flags.
 * Two readings of indexes: the flagged orders, of which there are few, and where the 500th begins.
 */
export async function countUnreadOrders(person: Pick<Person, "uid" | "isEditor">): Promise<number> {
  const [owner, flag] = person.isEditor ? ["assignedTo", "unreadByEditor"] : ["userId", "unreadByClient"];
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from orders
    where ${sql.ref(owner!)} = ${person.uid} and ${sql.ref(flag!)}
      and "createdAt" >= coalesce((select e."createdAt" from orders e where ${sql.ref(`e.${owner}`)} = ${person.uid} order by e."createdAt" desc offset ${LOOKED_AT - 1} limit 1), '-infinity')`.execute(
    database(),
  );
  return rows[0]?.n ?? 0;
}
