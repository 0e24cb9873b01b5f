import { fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import { useEffect, useSyncExternalStore } from "react";
import { type LiveEvent, useLiveEvents } from "#app/platform/browser/live/live.ts";
import { useSession } from "#app/platform/browser/core/session.ts";
import type { Unread } from "../../rules/bubble.ts";

const NONE: Unread = { supportTickets: 0, orders: 0 };
let current: Unread = NONE;
/** The owner of these counts: another user's are never shown. */
let whose: string | null = null;
const watchers = new Set<() => void>();
let asking: Promise<void> | null = null;
let askAgain = false;
let due: ReturnType<typeof setTimeout> | undefined;

/** Events come in bursts (a message, its notification, its read mark), so one read covers all of them. */
const PAUSE_MS = 300;
/** A slower count is treated as failed. */
const LIMIT_MS = 30_000;
/** Events that change unread counts: messages and read marks on orders and tickets, and assignments. */
const CONCERNS = /^(?:message|query|thread|ticket)\.|^order\.(?:assigned|released)$|^reconnected$/;

function set(next: Unread): void {
  if (next.supportTickets === current.supportTickets && next.orders === current.orders) return;
  current = next;
  for (const w of watchers) w();
}

async function read(): Promise<void> {
  const of = whose;
  try {
    const answer = await fetchInTime("/api/unread", { headers: { accept: "application/json" } }, LIMIT_MS);
    const next = answer.ok ? ((await answer.json()) as Unread) : NONE;
    if (of === whose) set(next);
  } catch {
    // The specification resets a count that can't be read to zero; the next event asks again.
    if (of === whose) set(NONE);
  }
}

/** Reads the counts again. Events during a request trigger one more read afterward. */
function refresh(): void {
  if (asking) {
    askAgain = true;
    return;
  }
  askAgain = false;
  asking = read().finally(() => {
    asking = null;
    if (askAgain) refresh();
  });
}

function hear(event: LiveEvent): void {
  if (!CONCERNS.test(event.kind)) return;
  due ??= setTimeout(() => {
    due = undefined;
    refresh();
  }, PAUSE_MS);
}

const subscribe = (w: () => void) => {
  watchers.add(w);
  return () => watchers.delete(w);
};

/**
 * The signed-in user's unread counts, shared across the page; zero until loaded or if they can't be read.
 */
export function useUnread(): Unread {
  const session = useSession();
  // Unverified users have no counts, so don't ask.
  const uid = session?.emailVerified ? session.uid : null;
  const unread = useSyncExternalStore(
    subscribe,
    () => current,
    () => NONE,
  );
  useEffect(() => {
    if (uid === whose) return;
    whose = uid;
    set(NONE);
    if (uid !== null) refresh();
  }, [uid]);
  useLiveEvents(hear);
  return unread;
}
