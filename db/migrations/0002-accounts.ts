import { type Kysely, sql } from "kysely";

/** The sign-in service's tables (better-auth), under names of their own beside the profile table `users`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table auth_user (
      id text primary key, name text not null, email text not null unique, "emailVerified" boolean not null default false, image text,
      claims jsonb, "timeZone" text, "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now()
    );
    create table auth_session (
      id text primary key, "expiresAt" timestamptz not null, token text not null unique, "createdAt" timestamptz not null default now(),
      "updatedAt" timestamptz not null default now(), "ipAddress" text, "userAgent" text,
      "userId" text not null references auth_user on delete cascade
    );
    create index auth_session_by_user on auth_session ("userId");
    create table auth_account (
      id text primary key, "accountId" text not null, "providerId" text not null, "userId" text not null references auth_user on delete cascade,
      "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" timestamptz, "refreshTokenExpiresAt" timestamptz,
      scope text, password text, "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now()
    );
    create index auth_account_by_user on auth_account ("userId");
    create table auth_verification (
      id text primary key, identifier text not null, value text not null, "expiresAt" timestamptz not null,
      "createdAt" timestamptz not null default now(), "updatedAt" timestamptz not null default now()
    );
    create index auth_verification_by_identifier on auth_verification (identifier);
    create table auth_rate_limit ( id text primary key, key text not null unique, count integer not null, "lastRequest" bigint not null );
    create table demo_world ( id integer primary key check (id = 1), "madeAt" timestamptz not null );
  `)
    .execute(db);
}
