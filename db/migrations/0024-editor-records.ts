import { type Kysely, sql } from "kysely";

/**
 * What an editor's past says, as five sums that lose half their weight every half-life, so that ranking reads one row
 * for each editor however long the past is; and the indexes that capacity and ranking read by.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table editor_records (
      "editorId" text primary key references users,
      qa jsonb not null, ratings jsonb not null, "onTime" jsonb not null, responses jsonb not null, repeats jsonb not null,
      quality double precision not null, "countedAt" timestamptz not null
    );
    create index editor_records_by_age on editor_records ("countedAt");
    create index editors_by_weekly_words on editors ("weeklyWords" desc, uid)
      where "matchReady" and "identityApprovedAt" is not null and "agreementSignedAt" is not null;
    create index editors_by_field on editors using gin (fields);
    create index orders_open_by_editor on orders ("assignedTo")
      where status in ('assigned','in_progress','awaiting_client','submitted','qa_review','changes_required','revision_requested','in_revision');
    create index orders_by_assignment on orders ("assignedTo", "assignedAt") where "assignedTo" is not null;
  `)
    .execute(db);
}
