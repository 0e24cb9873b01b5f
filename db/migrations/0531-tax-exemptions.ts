import { type Kysely, sql } from "kysely";

/** Certificates that exempt organizations from a tax. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table tax_exemptions (
      id text primary key, "organizationId" text not null references organizations,
      place text not null, certificate text not null, "lastDay" text not null,
      state text not null default 'asked' check (state in ('asked', 'active', 'declined', 'ended')), file jsonb not null,
      "askedBy" text references users, "askedAt" timestamptz not null,
      "decidedBy" text references users, "decidedAt" timestamptz, reason text not null default '',
      "warnedAt" timestamptz, "endedAt" timestamptz
    );
    create index tax_exemptions_of_organization on tax_exemptions ("organizationId", "askedAt");
    create index tax_exemptions_waiting on tax_exemptions ("askedAt") where state = 'asked';
    create index tax_exemptions_to_warn on tax_exemptions ("lastDay") where state = 'active' and "warnedAt" is null;
  `)
    .execute(db);
}
