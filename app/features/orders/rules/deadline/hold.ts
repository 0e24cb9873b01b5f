/** An order on hold has an owner among the staff and an end. */
import type { DeadlinePolicy } from "#app/features/pricing/rules/policy.ts";
import { DAY, HOUR, after, formatDays } from "#app/platform/rules/core/time.ts";

export const HOLD_POLICY = {
  leastMs: HOUR,
  /** A short hold has no reminder halfway. */
  halfwayFromMs: 2 * DAY,
  lastDayMs: DAY,
} as const;

type Longest = Pick<DeadlinePolicy, "hold">;

/** The latest end of a hold. @param policy the one the order was sold with */
export const longestHold = (heldAt: Date, { hold }: Longest): Date => after(heldAt, hold.mostMs);

/** Why a hold can't last until then, as a field's message, or null. @param heldAt when it started */
export function holdFault(untilAt: Date, heldAt: Date, now: Date, policy: Longest): string | null {
  if (untilAt < after(now, HOLD_POLICY.leastMs)) return "Choose a date at least an hour from now.";
  if (untilAt > longestHold(heldAt, policy))
    return `An order can be on hold for up to ${formatDays(policy.hold.mostMs)}.`;
  return null;
}

/** When its owner is reminded: halfway, unless it's short, and a day before its end, unless it's shorter than that. */
export function holdReminders(hold: { createdAt: Date; untilAt: Date }): {
  halfwayAt: Date | null;
  lastDayAt: Date | null;
} {
  const ms = hold.untilAt.getTime() - hold.createdAt.getTime();
  return {
    halfwayAt: ms >= HOLD_POLICY.halfwayFromMs ? after(hold.createdAt, ms / 2) : null,
    lastDayAt: ms > HOLD_POLICY.lastDayMs ? after(hold.untilAt, -HOLD_POLICY.lastDayMs) : null,
  };
}
