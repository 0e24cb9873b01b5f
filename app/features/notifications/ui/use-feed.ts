import { fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { useLiveEvents } from "#app/platform/browser/live/live.ts";
import { useSession } from "#app/platform/browser/core/session.ts";
import { keepSnapshot, lastSnapshot, snapshotOwner } from "#app/platform/browser/offline/snapshot.ts";
import { toast } from "#app/platform/browser/core/toast.ts";
import { soon } from "#app/platform/browser/live/soon.ts";
import { badgeOf } from "../rules/feeds.ts";
import type { SharedAnnouncement } from "../server/announcements/lock-announcement.ts";
import type { NotificationItem } from "../server/notification-item.ts";
import { sharedAnnouncement, takeAnnouncement } from "./take-announcement.ts";

export type Feed = { items: NotificationItem[]; badge: number };
type State = Feed & { state: "loading" | "ready" | "failed" };

const NOTHING: State = { items: [], badge: 0, state: "loading" };
let current: State = NOTHING;
const watchers = new Set<() => void>();
let asking: Promise<void> | null = null;
let askAgain = false;
let sent = false;
/** Whose feed this is. Another person in the same window starts with an empty feed. */
let reader: string | null = null;
const SNAPSHOT = "feed";
const feedIn = (body: ArrayBuffer): Feed => JSON.parse(new TextDecoder().decode(body)) as Feed;

function set(next: State): void {
  current = next;
  for (const w of watchers) w();
}

/** Shows what this browser last showed until the current feed arrives, or while it can't be loaded. */
async function showLast(uid: string): Promise<void> {
  const last = await lastSnapshot(SNAPSHOT);
  if (last && reader === uid && current.state !== "ready" && current.items.length === 0)
    set({ ...feedIn(last.body), state: current.state === "failed" ? "failed" : "ready" });
}

async function ask(): Promise<void> {
  const by = snapshotOwner();
  const uid = reader;
  try {
    const answer = await fetchInTime("/api/notifications", { headers: { accept: "application/json" } });
    // Signed out or unverified: stay silent, as for any listener without permission.
    if (answer.status === 401 || answer.status === 403) return set({ items: [], badge: 0, state: "ready" });
    if (!answer.ok) throw new Error(String(answer.status));
    const body = await answer.arrayBuffer();
    if (uid !== reader) return;
    set({ ...feedIn(body), state: "ready" });
    void by.then((owner) => keepSnapshot(SNAPSHOT, body, owner));
    told = false;
  } catch (error) {
    set({ ...current, state: "failed" });
    reportOnce(error);
  }
}

const SETTLE_MS = 1_000;
let told = false;

/**
 * Logs once that the feed can't be loaded, until it can be again. Waits a moment because leaving a page cancels its
 * requests.
 */
function reportOnce(error: unknown): void {
  if (told) return;
  told = true;
  setTimeout(() => {
    if (told) console.error("couldn't load notifications", error);
  }, SETTLE_MS);
}

/**
 * Reloads the feed. Bell, drawer, and page share one request per event. An event that arrives during a request triggers
 * one more.
 */
function refresh(): Promise<void> {
  if (asking) {
    askAgain ||= sent;
    return asking;
  }
  askAgain = sent = false;
  asking = Promise.resolve()
    .then(() => {
      sent = true;
      return ask();
    })
    .finally(() => {
      asking = null;
      if (askAgain) void refresh();
    });
  return asking;
}

/**
 * Shows an announcement that came with its event. Bell, drawer, and page each get the event, and the first one handles
 * it.
 */
function take(shared: SharedAnnouncement): void {
  if (current.state === "ready") {
    const items = takeAnnouncement(current.items, shared);
    set({ ...current, items, badge: badgeOf(items) });
  }
  // A request in progress may return the feed from before it.
  if (current.state !== "ready" || asking) void refresh();
}

async function mark(body: { id: string } | { all: true }): Promise<void> {
  const answer = await fetchInTime("/api/notifications/read", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    keepalive: true,
  });
  if (!answer.ok) throw new Error(String(answer.status));
  await refresh();
}

/** Marks one item read. Shows it as read right away and reverts if the request fails. */
async function markOne(id: string): Promise<void> {
  const item = current.items.find((n) => n.id === id);
  if (item && !item.unread) return;
  const items = current.items.map((n) => (n.id === id ? { ...n, read: true, unread: false } : n));
  set({ ...current, items, badge: badgeOf(items) });
  try {
    await mark({ id });
  } catch {
    if (item) set({ ...current, items: current.items.map((n) => (n.id === id ? item : n)) });
    await refresh();
  }
}

/** Whether "mark all as read" would change this item: the reader's own and staff items, never announcements. */
export const isMarkable = (n: NotificationItem): boolean => n.unread && n.type !== "announcement";

const subscribe = (w: () => void) => {
  watchers.add(w);
  return () => watchers.delete(w);
};

/** The notification feed, shared by bell, drawer, and list, and reloaded on live events. */
export function useFeed() {
  const kept = useSyncExternalStore(
    subscribe,
    () => current,
    () => NOTHING,
  );
  const uid = useSession()?.uid ?? null;
  const feed = uid === reader ? kept : NOTHING;
  useEffect(() => {
    if (uid !== reader) {
      reader = uid;
      set(NOTHING);
    }
    if (current.state === "ready" || uid === null) return;
    void showLast(uid);
    void refresh();
  }, [uid]);
  useLiveEvents((event) => {
    const shared = event.kind === "announcement" ? sharedAnnouncement(event.shared) : null;
    if (shared) take(shared);
    else if (event.kind === "notification" || event.kind === "announcement" || event.kind === "reconnected")
      soon(() => void refresh(), 0);
  });
  const [busy, setBusy] = useState(false);
  const markAll = useCallback(async () => {
    setBusy(true);
    try {
      await mark({ all: true });
      toast.success("All notifications marked as read");
    } catch {
      toast.error("Failed to mark all as read");
    } finally {
      setBusy(false);
    }
  }, []);
  return { ...feed, busy, refresh, markOne, markAll };
}
