/** Where a client takes the refund of a problem: their card, or their balance with courtesy credit on top. */
export const REFUND_TO = ["card", "balance"] as const;
export type RefundTo = (typeof REFUND_TO)[number];

/** The courtesy credit on top of a refund that's taken as balance. @param bonusBp its share, in basis points */
export const bonusOf = (amountMinor: number, bonusBp: number): number => Math.floor((amountMinor * bonusBp) / 10_000);
