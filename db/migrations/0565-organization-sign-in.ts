import { type Kysely, sql } from "kysely";

/**
 * Single sign-on of organizations: how each talks to its identity provider, and sign-ins that are on their way there,
 * which are gone within an hour.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table organization_sign_in (
      "organizationId" text primary key references organizations,
      protocol text not null check (protocol in ('oidc', 'saml')),
      state text not null default 'draft' check (state in ('draft', 'tested', 'on', 'required')),
      issuer text not null, "clientId" text, secret bytea, "signInUrl" text, certificates jsonb not null default '[]',
      check (protocol <> 'oidc' or ("clientId" is not null and secret is not null)),
      check (protocol <> 'saml' or ("signInUrl" is not null and jsonb_array_length(certificates) > 0)),
      revision integer not null default 1, "testedAt" timestamptz, "failedAt" timestamptz, failure text,
      "changedAt" timestamptz not null
    );
    create table sign_in_attempts (
      id text primary key,
      "organizationId" text not null references organization_sign_in on delete cascade,
      purpose text not null check (purpose in ('sign-in', 'test')), revision integer not null,
      uid text, "browserHash" text not null, "from" text, answer bytea,
      "startedAt" timestamptz not null, "answeredAt" timestamptz, "finishedAt" timestamptz
    );
    create index sign_in_attempts_started on sign_in_attempts ("startedAt");
    create index sign_in_attempts_person on sign_in_attempts (uid) where uid is not null;
    create index sign_in_attempts_organization on sign_in_attempts ("organizationId");
  `)
    .execute(db);
}
