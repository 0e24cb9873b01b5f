import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { CONTACT_STATUS_WORDS, type ContactStatus } from "../../rules/contact-flow.ts";

const TONES: Record<ContactStatus, StatusTone> = { new: "waiting", open: "active", closed: "done" };

export const ContactStatusBadge = ({ status }: { status: ContactStatus }) => (
  <StatusBadge tone={TONES[status]}>{CONTACT_STATUS_WORDS[status]}</StatusBadge>
);
