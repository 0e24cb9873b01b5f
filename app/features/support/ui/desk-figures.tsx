import { formatDuration } from "#app/platform/rules/time.ts";
import { Stat, Stats } from "#app/ui/stat.tsx";
import { TICKET_PRIORITY_WORDS } from "../rules/ticket.ts";
import type { ClockFigures, DeskFigures } from "../server/desk-figures.ts";
import styles from "./desk-figures.module.css";

const share = ({ kept, missed }: ClockFigures): string =>
  kept + missed === 0 ? "none" : `${Math.round((kept / (kept + missed)) * 100)} %`;
const ofAll = ({ kept, missed }: ClockFigures): string =>
  kept + missed === 0 ? "None were due" : `${kept} of ${kept + missed}`;
const typical = ({ medianMs }: ClockFigures): string => (medianMs === null ? "none" : formatDuration(medianMs));

/** How support kept its promises lately, and how it was rated; the table says the same by priority. */
export function DeskFiguresPanel({ figures }: { figures: DeskFigures }) {
  const { firstAnswer, solution, rating } = figures;
  return (
    <>
      <Stats>
        <Stat
          label="First answers in time"
          value={share(firstAnswer)}
          detail={ofAll(firstAnswer)}
          {...(firstAnswer.missed > firstAnswer.kept ? { tone: "late" as const } : {})}
        />
        <Stat label="Half answered within" value={typical(firstAnswer)} detail="From the opening, nights included" />
        <Stat
          label="Solved in time"
          value={share(solution)}
          detail={ofAll(solution)}
          {...(solution.missed > solution.kept ? { tone: "late" as const } : {})}
        />
        <Stat
          label="Half solved within"
          value={typical(solution)}
          detail="With the time that it waited for the customer"
        />
        <Stat
          label="Rating"
          value={rating.average === null ? "none" : rating.average.toFixed(1)}
          detail={
            rating.count === 0
              ? "Nobody has rated yet"
              : `of 5, by ${rating.count} ${rating.count === 1 ? "person" : "people"}`
          }
        />
      </Stats>
      <details className={styles.table}>
        <summary>By priority</summary>
        <table>
          <caption className="unseen">Promises of the last 30 days by priority</caption>
          <thead>
            <tr>
              <th scope="col">Priority</th>
              <th scope="col">First answers in time</th>
              <th scope="col">Late</th>
              <th scope="col">Half within</th>
              <th scope="col">Solved in time</th>
              <th scope="col">Late</th>
              <th scope="col">Half within</th>
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
