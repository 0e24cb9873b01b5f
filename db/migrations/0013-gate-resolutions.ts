import { type Kysely, sql } from "kysely";

/** What an editor says of the gate's findings, and which tracked copy was made of which upload. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table gate_resolutions (
      "submissionId" text not null references submissions on delete cascade, "sourceFileId" text not null references files on delete cascade,
      "findingKey" text not null, kind text not null, reason text not null default '',
      "resolvedBy" text not null references users, "resolvedAt" timestamptz not null,
      primary key ("submissionId", "sourceFileId", "findingKey")
    );
    alter table files add column "comparedFromId" text unique references files on delete cascade;
  `)
    .execute(db);
}
