import { type Kysely, sql } from "kysely";

/** Prices agreed with an organization: a percentage off by service. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table contract_prices (
      id text primary key, "organizationId" text not null references organizations, percents jsonb not null,
      state text not null default 'proposed' check (state in ('proposed', 'active', 'declined', 'ended')),
      "startsAt" timestamptz not null, "endsAt" timestamptz check ("endsAt" > "startsAt"), reason text not null default '',
      "proposedBy" text references users, "proposedAt" timestamptz not null, "decidedBy" text references users,
      "decidedAt" timestamptz, "endedAt" timestamptz
    );
    create index contract_prices_of_organization on contract_prices ("organizationId", "proposedAt");
    create unique index contract_prices_active on contract_prices ("organizationId") where state = 'active';
    create unique index contract_prices_proposed on contract_prices ("organizationId") where state = 'proposed';
  `)
    .execute(db);
}
