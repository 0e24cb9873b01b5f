/** Labels and colors of payment and refund statuses. */
import { useSearchParams } from "react-router";
import { StatusBadge, type StatusTone } from "#app/ui/status-badge.tsx";

type Look = { words: string; tone: StatusTone };
export const STATUS: Record<string, Look> = {
  starting: { words: "Starting", tone: "neutral" },
  open: { words: "Checkout open", tone: "waiting" },
  succeeded: { words: "Paid", tone: "done" },
  expired: { words: "Expired", tone: "stopped" },
  failed: { words: "Failed", tone: "stopped" },
};
export const REFUND: Record<string, Look> = {
  requested: { words: "To be sent", tone: "waiting" },
  sent: { words: "In transit", tone: "active" },
  succeeded: { words: "Refunded", tone: "done" },
  failed: { words: "Failed", tone: "late" },
};
export const Badge = ({ look, status }: { look: Record<string, Look>; status: string }) => (
  <StatusBadge tone={look[status]?.tone ?? "neutral"}>{look[status]?.words ?? status}</StatusBadge>
);

/** The URL of this list with one payment opened or closed. */
export function useOpen(): (id: string | null) => string {
  const [search] = useSearchParams();
  return (id) => {
    const next = new URLSearchParams(search);
    if (id) next.set("payment", id);
    else next.delete("payment");
    return `?${next}`;
  };
}
