import { type Kysely, sql } from "kysely";

/** When an editor asked for a payout below the minimum, which each may do once. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(/* sql */ `alter table editors add column "smallPayoutAskedAt" timestamptz;`).execute(db);
}
