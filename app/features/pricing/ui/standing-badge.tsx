import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { STANDING_WORDS, type StandingState } from "../rules/standing-discount.ts";

const TONES: Readonly<Record<StandingState, StatusTone>> = { active: "active", upcoming: "waiting", ended: "done" };

export const StandingBadge = ({ state }: { state: StandingState }) => (
  <StatusBadge tone={TONES[state]}>{STANDING_WORDS[state]}</StatusBadge>
);
