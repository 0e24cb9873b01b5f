import { type Kysely, sql } from "kysely";

/** Declarations: certificates of work under a policy. A delivery can have one of each. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table certificates add kind text not null default 'certificate'
      check (kind in ('certificate', 'declaration'))`.execute(db);
  await sql`drop index certificates_current`.execute(db);
  await sql`create unique index certificates_current on certificates ("submissionId", kind) where "revokedAt" is null`.execute(
    db,
  );
}
