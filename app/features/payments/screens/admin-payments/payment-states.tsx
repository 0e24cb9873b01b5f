/** Labels and colors of payment and refund statuses. */
import { PAYMENT_WORDS, REFUND_WORDS } from "#app/features/backoffice/rules/lists/payment-list.ts";
import { useSearchParams } from "react-router";
import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";

type Look = { words: Readonly<Record<string, string>>; tones: Readonly<Record<string, StatusTone>> };
export const STATUS: Look = {
  words: { ...PAYMENT_WORDS, "on account": "On account" },
  tones: {
    "on account": "done",
    starting: "neutral",
    open: "waiting",
    succeeded: "done",
    expired: "stopped",
    failed: "stopped",
  },
};
export const REFUND: Look = {
  words: REFUND_WORDS,
  tones: { requested: "waiting", sent: "active", succeeded: "done", failed: "late" },
};
export const Badge = ({ look, status }: { look: Look; status: string }) => (
  <StatusBadge tone={look.tones[status] ?? "neutral"}>{look.words[status] ?? status}</StatusBadge>
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
