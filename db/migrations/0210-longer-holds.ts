import { type Kysely, sql } from "kysely";

/** How long a hold can be is a figure of the policy: at most 60 days. The order's version says how many it is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table order_holds
      drop constraint order_holds_check,
      add constraint order_holds_check check ("untilAt" <= "createdAt" + interval '60 days');
  `)
    .execute(db);
}
