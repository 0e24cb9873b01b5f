import { type Kysely, sql } from "kysely";

/**
 * What the check found in a manuscript and in its edited copies. Findings and their summary quote the text, so they go
 * when the file goes. The counts stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table manuscript_checks (
      "fileId" text primary key references files(id) on delete cascade,
      sha256 text not null,
      version integer not null,
      "styleGuide" text not null,
      "sheetHash" text not null,
      language text,
      findings jsonb,
      summary jsonb,
      found integer not null,
      folded integer not null,
      outcome jsonb,
      "checkedAt" timestamptz not null
    )`.execute(db);
  await sql`create index manuscript_checks_by_hash on manuscript_checks (sha256, version)`.execute(db);
}
