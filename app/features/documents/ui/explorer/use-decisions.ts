import { fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type LogLine, packIds, replay } from "../../rules/explore/decision-log.ts";

/** `trying`: offline, will be retried; `stopped`: the user must act. */
export type SaveState = "saved" | "saving" | "trying" | "stopped";

const WAIT_MS = 500;
const TRY_AGAIN_MS = 4_000;
/** Browsers limit the size of requests sent while a page closes. */
const KEEPALIVE_BYTES = 60_000;

const keyOf = (fileId: string): string => `stet.decisions.${fileId}`;
function readPending(fileId: string): LogLine[] {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(fileId)) ?? "[]") as LogLine[];
    return Array.isArray(kept) ? kept : [];
  } catch {
    return [];
  }
}
function keepPending(fileId: string, lines: readonly LogLine[]): void {
  try {
    if (lines.length === 0) localStorage.removeItem(keyOf(fileId));
    else localStorage.setItem(keyOf(fileId), JSON.stringify(lines));
  } catch {
    // Without storage, unsaved decisions last only as long as the page.
  }
}

/**
 * What its reader decides on the changes of a file: shown at once, saved a moment later, tried again while the
 * connection is away, kept in this browser until the server has it. What another tab decided comes in with each save.
 */
export function useDecisions(fileId: string, saved: readonly LogLine[]) {
  const [known, setKnown] = useState<readonly LogLine[]>(saved);
  const [pending, setPending] = useState<readonly LogLine[]>([]);
  const [state, setState] = useState<SaveState>("saved");
  const [problem, setProblem] = useState<string | null>(null);
  const now = useRef({ known, pending });
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const running = useRef<Promise<void> | null>(null);
  const sender = useRef<() => Promise<void>>(() => Promise.resolve());

  const put = useCallback(
    (next: { known?: readonly LogLine[]; pending?: readonly LogLine[] }) => {
      now.current = { ...now.current, ...next };
      if (next.known) setKnown(next.known);
      if (next.pending) {
        setPending(next.pending);
        keepPending(fileId, next.pending);
      }
    },
    [fileId],
  );

  const send = useCallback(async (): Promise<void> => {
    clearTimeout(timer.current);
    while (running.current) await running.current;
    const lines = now.current.pending.slice(0, 1_000);
    if (lines.length === 0) return;
    const again = () => {
      setState("trying");
      timer.current = setTimeout(() => void sender.current(), TRY_AGAIN_MS);
    };
    const post = async () => {
      setState("saving");
      const body = JSON.stringify({ seen: now.current.known.length, lines });
      let answer: Response;
      try {
        answer = await fetchInTime(`/api/files/${fileId}/decisions`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body,
          keepalive: body.length < KEEPALIVE_BYTES,
        });
      } catch {
        return again();
      }
      const got = (await answer.json().catch(() => null)) as {
        lines?: LogLine[];
        error?: { message: string; advice: string };
      } | null;
      if (answer.status >= 500 || answer.status === 429 || !got) return again();
      if (!answer.ok || !got.lines) {
        setProblem(
          got.error ? `${got.error.message} ${got.error.advice}` : "We couldn't save your decisions. Reload the page.",
        );
        setState("stopped");
        return;
      }
      const sent = new Set(lines.map((line) => line.key));
      const left = now.current.pending.filter((line) => !sent.has(line.key));
      put({ known: [...now.current.known, ...got.lines], pending: left });
      setProblem(null);
      setState(left.length > 0 ? "saving" : "saved");
      if (left.length > 0) timer.current = setTimeout(() => void sender.current(), WAIT_MS);
    };
    running.current = post().finally(() => {
      running.current = null;
    });
    return running.current;
  }, [fileId, put]);
  useEffect(() => {
    sender.current = send;
  });

  const add = useCallback(
    (to: LogLine["to"], ids: readonly number[] = []) => {
      const line: LogLine = { key: crypto.randomUUID(), to, ids: packIds(ids) };
      put({ pending: [...now.current.pending, line] });
      setState((before) => (before === "stopped" ? before : "saving"));
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void sender.current(), WAIT_MS);
    },
    [put],
  );

  // Decisions that an earlier visit couldn't save.
  useEffect(() => {
    const had = new Set(now.current.known.map((line) => line.key));
    const left = readPending(fileId).filter((line) => !had.has(line.key));
    if (left.length === 0) return;
    put({ pending: [...left, ...now.current.pending] });
    void sender.current();
  }, [fileId, put]);

  useEffect(() => {
    const soon = () => {
      if (now.current.pending.length > 0) void sender.current();
    };
    const hidden = () => {
      if (document.visibilityState === "hidden") soon();
    };
    window.addEventListener("online", soon);
    window.addEventListener("pagehide", soon);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      window.removeEventListener("online", soon);
      window.removeEventListener("pagehide", soon);
      document.removeEventListener("visibilitychange", hidden);
      clearTimeout(timer.current);
      soon();
    };
  }, []);

  /** Saves pending decisions now. @returns whether the server has all of them */
  const saveNow = useCallback(async (): Promise<boolean> => {
    for (let left = now.current.pending.length; left > 0; left = now.current.pending.length) {
      await sender.current();
      if (now.current.pending.length >= left) return false;
    }
    return true;
  }, []);

  const decisions = useMemo(() => replay([...known, ...pending]), [known, pending]);
  return { decisions, add, state, problem, saveNow };
}
