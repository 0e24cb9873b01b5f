import { type Kysely, sql } from "kysely";

/**
 * Second readers: an order's second reading from the search for a reader to its end, the copies they upload, and their
 * invites. Whether an order has a second reader is read from its price.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const states =
    "'draft','quoted','awaiting_payment','paid','assigned','in_progress','awaiting_client','submitted','second_reading','qa_review','changes_required','delivered','accepted','revision_requested','in_revision','closed','expired','cancelled','refunded','disputed','on_hold'";
  await sql
    .raw(/* sql */ `
    alter table orders drop constraint "orders_status_known", drop constraint "orders_heldFrom_known",
      add constraint "orders_status_known" check (status in (${states})),
      add constraint "orders_heldFrom_known" check ("heldFrom" in (${states})),
      add column "secondReader" boolean not null generated always as (coalesce(price->>'secondReader', 'none') <> 'none') stored,
      add column "readerId" text references users;
    create index orders_by_reader on orders ("readerId") where "readerId" is not null;
    drop index orders_open_by_editor;
    create index orders_open_by_editor on orders ("assignedTo")
      where status in ('assigned','in_progress','awaiting_client','submitted','second_reading','qa_review','changes_required','revision_requested','in_revision');
    create index orders_with_reader on orders ("editorDueAt")
      where "secondReader" and "deliveredAt" is null
        and status in ('assigned','in_progress','submitted','second_reading');
    create table second_readings (
      id text primary key, "orderId" text not null unique references orders,
      status text not null default 'searching' check (status in ('searching','taken','done','skipped','void')),
      "createdAt" timestamptz not null, "searchFromAt" timestamptz not null, "openAt" timestamptz,
      "readerId" text references users, level text check (level in ('trial','standard','senior','lead')),
      "payMinor" bigint not null default 0 check ("payMinor" >= 0), "takenAt" timestamptz, "readyAt" timestamptz,
      note text not null default '', why text check (why in ('nobody','reader_late','editor_late','staff')),
      "submissionId" text references submissions, "endedAt" timestamptz,
      check (status not in ('taken','done') or ("readerId" is not null and level is not null))
    );
    create index second_readings_of_reader on second_readings ("readerId", "createdAt" desc) where "readerId" is not null;
    create index second_readings_open on second_readings ("createdAt") where status in ('searching','taken');
    create table reading_files (
      "readingId" text not null references second_readings, "sourceFileId" text not null references files,
      "editorFileId" text references files, "trackedFileId" text not null references files, gate jsonb, passed boolean,
      primary key ("readingId", "sourceFileId")
    );
    create table reading_invites (
      id text primary key, "readingId" text not null references second_readings, "orderId" text not null references orders,
      "editorId" text not null references users, wave integer not null,
      status text not null default 'sent' check (status in ('sent','accepted','declined','expired','lost','withdrawn')),
      level text not null check (level in ('trial','standard','senior','lead')),
      "payMinor" bigint not null check ("payMinor" >= 0), currency text not null,
      "sentAt" timestamptz not null, "expiresAt" timestamptz not null, "respondedAt" timestamptz
    );
    create unique index reading_invites_one_open on reading_invites ("readingId", "editorId") where status = 'sent';
    create index reading_invites_of_reading on reading_invites ("readingId", "sentAt");
    create index reading_invites_of_editor on reading_invites ("editorId", "sentAt" desc);
    create index reading_invites_expiring on reading_invites ("expiresAt") where status = 'sent';
    alter table earnings drop constraint "earnings_part_check",
      add constraint "earnings_part_check" check (part in ('part', 'delivery', 'revision', 'review', 'reading'));
  `)
    .execute(db);
}
