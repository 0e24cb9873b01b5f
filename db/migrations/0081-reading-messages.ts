import { type Kysely, sql } from "kysely";

/** The conversation about a second reading, between its reader, the first editor, and staff. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table reading_messages (
      id text primary key, "readingId" text not null references second_readings on delete cascade,
      "orderId" text not null references orders on delete cascade, "authorId" text references users,
      "authorRole" text not null check ("authorRole" in ('reader', 'editor', 'support', 'admin')),
      body text not null, "createdAt" timestamptz not null, "clientKey" text
    );
    create index reading_messages_of_reading on reading_messages ("readingId", id);
    create index reading_messages_of_order on reading_messages ("orderId");
    create index reading_messages_by_person on reading_messages ("authorId") where "authorId" is not null;
    create unique index reading_messages_once on reading_messages ("readingId", "authorId", "clientKey") where "clientKey" is not null;

    alter table second_readings add column "unreadByReader" boolean not null default false,
      add column "unreadByEditor" boolean not null default false;
    create index second_readings_unread_reader on second_readings ("readerId") where "unreadByReader";
    create index second_readings_unread_editor on second_readings ("orderId") where "unreadByEditor";
  `)
    .execute(db);
}
