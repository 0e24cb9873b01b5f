import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { type AnnouncementStatus, ANNOUNCEMENT_STATUS_WORDS } from "../rules/announcement-flow.ts";

const TONES: Record<AnnouncementStatus, StatusTone> = {
  draft: "neutral",
  scheduled: "waiting",
  published: "active",
  expired: "done",
  withdrawn: "stopped",
};
export const AnnouncementStatusBadge = ({ status }: { status: AnnouncementStatus }) => (
  <StatusBadge tone={TONES[status]}>{ANNOUNCEMENT_STATUS_WORDS[status]}</StatusBadge>
);
