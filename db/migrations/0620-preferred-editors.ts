import { type Kysely, sql } from "kysely";

/** Editors whom an organization prefers: they're invited first to the orders that it pays for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table preferred_editors (
      "organizationId" text not null references organizations, "editorId" text not null references users,
      "addedBy" text references users, "addedAt" timestamptz not null, primary key ("organizationId", "editorId")
    );
    create index preferred_editors_by_editor on preferred_editors ("editorId");
  `)
    .execute(db);
}
