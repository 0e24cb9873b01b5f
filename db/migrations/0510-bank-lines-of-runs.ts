import type { LargeIndexes } from "../large-indexes.ts";

/** The lists of payments and payout runs look up the bank lines that are matched with a whole run. */
export const largeIndexes: LargeIndexes = {
  bank_lines_of_payout_run: `bank_lines ("matchId") where match = 'payout_run'`,
};

/** Nothing but this index. */
export const up = (): Promise<void> => Promise.resolve();
