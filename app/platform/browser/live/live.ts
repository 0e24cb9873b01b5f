import { useEffect, useRef } from "react";
import { useNavigation, useRevalidator } from "react-router";
import { SECOND } from "../../rules/core/time.ts";
import { type Line, SILENCE_MS, openLine } from "./live-line.ts";
import { soon } from "./soon.ts";
import { useSession } from "../core/session.ts";

/**
 * Something of a kind has happened to an order (or to nothing in particular). It carries no data: the page reloads with
 * its own permissions. `shared` holds only data that is the same for every recipient. The kind "reconnected" says that
 * events may have been missed while the connection was down.
 */
export type LiveEvent = { kind: string; orderId: string | null; shared?: unknown };
const GAP: LiveEvent = { kind: "reconnected", orderId: null };
/** The server refused this browser a stream: who is signed in may have changed. */
const REFUSED: LiveEvent = { kind: "session.refused", orderId: null };

const LOCK = "stet-live";
const CHANNEL = "stet-live";
const PAUSE_MS = 500;
/** Spreads out reloads after an event that goes to everybody. */
const SPREAD_MS = 1_500;
/** The tab with the connection announces at least this often that it's alive or trying. */
const SAYS_MS = 30 * SECOND;
/** A tab that's silent for this long loses the connection to another. */
const SILENT_TAB_MS = SILENCE_MS + 20 * SECOND;
const LOOK_MS = 2 * SECOND;
const REMEMBERED = 200;

/** Messages between tabs. Times are Date.now(), which all tabs share. */
type Word =
  | { say: "event"; event: LiveEvent; delayMs: number; at: number }
  | { say: "whole"; at: number }
  | { say: "trying" | "wake" }
  | { say: "join"; tab: string; since: number }
  | { say: "missed"; tab: string; events: LiveEvent[] | null; at: number };

const listeners = new Set<(event: LiveEvent) => void>();
let stop: (() => void) | undefined;
/** This tab has received every event up to here, starting when its page was loaded. */
let heardAt = typeof performance === "undefined" ? 0 : Date.now() - performance.now();

const tell = (event: LiveEvent) => {
  for (const listener of listeners) listener(event);
};

/**
 * One stream for all tabs: the tab that holds the lock opens it and passes events on. When it closes, freezes or falls
 * silent, another takes over from the last point where nothing was missed. A tab that opens later, or wakes up, asks
 * for what it missed.
 * @returns a function that disconnects this tab
 */
function connect(): () => void {
  // Without the Web Locks API, every tab opens its own stream and ignores the others.
  const shared = Boolean(navigator.locks);
  const channel = shared ? new BroadcastChannel(CHANNEL) : undefined;
  let saidAt = 0;
  const say = (word: Word) => {
    saidAt = Date.now();
    channel?.postMessage(word);
  };
  const tab = `${Date.now()}-${Math.random()}`;
  let left = false;
  let line: Line | undefined;
  let endLead: (() => void) | undefined;
  let asking = new AbortController();
  let lastWordAt = Date.now();
  let caughtUp = false;

  /** Recent events that the leading tab keeps for tabs that join. Complete since `at`. */
  let lately: { at: number; event: LiveEvent }[] = [];
  let completeFrom = 0;
  let waiting: { tab: string; since: number }[] = [];

  const answer = (it: { tab: string; since: number }) =>
    say({
      say: "missed",
      tab: it.tab,
      events: it.since < completeFrom ? null : lately.filter((l) => l.at >= it.since).map((l) => l.event),
      at: heardAt,
    });
  const hear = (event: LiveEvent, delayMs: number, at: number) => {
    if (caughtUp) heardAt = at;
    if (delayMs > 0) soon(() => tell(event), delayMs);
    else tell(event);
  };
  // An event that carries its data needs no reload.
  const isRead = (event: LiveEvent) =>
    event.kind === GAP.kind || (event.kind === "announcement" && event.shared === undefined);
  const pass = (event: LiveEvent, spread = isRead(event)) => {
    const delayMs = spread ? Math.random() * SPREAD_MS : 0;
    const at = Date.now();
    say({ say: "event", event, delayMs, at });
    hear(event, delayMs, at);
  };

  const lead = () =>
    new Promise<void>((done) => {
      if (left) return done();
      lately = [];
      completeFrom = heardAt;
      let isWhole = false;
      line = openLine(() => heardAt, {
        hear(event) {
          if (event.kind === GAP.kind) {
            lately = [];
            completeFrom = Date.now();
          } else lately.push({ at: Date.now(), event });
          if (lately.length > REMEMBERED) completeFrom = lately.shift()!.at + 1;
          pass(event);
        },
        whole() {
          caughtUp = true;
          heardAt = Date.now();
          isWhole = true;
          say({ say: "whole", at: heardAt });
          for (const it of waiting.splice(0)) answer(it);
        },
        trying: () => {
          isWhole = false;
          say({ say: "trying" });
        },
        refused: () => pass(REFUSED, false),
      });
      answerJoin = (it) => (isWhole ? answer(it) : waiting.push(it));
      endLead = () => {
        endLead = undefined;
        line?.close();
        line = undefined;
        waiting = [];
        done();
      };
    });
  let answerJoin: (it: { tab: string; since: number }) => void = () => {};

  /** Waits for the lock, or takes it from a tab that has gone silent. A tab that loses the lock waits for it again. */
  const queue = (steal: boolean) => {
    asking.abort();
    asking = new AbortController();
    lastWordAt = Date.now();
    navigator.locks.request(LOCK, steal ? { steal: true } : { signal: asking.signal }, lead).catch(() => {
      if (!endLead) return;
      endLead();
      if (!left) queue(false);
    });
  };
  const join = () => say({ say: "join", tab, since: heardAt });

  channel?.addEventListener("message", ({ data }: MessageEvent<Word>) => {
    if (data.say === "join") {
      if (line) answerJoin(data);
      return;
    }
    if (data.say === "wake") {
      line?.wake();
      return;
    }
    lastWordAt = Date.now();
    if (data.say === "event") hear(data.event, data.delayMs, data.at);
    else if (data.say === "whole") heardAt = caughtUp ? data.at : heardAt;
    else if (data.say === "missed" && data.tab === tab && !caughtUp) {
      caughtUp = true;
      heardAt = Math.max(heardAt, data.at);
      for (const event of data.events ?? [GAP]) tell(event);
    }
  });

  const look = setInterval(() => {
    if (line) {
      // Also between widely spaced tries, to keep other tabs from taking over.
      if (Date.now() - saidAt > SAYS_MS) say({ say: "trying" });
      return;
    }
    if (!caughtUp) join();
    if (Date.now() - lastWordAt > SILENT_TAB_MS) queue(true);
  }, LOOK_MS);
  const seen = () => {
    if (document.visibilityState === "visible" && !line) say({ say: "wake" });
  };
  document.addEventListener("visibilitychange", seen);

  if (shared) {
    queue(false);
    join();
  } else void lead();
  return () => {
    left = true;
    clearInterval(look);
    document.removeEventListener("visibilitychange", seen);
    endLead?.();
    asking.abort();
    channel?.close();
  };
}

if (typeof window !== "undefined") {
  const rest = () => {
    stop?.();
    stop = undefined;
  };
  const goOn = () => {
    if (listeners.size > 0) stop ??= connect();
  };
  // A suspended page receives nothing: another tab takes over, and this one asks for what it missed when it returns.
  window.addEventListener("pagehide", rest);
  window.addEventListener("pageshow", goOn);
  document.addEventListener("freeze", rest);
  document.addEventListener("resume", goOn);
}

/**
 * Calls `listener` for every event until the returned function is called. The stream stays open while anyone listens.
 * Only for signed-in, verified users.
 */
export function onLiveEvent(listener: (event: LiveEvent) => void): () => void {
  listeners.add(listener);
  stop ??= connect();
  return () => {
    listeners.delete(listener);
    // Navigating swaps listeners. The delay keeps the stream open in between.
    setTimeout(() => {
      if (listeners.size > 0) return;
      stop?.();
      stop = undefined;
    }, 1_000);
  };
}

/** Calls `hear` for every event sent to the signed-in person. */
export function useLiveEvents(hear: (event: LiveEvent) => void): void {
  const latest = useRef(hear);
  const signedIn = useSession()?.emailVerified ?? false;
  useEffect(() => {
    latest.current = hear;
  });
  useEffect(() => (signedIn ? onLiveEvent((event) => latest.current(event)) : undefined), [signedIn]);
}

/**
 * Keeps the page current: reloads its data when an event concerns it, at most once every 500 ms, and once after a gap.
 * A background tab does so when its reader returns, or after a few seconds.
 * @param concerns which events matter here; all if omitted
 */
export function useLive(concerns: (event: LiveEvent) => boolean = () => true): void {
  const { revalidate, state } = useRevalidator();
  const { state: going } = useNavigation();
  const busy = useRef(false);
  useEffect(() => {
    busy.current = state !== "idle" || going !== "idle";
  }, [state, going]);
  const cancel = useRef<() => void>(undefined);
  useEffect(
    () => () => {
      cancel.current?.();
      cancel.current = undefined;
    },
    [],
  );
  useLiveEvents((event) => {
    // A reload that's already due will include this change.
    if ((event.kind !== GAP.kind && !concerns(event)) || cancel.current !== undefined) return;
    const look = () => {
      // Reloading now would abort a running load or submission, so wait until it's done.
      if (busy.current) {
        cancel.current = soon(look, PAUSE_MS);
        return;
      }
      cancel.current = undefined;
      void revalidate();
    };
    // Shared events reach everybody at the same moment.
    cancel.current = soon(look, event.shared === undefined ? PAUSE_MS : PAUSE_MS + Math.random() * SPREAD_MS);
  });
}
