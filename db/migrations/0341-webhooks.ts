import { type Kysely, sql } from "kysely";

/** Where events are sent, what happened, and each sending of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table webhook_endpoints (
      id text primary key,
      "ownerKind" text not null check ("ownerKind" = any (array['person'])),
      "ownerId" text not null references users,
      url text not null,
      description text not null,
      events jsonb not null,
      secret bytea not null,
      "previousSecret" bytea,
      "previousUntilAt" timestamptz,
      status text not null check (status in ('active', 'paused', 'removed')),
      failures integer not null default 0,
      "failingSinceAt" timestamptz,
      "waitUntilAt" timestamptz,
      "pausedAt" timestamptz,
      "createdAt" timestamptz not null
    )`.execute(db);
  await sql`
    create unique index webhook_endpoints_by_url on webhook_endpoints ("ownerId", "ownerKind", url)
      where status <> 'removed'`.execute(db);
  await sql`
    create table webhook_events (
      id text primary key,
      "ownerKind" text not null check ("ownerKind" = any (array['person'])),
      "ownerId" text not null references users,
      type text not null,
      "factId" text,
      payload jsonb not null,
      "createdAt" timestamptz not null
    )`.execute(db);
  await sql`create unique index webhook_events_by_fact on webhook_events ("factId")`.execute(db);
  await sql`create index webhook_events_by_owner on webhook_events ("ownerId", id)`.execute(db);
  await sql`create index webhook_events_by_time on webhook_events ("createdAt")`.execute(db);
  await sql`
    create table webhook_deliveries (
      id text primary key,
      "endpointId" text not null references webhook_endpoints on delete cascade,
      "eventId" text not null references webhook_events on delete cascade,
      status text not null check (status in ('pending', 'delivered', 'failed', 'held')),
      attempts integer not null default 0,
      log jsonb not null,
      "createdAt" timestamptz not null,
      "nextAt" timestamptz,
      "endedAt" timestamptz,
      unique ("endpointId", "eventId")
    )`.execute(db);
  await sql`create index webhook_deliveries_by_event on webhook_deliveries ("eventId")`.execute(db);
  await sql`create index webhook_deliveries_by_endpoint on webhook_deliveries ("endpointId", id)`.execute(db);
}
