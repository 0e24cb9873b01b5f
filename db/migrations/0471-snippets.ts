import { type Kysely, sql } from "kysely";

/** Sentences that an editor writes often, by their shortcut. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table snippets (
      uid text not null references users,
      name text not null,
      body text not null,
      "savedAt" timestamptz not null,
      primary key (uid, name)
    )`.execute(db);
}
