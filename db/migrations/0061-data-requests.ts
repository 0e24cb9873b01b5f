import { type Kysely, sql } from "kysely";

/** What people asked for about their own data: a copy of it, the end of their account, its erasure. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table data_requests (
      id text primary key, uid text not null references users, kind text not null check (kind in ('export', 'closure', 'erasure')),
      status text not null check (status in ('making', 'ready', 'expired', 'waiting', 'erasing', 'done', 'declined', 'withdrawn')),
      reason text not null default '', note text not null default '', "createdAt" timestamptz not null, "dueAt" timestamptz not null,
      "remindedAt" timestamptz, "decidedBy" text references users, "decidedAt" timestamptz, "doneAt" timestamptz,
      "storageKey" text, bytes bigint, "expiresAt" timestamptz
    );
    create unique index data_requests_open on data_requests (uid, kind) where status in ('making', 'waiting', 'erasing');
    create index data_requests_by_person on data_requests (uid, "createdAt" desc);
    create index data_requests_due on data_requests ("dueAt") where status in ('making', 'waiting', 'erasing');
    create index data_requests_by_time on data_requests ("createdAt" desc);
    create index data_requests_stored on data_requests ("expiresAt") where "storageKey" is not null;
  `)
    .execute(db);
}
