export const STANDING_STATES = ["active", "upcoming", "ended"] as const;
export type StandingState = (typeof STANDING_STATES)[number];
/** Its status in words. */
export const STANDING_WORDS: Readonly<Record<StandingState, string>> = {
  active: "Active",
  upcoming: "Not started",
  ended: "Ended",
};

/** Whether something with a first and a last moment (a discount, a partnership) is to come, on, or over. @param endedAt when staff ended it early */
export function standingState(
  { startsAt, endsAt, endedAt }: { startsAt: Date; endsAt: Date | null; endedAt: Date | null },
  now: Date,
): StandingState {
  if ((endedAt && endedAt <= now) || (endsAt && endsAt <= now)) return "ended";
  return startsAt > now ? "upcoming" : "active";
}
