import type { LargeIndexes } from "../large-indexes.ts";

/** The few orders that are disputed, among all; and applications in the order in which they were sent. */
export const largeIndexes: LargeIndexes = {
  orders_disputed: `orders (id) where "disputedAt" is not null`,
  editor_applications_sent: `editor_applications ("submittedAt", uid) where status <> 'draft'`,
};

/** Nothing but these indexes. */
export const up = (): Promise<void> => Promise.resolve();
