import { type Kysely, sql } from "kysely";

/** How often a tax is declared, and the returns that were filed. One that isn't filed has no row. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table tax_registrations add column frequency text
      check (frequency in ('monthly', 'two-monthly', 'quarterly', 'half-yearly', 'yearly'));
    create table tax_returns (
      id text primary key, authority text not null, "from" text not null check ("from" ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      until text not null check (until ~ '^\\d{4}-\\d{2}-\\d{2}$' and until >= "from"), figures jsonb not null, late jsonb not null,
      "dueMinor" bigint not null, reference text not null, "filedBy" text references users, "filedAt" timestamptz not null,
      "paidOn" text check ("paidOn" ~ '^\\d{4}-\\d{2}-\\d{2}$'), "paidBy" text references users, "paidAt" timestamptz,
      check (("paidOn" is null) = ("paidAt" is null)), unique (authority, "from")
    );
  `)
    .execute(db);
}
