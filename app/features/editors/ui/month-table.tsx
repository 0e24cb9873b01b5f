import { Link } from "react-router";
import { formatDay, formatLongDay } from "#app/platform/rules/core/time.ts";
import type { CalendarDay, CalendarWeek } from "../rules/month.ts";
import styles from "./month-table.module.css";

/** An order or a review, on the day it's due. */
export type DueWork = {
  key: string;
  at: Date;
  title: string;
  to: string;
  /** The time and the status. */
  detail: string;
  late: boolean;
};

const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** "Nov 24": a calendar day, the same in every time zone. */
const short = (day: string): string => {
  const noon = new Date(`${day}T12:00:00Z`);
  return formatDay(noon, "UTC", noon);
};

/** A day with nothing to show besides the date. */
const isQuiet = (day: CalendarDay<DueWork>): boolean => day.work.length === 0 && !day.off && !day.today;

/**
 * A month as a table with a row for each week. On a narrow screen, a list of weeks with only the days that have
 * something on them.
 */
export function MonthTable({ caption, weeks }: { caption: string; weeks: readonly CalendarWeek<DueWork>[] }) {
  return (
    <table className={styles.month}>
      <caption className={styles.unseen}>{caption}</caption>
      <thead>
        <tr>
          {WEEKDAYS.map((day) => (
            <th key={day} scope="col">
              <abbr title={day}>{day.slice(0, 3)}</abbr>
            </th>
          ))}
          <th scope="col" className={styles.free}>
            Words free by Sunday
          </th>
        </tr>
      </thead>
      <tbody>
        {weeks.map(({ days, freeWords }) => (
          <tr key={days[0]!.day} data-over={days.every((day) => day.past && isQuiet(day)) || undefined}>
            {days.map((day, n) => (
              <Day key={day.day} day={day} weekday={WEEKDAYS[n]!} />
            ))}
            <td className={styles.free}>
              <span className={styles.range}>
                {short(days[0]!.day)} to {short(days[6]!.day)}
              </span>
              {freeWords === null ? (
                <span className={styles.none}>
                  <span aria-hidden>–</span>
                  <span className={styles.unseen}>Not shown</span>
                </span>
              ) : (
                <span>
                  <b className="figures">{freeWords.toLocaleString("en-US")}</b>
                  <span className={styles.unit}> words free</span>
                </span>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Day({ day, weekday }: { day: CalendarDay<DueWork>; weekday: string }) {
  return (
    <td
      data-outside={!day.inMonth || undefined}
      data-past={day.past || undefined}
      data-today={day.today || undefined}
      data-off={day.off || undefined}
      data-quiet={isQuiet(day) || undefined}
      aria-current={day.today ? "date" : undefined}
    >
      <time dateTime={day.day} className={`${styles.day} figures`} title={`${weekday}, ${formatLongDay(day.day)}`}>
        <span className={styles.weekday}>{weekday.slice(0, 3)}, </span>
        <span className={day.day.endsWith("-01") || !day.inMonth ? undefined : styles.monthName}>
          {short(day.day).split(" ")[0]}{" "}
        </span>
        {Number(day.day.slice(8))}
      </time>
      {day.today ? <b className={styles.today}>Today</b> : null}
      {day.off ? <span className={styles.off}>Day off</span> : null}
      {day.work.length > 0 ? (
        <ul>
          {day.work.map((it) => (
            <li key={it.key} data-late={it.late || undefined}>
              <Link to={it.to}>{it.title}</Link>
              <small className="figures">{it.detail}</small>
            </li>
          ))}
        </ul>
      ) : null}
    </td>
  );
}
