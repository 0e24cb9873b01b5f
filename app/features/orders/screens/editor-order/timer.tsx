import { useFetcher } from "react-router";
import { useNow } from "#app/platform/browser/core/now.ts";
import type { ProblemData } from "#app/platform/server/requests/problem.ts";
import { MINUTE } from "#app/platform/rules/core/time.ts";
import { Button } from "#app/ui/button.tsx";
import { TextInput } from "#app/ui/fields.tsx";
import { ErrorNote } from "#app/ui/notice.tsx";
import { type WorkTime, inHours, timeWorked } from "../../rules/work/work-time.ts";
import styles from "./editor-order.module.css";

/** The editor's own timer. Nobody else sees it. Posts `keep_time`. */
export function Timer({ time, mayStart }: { time: WorkTime; mayStart: boolean }) {
  const fetcher = useFetcher<{ error?: ProblemData }>();
  const runs = time.startedAt !== null;
  const now = useNow(runs ? 10_000 : 0);
  const worked = timeWorked(time, now);
  const busy = fetcher.state !== "idle" || undefined;
  return (
    <span className={styles.timer}>
      <span>
        Timer <b className="figures">{inHours(worked)}</b> <span className="soft">(only you)</span>
      </span>
      {runs || mayStart ? (
        <fetcher.Form method="post">
          <input type="hidden" name="intent" value="keep_time" />
          <Button type="submit" name="act" value={runs ? "stop" : "start"} size="xs" variant="subtle" disabled={busy}>
            {runs ? "Stop timer" : "Start timer"}
          </Button>
        </fetcher.Form>
      ) : null}
      <details key={worked} className={styles.popover}>
        <summary>Correct</summary>
        <fetcher.Form method="post" className={styles.small}>
          <input type="hidden" name="intent" value="keep_time" />
          <input type="hidden" name="act" value="set" />
          <TextInput
            name="minutes"
            label="Minutes worked"
            inputMode="numeric"
            required
            defaultValue={String(Math.floor(worked / MINUTE))}
          />
          <Button type="submit" size="xs" disabled={busy}>
            Save time
          </Button>
        </fetcher.Form>
      </details>
      {fetcher.data?.error ? <ErrorNote problem={fetcher.data.error} /> : null}
    </span>
  );
}
