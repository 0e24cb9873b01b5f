import { type Kysely, sql } from "kysely";

/**
 * Names as they compare: without case, accents, punctuation, titles and order, so that two accounts of one name are
 * found.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create function name_key(name text) returns text language sql immutable parallel safe as $$
      select coalesce(string_agg(word, ' ' order by word collate "C"), '')
      from regexp_split_to_table(regexp_replace(normalize(lower(name), NFKD), '[\\u0300-\\u036f]', '', 'g'), '[^[:alnum:]]+') word
      where word <> '' and word not in ('dr', 'prof', 'professor', 'mr', 'mrs', 'ms', 'mx', 'phd', 'md', 'msc', 'ma', 'ba')
    $$;
    create index users_by_name on users (name_key("displayName"));
  `)
    .execute(db);
}
