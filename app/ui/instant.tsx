import { useHydrated, useNow, useTimeZone } from "#app/platform/browser/core/now.ts";
import { useSite } from "#app/platform/browser/core/session.ts";
import { formatDay, formatDuration, formatInstant, relativeTime } from "#app/platform/rules/core/time.ts";

const isoOf = (at: string | Date): string => (typeof at === "string" ? at : at.toISOString());

/**
 * An instant in the reader's time zone. Before hydration, in the account's zone, or in UTC with a label. The current
 * year is left out.
 * @param deadline adds the time zone
 * @param books in UTC, as the books are kept: a day of theirs is the same day everywhere
 */
export function Instant({
  at,
  show = "instant",
  deadline = false,
  books = false,
}: {
  at: string | Date;
  show?: "instant" | "day";
  deadline?: boolean;
  books?: boolean;
}) {
  const own = useTimeZone();
  const zone = books ? "UTC" : own;
  const hydrated = useHydrated();
  const now = new Date(useSite().now);
  const date = new Date(at);
  const guessed = own === "UTC" && !hydrated && !books;
  return (
    <time dateTime={isoOf(at)} title={formatInstant(date, "UTC", { deadline: true })} className="figures">
      {show === "day" ? formatDay(date, zone, now) : formatInstant(date, zone, { now, deadline: deadline || guessed })}
    </time>
  );
}

/** How long ago, in short form: 12s, 5m, 3h, 2d, 4mo, 1y. The title shows the exact instant. */
export function RelativeTime({ at }: { at: string | Date }) {
  const zone = useTimeZone();
  const now = useNow(30_000);
  return (
    <time dateTime={isoOf(at)} title={formatInstant(new Date(at), zone, { deadline: true })} className="figures">
      {relativeTime(new Date(at), now)}
    </time>
  );
}

/**
 * A live countdown to an instant. Screen readers don't announce every tick.
 * @param late the text after the instant, with the elapsed time in {}
 */
export function Countdown({ to, late = "{} overdue" }: { to: string | Date; late?: string }) {
  const zone = useTimeZone();
  const leftNow = new Date(to).getTime() - useNow(15_000).getTime();
  const lastMinutes = leftNow > 0 && leftNow < 120_000;
  return lastMinutes ? (
    <Ticking to={to} />
  ) : (
    <time
      dateTime={isoOf(to)}
      title={formatInstant(new Date(to), zone, { deadline: true })}
      role="timer"
      aria-live="off"
      className={leftNow < 0 ? "figures late" : "figures"}
    >
      {leftNow < 0 ? late.replace("{}", formatDuration(leftNow)) : formatDuration(leftNow)}
    </time>
  );
}

/** Count the last two minutes by the second. */
function Ticking({ to }: { to: string | Date }) {
  const seconds = Math.max(0, Math.floor((new Date(to).getTime() - useNow(1_000).getTime()) / 1_000));
  return (
    <time dateTime={isoOf(to)} role="timer" aria-live="off" className="figures">
      {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")} min
    </time>
  );
}
