import { StatusBadge, type StatusTone } from "#app/ui/status-badge.tsx";

type Look = { words: string; tone: StatusTone };

const EARNING: Record<string, Look> = {
  pending: { words: "Pending", tone: "neutral" },
  available: { words: "Available", tone: "active" },
  in_payout: { words: "In payout", tone: "waiting" },
  paid: { words: "Paid", tone: "done" },
  returned: { words: "Returned by the bank", tone: "late" },
  reversed: { words: "Reversed", tone: "stopped" },
};
const PAYOUT: Record<string, Look> = {
  prepared: { words: "Prepared", tone: "neutral" },
  approved: { words: "Approved", tone: "waiting" },
  sent: { words: "With the bank", tone: "active" },
  paid: { words: "Paid", tone: "done" },
  rejected: { words: "Rejected by the bank", tone: "late" },
  returned: { words: "Returned by the bank", tone: "late" },
  cancelled: { words: "Canceled", tone: "stopped" },
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
export const payoutWords = (status: string): string => PAYOUT[status]?.words ?? status;
export const PayoutBadge = ({ status }: { status: string }) => badge(PAYOUT, status);
export const RunBadge = ({ status }: { status: string }) => badge(RUN, status);
