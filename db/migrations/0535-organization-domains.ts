import { type Kysely, sql } from "kysely";

/**
 * Email domains of organizations, and whether people with an address there join by themselves. They begin with a limit
 * of zero, so each of their orders needs an approval until the organization sets another.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table organizations
      add column "joinsByDomain" boolean not null default true,
      add column "joinMonthMinor" bigint default 0 check ("joinMonthMinor" >= 0),
      add column "joinOrderMinor" bigint check ("joinOrderMinor" >= 0);
    create table organization_domains (
      id text primary key, "organizationId" text not null references organizations,
      domain text not null check (domain = lower(domain)), token text not null,
      state text not null default 'open' check (state in ('open', 'asked', 'verified', 'removed')),
      proof text check (proof in ('dns', 'address')), check ((state = 'verified') <= (proof is not null)),
      "addedBy" text references users, "addedAt" timestamptz not null,
      "askedBy" text references users, "askedAt" timestamptz,
      "decidedBy" text references users, reason text not null default '',
      "verifiedAt" timestamptz, "endedAt" timestamptz
    );
    create unique index organization_domains_verified on organization_domains (domain) where state = 'verified';
    create unique index organization_domains_own on organization_domains ("organizationId", domain) where state <> 'removed';
    create index organization_domains_asked on organization_domains ("askedAt") where state = 'asked';
    create table organization_removals (
      "organizationId" text not null references organizations, uid text not null references users, at timestamptz not null,
      primary key ("organizationId", uid)
    );
    create index organization_removals_by_person on organization_removals (uid);
  `)
    .execute(db);
}
