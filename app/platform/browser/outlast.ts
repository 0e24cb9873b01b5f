import { SECOND } from "../rules/time.ts";
import { networkLimitMs } from "./ask.ts";
import { toast } from "./toast.ts";

const FIRST_PAUSE_MS = SECOND;
const LONGEST_PAUSE_MS = 5 * SECOND;
const TOAST = "connection";

type Router = { state: { navigation: { state: string; formMethod?: string | undefined } } };
/** Somebody waits for another page; otherwise the page they see is only being read again. */
const isGoing = (): boolean => {
  const going = (globalThis as { __reactRouterDataRouter?: Router }).__reactRouterDataRouter?.state.navigation;
  return going !== undefined && going.state !== "idle" && going.formMethod === undefined;
};

/** Until the browser says that it is online again, or for a while; sooner when nobody waits any more. */
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

/**
 * Reading a page's data outlasts a lost connection: the page stays as it is, with all that was typed in it, says that the connection is
 * gone, and goes on by itself. Somebody on the way to another page waits as long as the sign-in service would, and then hears of it.
 * Only reads: what changes something is never sent twice from here.
 */
export function outlastLostConnection(): void {
  const send = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const address = input instanceof Request ? input.url : String(input);
    const method = init?.method ?? (input instanceof Request ? input.method : "GET");
    const url = new URL(address, location.href);
    if (method.toUpperCase() !== "GET" || url.origin !== location.origin || !url.pathname.endsWith(".data")) return send(input, init);
    const signal = init?.signal ?? (input instanceof Request ? input.signal : null);
    const begun = Date.now();
    let told = false;
    for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(LONGEST_PAUSE_MS, wait * 2)) {
      try {
        const answer = await send(input, init);
        if (told) toast.dismiss(TOAST);
        return answer;
      } catch (error) {
        if (signal?.aborted || (isGoing() && Date.now() - begun > networkLimitMs())) {
          if (told) toast.dismiss(TOAST);
          throw error;
        }
        if (!told) toast.loading("The connection is gone. The page goes on by itself when it is back.", { id: TOAST });
        told = true;
        await pause(wait, signal);
      }
    }
  };
}
