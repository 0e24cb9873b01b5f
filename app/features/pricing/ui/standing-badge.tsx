import { StatusBadge, type StatusTone } from "#app/ui/status-badge.tsx";
import type { StandingState } from "../rules/standing-discount.ts";

/** A discount's status in words. */
export const STANDING_WORDS: Readonly<Record<StandingState, string>> = {
  active: "Active",
  upcoming: "Not started",
  ended: "Ended",
};
const TONES: Readonly<Record<StandingState, StatusTone>> = { active: "active", upcoming: "waiting", ended: "done" };

export const StandingBadge = ({ state }: { state: StandingState }) => (
  <StatusBadge tone={TONES[state]}>{STANDING_WORDS[state]}</StatusBadge>
);
