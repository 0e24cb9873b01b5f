import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { ask } from "#app/platform/browser/core/ask.ts";
import { unsavedIn, useSaveSoon } from "#app/platform/browser/core/save-soon.ts";
import { type LogLine, packIds, replay } from "../../rules/explore/decision-log.ts";

const WAIT_MS = 500;
const LINES_AT_ONCE = 1_000;

const unsavedOf = (fileId: string) => unsavedIn<readonly LogLine[]>(`stet.decisions.${fileId}`, []);

/**
 * What its reader decides on the changes of a file: shown at once, saved a moment later, kept in this browser until the
 * server has it. What another tab decided comes in with each save.
 */
export function useDecisions(fileId: string, saved: readonly LogLine[]) {
  const [known, setKnown] = useState<readonly LogLine[]>(saved);
  const [pending, setPending] = useState<readonly LogLine[]>([]);
  const now = useRef({ known, pending });

  const put = useCallback(
    (next: { known?: readonly LogLine[]; pending: readonly LogLine[] }) => {
      now.current = { ...now.current, ...next };
      if (next.known) setKnown(next.known);
      setPending(next.pending);
      unsavedOf(fileId).keep(next.pending);
    },
    [fileId],
  );

  const { state, problem, saver } = useSaveSoon(
    fileId,
    {
      isUnsaved: () => now.current.pending.length > 0,
      send: async () => {
        const lines = now.current.pending.slice(0, LINES_AT_ONCE);
        const answer = await ask<{ lines: LogLine[] }>(
          `/api/files/${fileId}/decisions`,
          { seen: now.current.known.length, lines },
          { keepalive: true },
        );
        const sent = new Set(lines.map((line) => line.key));
        put({
          known: [...now.current.known, ...answer.lines],
          pending: now.current.pending.filter((line) => !sent.has(line.key)),
        });
      },
    },
    WAIT_MS,
  );

  const add = useCallback(
    (to: LogLine["to"], ids: readonly number[] = []) => {
      put({ pending: [...now.current.pending, { key: crypto.randomUUID(), to, ids: packIds(ids) }] });
      saver.touch();
    },
    [put, saver],
  );

  // Decisions that an earlier visit couldn't save.
  useEffect(() => {
    const had = new Set(now.current.known.map((line) => line.key));
    const left = unsavedOf(fileId)
      .read()
      .filter((line) => !had.has(line.key));
    if (left.length === 0) return;
    put({ pending: [...left, ...now.current.pending] });
    void saver.now();
  }, [fileId, put, saver]);

  const decisions = useMemo(() => replay([...known, ...pending]), [known, pending]);
  return { decisions, add, state, problem, saveNow: saver.now };
}
