import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { TICKET_STATUS_WORDS, type TicketStatus } from "../../rules/ticket-flow.ts";
import { TICKET_PRIORITY_WORDS, type TicketPriority } from "../../rules/ticket.ts";
import styles from "./ticket-status.module.css";

const TONES: Record<TicketStatus | "quiet", StatusTone> = {
  open: "active",
  waiting: "waiting",
  resolved: "done",
  closed: "neutral",
  quiet: "neutral",
};
/** Short labels for a list column. */
const SHORT: Record<TicketStatus | "quiet", string> = {
  open: "Open",
  waiting: "Waiting",
  resolved: "Resolved",
  closed: "Closed",
  quiet: "No reply needed",
};

/** A thread's status, as shown to staff. */
export const TicketStatusBadge = ({ status, short = false }: { status: TicketStatus | "quiet"; short?: boolean }) => (
  <StatusBadge tone={TONES[status]}>
    {short || status === "quiet" ? SHORT[status] : TICKET_STATUS_WORDS[status]}
  </StatusBadge>
);

/** A priority as bars and a word. */
export function PriorityMark({ priority }: { priority: TicketPriority }) {
  const bars = { urgent: 4, high: 3, normal: 2, low: 1 }[priority];
  return (
    <span className={styles.priority} data-priority={priority}>
      <span className={styles.bars} aria-hidden>
        {[1, 2, 3, 4].map((n) => (
          <i key={n} data-on={n <= bars || undefined} />
        ))}
      </span>
      {TICKET_PRIORITY_WORDS[priority]}
    </span>
  );
}
