import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { STANDING_WORDS, type StandingState } from "#app/platform/rules/core/standing-state.ts";

const TONES: Readonly<Record<StandingState, StatusTone>> = { active: "active", upcoming: "waiting", ended: "done" };

export const StandingBadge = ({ state }: { state: StandingState }) => (
  <StatusBadge tone={TONES[state]}>{STANDING_WORDS[state]}</StatusBadge>
);
