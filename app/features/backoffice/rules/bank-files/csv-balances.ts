/** What a column of balances proves about the amounts beside it. */

export type BalanceRow = { amount: number | null; balance: number | null };
/** `share` of the balances that the amounts lead to, from 0 to 1. Opening and closing are of the whole file. */
export type BalanceChain = { share: number; isNewestFirst: boolean; opening: number | null; closing: number | null };

/**
 * Follows balances through a file's rows, oldest or newest first. A row may have none; then amounts add up to the next.
 * @returns share 0 if there is nothing to compare
 */
export function chainOf(rows: readonly BalanceRow[]): BalanceChain {
  const down = follow(rows);
  const up = follow(rows.toReversed());
  const best = up.share > down.share ? up : down;
  return { ...best, isNewestFirst: best === up };
}

function follow(rows: readonly BalanceRow[]): Omit<BalanceChain, "isNewestFirst"> {
  let [compared, held] = [0, 0];
  let opening: number | null = null;
  let last: number | null = null;
  let moved = 0;
  for (const { amount, balance } of rows) {
    moved += amount ?? 0;
    if (balance === null) continue;
    if (last === null) opening = balance - moved;
    else {
      compared++;
      if (last + moved === balance) held++;
    }
    last = balance;
    moved = 0;
  }
  const closing = last === null ? null : last + moved;
  // One row proves nothing, but contradicts nothing either.
  return { share: compared === 0 ? 0 : held / compared, opening, closing };
}
