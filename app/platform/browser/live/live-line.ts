import { LOOK_BACK_MS } from "../../rules/core/live.ts";
import { MINUTE, SECOND } from "../../rules/core/time.ts";
import type { LiveEvent } from "./live.ts";

const ADDRESS = "/api/live";
/**
 * The server sends a heartbeat every 25 s. After this long without one, the connection is dead even if the browser
 * believes otherwise.
 */
export const SILENCE_MS = 70 * SECOND;
/** A heartbeat is late: worth reconnecting when the reader returns to the page. */
const LATE_MS = 35 * SECOND;
const LOOK_MS = 5 * SECOND;
const LONGEST_PAUSE_MS = 15 * SECOND;
const LONGEST_REFUSED_MS = 5 * MINUTE;

export type Line = {
  /** Reopens the connection at once unless it's known to be alive. */
  wake(): void;
  close(): void;
};

export type LineEvents = {
  hear(event: LiveEvent): void;
  /** All events up to now have been received. */
  whole(): void;
  /** It's trying to open, so the next tab need not take over. */
  trying(): void;
  /** The server answered, but not with a stream. */
  refused(): void;
};

/**
 * How long to wait before the next try, in ms. Partly random, to keep browsers from reconnecting all at once. @param
 * failures consecutive failed tries
 */
export function pauseMs(failures: number, refused: boolean, chance: number): number {
  if (refused) return Math.min(LONGEST_REFUSED_MS, 4 * SECOND * 2 ** failures) * (0.5 + chance);
  return failures === 0
    ? 200 + chance * 1_800
    : Math.min(LONGEST_PAUSE_MS, SECOND * 2 ** (failures - 1)) * (0.5 + chance);
}

/**
 * The stream of events from the server, reopened whenever it ends, is refused or falls silent. It tells the server how
 * long ago it was complete, and the server resends what was missed.
 * @param since the instant (Date.now) up to which all events have been received
 */
export function openLine(since: () => number, events: LineEvents): Line {
  let source: EventSource | undefined;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let failures = 0;
  let isOpen = false;
  let heardAt = Date.now();

  const open = () => {
    clearTimeout(retry);
    source?.close();
    isOpen = false;
    heardAt = Date.now();
    const askedAt = heardAt;
    const it = (source = new EventSource(`${ADDRESS}?ago=${Math.max(0, Math.ceil(heardAt - since()))}`));
    const byte = () => {
      heardAt = Date.now();
      failures = 0;
    };
    it.addEventListener("open", () => {
      isOpen = true;
      // The server counts back from when it began to listen for us.
      if (Date.now() - askedAt > LOOK_BACK_MS) events.hear({ kind: "reconnected", orderId: null });
    });
    it.addEventListener("beat", () => {
      byte();
      events.whole();
    });
    it.addEventListener("message", (event: MessageEvent<string>) => {
      byte();
      try {
        events.hear(JSON.parse(event.data) as LiveEvent);
      } catch {
        // Not a live event, so pages have nothing to do.
      }
    });
    it.addEventListener("error", () => {
      if (it !== source) return;
      const refused = it.readyState === EventSource.CLOSED;
      it.close();
      source = undefined;
      isOpen = false;
      clearTimeout(retry);
      retry = setTimeout(open, pauseMs(failures, refused, Math.random()));
      failures += 1;
      if (refused && failures === 1) events.refused();
      else events.trying();
    });
    events.trying();
  };

  const wake = () => {
    if (!isOpen || Date.now() - heardAt > LATE_MS) open();
  };
  const seen = () => {
    if (document.visibilityState === "visible") wake();
  };
  const look = setInterval(() => {
    if (source && Date.now() - heardAt > SILENCE_MS) open();
  }, LOOK_MS);
  // After a network change, old connections are dead but report no error.
  window.addEventListener("online", open);
  document.addEventListener("visibilitychange", seen);
  open();

  return {
    wake,
    close() {
      clearInterval(look);
      clearTimeout(retry);
      window.removeEventListener("online", open);
      document.removeEventListener("visibilitychange", seen);
      source?.close();
      source = undefined;
    },
  };
}
