import { type Kysely, sql } from "kysely";

/** What an edited copy's comments ask of its author, and what they answered. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table document_queries (
      id text primary key, "orderId" text not null references orders on delete cascade, "fileId" text not null references files on delete cascade,
      "commentId" text not null, position int not null,
      author text not null, body text not null, said jsonb not null, section text not null, quote text not null, deleted boolean not null,
      "leading" text not null, "trailing" text not null, options jsonb not null, editable boolean not null,
      asks boolean not null, marked boolean,
      state text not null default 'open' check (state in ('open','answered','skipped')), choice int, answer text not null default '',
      version int not null default 0, "answeredAt" timestamptz,
      "writtenVersion" int, "writtenAs" text check ("writtenAs" in ('none','made','kept','left','lost')), "createdAt" timestamptz not null,
      unique ("fileId", "commentId")
    );
    create index document_queries_by_order on document_queries ("orderId");
  `)
    .execute(db);
}
