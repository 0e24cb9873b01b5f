import { useCallback, useEffect, useRef, useState } from "react";
import type { Block } from "../../rules/explorer-model.ts";

const TRY_AGAIN_MS = 3_000;

/** The text of a document, fetched in bundles as they are wanted; `version` moves when one has come. */
export function useBundles(fileId: string) {
  const bundles = useRef(new Map<number, Block[]>());
  const asked = useRef(new Map<number, Promise<void>>());
  const [version, setVersion] = useState(0);
  const [failed, setFailed] = useState(false);
  const alive = useRef(true);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);

  const want = useCallback((bundle: number): Promise<void> => {
    const before = asked.current.get(bundle);
    if (before) return before;
    const fetching = (async () => {
      for (;;) {
        try {
          const answer = await fetch(`/api/files/${fileId}/changes?bundle=${bundle}`);
          if (answer.ok) {
            bundles.current.set(bundle, (await answer.json()) as Block[]);
            setFailed(false);
            setVersion((n) => n + 1);
            return;
          }
          if (answer.status < 500 && answer.status !== 429) {
            setFailed(true);
            return;
          }
        } catch {
          // The connection is away: again in a while.
        }
        if (!alive.current) return;
        setFailed(true);
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      }
    })();
    asked.current.set(bundle, fetching);
    return fetching;
  }, [fileId]);

  return { bundles: bundles.current, want, version, failed };
}
