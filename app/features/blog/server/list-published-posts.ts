import { sql } from "kysely";
import { pageOf } from "#app/platform/rules/core/list-query.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { picturesOf } from "../rules/document-contents.ts";
import { POSTS_PER_PAGE, isPublic, relatedTo } from "../rules/post.ts";
import { renderDocument } from "../rules/render-document.ts";
import { findImages } from "./images.ts";
import { documentOf } from "./post-row.ts";

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
  coverId: string | null;
  /** Whether search engines are asked to leave it out. */
  noIndex: boolean;
};

const cards = (at: Date) =>
  database()
    .selectFrom("blog_posts as p")
    .innerJoin("blog_authors as a", "a.id", "p.authorId")
    .select(["p.slug", "p.title", "p.summary", "p.tags", "a.slug as authorSlug", "a.name as authorName", "p.updatedAt"])
    .select(["p.coverId", "p.noIndex"])
    // Never null for a public post.
    .select(sql<Date>`p."publishedAt"`.as("publishedAt"))
    .where("p.status", "<>", "draft")
    .where("p.publishedAt", "<=", at);

const newestFirst = (at: Date) => cards(at).orderBy("p.publishedAt", "desc").orderBy("p.id", "desc");
const MOST = 10_000;

/** Every public post, newest first, for the sitemap and the feed. */
export const listPublishedPosts = (limit = MOST): Promise<PostCard[]> => newestFirst(now()).limit(limit).execute();

/** How many public posts there are. Reads only an index, unless they're filtered. */
async function countPosts(at: Date, { tag, authorSlug }: { tag?: string; authorSlug?: string }): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from blog_posts p where p.status <> 'draft' and p."publishedAt" <= ${at}
      and ${tag === undefined ? sql`true` : sql`p.tags @> array[${tag}]::text[]`}
      and ${
        authorSlug === undefined
          ? sql`true`
          : sql`p."authorId" = (select id from blog_authors
        where slug = ${authorSlug})`
      }`.execute(database());
  return rows[0]!.n;
}

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
  const n = await countPosts(at, of);
  const { page, pages, limit, offset } = pageOf(n, of.page, POSTS_PER_PAGE);
  return { rows: await narrowed(newestFirst(at)).limit(limit).offset(offset).execute(), total: n, page, pages };
}

/**
 * The tags of all public posts with their counts, by name. The few that are scheduled or have just become public
 * are counted separately.
 */
export async function listTags(): Promise<{ tag: string; posts: number }[]> {
  const at = now();
  const { rows } = await sql<{ tag: string; posts: number }>`
    select tag, sum(n)::int as posts from (
      select tag, published as n from blog_tags where published > 0
      union all
      select unnest(p.tags), 1 from blog_posts p where p.status = 'scheduled' and p."publishedAt" <= ${at}
      union all
      select unnest(p.tags), -1 from blog_posts p where p.status = 'published' and p."publishedAt" > ${at}
    ) t group by tag having sum(n) > 0 order by tag`.execute(database());
  return rows;
}

/** An author by slug, former slug, or ID, or null. */
export const findAuthor = async (slugOrId: string) =>
  (await database()
    .selectFrom("blog_authors")
    .select(["id", "slug", "name", "bio"])
    .where((e) =>
      e.or([
        e("slug", "=", slugOrId),
        e("id", "=", slugOrId),
        e("id", "=", e.selectFrom("blog_author_redirects").select("authorId").where("slug", "=", slugOrId)),
      ]),
    )
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
      "p.document",
      "p.tags",
      "p.status",
      "p.publishedAt",
      "p.updatedAt",
      "p.seoTitle",
      "p.seoDescription",
      "p.noIndex",
      "p.coverId",
      "p.coverAlt",
      "a.slug as authorSlug",
      "a.name as authorName",
      "a.bio as authorBio",
    ])
    .where("p.slug", "=", slug)
    .executeTakeFirst();
  if (!post || !isPublic(post, at)) return null;
  const { body, document, status: _status, publishedAt, coverId, ...rest } = post;
  const text = documentOf({ document, body });
  const pictures = picturesOf(text).map((it) => it.imageId);
  const images = await findImages(coverId ? [...pictures, coverId] : pictures);
  return {
    ...rest,
    publishedAt: publishedAt!,
    cover: (coverId && images.get(coverId)) || null,
    ...renderDocument(text, images),
    related: await listRelated(post, at),
  };
}

/** Posts that share tags with this one first, then the newest. */
async function listRelated(post: { slug: string; tags: string[] }, at: Date): Promise<PostCard[]> {
  const near = await newestFirst(at)
    .where(sql<boolean>`p.tags && ${post.tags}::text[]`)
    .limit(50)
    .execute();
  const newest = await newestFirst(at).limit(4).execute();
  const known = new Set(near.map((p) => p.slug));
  return relatedTo(post, [...near, ...newest.filter((p) => !known.has(p.slug))]);
}

/** The current address for a public post's former address, or null if there is none. */
export async function findRedirect(slug: string): Promise<string | null> {
  const post = await database()
    .selectFrom("blog_redirects as r")
    .innerJoin("blog_posts as p", "p.id", "r.postId")
    .select(["p.slug", "p.status", "p.publishedAt"])
    .where("r.slug", "=", slug)
    .executeTakeFirst();
  return post && isPublic(post, now()) ? post.slug : null;
}
