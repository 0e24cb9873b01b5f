import { type Kysely, sql } from "kysely";

/**
 * Universities' rules on what an editor may change: versions of two people, like prices and legal texts. An order keeps
 * the version it was placed under, or the client's own words, and the supervisor's consent.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table policy_profile_versions (
      id text primary key,
      -- Stays the same over all versions, and is part of the public address.
      "profileId" text not null check ("profileId" ~ '^[a-z0-9-]{1,80}$'),
      -- From approval on.
      version int check (version > 0),
      status text not null check (status in ('draft','proposed','approved','canceled','discarded')),
      content jsonb not null check (jsonb_typeof(content) = 'object'),
      -- 0 for a profile that had no version yet.
      "basedOn" int not null check ("basedOn" >= 0),
      -- Counts the saves, so that nobody overwrites or approves what they haven't seen.
      revision int not null default 1 check (revision > 0),
      reason text not null default '' check (length(reason) <= 1000),
      "effectiveAt" timestamptz,
      -- Null for what the product comes with.
      "draftedBy" text references users,
      "draftedAt" timestamptz not null,
      "proposedAt" timestamptz,
      "decidedBy" text references users,
      "decidedAt" timestamptz,
      "decisionNote" text,
      -- Who has read the policy's whole page, and when.
      "readBy" text references users,
      "readOn" text check ("readOn" ~ '^\\d{4}-\\d{2}-\\d{2}$'),
      -- When staff were reminded to read it again.
      "remindedAt" timestamptz,
      -- The order whose client named this policy.
      "fromOrder" text references orders on delete set null,
      unique ("profileId", version),
      check (("readBy" is null) = ("readOn" is null)),
      check ((status in ('approved','canceled')) = (version is not null)),
      check (status <> 'approved' or "effectiveAt" is not null),
      check (status <> 'proposed' or ("proposedAt" is not null and reason <> '' and "draftedBy" is not null)),
      -- Two people for every version, apart from first ones that the product brings along.
      check (version is null or ("draftedBy" is not null and "decidedBy" is not null)
        or (version = 1 and "draftedBy" is null and "decidedBy" is null)),
      check (status <> 'approved' or "draftedBy" is null or "draftedBy" <> "decidedBy")
    );
    create unique index policy_profile_versions_open on policy_profile_versions ("profileId", "draftedBy") nulls not distinct
      where status in ('draft','proposed');
    create index policy_profile_versions_approved on policy_profile_versions ("profileId", version desc) where status = 'approved';
    create index policy_profile_versions_by_drafter on policy_profile_versions ("draftedBy");
    create index policy_profile_versions_by_decider on policy_profile_versions ("decidedBy");
    create index policy_profile_versions_by_reader on policy_profile_versions ("readBy");
    create index policy_profile_versions_by_order on policy_profile_versions ("fromOrder");

    create table order_policies (
      "orderId" text primary key references orders on delete cascade,
      "versionId" text references policy_profile_versions,
      -- The client's own words about a policy that isn't listed.
      own jsonb,
      "supervisorName" text,
      -- When the client said that the supervisor agreed.
      "consentedAt" timestamptz,
      "keptAt" timestamptz not null,
      check (("versionId" is null) <> (own is null))
    );
    create index order_policies_by_version on order_policies ("versionId");
    create index order_policies_own on order_policies ("keptAt") where own is not null;
  `)
    .execute(db);
}
