import { type Kysely, sql } from "kysely";

/**
 * Where the company is registered for tax: proposed by one admin, valid once another approves it, and ended the same
 * way.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table tax_registrations (
      id text primary key,
      scheme text not null check (scheme in ('domestic', 'oss')),
      place text not null, number text not null,
      "validFrom" text not null check ("validFrom" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
      "validUntil" text check ("validUntil" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and "validUntil" >= "validFrom"),
      status text not null default 'proposed' check (status in ('proposed', 'approved', 'declined')),
      "proposedBy" text, "proposedAt" timestamptz not null, "decidedBy" text, "decidedAt" timestamptz,
      "endDay" text check ("endDay" ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'), "endProposedBy" text, "endProposedAt" timestamptz
    );
  `)
    .execute(db);
}
