import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { MANUAL_ENTRY_WORDS, type ManualEntryState } from "../rules/manual-entry.ts";

const TONES: Readonly<Record<ManualEntryState, StatusTone>> = {
  waiting: "waiting",
  booked: "done",
  declined: "stopped",
  withdrawn: "neutral",
};

/** Where a journal entry by hand stands. */
export const EntryBadge = ({ state }: { state: ManualEntryState }) => (
  <StatusBadge tone={TONES[state]}>{MANUAL_ENTRY_WORDS[state]}</StatusBadge>
);
