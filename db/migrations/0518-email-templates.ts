import { type Kysely, sql } from "kysely";

/** The words and the logo of emails as operators write them, by versions, and the language somebody chose. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table email_template_versions (
      id text primary key,
      -- The email, or "brand" for what all share.
      email text not null check (length(email) <= 80),
      language text not null check (length(language) <= 10),
      version int,
      status text not null check (status in ('draft','proposed','approved','canceled','discarded')),
      content jsonb not null check (jsonb_typeof(content) = 'object'),
      logo bytea check (length(logo) <= 200000),
      "basedOn" int not null,
      "revertedFrom" int,
      -- Counts the saves, so that nobody overwrites or approves what they haven't seen.
      revision int not null default 1 check (revision > 0),
      reason text not null default '' check (length(reason) <= 1000),
      "effectiveAt" timestamptz,
      "draftedBy" text not null references users,
      "draftedAt" timestamptz not null,
      "proposedAt" timestamptz,
      "decidedBy" text references users,
      "decidedAt" timestamptz,
      "decisionNote" text,
      check ((status in ('approved','canceled')) = (version is not null)),
      check (status <> 'approved' or ("effectiveAt" is not null and "draftedBy" <> "decidedBy")),
      unique (email, language, version)
    );
    create unique index email_template_versions_open on email_template_versions (email, language, "draftedBy")
      where status in ('draft','proposed');
    create index email_template_versions_by_drafter on email_template_versions ("draftedBy");
    create index email_template_versions_by_decider on email_template_versions ("decidedBy");
    alter table users add column "emailLanguage" text check (length("emailLanguage") <= 10);
  `)
    .execute(db);
}
