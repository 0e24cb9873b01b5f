import { type Kysely, sql } from "kysely";
import type { LargeIndexes } from "../large-indexes.ts";

/** The emails of one thread, in order. */
export const largeIndexes: LargeIndexes = {
  mail_by_thread: `mail (thread, seq) where thread is not null`,
};

/**
 * Emails name the thread they belong to, so that mailboxes show a conversation as one. Emails that nobody has proved to
 * be their sender's are held until somebody confirms them by a link.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table mail add column thread text;
    alter table inbound_emails
      add column thread text, add column address text, add column "messageId" text,
      drop constraint inbound_emails_outcome_check,
      add constraint inbound_emails_outcome_check
        check (outcome in ('posted', 'refused', 'ignored', 'report', 'opened', 'held'));
    create index inbound_emails_by_thread on inbound_emails (thread, address) where thread is not null;

    create table held_emails (
      id text primary key, "inboundId" text not null unique, address text not null, name text not null default '',
      proof text not null check (proof in ('passed', 'none', 'failed')), subject text not null, body text not null,
      files integer not null default 0, "orderId" text references orders on delete cascade,
      "ticketId" text references tickets on delete cascade, uid text references users on delete cascade,
      "messageId" text, "inReplyTo" text, "createdAt" timestamptz not null, "confirmedAt" timestamptz,
      "becameTicketId" text references tickets on delete set null
    );
    create index held_emails_by_time on held_emails ("createdAt");
    create index held_emails_by_address on held_emails (address);
    create index held_emails_by_order on held_emails ("orderId") where "orderId" is not null;
    create index held_emails_by_ticket on held_emails ("ticketId") where "ticketId" is not null;
    create index held_emails_by_became on held_emails ("becameTicketId") where "becameTicketId" is not null;
    create index held_emails_by_person on held_emails (uid) where uid is not null;
  `)
    .execute(db);
}
