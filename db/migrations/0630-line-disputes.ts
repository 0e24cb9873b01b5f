import { type Kysely, sql } from "kysely";

/** Lines of monthly statements that an organization doesn't agree with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table line_disputes (
      id text primary key, "organizationId" text not null references organizations,
      "statementId" text not null references account_statements, "paymentId" text not null references payments,
      "amountMinor" bigint not null check ("amountMinor" > 0), currency text not null, reason text not null,
      answer text not null default '',
      state text not null default 'open' check (state in ('open', 'answered', 'taken_back')),
      "openedBy" text references users, "openedAt" timestamptz not null,
      "endedBy" text references users, "endedAt" timestamptz
    );
    create index line_disputes_of_organization on line_disputes ("organizationId", "openedAt");
    create index line_disputes_of_statement on line_disputes ("statementId");
    create unique index line_disputes_open on line_disputes ("paymentId") where state = 'open';
    create index line_disputes_waiting on line_disputes ("openedAt") where state = 'open';
  `)
    .execute(db);
}
