import { type Kysely, sql } from "kysely";

/**
 * Public pages of editors who want one. `publicAt` stands on the editor, because others ask whether there is a page.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table editors add column "publicAt" timestamptz;
    create table editor_pages (
      "editorId" text primary key references users,
      "sampleBefore" text not null default '', "sampleAfter" text not null default '',
      photo bytea, "photoType" text, "photoHash" text,
      record jsonb, "recordAt" timestamptz, "updatedAt" timestamptz not null
    );
    create index editors_public on editors ("publicAt", uid) where "publicAt" is not null;
  `)
    .execute(db);
}
