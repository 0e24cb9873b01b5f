/**
 * What support and one admin may decide alone. Amounts are minor units of the order's currency, shares basis points.
 */
export type ApprovalPolicy = {
  /** Support decides on refunds within both limits, and two admins on those above `twoAdminsAboveMinor`. */
  refund: { supportMinor: number; supportBp: number; twoAdminsAboveMinor: number };
  /** How far below and above the standard price support may offer a custom quote. Beyond that, an admin decides. */
  customPrice: { supportLeastBp: number; supportMostBp: number };
  /** The most that staff can charge at once for extra work. */
  charge: { mostMinor: number };
  /** Terms and purchase orders of organizations above this are agreed to by two people. */
  credit: { twoAboveMinor: number };
  /** Journal entries by hand with debits above this are agreed to by two people. */
  entries: { twoAboveMinor: number };
};

export const APPROVAL_POLICY: ApprovalPolicy = {
  refund: { supportMinor: 10_000, supportBp: 5_000, twoAdminsAboveMinor: 50_000 },
  customPrice: { supportLeastBp: 9_000, supportMostBp: 20_000 },
  charge: { mostMinor: 200_000 },
  credit: { twoAboveMinor: 500_000 },
  entries: { twoAboveMinor: 100_000 },
};
