import { type KeptSums, mergeSums } from "#app/platform/server/lists/kept-sums.ts";

const EARNINGS: KeptSums = {
  table: "earning_sums",
  keys: ["editorId", "currency", "status"],
  amounts: ["amountMinor", "earnings"],
};
const PAYOUTS: KeptSums = {
  table: "payout_sums",
  keys: ["runId", "status"],
  amounts: ["grossMinor", "debtMinor", "amountMinor", "payouts"],
};

/** Clock rule: merges what changed in the sums of earnings and payouts. */
export async function mergePayoutSums(): Promise<void> {
  await mergeSums(EARNINGS);
  await mergeSums(PAYOUTS);
}
