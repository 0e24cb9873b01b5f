import { type Kysely, sql } from "kysely";

/**
 * Indexes that reads of one order, one editor or one bank account were missing. The IBAN's index follows the spelling
 * that accounts are compared in, without spaces and in capitals: the one on the column as typed was never used.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create index invites_by_order on invites ("orderId", "sentAt");
    create index qa_reviews_by_order on qa_reviews ("orderId");
    drop index ratings_by_editor;
    create index ratings_by_editor on ratings ("editorId", "updatedAt");
    drop index bank_details_by_iban;
    create index bank_details_by_iban on bank_details (regexp_replace(upper(iban), '[^A-Z0-9]', '', 'g')) where iban is not null;
    create index bank_details_by_holder on bank_details (name_key(holder));
  `)
    .execute(db);
}
