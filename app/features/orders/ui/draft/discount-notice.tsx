import { SERVICES, SERVICE_LABELS, TURNAROUND_LABELS } from "#app/features/pricing/rules/policy.ts";
import { type StandingDiscount, bestStanding } from "#app/features/pricing/rules/standing-discount.ts";
import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { DAY, after, formatDay } from "#app/platform/rules/core/time.ts";
import { Instant } from "#app/ui/instant.tsx";
import { Notice } from "#app/ui/notice.tsx";

/** Whether a discount was given by days, in UTC, so that its last day says more than the hour after it. */
const isMidnight = (at: Date): boolean => at.getTime() % DAY === 0;

/** Which discounts the prices already include, each with the services and turnarounds that get it and its end. */
export function DiscountNotice({
  standing,
  className,
}: {
  standing: readonly StandingDiscount[];
  className: string | undefined;
}) {
  const used = bestStanding(standing);
  if (used.length === 0) return null;
  return (
    <div className={className}>
      <Notice tone="good" title="These prices include a discount.">
        {used.map(({ discount: one, services }) => {
          const all = services.length === SERVICES.length;
          return (
            // An organization's prices have several parts.
            <span key={[one.id, ...(one.services ?? []), ...(one.turnarounds ?? [])].join()}>
              {one.label}: {one.percent}% off{" "}
              {all ? "every service" : services.map((s) => SERVICE_LABELS[s].toLowerCase()).join(", ")}
              {one.turnarounds
                ? ` with a turnaround of ${joinWords(
                    one.turnarounds.map((t) => TURNAROUND_LABELS[t]),
                    "or",
                  )}`
                : ""}
              {one.endsAt ? (
                <>
                  {" "}
                  {isMidnight(one.endsAt) ? (
                    `through ${formatDay(after(one.endsAt, -1), "UTC")} (UTC)`
                  ) : (
                    <>
                      until <Instant at={one.endsAt} deadline />
                    </>
                  )}
                </>
              ) : null}
              .{" "}
            </span>
          );
        })}
      </Notice>
    </div>
  );
}
