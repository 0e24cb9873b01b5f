import type { LargeIndexes } from "../large-indexes.ts";

/** Lists of editors and clients by name, what was ever paid to editors, without reading the earnings themselves, and how many chats there are. */
export const largeIndexes: LargeIndexes = {
  users_listed_by_name: `users (lower("displayName"), uid)`,
  // Few of the open tickets are chats, and most of the time none.
  tickets_chatting: `tickets (status, "lastAt") where channel = 'chat' and status in ('open', 'waiting')`,
  earnings_paid: `earnings (currency, "editorId", "createdAt") include ("amountMinor") where status = 'paid'`,
};

/** Nothing but these indexes. */
export const up = (): Promise<void> => Promise.resolve();
