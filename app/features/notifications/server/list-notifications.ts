import { type SqlBool, sql } from "kysely";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { categoriesOf, staffFeeds } from "../rules/feeds.ts";
import { ANNOUNCEMENTS_STAMP, forgetAnnouncements, cachedAnnouncements } from "./announcements/cached-announcements.ts";
import {
  FEED_LIMIT,
  type NotificationItem,
  COLUMNS,
  type StoredNotification,
  itemOf,
  newestFirst,
  readAtOf,
} from "./notification-item.ts";

/** The reader's own rows and the staff feeds of their roles, with their read marks. One query. */
async function listOwnAndStaff(person: Person, at: Date): Promise<StoredNotification[]> {
  const db = database();
  const own = db
    .selectFrom("notifications as n")
    .select([...COLUMNS, "n.readAt"])
    .where("n.userId", "=", person.uid)
    .where(alive(at))
    .orderBy("n.seq", "desc")
    .limit(FEED_LIMIT);
  let all = db.selectFrom(own.as("own")).selectAll();
  for (const role of staffFeeds(person)) {
    const staff = db
      .selectFrom("notifications as n")
      .select([...COLUMNS, readAtOf(person.uid).as("readAt")])
      .where("n.forRole", "=", role)
      .where("n.userId", "is", null)
      .where("n.type", "=", "admin_notification")
      .orderBy("n.seq", "desc")
      .limit(FEED_LIMIT);
    all = all.unionAll(db.selectFrom(staff.as(role)).selectAll());
  }
  return all.execute();
}

const alive = (at: Date) => sql<SqlBool>`(n."expiresAt" is null or n."expiresAt" > ${at})`;

/**
 * The reader's announcements with their read marks. They come from the cache, and one query says which are read and
 * whether the cache is current.
 */
async function listAnnouncementNotices(person: Person, at: Date): Promise<StoredNotification[]> {
  const categories = categoriesOf(person);
  for (let attempt = 1; ; attempt++) {
    const lists = await Promise.all(categories.map(cachedAnnouncements));
    const rows = lists
      .flatMap((l) => l.rows)
      .filter((n) => n.expiresAt === null || n.expiresAt > at)
      .map((n) => n.row);
    const marks = await sql<{ since: Date | null; stamp: string; notificationId: string | null; readAt: Date | null }>`
      select u."createdAt" as since, ${ANNOUNCEMENTS_STAMP} as stamp, r."notificationId", r."readAt"
      from (select 1) one left join users u on u.uid = ${person.uid}
      left join notification_reads r
        on r."userId" = ${person.uid} and r."notificationId" = any(${rows.map((n) => n.id)}::text[])`.execute(
      database(),
    );
    const { since, stamp } = marks.rows[0]!;
    if (attempt < 3 && lists.some((l) => l.stamp !== stamp)) {
      forgetAnnouncements();
      continue;
    }
    const readAt = new Map(marks.rows.map((m) => [m.notificationId, m.readAt]));
    return rows
      .filter((n) => n.createdAt >= (since ?? new Date(0)))
      .map((n) => ({ ...n, readAt: readAt.get(n.id) ?? null }));
  }
}

/**
 * Merges four feeds newest first, at most 50 of each: own, global announcements, announcements for the reader's roles,
 * and their staff feeds. Includes only announcements published after the account was created and not yet ended. Shared
 * rows have a read mark per reader.
 * @param options.limit the maximum number of merged items, all when absent
 */
export async function listNotifications(
  person: Person,
  { limit = Number.POSITIVE_INFINITY }: { limit?: number } = {},
): Promise<NotificationItem[]> {
  const at = now();
  const [own, announcements] = await Promise.all([listOwnAndStaff(person, at), listAnnouncementNotices(person, at)]);
  return newestFirst([...own, ...announcements])
    .slice(0, limit)
    .map(itemOf);
}
