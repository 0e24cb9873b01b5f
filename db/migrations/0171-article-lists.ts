import { type Kysely, sql } from "kysely";

/**
 * How many articles each tag has, kept by a trigger, so that no page reads every article for its tags; and an index for
 * the search in the CMS's list.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw(/* sql */ `
    create table blog_tags ( tag text primary key, articles int not null, published int not null );
    -- In the order of the tags, so that two articles that share some never wait for each other. A tag without articles remains as zero.
    create function count_blog_tags() returns trigger language plpgsql as $$ begin
      insert into blog_tags as t
        select tag, sum(n)::int, sum(n * is_published::int)::int from (
          select distinct unnest(new.tags) as tag, 1 as n, new.status = 'published' as is_published where tg_op <> 'DELETE'
          union all
          select distinct unnest(old.tags), -1, old.status = 'published' where tg_op <> 'INSERT'
        ) changes group by tag having sum(n) <> 0 or sum(n * is_published::int) <> 0 order by tag
        on conflict (tag) do update set articles = t.articles + excluded.articles, published = t.published + excluded.published;
      return null;
    end $$;
    create trigger blog_posts_tags after insert or delete or update of tags, status on blog_posts for each row execute function count_blog_tags();
    insert into blog_tags select u.tag, count(distinct p.id), count(distinct p.id) filter (where p.status = 'published') from blog_posts p, unnest(p.tags) as u(tag) group by u.tag;

    create index blog_posts_by_heading on blog_posts using gin ((title || ' ' || summary || ' ' || slug) gin_trgm_ops);
  `)
    .execute(db);
}
