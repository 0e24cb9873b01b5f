import { type Kysely, sql } from "kysely";

/** Lines of a bank's report that wait to be worked through, each with the payout that it's about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table bank_report_words (
      "reportId" text not null references bank_reports, line integer not null, word jsonb not null, "payoutId" text references payouts,
      primary key ("reportId", line)
    );
  `)
    .execute(db);
}
