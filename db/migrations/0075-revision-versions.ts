import { type Kysely, sql } from "kysely";

/**
 * New versions of a manuscript that come with a revision: the files, how many of their words are new, and what became
 * of those that aren't free. An editor is paid for new words apart from the delivery, once a revision.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table files drop constraint "files_purpose_known",
      add constraint "files_purpose_known" check (purpose in
        ('source','version','working','reference','tracked','clean','answered','letter','attachment')),
      add column round integer check (round > 0);
    alter table upload_reservations drop constraint "upload_reservations_purpose_known",
      add constraint "upload_reservations_purpose_known" check (purpose in
        ('source','version','reference','tracked','letter','attachment'));
    create table revision_versions (
      id text primary key, "orderId" text not null references orders, round integer not null check (round > 0),
      status text not null check (status in ('free', 'charged', 'paid', 'unpaid', 'refunded')),
      "newWords" integer not null check ("newWords" >= 0), "freeWords" integer not null check ("freeWords" >= 0),
      "chargeId" text references order_charges, "lastFree" text,
      "editorId" text references users, "earningId" text references earnings,
      "createdAt" timestamptz not null, "decidedAt" timestamptz, "deliveredAt" timestamptz,
      unique ("orderId", round)
    );
    create index revision_versions_of_charge on revision_versions ("chargeId") where "chargeId" is not null;
    create index revision_versions_of_earning on revision_versions ("earningId") where "earningId" is not null;
    alter table orders add column "newWordsMinor" bigint not null default 0 check ("newWordsMinor" >= 0);
    alter table earnings drop constraint "earnings_part_check",
      add constraint "earnings_part_check" check (part in ('part', 'delivery', 'revision', 'review', 'reading', 'new_words'));
    drop index earnings_once;
    create unique index earnings_once on earnings ("orderId", "editorId", part) where part not in ('review', 'new_words');
  `)
    .execute(db);
}
