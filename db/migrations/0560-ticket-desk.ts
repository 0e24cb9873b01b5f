import { type Kysely, sql } from "kysely";
import type { LargeIndexes } from "../large-indexes.ts";

/** The clock looks for snoozed tickets, and the queue counts them. */
export const largeIndexes: LargeIndexes = {
  tickets_snoozed: `tickets ("snoozeEndsAt", id) where "snoozeEndsAt" is not null`,
};

/**
 * The desk's tools: a ticket can be snoozed and tagged, and staff see who else has a thread open. Tags are words that
 * exist as long as a ticket has them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table tickets
      add column "snoozeEndsAt" timestamptz,
      add column "snoozedBy" text references users;
    create table ticket_tags (
      "ticketId" text not null references tickets on delete cascade,
      tag text not null check (char_length(tag) between 1 and 30),
      primary key ("ticketId", tag)
    );
    create index ticket_tags_by_tag on ticket_tags (tag, "ticketId");
    create table desk_presence (
      "threadId" text not null, uid text not null references users on delete cascade,
      "seenAt" timestamptz not null, typing boolean not null default false,
      primary key ("threadId", uid)
    );
  `)
    .execute(db);
}
