import { sql } from "kysely";
import { pageOf } from "#app/platform/rules/core/list-query.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { renderMarkdown } from "#app/platform/rules/public-pages/markdown.ts";
import { POSTS_PER_PAGE, isPublic, relatedTo } from "../rules/post.ts";

/** A post in a list. */
export type PostCard = {
  slug: string;
  title: string;
  summary: string;
  tags: string[];
  authorSlug: string;
  authorName: string;
  publishedAt: Date;
  updatedAt: Date;
};

const cards = (at: Date) =>
  database()
    .selectFrom("blog_posts as p")
    .innerJoin("blog_authors as a", "a.id", "p.authorId")
    .select(["p.slug", "p.title", "p.summary", "p.tags", "a.slug as authorSlug", "a.name as authorName", "p.updatedAt"])
    // Never null for a public post.
    .select(sql<Date>`p."publishedAt"`.as("publishedAt"))
    .where("p.status", "<>", "draft")
    .where("p.publishedAt", "<=", at);

const newestFirst = (at: Date) => cards(at).orderBy("p.publishedAt", "desc").orderBy("p.id", "desc");
const MOST = 1_000;

/** Every public post, newest first, for the sitemap and the feed. */
export const listPublishedPosts = (limit = MOST): Promise<PostCard[]> => newestFirst(now()).limit(limit).execute();

/** One page of the public posts, newest first, optionally by tag or author. */
export async function listPosts(of: {
  page: number;
  tag?: string;
  authorSlug?: string;
}): Promise<{ rows: PostCard[]; total: number; page: number; pages: number }> {
  const at = now();
  const narrowed = <Q extends ReturnType<typeof cards>>(query: Q): Q => {
    let q = query;
    if (of.tag !== undefined) q = q.where(sql<boolean>`p.tags @> array[${of.tag}]::text[]`) as Q;
    if (of.authorSlug !== undefined) q = q.where("a.slug", "=", of.authorSlug) as Q;
    return q;
  };
  const { n } = await narrowed(cards(at))
    .clearSelect()
    .select(sql<number>`count(*)::int`.as("n"))
    .executeTakeFirstOrThrow();
  const { page, pages, limit, offset } = pageOf(n, of.page, POSTS_PER_PAGE);
  return { rows: await narrowed(newestFirst(at)).limit(limit).offset(offset).execute(), total: n, page, pages };
}

/** The tags of all public posts with their counts, by name. */
export async function listTags(): Promise<{ tag: string; posts: number }[]> {
  const { rows } = await sql<{ tag: string; posts: number }>`
    select t.tag, count(*)::int as posts from blog_posts p, unnest(p.tags) as t(tag)
    where p.status <> 'draft' and p."publishedAt" <= ${now()} group by t.tag order by t.tag`.execute(database());
  return rows;
}

/** An author by slug or id; or null. */
export const findAuthor = async (slugOrId: string) =>
  (await database()
    .selectFrom("blog_authors")
    .select(["id", "slug", "name", "bio"])
    .where((e) => e.or([e("slug", "=", slugOrId), e("id", "=", slugOrId)]))
    .executeTakeFirst()) ?? null;

/** A public post, its text as HTML, and what to read next. Null for drafts, scheduled posts, and missing posts. */
export async function findPost(slug: string) {
  const at = now();
  const post = await database()
    .selectFrom("blog_posts as p")
    .innerJoin("blog_authors as a", "a.id", "p.authorId")
    .select([
      "p.slug",
      "p.title",
      "p.summary",
      "p.body",
      "p.tags",
      "p.status",
      "p.publishedAt",
      "p.updatedAt",
      "p.seoTitle",
      "p.seoDescription",
      "a.slug as authorSlug",
      "a.name as authorName",
      "a.bio as authorBio",
    ])
    .where("p.slug", "=", slug)
    .executeTakeFirst();
  if (!post || !isPublic(post, at)) return null;
  const { body, status: _status, publishedAt, ...rest } = post;
  const candidates = await newestFirst(at).limit(100).execute();
  return { ...rest, publishedAt: publishedAt!, ...renderMarkdown(body), related: relatedTo(post, candidates) };
}
