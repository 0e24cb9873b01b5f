import { type Kysely, sql } from "kysely";

/** Calendars that people subscribe to by a secret link. Its proof follows from the id, so nothing secret is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table calendar_feeds (
      id text primary key,
      uid text not null references users,
      kind text not null check (kind in ('client', 'editor', 'staff')),
      "createdAt" timestamptz not null,
      "lastReadAt" timestamptz,
      unique (uid, kind)
    )`.execute(db);
}
