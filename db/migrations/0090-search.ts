import { type Kysely, sql } from "kysely";

/**
 * Search by words, with typos: every index is on an expression, so that it is current in the same transaction and goes
 * with its row. Manuscripts, their samples and excerpts have none.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create extension if not exists pg_trgm;
    create extension if not exists unaccent;

    drop index users_by_words;
    drop index orders_by_words;
    drop index tickets_by_words;
    drop function words_of(text);

    -- Small letters without accents. Immutable because the dictionary is named and never changed.
    create function search_fold(said text) returns text language sql immutable parallel safe strict
      return lower(unaccent('unaccent'::regdictionary, said) collate pg_c_utf8);
    create function search_words(said text) returns tsvector language sql immutable parallel safe strict
      return to_tsvector('simple'::regconfig, translate(search_fold(said), '@._/+-<>&:#~=', '             '));
    -- One word of a search: 'mei' with ending ':*' finds everything that begins with it. Null without a letter or digit.
    create function search_query(word text, ending text) returns tsquery language sql immutable parallel safe strict
      return to_tsquery('simple'::regconfig, nullif(regexp_replace(search_fold(word), '[^[:alnum:]]+', '', 'g'), '') || ending);
    -- An article's text: every "text" in its document.
    create function article_text(title text, summary text, body text, document jsonb) returns text language sql immutable parallel safe
      return title || ' ' || summary || ' ' || body || ' ' || coalesce(jsonb_path_query_array(document, 'strict $.**.text')::text, '');

    create index users_by_words on users using gin (search_words("displayName" || ' ' || email));
    create index users_by_letters on users using gin (search_fold("displayName" || ' ' || email) gin_trgm_ops);
    create index orders_by_words on orders using gin (search_words(title));
    create index orders_by_letters on orders using gin (search_fold(title) gin_trgm_ops);
    create index tickets_by_words on tickets using gin (search_words(subject || ' ' || coalesce("visitorName", '') || ' ' || coalesce("visitorEmail", '')));
    create index tickets_by_letters on tickets using gin (search_fold(subject || ' ' || coalesce("visitorName", '') || ' ' || coalesce("visitorEmail", '')) gin_trgm_ops);
    create index messages_by_words on messages using gin (search_words(body));
    create index ticket_messages_by_words on ticket_messages using gin (search_words(body));
    create index contact_messages_by_words on contact_messages using gin (search_words(name || ' ' || email || ' ' || message));
    create index blog_posts_by_words on blog_posts using gin (search_words(article_text(title, summary, body, document)));
    create index blog_posts_by_letters on blog_posts using gin (search_fold(title) gin_trgm_ops);
    create index invoices_by_words on invoices using gin (search_words(number || ' ' || coalesce(document #>> '{buyer,name}', '')));
  `)
    .execute(db);
}
