import { useEffect, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { useSession } from "./session.ts";

/**
 * Something of a kind has happened to an order (or to nothing in particular). It carries no data: the page reads again, through
 * its own permissions. The kind "reconnected" says that rings may have been missed while the line was down.
 */
export type Ring = { kind: string; orderId: string | null };
const GAP: Ring = { kind: "reconnected", orderId: null };

const ADDRESS = "/api/live";
const LOCK = "stet-live";
const CHANNEL = "stet-live";
const PAUSE_MS = 500;
const RETRY_MS = 3_000;

const listeners = new Set<(ring: Ring) => void>();
let stop: (() => void) | undefined;

const tell = (ring: Ring) => {
  for (const listener of listeners) listener(ring);
};

/**
 * One stream for all tabs: the tab that holds the lock has it and passes on what it hears. When it closes, the lock goes to another.
 * @returns what ends this tab's part in it
 */
function connect(): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", (event: MessageEvent<Ring>) => tell(event.data));
  const pass = (ring: Ring) => {
    tell(ring);
    channel.postMessage(ring);
  };
  const leaving = new AbortController();
  const askedAt = Date.now();

  const lead = () =>
    new Promise<void>((done) => {
      let source: EventSource | undefined;
      let retry: ReturnType<typeof setTimeout> | undefined;
      // Taking over from another tab: between its stream and ours rings may have been missed.
      let wasOpen = Date.now() - askedAt > PAUSE_MS;
      const open = () => {
        source = new EventSource(ADDRESS);
        source.addEventListener("open", () => {
          if (wasOpen) pass(GAP);
          wasOpen = true;
        });
        source.addEventListener("message", (event: MessageEvent<string>) => {
          try {
            pass(JSON.parse(event.data) as Ring);
          } catch {
            // Not a ring: nothing that a page could act on.
          }
        });
        source.addEventListener("error", () => {
          // The browser reconnects by itself unless the server refused; then we ask again, less often.
          if (source?.readyState !== EventSource.CLOSED) return;
          wasOpen = true;
          retry = setTimeout(open, RETRY_MS * (1 + Math.random()) * 3);
        });
      };
      open();
      leaving.signal.addEventListener("abort", () => {
        clearTimeout(retry);
        source?.close();
        done();
      }, { once: true });
    });

  if (navigator.locks) navigator.locks.request(LOCK, { signal: leaving.signal }, lead).catch(() => {});
  else void lead();
  return () => {
    leaving.abort();
    channel.close();
  };
}

/** Hears every ring until the function returned is called; the stream lives while anybody listens. Only for the signed in and verified. */
export function onRing(listener: (ring: Ring) => void): () => void {
  listeners.add(listener);
  stop ??= connect();
  return () => {
    listeners.delete(listener);
    // Navigating swaps listeners: the stream outlives the gap.
    setTimeout(() => {
      if (listeners.size > 0) return;
      stop?.();
      stop = undefined;
    }, 1_000);
  };
}

/** Calls `hear` for every ring to the person signed in. */
export function useRings(hear: (ring: Ring) => void): void {
  const latest = useRef(hear);
  const signedIn = useSession()?.emailVerified ?? false;
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => (signedIn ? onRing((ring) => latest.current(ring)) : undefined), [signedIn]);
}

/**
 * Keeps the page true: reads its loaders again when a ring concerns it, at most once in 500 ms, and once after a gap.
 * @param concerns which rings matter here; all when absent
 */
export function useLive(concerns: (ring: Ring) => boolean = () => true): void {
  const { revalidate, state } = useRevalidator();
  const { state: going } = useNavigation();
  const busy = useRef(false);
  useEffect(() => {
    busy.current = state !== "idle" || going !== "idle";
  }, [state, going]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => {
    clearTimeout(timer.current);
    timer.current = undefined;
  }, []);
  useRings((ring) => {
    // One that is due will see this change too.
    if ((ring.kind !== GAP.kind && !concerns(ring)) || timer.current !== undefined) return;
    const look = () => {
      // Reading again would cut off what is being read, or what was just sent: it waits until that is done.
      if (busy.current) {
        timer.current = setTimeout(look, PAUSE_MS);
        return;
      }
      timer.current = undefined;
      void revalidate();
    };
    timer.current = setTimeout(look, PAUSE_MS);
  });
}
