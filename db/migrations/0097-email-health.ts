import { type Kysely, sql } from "kysely";

/** What became of each email, the addresses we no longer write to, and the addresses that replies are sent to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table mail drop constraint mail_status_known;
    alter table mail add constraint mail_status_known
      check (status in ('waiting', 'sending', 'sent', 'failed', 'bounced', 'complained', 'suppressed'));
    alter table mail add column "problemAt" timestamptz, add column "providerId" text, add column "replyToken" text;
    create index mail_by_address on mail (lower("to"), "createdAt" desc);
    create index mail_by_provider_id on mail ("providerId") where "providerId" is not null;
    create index mail_sent_by_time on mail ("sentAt") where "sentAt" is not null;
    create index mail_not_delivered on mail (seq desc) where status not in ('sent', 'waiting', 'sending');

    create table mail_events (
      id text primary key, key text not null unique,
      kind text not null check (kind in ('bounce', 'soft_bounce', 'complaint')),
      source text not null check (source in ('smtp', 'ses', 'postmark', 'report')),
      address text not null, "mailId" text, detail text not null default '', at timestamptz not null
    );
    create index mail_events_by_time on mail_events (at);
    create index mail_events_by_address on mail_events (address);

    create table mail_suppressions (
      id text primary key, address text not null,
      reason text not null check (reason in ('bounce', 'complaint')),
      source text not null check (source in ('smtp', 'ses', 'postmark', 'report')),
      detail text not null default '', "createdAt" timestamptz not null, "announcedAt" timestamptz,
      "removedAt" timestamptz, "removedBy" text references users, "removedReason" text not null default ''
    );
    create unique index mail_suppressions_open on mail_suppressions (address) where "removedAt" is null;
    create index mail_suppressions_by_address on mail_suppressions (address, "removedAt");
    create index mail_suppressions_by_time on mail_suppressions ("createdAt" desc) where "removedAt" is null;
    create index mail_suppressions_removed_by on mail_suppressions ("removedBy") where "removedBy" is not null;

    create table mail_reply_addresses (
      token text primary key, "orderId" text references orders on delete cascade, "ticketId" text references tickets on delete cascade,
      uid text references users, address text, "createdAt" timestamptz not null,
      check (("orderId" is null) <> ("ticketId" is null)),
      unique nulls not distinct ("orderId", "ticketId", uid, address)
    );
    create index mail_reply_addresses_by_ticket on mail_reply_addresses ("ticketId") where "ticketId" is not null;
    create index mail_reply_addresses_by_person on mail_reply_addresses (uid) where uid is not null;

    create table inbound_emails (
      id text primary key, outcome text not null check (outcome in ('posted', 'refused', 'ignored', 'report')),
      reason text not null default '', at timestamptz not null
    );
    create index inbound_emails_by_time on inbound_emails (at);
  `)
    .execute(db);
}
