import { SECOND } from "../../rules/core/time.ts";

/** The longest that a tab in the background waits. Some wait less, so that they don't all read at once. */
const UNSEEN_MS = 5 * SECOND;

/**
 * Does something after `ms`. A tab in the background does it when its reader returns, or after a few seconds, so that people who are
 * waiting come first. @returns what cancels it
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
