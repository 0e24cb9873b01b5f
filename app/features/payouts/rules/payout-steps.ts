import type { PayoutState, RunState } from "./flow.ts";

/** The way of a payout, or of a run with all of its payouts, from the cut-off to the bank's statement. */
export const PAYOUT_STEPS = ["prepared", "approved", "file", "paid", "statement"] as const;
export type PayoutStep = (typeof PAYOUT_STEPS)[number];
export const STEP_WORDS: Readonly<Record<PayoutStep, string>> = {
  prepared: "Prepared",
  approved: "Approved",
  file: "Bank file",
  paid: "Paid",
  statement: "On the statement",
};

/** When each step happened, as far as it's on record. `statementAt` is left out where nobody looks at statements. */
export type OnItsWay = {
  status: PayoutState | RunState;
  createdAt: Date;
  approvedAt: Date | null;
  sentAt: Date | null;
  /** Of a run: when every payout was paid or came back. */
  paidAt: Date | null;
  returnedAt?: Date | null;
  statementAt?: Date | null;
};

/** `back`: the bank returned or rejected it here. `stopped`: it was canceled before. */
export type StepState = "done" | "next" | "open" | "back" | "stopped";
export type StepOnWay = { step: PayoutStep; state: StepState; at: Date | null };

/** How many steps are done in each state. */
const DONE: Readonly<Record<PayoutState | RunState, number>> = {
  prepared: 1,
  approved: 2,
  sent: 3,
  paid: 4,
  settled: 4,
  rejected: 3,
  returned: 3,
  cancelled: 1,
};

/**
 * The steps of a payout or run with their times. The status decides what is done, because a run that was reopened still
 * has the time of an approval that no longer counts.
 */
export function payoutSteps(it: OnItsWay): StepOnWay[] {
  const back = it.status === "rejected" || it.status === "returned";
  const cancelled = it.status === "cancelled";
  const onStatement = it.statementAt ? PAYOUT_STEPS.length : 0;
  const done = back || cancelled ? DONE[it.status] : Math.max(DONE[it.status], onStatement);
  const times: Readonly<Record<PayoutStep, Date | null>> = {
    prepared: it.createdAt,
    approved: it.approvedAt,
    file: it.sentAt,
    paid: back ? (it.returnedAt ?? null) : it.paidAt,
    statement: it.statementAt ?? null,
  };
  return PAYOUT_STEPS.filter((step) => step !== "statement" || it.statementAt !== undefined).map((step, i) => {
    const state: StepState =
      i < done
        ? "done"
        : cancelled
          ? "stopped"
          : back
            ? step === "paid"
              ? "back"
              : "stopped"
            : i === done
              ? "next"
              : "open";
    return { step, state, at: state === "done" || state === "back" ? times[step] : null };
  });
}
