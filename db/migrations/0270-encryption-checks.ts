import { type Kysely, sql } from "kysely";

/** A known value encrypted with each version of ENCRYPTION_KEYS, to recognize other keys at the next start. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table encryption_checks (
    version integer primary key, sealed bytea not null, "createdAt" timestamptz not null default now()
  )`.execute(db);
}
