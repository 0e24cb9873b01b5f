import { type Kysely, sql } from "kysely";

/** Each account has one ORCID iD at most, which editors may show on their public page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create unique index auth_account_one_orcid on auth_account ("userId") where "providerId" = 'orcid';
    alter table editor_pages add column "showOrcid" boolean not null default false;
  `)
    .execute(db);
}
