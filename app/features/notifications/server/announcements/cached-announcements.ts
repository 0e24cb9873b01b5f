import { sql } from "kysely";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import type { Audience } from "../../rules/feeds.ts";
import { COLUMNS, FEED_LIMIT, type StoredNotification } from "../notification-item.ts";

type CachedAnnouncement = { row: Omit<StoredNotification, "readAt">; expiresAt: Date | null };
type Kept = { stamp: string; rows: readonly CachedAnnouncement[] };

/**
 * Changes whenever an announcement appears or disappears. Readers compare it with the cached stamp, so a process that
 * missed an event still shows the current list.
 */
export const ANNOUNCEMENTS_STAMP = sql<string>`(select concat(sum(version), ' ', max(id)) from announcements
  where status in ('published','expired','withdrawn'))`;

const kept = new Map<Audience, Promise<Kept>>();

/** Clears this process's cache. */
export const forgetAnnouncements = (): void => kept.clear();

/**
 * The newest active announcements of a category, cached because everyone's bell shows the same ones. Some may have
 * ended since.
 */
export function cachedAnnouncements(category: Audience): Promise<Kept> {
  const there = kept.get(category);
  if (there) return there;
  const reading = read(category);
  kept.set(category, reading);
  // Retry after a failure.
  reading.catch(() => kept.get(category) === reading && kept.delete(category));
  return reading;
}

async function read(category: Audience): Promise<Kept> {
  const db = database();
  // Read the stamp first, so that an announcement that appears in between is read twice rather than missed.
  const { stamp } = await db.selectNoFrom(ANNOUNCEMENTS_STAMP.as("stamp")).executeTakeFirstOrThrow();
  const rows = await db
    .selectFrom("notifications as n")
    .select([...COLUMNS, "n.expiresAt"])
    .where("n.category", "=", category)
    .where((e) => e.or([e("n.expiresAt", "is", null), e("n.expiresAt", ">", now())]))
    .orderBy("n.seq", "desc")
    .limit(FEED_LIMIT)
    .execute();
  return { stamp, rows: rows.map(({ expiresAt, ...row }) => ({ row, expiresAt })) };
}
