import type { Generated } from "kysely";
import type { AnnouncementStatus } from "#app/features/notifications/rules/announcement-flow.ts";
import type { Json, At, AtOrNull, OrNull, Default, Flag, Count } from "./columns.ts";

/** As the specification names it. `userId` null: one row for many readers (announcements, staff feeds). */
export interface NotificationsTable {
  id: string;
  seq: Generated<number>;
  /** Fact and reader: the same notice is never created twice. */
  key: string;
  userId: OrNull<string>;
  type: string;
  category: OrNull<string>;
  forRole: OrNull<string>;
  kind: string;
  subject: Default<string>;
  title: string;
  body: Default<string>;
  link: OrNull<string>;
  orderId: OrNull<string>;
  orderTitle: OrNull<string>;
  severity: number;
  read: Flag;
  unread: Flag;
  readAt: AtOrNull;
  createdAt: At;
  /** An expired announcement is no longer shown. */
  expiresAt: AtOrNull;
  /** When to email `mailTo` if it's still unread; null once that's done. */
  mailAt: AtOrNull;
  /** Who gets that email. Set without `userId` if the reader wants only emails: such a row isn't in any feed. */
  mailTo: OrNull<string>;
  /** When it was emailed, which keeps it out of digests. */
  mailedAt: AtOrNull;
}

/** Read marks for rows shared by many readers. */
export interface NotificationReadsTable {
  notificationId: string;
  userId: string;
  readAt: At;
}

/** A person's notification settings. A person without a row has the defaults. */
export interface NotificationPreferencesTable {
  uid: string;
  /** Channel by group of notices (notifications/rules/notice-groups.ts). A missing group has its default. */
  channels: Json<Record<string, string>>;
  digest: Default<"off" | "daily" | "weekly">;
  digestedAt: AtOrNull;
  nextDigestAt: AtOrNull;
  updatedAt: At;
}

/** A message to everyone or to a role. Once published, it's one row of `notifications` for many. */
/** A browser that shows somebody's notifications while the product is closed, until its session ends. */
export interface PushSubscriptionsTable {
  id: string;
  uid: string;
  sessionId: string;
  /** The address at the browser's push service. With it and the keys, anyone can send to the browser. */
  endpoint: string;
  p256dh: string;
  auth: string;
  createdAt: At;
  pushedAt: AtOrNull;
}

export interface AnnouncementsTable {
  id: string;
  audience: "global" | "client" | "editor" | "support" | "admin";
  severity: number;
  title: string;
  body: string;
  link: OrNull<string>;
  status: AnnouncementStatus;
  startsAt: AtOrNull;
  expiresAt: AtOrNull;
  notificationId: OrNull<string>;
  createdBy: OrNull<string>;
  /** Counts edits, to detect conflicting ones. */
  version: Count;
  createdAt: At;
  updatedAt: At;
  publishedAt: AtOrNull;
  endedAt: AtOrNull;
  /** Hidden from the list after it ended. */
  archivedAt: AtOrNull;
}
