import { type Kysely, sql } from "kysely";

/**
 * Money that organizations and people add to their accounts by card, what of it returns to the card, and what somebody
 * gives to somebody else.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table deposits (
      id text primary key, "organizationId" text references organizations, uid text references users,
      status text not null default 'starting'
        check (status in ('starting', 'open', 'succeeded', 'expired', 'failed')),
      "amountMinor" bigint not null check ("amountMinor" > 0), currency text not null,
      "returnedMinor" bigint not null default 0 check ("returnedMinor" between 0 and "amountMinor"),
      "withheldMinor" bigint not null default 0,
      "checkoutSessionId" text unique, "paymentIntentId" text unique, url text,
      "cardLabel" text, "cardFingerprint" text, failure text,
      "createdBy" text references users, "createdAt" timestamptz not null, "expiresAt" timestamptz,
      "succeededAt" timestamptz, "checkedAt" timestamptz,
      check (num_nonnulls("organizationId", uid) = 1)
    );
    create index deposits_of_organization on deposits ("organizationId", "createdAt");
    create index deposits_of_person on deposits (uid, "createdAt");
    create index deposits_open on deposits ("createdAt") where status in ('starting', 'open');
    create table deposit_returns (
      id text primary key, "depositId" text not null references deposits,
      "amountMinor" bigint not null check ("amountMinor" > 0), currency text not null,
      status text not null default 'requested' check (status in ('requested', 'sent', 'succeeded', 'failed')),
      "providerRefundId" text unique, failure text, "requestedBy" text references users,
      "createdAt" timestamptz not null, "settledAt" timestamptz
    );
    create index deposit_returns_of_deposit on deposit_returns ("depositId");
    create index deposit_returns_open on deposit_returns ("createdAt") where status in ('requested', 'sent');
    create table gifts (
      id text primary key, "depositId" text not null unique references deposits,
      "giverId" text not null references users, email text not null, message text not null,
      state text not null default 'unpaid' check (state in ('unpaid', 'open', 'accepted', 'canceled')),
      "acceptedBy" text references users, "createdAt" timestamptz not null, "endedAt" timestamptz
    );
    create index gifts_of_giver on gifts ("giverId", "createdAt");
    create index gifts_of_address on gifts (email) where state = 'open';
    create index gifts_accepted on gifts ("acceptedBy") where "acceptedBy" is not null;
  `)
    .execute(db);
}
