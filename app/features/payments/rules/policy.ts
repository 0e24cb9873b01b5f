import type { PolicyOf } from "#app/features/policy/rules/policy-part.ts";
import type { REFUND_PART } from "./refund-figures.ts";

/** How much is refunded to a client and deducted from the editor. Shares are in basis points (1 bp = 0.01%). */
export type RefundPolicy = PolicyOf<typeof REFUND_PART>;
