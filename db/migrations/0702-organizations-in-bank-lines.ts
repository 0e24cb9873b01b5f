import { type Kysely, sql } from "kysely";

/** Finds the organizations that a bank line's text may name, without reading all of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    -- The words of "folded" in app/features/backoffice/rules/bank-files/folded.ts. Marks that don't stand alone in other
    -- scripts than Latin divide words here.
    create function bank_words(said text) returns text[] language sql immutable parallel safe
      return string_to_array(btrim(regexp_replace(regexp_replace(fold_text(said) collate pg_c_utf8, '([aou])e', '\\1', 'g'),
        '[^[:alnum:]]+', ' ', 'g')), ' ');
    create index organizations_by_bank_words on organizations using gin (bank_words(name));
    create index organizations_by_currency_and_name on organizations (currency, name, id);
  `)
    .execute(db);
}
