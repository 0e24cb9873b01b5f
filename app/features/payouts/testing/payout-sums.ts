import { sql } from "kysely";
import { database } from "#app/platform/server/core/database.ts";

/** The kept sums of earnings and payouts, and the same from the rows themselves. */
export async function payoutSumsAndRows() {
  const db = database();
  const earnings = (from: string) => sql`select "editorId", currency, status, sum("amountMinor")::bigint as amount,
    sum(${sql.raw(from === "earnings" ? "1" : "earnings")})::bigint as n from ${sql.table(from)} group by 1, 2, 3
    having sum(${sql.raw(from === "earnings" ? "1" : "earnings")}) <> 0 or sum("amountMinor") <> 0 order by 1, 2, 3`;
  const payouts = (from: string) => sql`select "runId", status, sum("grossMinor")::bigint as gross,
    sum("debtMinor")::bigint as debt, sum("amountMinor")::bigint as amount,
    sum(${sql.raw(from === "payouts" ? "1" : "payouts")})::bigint as n from ${sql.table(from)} group by 1, 2
    having sum(${sql.raw(from === "payouts" ? "1" : "payouts")}) <> 0 or sum("amountMinor") <> 0 order by 1, 2`;
  return {
    sums: [(await earnings("earning_sums").execute(db)).rows, (await payouts("payout_sums").execute(db)).rows],
    rows: [(await earnings("earnings").execute(db)).rows, (await payouts("payouts").execute(db)).rows],
  };
}
