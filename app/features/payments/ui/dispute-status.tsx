import { StatusBadge } from "#app/ui/status-badge.tsx";
import { DISPUTE_STATUS_WORDS, type DisputeStatus } from "../rules/dispute.ts";

const TONES = {
  needs_response: "waiting",
  under_review: "active",
  won: "done",
  lost: "stopped",
  closed: "neutral",
} as const;

/** The status of a dispute. */
export const DisputeStatusBadge = ({ status }: { status: DisputeStatus }) => (
  <StatusBadge tone={TONES[status]}>{DISPUTE_STATUS_WORDS[status]}</StatusBadge>
);
