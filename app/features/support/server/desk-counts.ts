import { type RawBuilder, sql } from "kysely";
import { type Actor, isStaff } from "#app/platform/rules/actor.ts";
import { refused } from "#app/platform/rules/errors.ts";
import { after } from "#app/platform/rules/time.ts";
import { database } from "#app/platform/server/database.ts";
import { DUE_SOON_MS, type DeskView } from "../rules/desk.ts";
import { COUNT_LIMIT } from "../rules/ticket-view.ts";

export type DeskCounts = Record<DeskView | "open" | "overdue" | "orderThreads", number>;

/** One more than is told: "300+" is known by it. */
const COUNTED = COUNT_LIMIT + 1;
const tickets = (where: RawBuilder<unknown>) => sql<number>`(select count(*)::int from (select 1 from tickets t where ${where} limit ${COUNTED}) x)`;

/** How many threads wait for staff, by the views of the queue; each count stops at 300, so that it costs the same however much there is. @throws refused to all but staff */
export async function countDeskThreads(actor: Actor, now: Date): Promise<DeskCounts> {
  if (!isStaff(actor)) throw refused("Only staff see the support desk.");
  const { rows } = await sql<DeskCounts>`select
    ${tickets(sql`t.status = 'open'`)} as open,
    ${tickets(sql`t."assigneeId" = ${actor.uid} and t.status in ('open', 'waiting')`)} + (select count(*)::int from (select 1 from order_threads where "assigneeId" = ${actor.uid} and "needsStaffAt" is not null limit ${COUNTED}) x) as mine,
    ${tickets(sql`t."assigneeId" is null and t.status in ('open', 'waiting')`)} + (select count(*)::int from (select 1 from order_threads where "assigneeId" is null and "needsStaffAt" is not null limit ${COUNTED}) x) as unassigned,
    ${tickets(sql`t.status = 'open' and t."dueAt" < ${after(now, DUE_SOON_MS)}`)} as "dueSoon",
    ${tickets(sql`t.status = 'open' and t."dueAt" < ${now}`)} as overdue,
    ${tickets(sql`t.category = 'refunds' and t.status in ('open', 'waiting')`)} as refunds,
    ${tickets(sql`t.status = 'waiting'`)} as waiting,
    ${tickets(sql`t.channel = 'chat' and t.status in ('open', 'waiting')`)} as chats,
    ${tickets(sql`t."unreadByAdmin"`)} as unread,
    (select count(*)::int from (select 1 from order_threads where "needsStaffAt" is not null limit ${COUNTED}) x) as "orderThreads"`.execute(database());
  return rows[0]!;
}
