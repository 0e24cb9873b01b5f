import { type Kysely, sql } from "kysely";

/** Keys of other programs, of which only a hash is kept, and the answers to their writes of the last day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_keys (
      id text primary key,
      "ownerKind" text not null check ("ownerKind" = any (array['person'])),
      "ownerId" text not null references users,
      name text not null,
      scopes jsonb not null,
      hash text not null unique,
      prefix text not null,
      "lastFour" text not null,
      "createdAt" timestamptz not null,
      "expiresAt" timestamptz,
      "lastUsedAt" timestamptz,
      "revokedAt" timestamptz
    )`.execute(db);
  await sql`create index api_keys_by_owner on api_keys ("ownerId", "ownerKind")`.execute(db);
  await sql`
    create table api_requests (
      "ownerId" text not null references users,
      "ownerKind" text not null check ("ownerKind" = any (array['person'])),
      key text not null,
      fingerprint text not null,
      "startedAt" timestamptz not null,
      status integer,
      answer bytea,
      primary key ("ownerId", "ownerKind", key)
    )`.execute(db);
  await sql`create index api_requests_by_time on api_requests ("startedAt")`.execute(db);
}
