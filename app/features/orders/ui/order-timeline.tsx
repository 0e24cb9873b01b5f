import { count } from "#app/platform/rules/core/count.ts";
import { Instant } from "#app/ui/instant.tsx";
import { Timeline } from "#app/ui/content/timeline.tsx";
import type { TimelineLine } from "../rules/timeline.ts";

const SHOWN = 8;

const entry = (line: TimelineLine) => ({
  id: line.id,
  at: line.at,
  title: line.title,
  who: line.who,
  mark: line.mark,
  detail:
    line.detail || line.untilAt ? (
      <>
        {line.detail}
        {line.detail && line.untilAt ? " " : null}
        {line.untilAt ? <Instant at={line.untilAt} deadline /> : null}
      </>
    ) : undefined,
});

/** An order's history, latest first. Older events are collapsed. */
export function OrderTimeline({ lines }: { lines: readonly TimelineLine[] }) {
  const later = lines.slice(0, SHOWN);
  const earlier = lines.slice(SHOWN);
  return (
    <>
      <Timeline entries={later.map(entry)} />
      {earlier.length > 0 ? (
        <details>
          <summary className="small">{count(earlier.length, "earlier event")}</summary>
          <Timeline entries={earlier.map(entry)} label="Earlier events" />
        </details>
      ) : null}
    </>
  );
}
