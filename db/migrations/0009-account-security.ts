import { type Kysely, sql } from "kysely";

/** Accounts that are closed to their owner; when a session's owner last proved who they are, and was last seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table auth_user add column "disabledAt" timestamptz, add column "disabledReason" text;
    alter table auth_session add column "provedAt" timestamptz not null default now(), add column "lastSeenAt" timestamptz not null default now();
    update auth_session set "provedAt" = "createdAt", "lastSeenAt" = "createdAt";
  `)
    .execute(db);
}
