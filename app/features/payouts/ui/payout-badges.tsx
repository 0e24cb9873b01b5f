import type { StatusTone } from "#app/platform/rules/core/status-tone.ts";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { EARNING_WORDS } from "../rules/pay-lists.ts";
import type { EarningState, PayoutState, RunState } from "../rules/flow.ts";
import { PAYOUT_WORDS, RUN_STATUS_WORDS } from "../rules/payout-words.ts";

const EARNING: Readonly<Record<EarningState, StatusTone>> = {
  pending: "neutral",
  available: "active",
  in_payout: "waiting",
  paid: "done",
  returned: "late",
  reversed: "stopped",
};
const PAYOUT: Readonly<Record<PayoutState, StatusTone>> = {
  prepared: "neutral",
  approved: "waiting",
  sent: "active",
  paid: "done",
  rejected: "late",
  returned: "late",
  cancelled: "stopped",
};
const RUN: Readonly<Record<RunState, StatusTone>> = {
  prepared: "waiting",
  approved: "waiting",
  sent: "active",
  settled: "done",
  cancelled: "stopped",
};

export const EarningBadge = ({ status }: { status: EarningState }) => (
  <StatusBadge tone={EARNING[status]}>{EARNING_WORDS[status]}</StatusBadge>
);
export const PayoutBadge = ({ status }: { status: PayoutState }) => (
  <StatusBadge tone={PAYOUT[status]}>{PAYOUT_WORDS[status]}</StatusBadge>
);
export const RunBadge = ({ status }: { status: RunState }) => (
  <StatusBadge tone={RUN[status]}>{RUN_STATUS_WORDS[status]}</StatusBadge>
);
