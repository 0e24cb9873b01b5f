import { type Kysely, sql } from "kysely";

/** An application's timed sample, its evidence, encrypted, and how it was scored; and asking the applicant for more. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table editor_applications
      add column "sampleId" text, add column "sampleStartedAt" timestamptz, add column "sampleFinishedAt" timestamptz, add column rubric jsonb,
      drop constraint editor_applications_status_check,
      add constraint editor_applications_status_check check (status in ('draft','submitted','needs_info','approved','declined'));
    create table application_files (
      id text primary key, uid text not null references editor_applications on delete cascade, kind text not null check (kind in ('cv','degree')),
      "contentType" text not null, bytes integer not null, sha256 text not null, "storageKey" text not null unique, "keyVersion" integer not null,
      "createdAt" timestamptz not null, "removedAt" timestamptz
    );
    create index application_files_by_person on application_files (uid, "createdAt") where "removedAt" is null;
  `)
    .execute(db);
}
