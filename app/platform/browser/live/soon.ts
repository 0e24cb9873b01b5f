import { SECOND } from "../../rules/core/time.ts";

/** The longest a background tab waits. The actual wait varies, to spread the load. */
const UNSEEN_MS = 5 * SECOND;

/**
 * Runs something after `ms`. A background tab does it when its reader returns, or after a few seconds, which leaves the
 * server to people who are waiting. @returns a function that cancels it
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
