import type { PolicyOf } from "#app/features/policy/rules/policy-part.ts";
import type { PAYOUT_PART } from "./payout-figures.ts";

/** When and how editors are paid. Pricing's pay policy holds the shares of the price. */
export type PayoutPolicy = PolicyOf<typeof PAYOUT_PART>;
