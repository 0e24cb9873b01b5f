/** A prepaid balance for somebody else. */

/** `unpaid`: at the card provider. `open`: paid, and not accepted yet. */
export const GIFT_STATES = ["unpaid", "open", "accepted", "canceled"] as const;
export type GiftState = (typeof GIFT_STATES)[number];

/** Amounts in cents of a dollar, how many somebody can start in a day, and how long a message is. */
export const GIFT_LIMITS = { leastMinor: 1_000, mostMinor: 100_000, perDay: 20, message: 500 } as const;
