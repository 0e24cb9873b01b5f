import { SECOND } from "../../rules/core/time.ts";
import { currentNavigation } from "../framework/navigation.ts";
import { isPageData, pageDataAddress } from "../framework/page-data.ts";
import { networkLimitMs } from "../core/fetch-in-time.ts";
import { keyOf } from "./kept-pages.ts";
import { answerAsLast, isCached, isLastSeen, keepAnswer } from "./last-seen.ts";
import { snapshotOwner } from "./snapshot.ts";
import { toast } from "../core/toast.ts";

const FIRST_PAUSE_MS = SECOND;
const LONGEST_PAUSE_MS = 5 * SECOND;
/** After waiting this long for a page they've seen before, readers are shown its last snapshot. */
const SLOW_MS = 3 * SECOND;
/** A page's data is loaded once more when the browser is idle, which makes the page available offline. */
const QUIET_MS = 5 * SECOND;
const TOAST = "connection";

/** When an overloaded server asks to try again, in ms; undefined for any other answer. */
const busyMs = ({ status, headers }: Response): number | undefined =>
  status === 503 && headers.has("retry-after") ? Number(headers.get("retry-after")) * SECOND : undefined;

const tellWhyItWaits = (busy: number | undefined): string =>
  toast.loading(
    busy === undefined
      ? "Connection lost. The page will continue when you're back online."
      : "We're very busy right now. The page will continue automatically.",
    { id: TOAST },
  );

/** The last snapshot of a page that can't be loaded. An overloaded server soon answers. */
const lastOf = async (key: string | null, busy: number | undefined): Promise<Response | null> =>
  busy === undefined ? answerAsLast(key, navigator.onLine ? "gone" : "offline") : null;

/** Whether the reader is waiting for another page. Otherwise the current page is only being reloaded. */
const isGoing = (): boolean => {
  const going = currentNavigation();
  return going !== undefined && going.state !== "idle" && going.formMethod === undefined;
};

/** Waits until the browser is online again, the time is up, or nobody is waiting anymore. */
const pause = (ms: number, signal: AbortSignal | null | undefined): Promise<void> =>
  new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      window.removeEventListener("online", end);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    window.addEventListener("online", end);
    signal?.addEventListener("abort", end);
  });

/** Undefined if the answer takes longer than a reader should wait. */
const soon = async (answer: Promise<Response>): Promise<Response | undefined> => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, SLOW_MS, undefined);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * Retries reads of a page's data while offline or while the server is overloaded: the page stays as it is with
 * everything typed, says so, and continues automatically. Offline, a reader who navigates to a page they've seen before
 * gets its last snapshot. For any other page they wait as long as the sign-in service would, then see an error. Only
 * reads: nothing that changes data is sent twice from here.
 */
export function retryReadsWhenOffline(): void {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    const url = new URL(address, location.href);
    if (method.toUpperCase() !== "GET" || url.origin !== location.origin || !isPageData(url)) return send(input, init);
    const signal = init?.signal ?? (input instanceof Request ? input.signal : null);
    const key = keyOf(url.href);
    const by = snapshotOwner();
    const begun = Date.now();
    let told = false;
    const end = () => {
      if (told) toast.dismiss(TOAST);
    };
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(LONGEST_PAUSE_MS, wait * 2)) {
      let busy: number | undefined;
      try {
        const sent = send(input, init);
        const first = isGoing() && key !== null ? await soon(sent) : await sent;
        // The page reloads right away and then shows current data.
        const answer = first ?? (await answerAsLast(key, "slow")) ?? (await sent);
        busy = busyMs(answer);
        if (busy !== undefined) throw new Error("overloaded");
        end();
        if (first || !isLastSeen(key)) keepAnswer(key, answer, by);
        else sent.catch(() => {});
        return answer;
      } catch (error) {
        if (signal?.aborted) {
          end();
          throw error;
        }
        const last = isGoing() ? await lastOf(key, busy) : null;
        if (last || (isGoing() && Date.now() - begun > networkLimitMs())) {
          end();
          if (last) return last;
          throw error;
        }
        // A page that's shown from a snapshot says so itself.
        if (!told && !isLastSeen(key)) {
          tellWhyItWaits(busy);
          told = true;
        }
        await pause(busy ?? wait, signal);
      }
    }
  };

  setTimeout(() => {
    const { pathname, search } = location;
    const key = keyOf(pathname + search);
    const by = snapshotOwner();
    if (key !== null && !isCached(key) && document.visibilityState === "visible")
      void send(pageDataAddress(pathname, search), { priority: "low" })
        .then((answer) => keepAnswer(key, answer, by))
        .catch(() => {});
  }, QUIET_MS);
}
