import { DOWNLOAD_MS, fetchInTime } from "#app/platform/browser/core/fetch-in-time.ts";
import { useEffect, useState } from "react";
import type { LogLine } from "../../rules/explore/decision-log.ts";
import type { ExplorerIndex } from "../../rules/explore/explorer-model.ts";

export type Loaded = { index: ExplorerIndex; lines: LogLine[] };

/** The index of a file's changes, with the decisions made about them if the reader may decide. */
export function useLoaded(
  fileId: string,
  mayDecide: boolean,
): { loaded: Loaded | null; problem: string | null; retry: () => void } {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    let gone = false;
    const get = async (path: string) => {
      const answer = await fetchInTime(`/api/files/${fileId}/${path}`, {}, DOWNLOAD_MS);
      const body = (await answer.json()) as unknown;
      if (!answer.ok) {
        const { error } = body as { error?: { message: string; advice: string } };
        throw new Error(error ? `${error.message} ${error.advice}` : "We couldn't open the document.");
      }
      return body;
    };
    Promise.all([get("changes"), mayDecide ? get("decisions") : { lines: [] }]).then(
      ([index, log]) => {
        if (!gone) setLoaded({ index: index as ExplorerIndex, lines: (log as { lines: LogLine[] }).lines });
      },
      (error: Error) => {
        if (!gone)
          setProblem(
            error instanceof TypeError || error.name === "TimeoutError" ? "The connection was lost." : error.message,
          );
      },
    );
    return () => {
      gone = true;
    };
  }, [fileId, mayDecide, attempt]);
  const retry = () => {
    setProblem(null);
    setAttempt((n) => n + 1);
  };
  return { loaded, problem, retry };
}
