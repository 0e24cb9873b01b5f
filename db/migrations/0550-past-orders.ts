import { type Kysely, sql } from "kysely";

/**
 * Orders of another system, as records of its clients. Ids of another system are now known by their kind, because it
 * counts clients and editors apart.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table imported_accounts
      add column kind text not null default 'client' check (kind in ('client', 'editor')),
      drop constraint imported_accounts_pkey,
      add primary key (kind, "externalId");
    create table past_orders (
      "externalId" text primary key check (length("externalId") <= 120),
      "userId" text not null references users,
      "editorId" text references users, "editorName" text not null default '',
      title text not null default '', service text not null default '',
      words int check (words >= 0),
      "amountMinor" bigint check ("amountMinor" >= 0), currency text,
      check (("amountMinor" is null) = (currency is null)),
      "orderedOn" text not null check ("orderedOn" ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      "deliveredOn" text check ("deliveredOn" ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      "importedAt" timestamptz not null
    );
    create index past_orders_of_client on past_orders ("userId", "orderedOn" desc, "externalId" desc);
    create index past_orders_of_editor on past_orders ("editorId") where "editorId" is not null;
    create index past_orders_newest on past_orders ("orderedOn" desc, "externalId" desc);
    create index past_orders_by_words on past_orders using gin (fold_words("externalId" || ' ' || title || ' ' || service || ' ' || "editorName"));
  `)
    .execute(db);
}
