/** "1 payout", "12 payouts". */
export const manyPayouts = (n: number): string => `${n.toLocaleString("en-US")} ${n === 1 ? "payout" : "payouts"}`;
