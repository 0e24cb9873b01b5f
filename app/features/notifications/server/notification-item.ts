import { type Selectable, sql } from "kysely";
import type { NotificationsTable } from "#db/schema.ts";

/** The specification's limit of each feed. */
export const FEED_LIMIT = 50;

/** A notification as its reader sees it: the specification's fields, and `seq` for paging, `own` where the row is this reader's alone. */
export type NotificationItem = {
  id: string;
  seq: number;
  /** null for a row that is one for many: announcements, staff feeds. */
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

/** What is read of a row besides when it was read, which for many readers stands elsewhere. */
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

/** When this reader has read a row `n` that is one for many; null while they have not. Row by row on purpose: nobody's marks are indexed by themselves. */
export const readAtOf = (uid: string) =>
  sql<Date | null>`(select r."readAt" from notification_reads r where r."notificationId" = n.id and r."userId" = ${uid})`;

const SNIPPET = 140;

/** The beginning of a text on one line, cut between words. */
function snippetOf(body: string): string {
  const line = body.replaceAll(/\s+/g, " ").trim();
  return line.length <= SNIPPET ? line : `${line.slice(0, SNIPPET).replace(/\s\S*$/, "")}…`;
}

/** A row as it is sent. A row for many is unread until this reader has a mark on it. */
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

/** By when it happened; rows are written in about that order, and `seq` decides between two of one instant. */
export const newestFirst = (rows: readonly StoredNotification[]): StoredNotification[] =>
  rows.toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime() || b.seq - a.seq);
