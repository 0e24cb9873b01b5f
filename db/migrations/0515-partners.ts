import { type Kysely, sql } from "kysely";
import type { LargeIndexes } from "../large-indexes.ts";

/** Partners, the discounts agreed with them, and which orders began at a partner's link. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table partners (
      id text primary key, code text not null unique, name text not null,
      kind text not null check (kind in ('journal', 'university', 'society', 'other')),
      "contactName" text not null default '', "contactEmail" text not null default '',
      "organizationId" text references organizations,
      "startsAt" timestamptz not null, "endsAt" timestamptz check ("endsAt" > "startsAt"), "endedAt" timestamptz,
      "reportedMonth" text, "clientKey" text not null unique, "createdBy" text references users,
      "createdAt" timestamptz not null
    );
    create table partner_discounts (
      id text primary key, "partnerId" text not null references partners, percent integer not null check (percent > 0),
      state text not null default 'proposed' check (state in ('proposed', 'active', 'declined', 'ended')),
      "proposedBy" text references users, "proposedAt" timestamptz not null, "decidedBy" text references users,
      "decidedAt" timestamptz, "endedAt" timestamptz
    );
    create index partner_discounts_of_partner on partner_discounts ("partnerId", "proposedAt");
    create unique index partner_discounts_active on partner_discounts ("partnerId") where state = 'active';
    create unique index partner_discounts_proposed on partner_discounts ("partnerId") where state = 'proposed';
    alter table orders add column "partnerId" text references partners;
  `)
    .execute(db);
}

/** The orders of partners among all, and what was counted for them by day. */
export const largeIndexes: LargeIndexes = {
  orders_of_partners: `orders ("partnerId", "paidAt") where "partnerId" is not null`,
  daily_numbers_of_partners: `daily_numbers (about, day) where about like 'partner:%'`,
};
