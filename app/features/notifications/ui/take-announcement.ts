import type { SharedAnnouncement } from "../server/announcements/lock-announcement.ts";
import type { NotificationItem } from "../server/notification-item.ts";

/** The content of an announcement's event, or null if the feed has to be loaded. */
export function sharedAnnouncement(shared: unknown): SharedAnnouncement | null {
  if (typeof shared !== "object" || shared === null) return null;
  return "shown" in shared || "hidden" in shared ? (shared as SharedAnnouncement) : null;
}

/**
 * The feed after an announcement has appeared or gone, newest first as the server sorts it. Safe to repeat: an item
 * that is already there stays, read or not.
 */
export function takeAnnouncement(items: readonly NotificationItem[], shared: SharedAnnouncement): NotificationItem[] {
  if ("hidden" in shared) return items.filter((it) => it.id !== shared.hidden);
  const { shown } = shared;
  if (items.some((it) => it.id === shown.id)) return [...items];
  return [...items, shown].toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt) || b.seq - a.seq);
}
