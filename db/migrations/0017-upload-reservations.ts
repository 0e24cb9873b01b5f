import { type Kysely, sql } from "kysely";

/** Every upload begun within a day, with the room it asked for: what is on its way counts before it has arrived. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table upload_reservations (
      id text primary key,
      "orderId" text not null references orders on delete cascade,
      purpose text not null,
      "userId" text,
      "networkHash" text,
      bytes integer not null,
      "createdAt" timestamptz not null,
      "touchedAt" timestamptz not null,
      "finishedAt" timestamptz,
      check (("userId" is null) <> ("networkHash" is null))
    );
    create index upload_reservations_by_order on upload_reservations ("orderId");
    create index upload_reservations_by_user on upload_reservations ("userId", "createdAt") where "userId" is not null;
    create index upload_reservations_by_network on upload_reservations ("networkHash", "createdAt") where "networkHash" is not null;
    create index upload_reservations_by_age on upload_reservations ("createdAt");
    create index files_stored on files (bytes) where "storageKey" <> '';
    -- All that lies in storage, whichever feature keeps it.
    create function stored_bytes() returns bigint language sql stable as $$
      select (select coalesce(sum(bytes), 0) from files where "storageKey" <> '')::bigint
        + (select coalesce(sum(bytes), 0) from attachments where "removedAt" is null)::bigint
    $$;
  `)
    .execute(db);
}
