import { useSyncExternalStore } from "react";
import { ANSWER_HEADERS } from "../framework/page-data.ts";
import { keepSnapshot, lastSnapshot } from "./snapshot.ts";

/** A page that is shown as it was last seen: its key, when that was, and why. */
export type LastSeen = { key: string; at: Date; shownAt: Date; why: "offline" | "gone" | "slow" };

let shown: LastSeen | null = null;
let latest: string | null = null;
const watchers = new Set<() => void>();
function show(next: LastSeen | null): void {
  if (next === shown) return;
  shown = next;
  for (const watch of watchers) watch();
}

/** Whether a page is on the screen as it was last seen. */
export const isLastSeen = (key: string | null): boolean => key !== null && shown?.key === key;

/** Whether this page's data has come by itself, and not only with its document. */
export const isCached = (key: string): boolean => key === latest;

/** Keeps an answer that came from the server, and nothing that it refused or led elsewhere with. @param by who had asked */
export function keepAnswer(key: string | null, answer: Response, by: Promise<string | null>): void {
  if (key === null) return;
  latest = key;
  if (shown?.key === key) show(null);
  if (answer.status !== 200) return;
  // Read beside the page's own reading of it.
  void answer
    .clone()
    .arrayBuffer()
    .then(async (body) => keepSnapshot(`page ${key}`, body, await by))
    .catch(() => {});
}

/** The answer as it was last, for somebody who waits and whom the server does not answer; null when it was never seen. */
export async function answerAsLast(key: string | null, why: LastSeen["why"]): Promise<Response | null> {
  const last = key === null ? null : await lastSnapshot(`page ${key}`);
  if (!last || key === null) return null;
  show({ key, at: new Date(last.at), shownAt: new Date(), why });
  return new Response(last.body, { headers: ANSWER_HEADERS });
}

/** The page was opened from what the service worker had kept of it. @param at when it was kept */
export const openedAsLast = (key: string, at: Date): void => show({ key, at, shownAt: new Date(), why: "offline" });

/** What of this page is shown as it was last seen: null while it shows the truth. */
export const useLastSeen = (): LastSeen | null =>
  useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => shown,
    () => null,
  );
