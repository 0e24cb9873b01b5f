import { SECOND } from "../../rules/core/time.ts";

/** How long a tab that nobody looks at waits at most; some wait less, so that not all of them read at once. */
const UNSEEN_MS = 5 * SECOND;

/**
 * Does something after `ms`; in a tab that nobody looks at only once somebody does, or after some seconds, so that those come first who
 * are waiting. @returns what cancels it
 */
export function soon(run: () => void, ms: number): () => void {
  const isHidden = typeof document !== "undefined" && document.visibilityState === "hidden";
  const cancel = () => {
    clearTimeout(timer);
    if (isHidden) document.removeEventListener("visibilitychange", seen);
  };
  const due = () => {
    cancel();
    run();
  };
  const seen = () => {
    if (document.visibilityState !== "hidden") due();
  };
  const timer = setTimeout(due, isHidden ? Math.max(ms, UNSEEN_MS * (1 - Math.random() / 2)) : ms);
  if (isHidden) document.addEventListener("visibilitychange", seen);
  return cancel;
}
