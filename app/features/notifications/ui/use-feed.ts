import { useCallback, useEffect, useState, useSyncExternalStore } from "react";
import { toast } from "react-hot-toast";
import { onRing } from "#app/platform/browser/live.ts";
import type { NotificationItem } from "../server/list-notifications.ts";

export type Feed = { items: NotificationItem[]; badge: number };
type State = Feed & { state: "loading" | "ready" | "failed" };

let current: State = { items: [], badge: 0, state: "loading" };
const watchers = new Set<() => void>();
let asking: Promise<void> | null = null;

function set(next: State): void {
  current = next;
  for (const w of watchers) w();
}

async function ask(): Promise<void> {
  try {
    const answer = await fetch("/api/notifications", { headers: { accept: "application/json" } });
    // Signed out or not yet verified: silence, as for any listener without permission.
    if (answer.status === 401 || answer.status === 403) return set({ items: [], badge: 0, state: "ready" });
    if (!answer.ok) throw new Error(String(answer.status));
    set({ ...((await answer.json()) as Feed), state: "ready" });
  } catch {
    set({ ...current, state: "failed" });
  }
}

/** Re-reads the feed; calls that come while one is under way share the next one. */
const refresh = (): Promise<void> => (asking ??= ask().finally(() => (asking = null)));

/** The notification feed of this page, shared by bell and drawer, re-read when the bell rings. */
export function useFeed() {
  const feed = useSyncExternalStore(
    useCallback((w: () => void) => {
      watchers.add(w);
      return () => watchers.delete(w);
    }, []),
    () => current,
    () => current,
  );
  useEffect(() => {
    void refresh();
    return onRing((ring) => {
      if (ring.kind === "notification" || ring.kind === "reconnected") void refresh();
    });
  }, []);
  const [busy, setBusy] = useState(false);
  const mark = useCallback(async (body: { id: string } | { all: true }) => {
    const answer = await fetch("/api/notifications/read", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    if (!answer.ok) throw new Error(String(answer.status));
    await refresh();
  }, []);
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
  }, [mark]);
  return { ...feed, busy, refresh, markOne: (id: string) => mark({ id }).catch(() => undefined), markAll };
}
