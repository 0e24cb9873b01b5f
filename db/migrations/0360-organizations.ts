import { type Kysely, sql } from "kysely";
import type { LargeIndexes } from "../large-indexes.ts";

/**
 * Organizations that buy: their members and invitations, their prepaid balance (an account of the ledger, by
 * organization), what they add to it, and requests to spend above a limit.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table organizations (
      id text primary key, name text not null, billing jsonb not null, "invoiceEmail" text not null, "clientKey" text not null unique,
      revision integer not null default 1,
      "createdBy" text references users, "createdAt" timestamptz not null, "closedAt" timestamptz
    );
    create table organization_members (
      "organizationId" text not null references organizations, uid text not null references users,
      role text not null check (role in ('owner', 'manager', 'member')),
      "monthMinor" bigint check ("monthMinor" >= 0), "orderMinor" bigint check ("orderMinor" >= 0), "joinedAt" timestamptz not null,
      primary key ("organizationId", uid)
    );
    create index organization_members_by_person on organization_members (uid);
    create table organization_invitations (
      id text primary key, "organizationId" text not null references organizations, email text not null,
      role text not null check (role in ('owner', 'manager', 'member')),
      "monthMinor" bigint check ("monthMinor" >= 0), "orderMinor" bigint check ("orderMinor" >= 0),
      state text not null default 'open' check (state in ('open', 'accepted', 'revoked')),
      "invitedBy" text references users, "invitedAt" timestamptz not null, "expiresAt" timestamptz not null, "endedAt" timestamptz
    );
    create unique index organization_invitations_open on organization_invitations ("organizationId", email) where state = 'open';
    create index organization_invitations_by_email on organization_invitations (email) where state = 'open';
    create table top_ups (
      id text primary key, "organizationId" text not null references organizations, number text not null unique,
      "amountMinor" bigint not null check ("amountMinor" > 0), currency text not null, document jsonb not null,
      state text not null default 'open' check (state in ('open', 'paid', 'canceled')),
      "createdBy" text references users, "createdAt" timestamptz not null, "endedAt" timestamptz
    );
    create index top_ups_of_organization on top_ups ("organizationId", "createdAt");
    create table spending_requests (
      id text primary key, "organizationId" text not null references organizations, "orderId" text not null references orders on delete cascade,
      uid text not null references users, "amountMinor" bigint not null check ("amountMinor" > 0), currency text not null, note text not null,
      state text not null default 'open' check (state in ('open', 'approved', 'declined', 'ended')),
      "decidedBy" text references users, reason text not null default '', "createdAt" timestamptz not null, "decidedAt" timestamptz,
      "remindedAt" timestamptz
    );
    create unique index spending_requests_open on spending_requests ("orderId") where state in ('open', 'approved');
    create index spending_requests_waiting on spending_requests ("organizationId", "createdAt") where state = 'open';
    alter table orders add column "organizationId" text references organizations, add column "titleHidden" boolean not null default false;
    alter table payments add column method text not null default 'card' check (method in ('card', 'balance'));
    alter table bank_lines drop constraint "bank_lines_match_check", add constraint "bank_lines_match_check"
      check (match in ('provider_payout', 'payout', 'payout_run', 'balance', 'assigned', 'duplicate', 'reversed'));
    alter table journal_lines drop constraint "journal_lines_account_known",
      add constraint "journal_lines_account_known" check (account in ('bank','provider','in_transit','disputed','input_tax','deferred_revenue',
        'deferred_discounts','customer_balances','editor_pending','editor_available','editor_in_payout','tax_payable','unassigned','equity',
        'revenue','discounts','refunds','editor_cost','review_cost','input_tax_cost','provider_fees','dispute_fees','bank_fees',
        'exchange_differences','goodwill','other_income')) not valid;
    alter table journal_lines validate constraint "journal_lines_account_known";
  `)
    .execute(db);
}

/** The orders that an organization paid for, among all. */
export const largeIndexes: LargeIndexes = {
  orders_of_organization: `orders ("organizationId", "paidAt") where "organizationId" is not null`,
};
