import { type Kysely, sql } from "kysely";

/**
 * The second factor and passkeys: the sign-in service's tables for them, and the codes that were used, so that none
 * works twice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table auth_user add column "twoFactorEnabled" boolean not null default false;
    create table auth_two_factor (
      id text primary key, secret text not null, "backupCodes" text not null, "userId" text not null unique references auth_user on delete cascade,
      verified boolean not null default false, "failedVerificationCount" integer not null default 0, "lockedUntil" timestamptz,
      "createdAt" timestamptz not null default now()
    );
    -- An authenticator counts to 2^32, and the sign-in service wants a number: a double holds it exactly.
    create table auth_passkey (
      id text primary key, name text, "publicKey" text not null, "userId" text not null references auth_user on delete cascade,
      "credentialID" text not null unique, counter double precision not null, "deviceType" text not null, "backedUp" boolean not null,
      transports text, "createdAt" timestamptz not null default now(), aaguid text
    );
    create index auth_passkey_by_user on auth_passkey ("userId");
    create table auth_used_code (
      "userId" text not null references auth_user on delete cascade, hash text not null, "usedAt" timestamptz not null, primary key ("userId", hash)
    );
    -- One person at a provider is one account here, though two windows come back at once.
    create unique index auth_account_by_provider on auth_account ("providerId", "accountId");
  `)
    .execute(db);
}
