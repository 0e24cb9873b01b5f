import type { QueryOf } from "#app/platform/rules/core/declare-list.ts";
import { type RawBuilder, sql } from "kysely";
import type { Actor } from "#app/platform/rules/core/actor.ts";
import { refused } from "#app/platform/rules/core/errors.ts";
import { type ListPage } from "#app/platform/rules/core/list-query.ts";
import { database } from "#app/platform/server/core/database.ts";
import { contains } from "#app/platform/server/lists/contains.ts";
import { listFile } from "#app/platform/server/lists/list-file.ts";
import { type List, listPage, sqlList } from "#app/platform/server/lists/list.ts";
import { ordered } from "#app/platform/server/lists/order.ts";
import { NO_BLOGGER, mayBlog } from "../rules/can.ts";
import {
  type AUTHOR_LIST,
  type AuthorRow,
  POST_LIST,
  type PostListQuery,
  type PostListRow,
  type TAG_LIST,
  type TagRow,
} from "../rules/post-list.ts";

const allow = (actor: Actor): void => {
  if (!mayBlog(actor)) throw refused(NO_BLOGGER);
};

const CHANGED = sql`(p.status <> 'draft' and d.version is not null and d.version <> d."publishedVersion")`;

function postList(actor: Actor, { q, sort, desc, filters }: PostListQuery): List<PostListRow> {
  allow(actor);
  const where: RawBuilder<unknown>[] = [];
  const { status, author, tag } = filters;
  if (status === "changed") where.push(CHANGED);
  else if (status) where.push(sql`p.status = ${status}`);
  if (author) where.push(sql`p."authorId" = (select id from blog_authors where slug = ${author})`);
  if (tag) where.push(sql`p.tags @> array[${tag}]::text[]`);
  if (q) where.push(contains(q, [sql`p.title || ' ' || p.summary || ' ' || p.slug`]));
  const by = { updated: sql`p."editedAt"`, title: sql`lower(p.title)`, published: sql`p."publishedAt"` }[sort];
  return sqlList<PostListRow>({
    select: sql`p.id, p.title, p.slug, p.status, p.tags, a.name as "authorName", p."publishedAt", p."editedAt",
      u."displayName" as "editedBy", ${CHANGED} as changed`,
    from: sql`blog_posts p left join blog_authors a on a.id = p."authorId" left join blog_drafts d on d."postId" = p.id
      left join users u on u.uid = p."editedBy"`,
    where,
    order: ordered(by, desc, sql`p.id`),
  });
}

/** A page of articles in every state. @throws Problem refused unless support or admin */
export const listEditedPosts = async (actor: Actor, query: PostListQuery): Promise<ListPage<PostListRow>> =>
  listPage(postList(actor, query), query);

/** GET /api/csv/articles: the list with its filters as a file. */
export const articlesCsv = listFile(POST_LIST, postList, { dated: false });

/** A page of authors with how many articles each has. @throws Problem refused unless support or admin */
export async function listAuthors(
  actor: Actor,
  { q, sort, desc, ...paging }: QueryOf<typeof AUTHOR_LIST>,
): Promise<ListPage<AuthorRow>> {
  allow(actor);
  const by = { name: sql`lower(a.name)`, posts: sql`n.posts` }[sort];
  const list = sqlList<AuthorRow>({
    select: sql`a.id, a.slug, a.name, a.bio, n.posts`,
    from: sql`blog_authors a
      cross join lateral (select count(*)::int as posts from blog_posts p where p."authorId" = a.id) n`,
    where: q ? [contains(q, [sql`a.name`])] : [],
    order: ordered(by, desc, sql`a.id`),
  });
  return listPage(list, paging);
}

/** A page of tags with how many articles each has. @throws Problem refused unless support or admin */
export async function listEditedTags(
  actor: Actor,
  { q, sort, desc, ...paging }: QueryOf<typeof TAG_LIST>,
): Promise<ListPage<TagRow>> {
  allow(actor);
  const by = { tag: sql`t.tag`, posts: sql`t.posts` }[sort];
  const list = sqlList<TagRow>({
    select: sql`t.tag, t.posts, t.published`,
    from: sql`(select tag, articles as posts, published from blog_tags where articles > 0) t`,
    where: q ? [contains(q, [sql`t.tag`])] : [],
    order: ordered(by, desc, sql`t.tag`),
  });
  return listPage(list, paging);
}

/** The values that the list can be filtered by. @throws Problem refused unless support or admin */
export async function listChoices(actor: Actor): Promise<{ authors: [slug: string, name: string][]; tags: string[] }> {
  allow(actor);
  const authors = await sql<{
    slug: string;
    name: string;
  }>`select slug, name from blog_authors order by lower(name) limit 300`.execute(database());
  const tags = await sql<{
    tag: string;
  }>`select tag from blog_tags where articles > 0 order by tag limit 300`.execute(database());
  return { authors: authors.rows.map(({ slug, name }) => [slug, name]), tags: tags.rows.map((t) => t.tag) };
}
