import { type Kysely, sql } from "kysely";

/**
 * What an author decided on each tracked change of an edited copy: a log that only grows, one for each person and file.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table change_decisions (
      "fileId" text not null references files on delete cascade, uid text not null references users on delete cascade, seq int not null,
      key text not null, "to" text not null check ("to" in ('accept','reject','keep','undo','redo')), ids text not null, at timestamptz not null,
      primary key ("fileId", uid, seq), unique ("fileId", uid, key)
    );
  `)
    .execute(db);
}
