import { DOWNLOAD_MS, fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Block } from "../../rules/explore/explorer-model.ts";

const TRY_AGAIN_MS = 3_000;

/** The text of a document, loaded in bundles as needed. */
export function useBundles(fileId: string) {
  const [bundles, setBundles] = useState<ReadonlyMap<number, Block[]>>(() => new Map());
  const asked = useRef(new Map<number, Promise<Block[]>>());
  const [failed, setFailed] = useState(false);
  const alive = useRef(true);
  useEffect(() => {
    alive.current = true;
    return () => {
      alive.current = false;
    };
  }, []);

  const want = useCallback(
    (bundle: number): Promise<Block[]> => {
      const before = asked.current.get(bundle);
      if (before) return before;
      const fetching = (async () => {
        for (;;) {
          try {
            const answer = await fetchInTime(`/api/files/${fileId}/changes?bundle=${bundle}`, {}, DOWNLOAD_MS);
            if (answer.ok) {
              const blocks = (await answer.json()) as Block[];
              setBundles((before) => new Map(before).set(bundle, blocks));
              setFailed(false);
              return blocks;
            }
            if (answer.status < 500 && answer.status !== 429) {
              setFailed(true);
              return [];
            }
          } catch {
            // Offline: try again later.
          }
          if (!alive.current) return [];
          setFailed(true);
          await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
        }
      })();
      asked.current.set(bundle, fetching);
      return fetching;
    },
    [fileId],
  );

  return { bundles, want, failed };
}
