import { DAY } from "#app/platform/rules/core/time.ts";

/**
 * When and how editors are paid. Shares are in basis points. Pricing's pay policy holds the
 * shares of the price.
 */
export type PayoutPolicy = {
  /**
   * The day of the month whose end is a cut-off, in addition to the last day. A month keeps the one it started with.
   */
  cutoffDay: number;
  /** Days on which banks don't pay, as their number since 1970, or null for an unused row. */
  holidays: readonly (number | null)[];
  minimumMinor: number;
  /** How long an earning must have been available at the cut-off. */
  settleMs: number;
  /** How long new bank details aren't used. */
  bankFrozenMs: number;
  /** The largest share of a payout deducted for debt. */
  debtBp: number;
};

/** How many bank holidays there can be at once. */
const MOST_HOLIDAYS = 40;

export const PAYOUT_POLICY: PayoutPolicy = {
  cutoffDay: 15,
  holidays: Array.from({ length: MOST_HOLIDAYS }, () => null),
  minimumMinor: 2_500,
  settleMs: 3 * DAY,
  bankFrozenMs: 3 * DAY,
  debtBp: 5_000,
};
