import type { PolicyOf } from "#app/features/policy/rules/policy-part.ts";
import type { APPROVAL_PART } from "./approval-figures.ts";

/**
 * What support and one admin may decide alone. Amounts are minor units of the order's currency, shares basis points.
 */
export type ApprovalPolicy = PolicyOf<typeof APPROVAL_PART>;
