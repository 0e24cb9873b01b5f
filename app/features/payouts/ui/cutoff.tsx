import { formatDay } from "#app/platform/rules/time.ts";

/** A cut-off: the same instant for everybody, so it is said in UTC and not on the reader's clock. */
export function Cutoff({ at }: { at: string | Date }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} className="figures">
      {formatDay(date, "UTC")}, 23:59 UTC
    </time>
  );
}
