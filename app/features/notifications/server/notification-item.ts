import { type Selectable, sql } from "kysely";
import type { NotificationsTable } from "#db/schema.ts";

/** The specification's limit of each feed. */
export const FEED_LIMIT = 50;

/**
 * A notification as its reader sees it: the specification's fields, plus `seq` for paging and `own` when the row
 * belongs to this reader only.
 */
export type NotificationItem = {
  id: string;
  seq: number;
  /** Null for shared rows: announcements and staff feeds. */
  userId: string | null;
  type: string;
  /** "global" or a role, for announcements. */
  category: string | null;
  /** "support" or "admin", for staff feeds. */
  forRole: string | null;
  kind: string;
  subject: string;
  title: string;
  snippet: string;
  body: string;
  link: string | null;
  orderId: string | null;
  orderTitle: string | null;
  /** 0 = P0, 1 = P1, 2 = P2. */
  severity: number;
  read: boolean;
  unread: boolean;
  readAt: string | null;
  createdAt: string;
  own: boolean;
};

/** The selected columns. When a shared row was read is stored elsewhere. */
export const COLUMNS = [
  "n.id",
  "n.seq",
  "n.userId",
  "n.type",
  "n.category",
  "n.forRole",
  "n.kind",
  "n.subject",
  "n.title",
  "n.body",
  "n.link",
  "n.orderId",
  "n.orderTitle",
  "n.severity",
  "n.unread",
  "n.createdAt",
] as const;
type ColumnName = (typeof COLUMNS)[number] extends `n.${infer Name}` ? Name : never;
/** A row with this reader's mark. */
export type StoredNotification = Pick<Selectable<NotificationsTable>, ColumnName> & { readAt: Date | null };

/** When this reader read the shared row `n`, or null. Looked up row by row because marks aren't indexed by reader. */
export const readAtOf = (uid: string) =>
  sql<Date | null>`(select r."readAt" from notification_reads r
    where r."notificationId" = n.id and r."userId" = ${uid})`;

const SNIPPET = 140;

/** The start of a text on one line, cut between words. */
function snippetOf(body: string): string {
  const line = body.replaceAll(/\s+/g, " ").trim();
  return line.length <= SNIPPET ? line : `${line.slice(0, SNIPPET).replace(/\s\S*$/, "")}…`;
}

/** A row as sent to the browser. A shared row is unread until this reader has a mark on it. */
export function itemOf({ unread: ownUnread, readAt, createdAt, ...row }: StoredNotification): NotificationItem {
  const own = row.userId !== null;
  const unread = own ? ownUnread : readAt === null;
  return {
    ...row,
    snippet: snippetOf(row.body),
    read: !unread,
    unread,
    readAt: readAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    own,
  };
}

/** Sorts by when it happened, then by `seq`. */
export const newestFirst = (rows: readonly StoredNotification[]): StoredNotification[] =>
  rows.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.seq - a.seq);
