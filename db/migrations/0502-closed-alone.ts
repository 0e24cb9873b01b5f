import { type Kysely, sql } from "kysely";

/** Why one person closed a month of the books: nobody else keeps them. Null if two did. */
export const up = async (db: Kysely<unknown>): Promise<void> => {
  await sql`alter table closed_months add column alone text check (length(alone) between 1 and 1000)`.execute(db);
};
