import { type Kysely, sql } from "kysely";

/**
 * Findings that an editor keeps on purpose, by their manuscript. `key` is a hash: what a finding quotes isn't in it. A
 * mark that was taken back has an end, so that each delivery shows the marks of its time.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_findings (
      "fileId" text not null references files on delete cascade,
      key text not null check (key ~ '^[0-9a-f]{64}$'),
      reason text not null check (char_length(reason) <= 300),
      "byId" text references users,
      at timestamptz not null,
      "endedAt" timestamptz,
      primary key ("fileId", key, at)
    )`.execute(db);
  await sql`create unique index kept_findings_open on kept_findings ("fileId", key) where "endedAt" is null`.execute(
    db,
  );
  await sql`create index kept_findings_by_person on kept_findings ("byId")`.execute(db);
}
