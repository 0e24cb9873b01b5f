import { useEffect, useMemo, useRef, useState } from "react";
import { readJson } from "../../rules/requests/read-json.ts";
import { SECOND } from "../../rules/core/time.ts";
import { AskError } from "./ask.ts";

/**
 * How far saving is: `unsaved` is saved after a pause in typing, `trying` failed for a reason that passes and is tried again,
 * `signed-out` and `stopped` need the person.
 */
export type SaveState = "saved" | "unsaved" | "saving" | "trying" | "signed-out" | "stopped";
export type Saving = { state: SaveState; problem: AskError | null };

type Work = {
  /** Whether anything is unsaved now. */
  isUnsaved: () => boolean;
  /** Sends what is unsaved, and forgets it once the server has it. @throws AskError */
  send: () => Promise<void>;
  /** Whether saving has to wait. @param leaving whether there's no later chance */
  isHeld?: (leaving: boolean) => boolean;
};

const RETRY_MS = 4 * SECOND;

/** Whether the same request may succeed in a moment: there was no answer, none of ours, or the server is busy. */
const passes = ({ status }: AskError): boolean => status < 400 || status >= 500 || status === 429;

/**
 * Saves a moment after the last change, with one request at a time.
 * @param work what is saved, as it is when asked @param show is told each change of state
 * @param waitMs the pause after which a change is saved @param longestMs the longest that it waits without a pause
 */
export function saveSoon(work: () => Work, show: (saving: Saving) => void, waitMs: number, longestMs = Infinity) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running: Promise<boolean> | null = null;
  let state: SaveState = "saved";
  let since = 0;
  let gone = false;
  const say = (next: SaveState, problem: AskError | null = null): void => {
    state = next;
    show({ state, problem });
  };
  const soon = (ms: number): void => {
    clearTimeout(timer);
    if (!gone) timer = setTimeout(() => void once(), ms);
  };
  const post = async (): Promise<boolean> => {
    say("saving");
    since = 0;
    try {
      await work().send();
    } catch (error) {
      if (!(error instanceof AskError)) throw error;
      if (passes(error)) soon(RETRY_MS);
      say(passes(error) ? "trying" : error.status === 401 ? "signed-out" : "stopped", error);
      return false;
    }
    const more = work().isUnsaved();
    if (more) soon(waitMs);
    say(more ? "unsaved" : "saved");
    return true;
  };
  /** @returns whether the server took what was unsaved when it was asked */
  const once = async (leaving = false): Promise<boolean> => {
    clearTimeout(timer);
    while (running) await running;
    if (!work().isUnsaved()) return true;
    if (work().isHeld?.(leaving)) return false;
    running = post().finally(() => {
      running = null;
    });
    return running;
  };
  return {
    /** Something has changed: it's saved after a pause. */
    touch(): void {
      // What the person has to do stays on screen until saving works again.
      if (state === "saved" || state === "trying") say("unsaved");
      const now = Date.now();
      since ||= now;
      soon(Math.min(waitMs, Math.max(0, since + longestMs - now)));
    },
    /** Saves what is unsaved now, after the request under way. @returns whether the server has all of it */
    now: async (): Promise<boolean> => {
      do {
        if (!(await once())) return false;
      } while (work().isUnsaved());
      return true;
    },
    /** Waits for the request under way. */
    settled: async (): Promise<unknown> => running,
    /** Nothing is unsaved any more, because other content is shown. */
    reset(): void {
      clearTimeout(timer);
      since = 0;
      say("saved");
    },
    /** Saves when the connection is back, and before the page is left. @returns a function that leaves it */
    watch(): () => void {
      gone = false;
      const back = () => void once();
      const leave = () => void once(true);
      const hidden = () => {
        if (document.visibilityState === "hidden") back();
      };
      window.addEventListener("online", back);
      window.addEventListener("pagehide", leave);
      document.addEventListener("visibilitychange", hidden);
      return () => {
        window.removeEventListener("online", back);
        window.removeEventListener("pagehide", leave);
        document.removeEventListener("visibilitychange", hidden);
        gone = true;
        leave();
      };
    },
  };
}

/**
 * Saves what is typed on a page a moment later.
 * @param key of the thing that's edited: another one is saved by itself
 * @param work its functions may change with each render
 */
export function useSaveSoon(key: string, work: Work, waitMs: number, longestMs?: number) {
  const [saving, setSaving] = useState<Saving>({ state: "saved", problem: null });
  const latest = useRef(work);
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- a saver for each thing that's edited
  const saver = useMemo(() => saveSoon(() => latest.current, setSaving, waitMs, longestMs), [key, waitMs, longestMs]);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => saver.watch(), [saver]);
  return { ...saving, saver };
}

/**
 * What the server doesn't have yet, kept in this browser until it does, across reloads and expired sessions.
 * @param name of the place it's kept in
 */
export function unsavedIn<T extends object>(name: string, empty: T) {
  return {
    read(): T {
      try {
        const kept = readJson(localStorage.getItem(name) ?? "");
        return typeof kept === "object" && kept !== null && Array.isArray(kept) === Array.isArray(empty)
          ? (kept as T)
          : empty;
      } catch {
        return empty;
      }
    },
    keep(unsaved: T): void {
      try {
        if (Object.keys(unsaved).length === 0) localStorage.removeItem(name);
        else localStorage.setItem(name, JSON.stringify(unsaved));
      } catch {
        // Without storage, what is unsaved lasts only as long as the page.
      }
    },
  };
}
