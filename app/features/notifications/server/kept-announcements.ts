import { sql } from "kysely";
import { now } from "#app/platform/server/clock.ts";
import { database } from "#app/platform/server/database.ts";
import type { Audience } from "../rules/feeds.ts";
import { COLUMNS, FEED_LIMIT, type StoredNotification } from "./notification-item.ts";

type KeptAnnouncement = { row: Omit<StoredNotification, "readAt">; expiresAt: Date | null };
type Kept = { stamp: string; rows: readonly KeptAnnouncement[] };

/**
 * Changes with every announcement that appears or disappears: whoever reads compares it with the one of what is kept. So a process that missed a ring (its connection was cut, or the ring is still on its way) shows the truth all the same.
 */
export const ANNOUNCEMENTS_STAMP = sql<string>`(select concat(sum(version), ' ', max(id)) from announcements where status in ('published','expired','withdrawn'))`;

const kept = new Map<Audience, Promise<Kept>>();

/** Empties this process's lists. */
export const forgetAnnouncements = (): void => kept.clear();

/** The newest announcements of a category that are alive: kept in memory, since everybody's bell shows the same. They may have ended since. */
export function keptAnnouncements(category: Audience): Promise<Kept> {
  const there = kept.get(category);
  if (there) return there;
  const reading = read(category);
  kept.set(category, reading);
  // What failed is asked for again.
  reading.catch(() => kept.get(category) === reading && kept.delete(category));
  return reading;
}

async function read(category: Audience): Promise<Kept> {
  const db = database();
  // First the stamp: what appears between the two is then read once too often, not missed.
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
