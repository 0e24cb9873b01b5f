import type { LargeIndexes } from "../large-indexes.ts";

/** The list of clients opens on those who ordered last. */
export const largeIndexes: LargeIndexes = {
  orders_placed: `orders (coalesce("paidAt", "quotedAt") desc) where status <> 'draft' and coalesce("paidAt", "quotedAt") is not null and "userId" is not null`,
};

/** Nothing but this index. */
export const up = (): Promise<void> => Promise.resolve();
