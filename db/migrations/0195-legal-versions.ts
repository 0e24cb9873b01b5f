import { type Kysely, sql } from "kysely";

/**
 * Legal texts that admins write: drafted by one, approved by another, in force from a date. The texts in the repository
 * are the first versions. What somebody accepts is kept in the words they accepted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table legal_versions (
      id text primary key,
      document text not null,
      -- The name that acceptances are recorded under, from approval on: the day it takes effect, with a number for a second one that day.
      version text check (version ~ '^\\d{4}-\\d{2}-\\d{2}(-\\d{1,3})?$'),
      status text not null check (status in ('draft','proposed','approved','canceled','discarded')),
      -- Markdown, with figures by name.
      body text not null check (length(body) <= 100000),
      -- What changed, for readers.
      summary text not null default '' check (length(summary) <= 300),
      -- Whether account holders are told before it takes effect.
      announce boolean not null default false,
      -- The figures on approval, for one that the policy no longer has.
      figures jsonb not null default '{}' check (jsonb_typeof(figures) = 'object'),
      "basedOn" text not null,
      "revertedFrom" text,
      -- Counts the saves, so that nobody overwrites or approves what they haven't seen.
      revision int not null default 1 check (revision > 0),
      reason text not null default '' check (length(reason) <= 1000),
      "effectiveAt" timestamptz,
      "draftedBy" text not null references users,
      "draftedAt" timestamptz not null,
      "proposedAt" timestamptz,
      "decidedBy" text references users,
      "decidedAt" timestamptz,
      -- Why another admin declined it, or why it was canceled.
      "decisionNote" text,
      "announcementId" text references announcements,
      "tookEffectAt" timestamptz,
      check ((status in ('approved','canceled')) = (version is not null)),
      check (status <> 'approved' or ("effectiveAt" is not null and summary <> '')),
      check (status <> 'proposed' or ("proposedAt" is not null and reason <> '' and summary <> '')),
      check (version is null or "decidedBy" is not null),
      check (status <> 'approved' or "draftedBy" <> "decidedBy"),
      unique (document, version)
    );
    create unique index legal_versions_open on legal_versions (document, "draftedBy") where status in ('draft','proposed');
    create index legal_versions_of_document on legal_versions (document, "draftedAt" desc);
    create index legal_versions_approved on legal_versions ("effectiveAt") where status = 'approved';
    create index legal_versions_by_drafter on legal_versions ("draftedBy");
    create index legal_versions_by_decider on legal_versions ("decidedBy");
    create index legal_versions_by_announcement on legal_versions ("announcementId");

    -- The exact words that somebody accepted: with the figures and the company's name as they were. One row for all who accepted the same.
    create table legal_texts (
      sha256 text primary key check (sha256 ~ '^[0-9a-f]{64}$'),
      document text not null,
      version text not null,
      title text not null,
      body text not null
    );
    -- Null for what was accepted before the words were kept.
    alter table legal_acceptances add column "textSha256" text references legal_texts;
    create index legal_acceptances_by_text on legal_acceptances ("textSha256");
  `)
    .execute(db);
}
