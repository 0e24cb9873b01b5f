import { type Kysely, sql } from "kysely";

/**
 * Which earnings each payout was for. An earning that came back is in the next payout too, and its row names only the
 * latest. And the bank lines of a payout, by the payout.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table payout_items (
      "payoutId" text not null references payouts, "earningId" text not null references earnings, primary key ("payoutId", "earningId")
    );
    create index payout_items_of_earning on payout_items ("earningId");
    insert into payout_items select "payoutId", id from earnings where "payoutId" is not null;
    create index bank_lines_of_payout on bank_lines ("matchId") where match = 'payout';
  `)
    .execute(db);
}
