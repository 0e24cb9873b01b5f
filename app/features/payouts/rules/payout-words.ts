import type { PayoutState, RunState } from "./flow.ts";

/** The states of one editor's payout, as they're shown. */
export const PAYOUT_WORDS: Readonly<Record<PayoutState, string>> = {
  prepared: "Prepared",
  approved: "Approved",
  sent: "With the bank",
  paid: "Paid",
  rejected: "Rejected by the bank",
  returned: "Returned by the bank",
  cancelled: "Canceled",
};

/** The states of a payout run, as they're shown: what it waits for. */
export const RUN_STATUS_WORDS: Readonly<Record<RunState, string>> = {
  prepared: "Needs approval",
  approved: "Ready to send",
  sent: "With the bank",
  settled: "Settled",
  cancelled: "Canceled",
};
