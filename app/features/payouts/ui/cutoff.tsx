import { formatDay } from "#app/platform/rules/core/time.ts";

/** A cut-off, shown in UTC because it is the same instant for everyone. */
export function Cutoff({ at }: { at: string | Date }) {
  const date = new Date(at);
  return (
    <time dateTime={date.toISOString()} className="figures">
      {formatDay(date, "UTC")}, 23:59 UTC
    </time>
  );
}
