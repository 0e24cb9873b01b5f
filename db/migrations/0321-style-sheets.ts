import { type Kysely, sql } from "kysely";

/**
 * Decisions about an author's texts: on an order (`open` until it's accepted), on the author's sheet (`kept`, or
 * `conflict` until the author settles it), and what they replaced (`past`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table style_entries (
      id text primary key,
      "ownerId" text references users,
      "orderId" text references orders on delete set null,
      state text not null check (state in ('open', 'kept', 'conflict', 'past')),
      part text not null check (part in ('words', 'abbreviations', 'numbers', 'punctuation', 'headings', 'notes')),
      key text not null,
      form text not null,
      others jsonb not null,
      note text not null,
      role text not null check (role in ('client', 'editor', 'import')),
      "byId" text references users,
      at timestamptz not null,
      "endedAt" timestamptz,
      check ("ownerId" is not null or "orderId" is not null or state = 'past')
    )`.execute(db);
  await sql`create unique index style_entries_kept on style_entries ("ownerId", key) where state = 'kept'`.execute(db);
  await sql`create unique index style_entries_open on style_entries ("orderId", key) where state = 'open'`.execute(db);
  await sql`create index style_entries_by_owner on style_entries ("ownerId", state)`.execute(db);
  await sql`create index style_entries_by_order on style_entries ("orderId")`.execute(db);
  await sql`create index style_entries_by_person on style_entries ("byId")`.execute(db);
}
