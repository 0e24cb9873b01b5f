import { StatusBadge } from "#app/ui/status-badge.tsx";
import { QUOTE_STATUS_WORDS, type QuoteStatus } from "../rules/quote-flow.ts";

type Tone = Parameters<typeof StatusBadge>[0]["tone"];

const FOR_STAFF: Record<QuoteStatus, Tone> = {
  waiting: "waiting",
  offered: "active",
  accepted: "active",
  paid: "done",
  declined: "stopped",
  withdrawn: "stopped",
  expired: "stopped",
};
const FOR_AUTHOR: Record<QuoteStatus, readonly [Tone, string]> = {
  waiting: ["active", "In preparation"],
  offered: ["waiting", "Offer ready"],
  accepted: ["waiting", "Awaiting payment"],
  paid: ["done", "Paid"],
  declined: ["stopped", "Closed"],
  withdrawn: ["stopped", "Withdrawn"],
  expired: ["stopped", "Expired"],
};

/** The state of a request, as staff or as its author read it. */
export function QuoteStatusBadge({ status, viewer }: { status: QuoteStatus; viewer: "staff" | "author" }) {
  const [tone, words] =
    viewer === "staff" ? ([FOR_STAFF[status], QUOTE_STATUS_WORDS[status]] as const) : FOR_AUTHOR[status];
  return <StatusBadge tone={tone}>{words}</StatusBadge>;
}
