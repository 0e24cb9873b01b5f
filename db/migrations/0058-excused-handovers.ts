import { type Kysely, sql } from "kysely";

/**
 * Handing an order back doesn't always count against its editor: not when its author left a question unanswered for a
 * week.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(/* sql */ `alter table order_handovers add column excused boolean not null default false`).execute(db);
}
