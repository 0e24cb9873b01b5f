import { useSyncExternalStore } from "react";
import { ANSWER_HEADERS } from "../framework/page-data.ts";
import { keepSnapshot, lastSnapshot } from "./snapshot.ts";

/** A page shown from its last snapshot: its key, when the snapshot was taken, and why it's shown. */
export type LastSeen = { key: string; at: Date; shownAt: Date; why: "offline" | "gone" | "slow" };

let shown: LastSeen | null = null;
let latest: string | null = null;
const watchers = new Set<() => void>();
function show(next: LastSeen | null): void {
  if (next === shown) return;
  shown = next;
  for (const watch of watchers) watch();
}

/** Whether the page is currently shown from a snapshot. */
export const isLastSeen = (key: string | null): boolean => key !== null && shown?.key === key;

/** Whether this page's data was loaded separately, not only with its document. */
export const isCached = (key: string): boolean => key === latest;

/** Caches an answer from the server, unless it's an error or a redirect. @param by who requested it */
export function keepAnswer(key: string | null, answer: Response, by: Promise<string | null>): void {
  if (key === null) return;
  latest = key;
  if (shown?.key === key) show(null);
  if (answer.status !== 200) return;
  // Reads a copy while the page reads the original.
  void answer
    .clone()
    .arrayBuffer()
    .then(async (body) => keepSnapshot(`page ${key}`, body, await by))
    .catch(() => {});
}

/** The last cached answer, for a reader who is waiting while the server doesn't answer; null if there is none. */
export async function answerAsLast(key: string | null, why: LastSeen["why"]): Promise<Response | null> {
  const last = key === null ? null : await lastSnapshot(`page ${key}`);
  if (!last || key === null) return null;
  show({ key, at: new Date(last.at), shownAt: new Date(), why });
  return new Response(last.body, { headers: ANSWER_HEADERS });
}

/** Notes that the page was opened from the service worker's cache. @param at when it was cached */
export const openedAsLast = (key: string, at: Date): void => show({ key, at, shownAt: new Date(), why: "offline" });

/** The snapshot this page is showing, or null while it shows current data. */
export const useLastSeen = (): LastSeen | null =>
  useSyncExternalStore(
    (watch) => {
      watchers.add(watch);
      return () => watchers.delete(watch);
    },
    () => shown,
    () => null,
  );
