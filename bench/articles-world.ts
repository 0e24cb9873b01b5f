/**
 * Two worlds with a hundred and with ten thousand articles of the same length, by the same authors, with the same forty
 * tags: what readers and those who write see of them should cost the same.
 */
import type pg from "pg";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { POST_LIST, TAG_LIST } from "#app/features/blog/rules/post-list.ts";
import { listEditedPosts, listEditedTags } from "#app/features/blog/server/list-posts.ts";
import { findEditedPost } from "#app/features/blog/server/find-edited-post.ts";
import { findPost, listPosts, listTags } from "#app/features/blog/server/list-published-posts.ts";
import { blogFeed } from "#app/features/blog/server/rss.ts";
import { findEverything } from "#app/features/backoffice/server/find-everything.ts";
import { getSiteMap } from "#app/features/marketing/server/robots-endpoints.ts";
import { listChangingPages } from "#app/features/marketing/server/list-changing-pages.ts";
import { ADMIN, type ScaleRead, chance, measureWorlds } from "./two-worlds.ts";

const SMALL = 100;
const WORDS =
  "manuscript reviewer journal evidence method result figure sentence argument revision editor abstract".split(" ");
const ID = (i: string): string => `'pst_' || lpad(${i}::text, 26, '0')`;

/** Ten paragraphs of ninety words. */
const DOCUMENT = JSON.stringify({
  type: "doc",
  content: Array.from({ length: 10 }, (_, p) => ({
    type: "paragraph",
    content: [
      { type: "text", text: Array.from({ length: 90 }, (_, w) => WORDS[(w * 7 + p) % WORDS.length]).join(" ") },
    ],
  })),
});

async function fill(db: pg.Client, articles: number): Promise<void> {
  const list = `generate_series(1, ${articles}) i`;
  await db.query(
    `insert into users (uid, "displayName", email, role, "isAdmin", "createdAt")
      values ('usr_admin', 'Admin', 'admin@example.org', 'admin', true, '2023-01-01')`,
  );
  await db.query(
    `insert into blog_authors (id, slug, name, "createdAt") select 'bau_' || i, 'author-' || i, 'Author ' || i,
      '2023-01-01' from generate_series(1, 12) i`,
  );
  // One in twenty is a draft; the newest is what its readers open.
  await db.query(
    `insert into blog_posts (id, slug, title, summary, document, tags, "authorId", status, "publishedAt", "createdAt",
      "updatedAt", "editedAt", "editedBy")
    select ${ID("i")}, 'article-' || i, 'Article ' || i || case when i <= 3 then ' on zephyrs' else ' on reviewers'
      end, 'What article ' || i || ' says about manuscripts.', $1::jsonb,
      array['tag-' || ${chance("i", 40)}, 'tag-' || ${chance("i + 5", 40)}, 'tag-' || ${chance("i + 9", 40)}],
        'bau_' || 1 + i % 12, case when i % 20 = 7 then 'draft' else 'published' end,
      case when i % 20 <> 7 then at end, at, at, at, 'usr_admin'
    from (select i, timestamptz '2023-11-20' + (i::float8 / ${articles}) * interval '1000 days' as at from ${list}) t`,
    [DOCUMENT],
  );
  await db.query(
    `insert into blog_tags select u.tag, count(distinct p.id), count(distinct p.id) filter (where p.status =
      'published') from blog_posts p, unnest(p.tags) as u(tag) group by u.tag`,
  );
  await db.query(`insert into blog_drafts ("postId", content, version, "publishedVersion", "savedAt")
    select id, jsonb_build_object('title', title, 'summary', summary, 'slug', slug, 'tags', to_jsonb(tags), 'authorId',
      "authorId", 'document', document, 'coverId', null, 'coverAlt', '', 'seoTitle', '', 'seoDescription', '',
      'noIndex', false), 3, 3, "editedAt" from blog_posts`);
}

const listed = (search: string) => () => listEditedPosts(ADMIN, readListQuery(new URLSearchParams(search), POST_LIST));
const siteMap = getSiteMap(() => true, listChangingPages);

const READS = {
  "blog, first page": () => listPosts({ page: 1 }),
  "blog, a tag": () => listPosts({ page: 1, tag: "tag-3" }),
  "blog, an author": () => listPosts({ page: 1, authorSlug: "author-3" }),
  "blog, all tags": () => listTags(),
  "an article, with what to read next": () => findPost("article-50"),
  "RSS feed": () => blogFeed(),
  sitemap: () => siteMap(),
  "articles, staff": listed(""),
  "articles, staff, a status": listed("status=draft"),
  "articles, staff, with changes": listed("status=changed"),
  "articles, staff, a tag": listed("tag=tag-3"),
  "articles, staff, by title": listed("sort=title"),
  "articles, staff, a rare word": listed("q=zephyrs"),
  "articles, staff, a common word": listed("q=reviewers"),
  "tags, staff": () => listEditedTags(ADMIN, readListQuery(new URLSearchParams(), TAG_LIST)),
  "an article in the editor": () => findEditedPost(ADMIN, `pst_${"50".padStart(26, "0")}`),
  "search, a rare word": () => findEverything(ADMIN, "zephyrs"),
  "search, a common word": () => findEverything(ADMIN, "reviewers"),
};

/**
 * Medians of every read in both worlds.
 * @param big how many articles the big world has
 * @param say what is being done
 */
export const measureArticles = (big: number, say: (what: string) => void): Promise<ScaleRead[]> =>
  measureWorlds({ name: "articles", small: SMALL, big, fills: { articles: fill }, reads: READS }, say);
