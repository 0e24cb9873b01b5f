import { type Kysely, sql } from "kysely";

/**
 * What people write through the contact form. `key` makes a form that is sent twice one message; `uid` is of the
 * sign-in service, since people who write may not be verified yet.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table contact_messages (
      id text primary key, key text not null unique, name text not null, email text not null,
      topic text not null check (topic in ('ordering','order','payment','account','technical','editing','other')),
      message text not null check (length(message) between 1 and 5000), uid text,
      status text not null default 'new' check (status in ('new','open','closed')), "createdAt" timestamptz not null, "movedAt" timestamptz
    );
    create index contact_messages_waiting on contact_messages ("createdAt" desc) where status <> 'closed';
    create index contact_messages_by_time on contact_messages ("createdAt" desc);
  `)
    .execute(db);
}
