import type { PolicyOf } from "#app/features/policy/rules/policy-part.ts";
import type { APPROVAL_PART } from "./approval-figures.ts";
import { type PricedIn, fromDollars } from "./priced-in.ts";

/**
 * What support and one admin may decide alone. Amounts are minor units of dollars, or of an order's currency after
 * `approvalsIn`; shares are basis points.
 */
export type ApprovalPolicy = PolicyOf<typeof APPROVAL_PART>;

/** The limits for an order, in its currency, at the rate of the price list that it was sold with. */
export const approvalsIn = (policy: ApprovalPolicy, pricedIn: PricedIn): ApprovalPolicy => ({
  ...policy,
  refund: {
    ...policy.refund,
    supportMinor: fromDollars(policy.refund.supportMinor, pricedIn),
    twoAdminsAboveMinor: fromDollars(policy.refund.twoAdminsAboveMinor, pricedIn),
  },
  charge: { mostMinor: fromDollars(policy.charge.mostMinor, pricedIn) },
});
