import { type Kysely, sql } from "kysely";

/** Filters people keep under a name, and indexes for finding people, orders and tickets by the beginnings of words. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table saved_views (
      id text primary key, uid text not null references users, list text not null, name text not null, search text not null,
      "isDefault" boolean not null default false, "createdAt" timestamptz not null
    );
    create unique index saved_views_by_name on saved_views (uid, list, lower(name));
    create unique index saved_views_default on saved_views (uid, list) where "isDefault";

    create function words_of(said text) returns tsvector language sql immutable parallel safe strict
      return to_tsvector('simple'::regconfig, lower(translate(said, '@._/+-', '      ') collate pg_c_utf8));
    create index users_by_words on users using gin (words_of("displayName" || ' ' || email));
    create index orders_by_words on orders using gin (words_of(title));
    create index tickets_by_words on tickets using gin (words_of(subject));
  `)
    .execute(db);
}
