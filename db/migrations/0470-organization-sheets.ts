import { type Kysely, sql } from "kysely";

/**
 * Style sheets of organizations, and what a manuscript writes in one way throughout. The latter quotes the text, so it
 * goes with the findings when the file goes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table manuscript_checks add column uniform jsonb`.execute(db);
  await sql`
    alter table style_entries
      add column "organizationId" text references organizations,
      drop constraint style_entries_check,
      add constraint style_entries_check check (
        "ownerId" is not null or "organizationId" is not null or "orderId" is not null or state = 'past')`.execute(db);
  await sql`
    create unique index style_entries_kept_by_organization on style_entries ("organizationId", key)
      where state = 'kept'`.execute(db);
  await sql`create index style_entries_by_organization on style_entries ("organizationId", state)`.execute(db);
}
