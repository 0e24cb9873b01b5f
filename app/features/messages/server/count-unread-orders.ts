import { sql } from "kysely";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { database } from "#app/platform/server/core/database.ts";

/** Only this many of the latest orders are counted. */
const LOOKED_AT = 500;

/**
 * How many of a user's latest 500 orders (by `assignedTo` for editors, otherwise `userId`) have unread messages. Two
 * index reads: the few flagged orders, and the start of the 500th. For an editor also their orders with unread messages
 * about a second reading. Its reader isn't the order's editor, and sees such messages on the dashboard and in the bell.
 */
export async function countUnreadOrders(person: Pick<Person, "uid" | "isEditor">): Promise<number> {
  const [owner, flag] = person.isEditor ? ["assignedTo", "unreadByEditor"] : ["userId", "unreadByClient"];
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from orders
    where ${sql.ref(owner!)} = ${person.uid} and ${sql.ref(flag!)}
      and "createdAt" >= coalesce((select e."createdAt" from orders e where ${sql.ref(`e.${owner}`)} = ${person.uid}
      order by e."createdAt" desc offset ${LOOKED_AT - 1} limit 1), '-infinity')`.execute(database());
  const orders = rows[0]?.n ?? 0;
  return person.isEditor ? orders + (await countUnreadReadings(person.uid)) : orders;
}

async function countUnreadReadings(uid: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from second_readings r join orders o on o.id = r."orderId"
    where r."unreadByEditor" and o."assignedTo" = ${uid} and not o."unreadByEditor"`.execute(database());
  return rows[0]?.n ?? 0;
}
