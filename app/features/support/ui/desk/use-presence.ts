import { useEffect, useRef, useState } from "react";
import { ask } from "#app/platform/browser/core/ask.ts";
import { useLiveEvents } from "#app/platform/browser/live/live.ts";
import { SECOND } from "#app/platform/rules/core/time.ts";
import { type Here, HERE_EVENT } from "../../rules/here.ts";

const BEAT_MS = 20 * SECOND;
/** Somebody who has typed nothing for this long isn't writing. */
const IDLE_MS = 10 * SECOND;

/** Reports that this thread is open, and returns who else of the staff has it open. @param id of the thread */
export function usePresence(id: string): { others: readonly Here[]; onTyping: () => void } {
  const [others, setOthers] = useState<readonly Here[]>([]);
  const typing = useRef(false);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);
  const path = `/api/desk/${id}/here`;
  const beat = useRef(() => {});
  useEffect(() => {
    let left = false;
    beat.current = () => {
      if (left || document.visibilityState === "hidden") return;
      ask<{ others: Here[] }>(path, { typing: typing.current }).then(
        (it) => left || setOthers(it.others),
        // Not knowing who else is here isn't worth an error.
        () => {},
      );
    };
    const leave = () => navigator.sendBeacon(path, new Blob(['{"leaves":true}'], { type: "application/json" }));
    const look = () => (document.visibilityState === "hidden" ? leave() : beat.current());
    const first = setTimeout(() => beat.current());
    const every = setInterval(() => beat.current(), BEAT_MS);
    addEventListener("pagehide", leave);
    document.addEventListener("visibilitychange", look);
    return () => {
      left = true;
      clearTimeout(first);
      clearInterval(every);
      clearTimeout(idle.current);
      removeEventListener("pagehide", leave);
      document.removeEventListener("visibilitychange", look);
      leave();
    };
  }, [path]);
  useLiveEvents((event) => {
    if ((event.kind === HERE_EVENT && event.shared === id) || event.kind === "reconnected") beat.current();
  });
  const write = (now: boolean) => {
    if (typing.current === now) return;
    typing.current = now;
    beat.current();
  };
  const onTyping = () => {
    clearTimeout(idle.current);
    idle.current = setTimeout(() => write(false), IDLE_MS);
    write(true);
  };
  return { others, onTyping };
}
