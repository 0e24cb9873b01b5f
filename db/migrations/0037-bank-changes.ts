import { type Kysely, sql } from "kysely";

/** Bank details that an editor entered and hasn't confirmed by email yet, encrypted; and what a US account needs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table bank_details
      add column "routingNumber" text,
      add column "accountType" text check ("accountType" in ('checking','savings'));
    create table bank_changes (
      uid text primary key references users, sealed bytea not null, "tokenHash" text not null unique,
      "expiresAt" timestamptz not null, "createdAt" timestamptz not null
    );
    create index bank_details_history on bank_details (uid, "createdAt" desc);
  `)
    .execute(db);
}
