import { DAY } from "#app/platform/rules/time.ts";

/** When and how editors are paid, and how they rise. Shares are basis points; the shares of the price are in pricing's pay policy. */
export type PayoutPolicy = {
  /** Days of the month whose end is a cut-off; the last day of the month is one too. */
  cutoffDay: number;
  minimumMinor: number;
  /** An earning must have been available this long at the cut-off. */
  settleMs: number;
  /** New bank details are not used this long. */
  bankFrozenMs: number;
  /** The most of a payout that goes towards a debt. */
  debtBp: number;
  promotion: {
    standard: { qaPassedOrders: number };
    senior: { orders: number; rating: number; lateBp: number };
  };
  qaPassPoints: number;
};

export const PAYOUT_POLICY: PayoutPolicy = {
  cutoffDay: 15,
  minimumMinor: 2_500,
  settleMs: 3 * DAY,
  bankFrozenMs: 3 * DAY,
  debtBp: 5_000,
  promotion: { standard: { qaPassedOrders: 10 }, senior: { orders: 50, rating: 4.6, lateBp: 200 } },
  qaPassPoints: 80,
};
