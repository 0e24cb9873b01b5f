import { count } from "#app/platform/rules/core/count.ts";
/** "1 payout", "12 payouts". */
export const manyPayouts = (n: number): string => count(n, "payout");
