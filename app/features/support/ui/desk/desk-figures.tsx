import { count } from "#app/platform/rules/core/count.ts";
import { formatDuration } from "#app/platform/rules/core/time.ts";
import { Stat, Stats } from "#app/ui/charts/stat.tsx";
import { TICKET_PRIORITY_WORDS } from "../../rules/ticket.ts";
import type { ClockFigures, DeskFigures } from "../../server/desk/desk-figures.ts";
import styles from "./desk-figures.module.css";

const share = ({ kept, missed }: ClockFigures): string =>
  kept + missed === 0 ? "No data" : `${Math.round((kept / (kept + missed)) * 100)}%`;
const ofAll = ({ kept, missed }: ClockFigures): string =>
  kept + missed === 0 ? "None due" : `${kept} of ${kept + missed}`;
const typical = ({ medianMs }: ClockFigures): string => (medianMs === null ? "No data" : formatDuration(medianMs));

/** On-time rates and ratings of the last 30 days; the table breaks them down by priority. */
export function DeskFiguresPanel({ figures }: { figures: DeskFigures }) {
  const { firstAnswer, solution, rating } = figures;
  return (
    <>
      <Stats>
        <Stat
          label="First response on time"
          value={share(firstAnswer)}
          detail={ofAll(firstAnswer)}
          {...(firstAnswer.missed > firstAnswer.kept ? { tone: "late" as const } : {})}
        />
        <Stat label="Median first response" value={typical(firstAnswer)} detail="From opening, around the clock" />
        <Stat
          label="Resolved on time"
          value={share(solution)}
          detail={ofAll(solution)}
          {...(solution.missed > solution.kept ? { tone: "late" as const } : {})}
        />
        <Stat
          label="Median resolution time"
          value={typical(solution)}
          detail="Including time waiting for the customer"
        />
        <Stat
          label="Rating"
          value={rating.average === null ? "No data" : rating.average.toFixed(1)}
          detail={rating.count === 0 ? "No ratings yet" : `of 5, by ${count(rating.count, "person", "people")}`}
        />
      </Stats>
      <details className={styles.table}>
        <summary>By priority</summary>
        <table>
          <caption className="unseen">Response times in the last 30 days, by priority</caption>
          <thead>
            <tr>
              <th scope="col">Priority</th>
              <th scope="col">First response on time</th>
              <th scope="col">Late</th>
              <th scope="col">Median</th>
              <th scope="col">Resolved on time</th>
              <th scope="col">Late</th>
              <th scope="col">Median</th>
            </tr>
          </thead>
          <tbody>
            {figures.byPriority.map((it) => (
              <tr key={it.priority}>
                <th scope="row">{TICKET_PRIORITY_WORDS[it.priority]}</th>
                {[it.firstAnswer, it.solution].flatMap((of, i) => [
                  <td key={`k${i}`}>{of.kept}</td>,
                  <td key={`m${i}`} className={of.missed > 0 ? "late" : undefined}>
                    {of.missed}
                  </td>,
                  <td key={`t${i}`}>{typical(of)}</td>,
                ])}
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </>
  );
}
