import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";

import { EARNING_WORDS } from "../rules/pay-lists.ts";
import { PAYOUT_WORDS } from "../rules/payout-words.ts";

type Look = { words: string; tone: StatusTone };

const EARNING: Record<string, Look> = {
  pending: { words: EARNING_WORDS.pending, tone: "neutral" },
  available: { words: EARNING_WORDS.available, tone: "active" },
  in_payout: { words: EARNING_WORDS.in_payout, tone: "waiting" },
  paid: { words: EARNING_WORDS.paid, tone: "done" },
  returned: { words: EARNING_WORDS.returned, tone: "late" },
  reversed: { words: EARNING_WORDS.reversed, tone: "stopped" },
};
const PAYOUT: Record<string, Look> = {
  prepared: { words: PAYOUT_WORDS.prepared, tone: "neutral" },
  approved: { words: PAYOUT_WORDS.approved, tone: "waiting" },
  sent: { words: PAYOUT_WORDS.sent, tone: "active" },
  paid: { words: PAYOUT_WORDS.paid, tone: "done" },
  rejected: { words: PAYOUT_WORDS.rejected, tone: "late" },
  returned: { words: PAYOUT_WORDS.returned, tone: "late" },
  cancelled: { words: PAYOUT_WORDS.cancelled, tone: "stopped" },
};
const RUN: Record<string, Look> = {
  prepared: { words: "Needs approval", tone: "waiting" },
  approved: { words: "Ready to send", tone: "waiting" },
  sent: { words: "With the bank", tone: "active" },
  settled: { words: "Settled", tone: "done" },
  cancelled: { words: "Canceled", tone: "stopped" },
};

const badge = (looks: Record<string, Look>, status: string) => (
  <StatusBadge tone={looks[status]?.tone ?? "neutral"}>{looks[status]?.words ?? status}</StatusBadge>
);

export const EarningBadge = ({ status }: { status: string }) => badge(EARNING, status);
export const PayoutBadge = ({ status }: { status: string }) => badge(PAYOUT, status);
export const RunBadge = ({ status }: { status: string }) => badge(RUN, status);
