import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { factWords } from "#app/platform/server/core/facts.ts";
import { categoriesOf, staffFeeds } from "../rules/feeds.ts";
import { kindsIn } from "../rules/notice-groups.ts";
import { type NotificationQuery, isFiltered } from "../rules/notification-query.ts";
import { COLUMNS, FEED_LIMIT, type NotificationItem, itemOf, newestFirst, readAtOf } from "./notification-item.ts";

/**
 * A staff feed is shared, unbounded, and not indexed by text, so a search covers only this many of its newest rows. A
 * person's own rows are searched in full.
 */
export const STAFF_WINDOW = 2_000;

export type NotificationPage = {
  items: NotificationItem[];
  /** The `seq` before which the next page starts, or null on the last page. */
  older: number | null;
};

/** The filters of any feed, apart from unread. */
function conditions({ q, severity, about, before }: NotificationQuery): RawBuilder<SqlBool> {
  const all: RawBuilder<unknown>[] = [sql`true`];
  if (before !== null) all.push(sql`n.seq < ${before}`);
  if (severity !== null) all.push(sql`n.severity = ${severity}`);
  if (about === "announcements") all.push(sql`n.type = 'announcement'`);
  else if (about === "staff") all.push(sql`n."forRole" is not null`);
  else if (about !== null)
    all.push(sql`n."userId" is not null and n.kind = any(${kindsIn(factWords(), about)}::text[])`);
  if (q) {
    all.push(contains(q, [sql`n.title`, sql`n.body`, sql`n."orderTitle"`]));
  }
  return sql<SqlBool>`(${sql.join(all, sql` and `)})`;
}

/** One page of a person's notifications, newest first: the same feeds as the bell, without a limit. */
export async function listNotificationPage(person: Person, query: NotificationQuery): Promise<NotificationPage> {
  const db = database();
  const at = now();
  const where = conditions(query);
  const alive = sql<SqlBool>`(n."expiresAt" is null or n."expiresAt" > ${at})`;
  const most = FEED_LIMIT + 1;
  const account = await db.selectFrom("users").select("createdAt").where("uid", "=", person.uid).executeTakeFirst();
  const since = account?.createdAt ?? new Date(0);

  const own = db
    .selectFrom("notifications as n")
    .select([...COLUMNS, "n.readAt"])
    .where("n.userId", "=", person.uid)
    .where(alive)
    .where(where)
    .$if(query.unread, (q) => q.where("n.unread", "=", true))
    .orderBy("n.seq", "desc")
    .limit(most);
  const marked = (feed: RawBuilder<unknown>) =>
    db
      .selectFrom("notifications as n")
      .select([...COLUMNS, readAtOf(person.uid).as("readAt")])
      .where(sql<SqlBool>`${feed}`)
      .where(where)
      .$if(query.unread, (q) => q.where(readAtOf(person.uid), "is", null))
      .orderBy("n.seq", "desc")
      .limit(most);
  const heard = categoriesOf(person).map((category) =>
    marked(sql`n.category = ${category} and n."createdAt" >= ${since} and ${alive}`),
  );
  const staff = staffFeeds(person).map((role) => {
    const bound = sql`and n.seq >= coalesce((select w.seq from notifications w where w."forRole" = ${role}
      and w."userId" is null order by w.seq desc offset ${STAFF_WINDOW - 1} limit 1), 0)`;
    return marked(
      sql`n."forRole" = ${role} and n."userId" is null
        and n.type = 'admin_notification' ${isFiltered(query) ? bound : sql``}`,
    );
  });
  const found = (
    await Promise.all([own.execute(), ...heard.map((q) => q.execute()), ...staff.map((q) => q.execute())])
  ).flat();
  const page = found.sort((a, b) => b.seq - a.seq).slice(0, FEED_LIMIT);
  return { items: newestFirst(page).map(itemOf), older: found.length > FEED_LIMIT ? page.at(-1)!.seq : null };
}
