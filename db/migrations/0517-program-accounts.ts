import { type Kysely, sql } from "kysely";

/** The accounts in whose name the keys of organizations and partners act. Nobody can sign in to them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    alter table organizations add column "programUid" text unique references users;
    alter table partners add column "programUid" text unique references users;
    alter table organization_members
      drop constraint organization_members_role_check, add constraint organization_members_role_check check
      (role in ('owner', 'manager', 'member', 'program'));
  `)
    .execute(db);
}
