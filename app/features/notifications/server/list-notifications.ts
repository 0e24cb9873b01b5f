import { sql } from "kysely";
import type { Person } from "#app/platform/rules/actor.ts";
import { database } from "#app/platform/server/database.ts";

export type NotificationItem = {
  id: string; seq: number; type: string; kind: string; title: string; body: string; link: string | null; orderId: string | null; orderTitle: string | null;
  severity: number; unread: boolean; own: boolean; createdAt: string;
};

/** The specification's limit of each feed. */
export const FEED_LIMIT = 50;

/** The roles whose feeds somebody reads. */
const staffRoles = (person: Person): string[] => [...(person.isAdmin ? ["admin"] : []), ...(person.isSupport ? ["support"] : [])];
const category = (person: Person): string => person.role;

/**
 * Four feeds merged newest first: one's own, global announcements, the role's announcements, the staff feed of one's own role; 50 of each.
 * Announcements only from the account's making on. Rows that are one for many are read or unread for this reader alone.
 * @param before only older than this seq, for paging
 */
export async function listNotifications(person: Person, { limit = FEED_LIMIT, before }: { limit?: number; before?: number } = {}): Promise<NotificationItem[]> {
  const db = database();
  const account = await db.selectFrom("users").select("createdAt").where("uid", "=", person.uid).executeTakeFirst();
  const since = account?.createdAt ?? new Date(0);
  const rows = db
    .selectFrom("notifications as n")
    .leftJoin("notification_reads as r", (j) => j.onRef("r.notificationId", "=", "n.id").on("r.userId", "=", person.uid))
    .select(["n.id", "n.seq", "n.type", "n.kind", "n.title", "n.body", "n.link", "n.orderId", "n.orderTitle", "n.severity", "n.createdAt", "n.userId"])
    .select(sql<boolean>`case when n."userId" is null then r."readAt" is null else n.unread end`.as("unread"))
    .$if(before !== undefined, (q) => q.where("n.seq", "<", before!))
    .orderBy("n.seq", "desc")
    .limit(FEED_LIMIT);
  const feeds = [
    rows.where("n.userId", "=", person.uid),
    rows.where("n.category", "=", "global").where("n.createdAt", ">=", since),
    rows.where("n.category", "=", category(person)).where("n.createdAt", ">=", since),
    ...staffRoles(person).map((role) => rows.where("n.forRole", "=", role).where("n.userId", "is", null).where("n.type", "=", "admin_notification")),
  ];
  const found = (await Promise.all(feeds.map((f) => f.execute()))).flat();
  return found
    .sort((a, b) => b.seq - a.seq)
    .slice(0, limit)
    .map(({ userId, ...n }) => ({ ...n, own: userId !== null, createdAt: n.createdAt.toISOString() }));
}

/** What the bell shows: unread items of severity 0 or 1; where there are none, the unread order messages. */
export function badgeOf(items: readonly Pick<NotificationItem, "unread" | "severity" | "type">[]): number {
  const urgent = items.filter((n) => n.unread && n.severity <= 1).length;
  return urgent > 0 ? urgent : items.filter((n) => n.unread && n.type === "order_message").length;
}
