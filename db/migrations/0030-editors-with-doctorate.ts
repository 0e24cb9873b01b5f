import { type Kysely, sql } from "kysely";

/**
 * Editors who may do expert editing are few: without an index of their own, every price page reads all the others to
 * find them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create index editors_with_doctorate on editors ("weeklyWords" desc, uid)
      where "matchReady" and "identityApprovedAt" is not null and "agreementSignedAt" is not null and "doctorateVerifiedAt" is not null;
  `)
    .execute(db);
}
