import { type Kysely, sql } from "kysely";
import type { LargeIndexes } from "../large-indexes.ts";

/**
 * Credit for organizations: terms and purchase orders, the monthly statements that are due, and what an organization
 * asks its members for with each order.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table credit_lines (
      id text primary key, "organizationId" text not null references organizations,
      kind text not null check (kind in ('terms', 'purchase_order')),
      state text not null default 'asked' check (state in ('asked', 'proposed', 'active', 'declined', 'ended')),
      "limitMinor" bigint not null check ("limitMinor" > 0), currency text not null,
      "netDays" integer not null check ("netDays" > 0),
      "firstDay" text not null, "lastDay" text, "poNumber" text not null default '', note text not null default '', file jsonb,
      "askedBy" text references users, "askedAt" timestamptz not null, "proposedBy" text references users,
      "decidedBy" text references users, "decidedAt" timestamptz, reason text not null default '', "endedAt" timestamptz,
      revision integer not null default 1
    );
    create index credit_lines_of_organization on credit_lines ("organizationId", "askedAt");
    create unique index credit_lines_terms on credit_lines ("organizationId") where kind = 'terms' and state = 'active';
    create index credit_lines_waiting on credit_lines ("askedAt") where state in ('asked', 'proposed');
    create table account_statements (
      id text primary key, "organizationId" text not null references organizations, number text not null unique,
      "toAt" timestamptz not null, currency text not null, "amountMinor" bigint not null check ("amountMinor" >= 0),
      document jsonb not null, "issuedAt" timestamptz not null, "dueAt" timestamptz not null, "settledAt" timestamptz,
      reminders integer not null default 0, unique ("organizationId", "toAt")
    );
    create index account_statements_open on account_statements ("dueAt") where "settledAt" is null;
    alter table payments add column "creditLineId" text references credit_lines,
      add column "statementId" text references account_statements, add column "costCenter" text not null default '';
    alter table organizations add column "costCenterRule" text not null default 'none' check ("costCenterRule" in ('none', 'optional', 'required')),
      add column "costCenterLabel" text not null default 'Cost center', add column "costCenters" jsonb not null default '[]';
    alter table journal_lines drop constraint "journal_lines_account_known",
      add constraint "journal_lines_account_known" check (account in ('bank','provider','in_transit','disputed','receivables','input_tax',
        'deferred_revenue','deferred_discounts','customer_balances','editor_pending','editor_available','editor_in_payout','tax_payable',
        'unassigned','equity','revenue','discounts','refunds','editor_cost','review_cost','input_tax_cost','provider_fees','dispute_fees',
        'bank_fees','exchange_differences','goodwill','other_income')) not valid;
    alter table journal_lines validate constraint "journal_lines_account_known";
  `)
    .execute(db);
}

/** The payments on credit, among all. */
export const largeIndexes: LargeIndexes = {
  payments_on_credit: `payments ("creditLineId", "succeededAt") where "creditLineId" is not null`,
};
