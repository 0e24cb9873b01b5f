import { type Kysely, sql } from "kysely";

/** Which accounts were imported from another system, by its own ids, and rows of an import that's running. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table imported_accounts (
      "externalId" text primary key check (length("externalId") <= 120),
      uid text not null references users,
      -- Whether the import made the account, or found one with the address.
      created boolean not null,
      "importedAt" timestamptz not null
    );
    create index imported_accounts_by_person on imported_accounts (uid);
    create table import_rows (
      "importId" text not null, line int not null, data jsonb not null, primary key ("importId", line)
    );
  `)
    .execute(db);
}
