import { type Kysely, sql } from "kysely";

/**
 * For each migration that took something away: the migration that a version must know to work without it
 * (`db/newer-schema.ts`).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table schema_floors (migration text primary key, "compatibleFrom" text not null)`.execute(db);
}
