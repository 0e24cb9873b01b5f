import { type Kysely, sql } from "kysely";
import type { LargeIndexes } from "../large-indexes.ts";

/** Searches by word and by letters, and the search of the articles' list, for `fold_text`. */
export const largeIndexes: LargeIndexes = {
  users_by_words_folded: `users using gin (fold_words("displayName" || ' ' || email))`,
  users_by_letters_folded: `users using gin (fold_text("displayName" || ' ' || email) gin_trgm_ops)`,
  orders_by_words_folded: `orders using gin (fold_words(title))`,
  orders_by_letters_folded: `orders using gin (fold_text(title) gin_trgm_ops)`,
  tickets_by_words_folded: `tickets using gin (fold_words(subject || ' ' || coalesce("visitorName", '') || ' ' || coalesce("visitorEmail", '')))`,
  tickets_by_letters_folded: `tickets using gin (fold_text(subject || ' ' || coalesce("visitorName", '') || ' ' || coalesce("visitorEmail", '')) gin_trgm_ops)`,
  messages_by_words_folded: `messages using gin (fold_words(body))`,
  ticket_messages_by_words_folded: `ticket_messages using gin (fold_words(body))`,
  contact_messages_by_words_folded: `contact_messages using gin (fold_words(name || ' ' || email || ' ' || message))`,
  blog_posts_by_words_folded: `blog_posts using gin (fold_words(article_text(title, summary, body, document)))`,
  blog_posts_by_letters_folded: `blog_posts using gin (fold_text(title) gin_trgm_ops)`,
  blog_posts_by_heading_folded: `blog_posts using gin (fold_text(title || ' ' || summary || ' ' || slug) gin_trgm_ops)`,
  invoices_by_words_folded: `invoices using gin (fold_words(number || ' ' || coalesce(document #>> '{buyer,name}', '')))`,
};

/**
 * One fold for every search. `search_fold` and its indexes stay for the version before, which uses them. A later
 * migration drops them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    -- The same as foldText in app/platform/rules/text/fold.ts. Not strict, which lets it be inlined. Text in ASCII, most of
    -- all text, only needs lower case.
    create function fold_text(said text) returns text language sql immutable parallel safe
      return case when octet_length(said) = length(said) then lower(said collate pg_c_utf8)
        else replace(replace(replace(replace(translate(
          lower(regexp_replace(normalize(said, NFKD),
            '[\\u0300-\\u036F\\u1AB0-\\u1AFF\\u1DC0-\\u1DFF\\u20D0-\\u20FF\\uFE20-\\uFE2F]', '', 'g') collate pg_c_utf8),
          'øđðłıħŧŋς’‘ʼ“”‐–—−', 'oddlihtnσ''''''""----'), 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end;
    create function fold_words(said text) returns tsvector language sql immutable parallel safe strict
      return to_tsvector('simple'::regconfig, translate(fold_text(said), '@._/+-<>&:#~=', '             '));
    -- One word of a search: 'mei' with ending ':*' finds everything that begins with it. Null without a letter or digit.
    create function fold_query(word text, ending text) returns tsquery language sql immutable parallel safe strict
      return to_tsquery('simple'::regconfig, nullif(regexp_replace(fold_text(word), '[^[:alnum:]]+', '', 'g'), '') || ending);
  `)
    .execute(db);
}
