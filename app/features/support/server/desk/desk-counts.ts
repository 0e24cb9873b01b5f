import { COUNT_LIMIT } from "#app/platform/rules/core/count.ts";
import { type RawBuilder, sql } from "kysely";
import { type Actor } from "#app/platform/rules/core/actor.ts";
import { may } from "#app/platform/rules/core/duties.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { after } from "#app/platform/rules/core/time.ts";
import { database } from "#app/platform/server/core/database.ts";
import { DUE_SOON_MS, type DeskView } from "../../rules/desk.ts";

import { ordersDue } from "./order-due.ts";

export type DeskCounts = Record<DeskView | "open" | "waiting" | "overdue" | "orderThreads", number>;

/** One more than shown, to know when to say "300+". */
const COUNTED = COUNT_LIMIT + 1;
/** Same expression as in the index. */
const DUE = sql`coalesce(t."dueAt", 'infinity'::timestamptz)`;
const AWAKE = sql`t."snoozeEndsAt" is null`;
const tickets = (where: RawBuilder<unknown>) =>
  sql<number>`(select count(*)::int from (select 1 from tickets t where ${where} limit ${COUNTED}) x)`;

/**
 * Thread counts for the queue's views. Each stops at 300, to bound the cost. @throws refused unless staff
 */
export async function countDeskThreads(actor: Actor, now: Date): Promise<DeskCounts> {
  if (!may(actor, "care")) throw refused("Only staff can see the support desk.");
  const asked = await database()
    .selectFrom("order_threads")
    .select(["needsStaffAt", "assigneeId"])
    .where("needsStaffAt", "is not", null)
    .limit(COUNTED)
    .execute();
  const askedDue = await ordersDue(asked.map((it) => it.needsStaffAt!));
  const askedOf = (uid: string | null) => asked.filter((it) => it.assigneeId === uid).length;
  const { rows } = await sql<Omit<DeskCounts, "orderThreads">>`select
    ${tickets(sql`t.status = 'open'`)} as open,
    ${tickets(sql`t."assigneeId" = ${actor.uid} and t.status in ('open', 'waiting') and ${AWAKE}`)} as mine,
    ${tickets(sql`t."assigneeId" is null and t.status in ('open', 'waiting') and ${AWAKE}`)} as unassigned,
    ${tickets(sql`t.status = 'open' and ${DUE} < ${after(now, DUE_SOON_MS)}`)} as "dueSoon",
    ${tickets(sql`t.status = 'open' and ${DUE} < ${now}`)} as overdue,
    ${tickets(sql`t."snoozeEndsAt" is not null`)} as snoozed,
    ${tickets(sql`t.status = 'waiting'`)} as waiting,
    ${tickets(sql`t."unreadByAdmin"`)} as unread`.execute(database());
  const it = rows[0]!;
  return {
    ...it,
    orderThreads: asked.length,
    mine: it.mine + askedOf(actor.uid),
    unassigned: it.unassigned + askedOf(null),
    unread: it.unread + asked.length,
    dueSoon: it.dueSoon + askedDue.filter((at) => at < after(now, DUE_SOON_MS)).length,
    overdue: it.overdue + askedDue.filter((at) => at < now).length,
  };
}
