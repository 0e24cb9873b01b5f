import { type Kysely, sql } from "kysely";

/**
 * Prices and other business policy are versions: drafted by one admin, approved by another, effective from a date.
 * Orders keep theirs.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table policy_versions (
      id text primary key,
      -- From approval on.
      version int unique check (version > 0),
      status text not null check (status in ('draft','proposed','approved','canceled','discarded')),
      -- Every figure by its key. The rules say what each means.
      figures jsonb not null check (jsonb_typeof(figures) = 'object'),
      -- The version it was made from.
      "basedOn" int not null,
      -- Counts the saves, so that nobody overwrites or approves what they haven't seen.
      revision int not null default 1 check (revision > 0),
      reason text not null default '' check (length(reason) <= 1000),
      "effectiveAt" timestamptz,
      "revertedFrom" int,
      "draftedBy" text references users,
      "draftedAt" timestamptz not null,
      "proposedAt" timestamptz,
      "decidedBy" text references users,
      "decidedAt" timestamptz,
      -- Why another admin declined it, or why it was canceled.
      "decisionNote" text,
      "announcedAt" timestamptz,
      check ((status in ('approved','canceled')) = (version is not null)),
      check (status <> 'approved' or "effectiveAt" is not null),
      check (status <> 'proposed' or ("proposedAt" is not null and reason <> '')),
      -- Two people for every change; only the first version, which the product brings along, has no drafter.
      check (version is null or version = 1 or ("draftedBy" is not null and "decidedBy" is not null)),
      check (status <> 'approved' or "draftedBy" is null or "draftedBy" <> "decidedBy")
    );
    create index policy_versions_in_force on policy_versions (version desc) include ("effectiveAt") where status = 'approved';
    create unique index policy_versions_open on policy_versions ("draftedBy") where status in ('draft','proposed');
    create index policy_versions_by_drafter on policy_versions ("draftedBy");
    create index policy_versions_by_decider on policy_versions ("decidedBy");

    -- The version of the policy that an order was priced with; null before it has a price, and for prices of before there were versions.
    alter table orders add column "policyVersion" int check ("policyVersion" > 0);
  `)
    .execute(db);
}
