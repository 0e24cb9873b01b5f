import { DAY } from "#app/platform/rules/core/time.ts";

/**
 * When and how editors are paid. Shares are in basis points. Pricing's pay policy holds the
 * shares of the price.
 */
export type PayoutPolicy = {
  /** Days of the month whose end is a cut-off, in addition to the last day. */
  cutoffDay: number;
  minimumMinor: number;
  /** How long an earning must have been available at the cut-off. */
  settleMs: number;
  /** How long new bank details aren't used. */
  bankFrozenMs: number;
  /** The largest share of a payout deducted for debt. */
  debtBp: number;
  qaPassPoints: number;
};

export const PAYOUT_POLICY: PayoutPolicy = {
  cutoffDay: 15,
  minimumMinor: 2_500,
  settleMs: 3 * DAY,
  bankFrozenMs: 3 * DAY,
  debtBp: 5_000,
  qaPassPoints: 80,
};
