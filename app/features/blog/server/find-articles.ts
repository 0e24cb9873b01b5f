import { sql } from "kysely";
import type { Person } from "#app/platform/rules/core/actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { type Search, searchRows } from "#app/platform/server/lists/search.ts";
import { mayBlog } from "../rules/can.ts";
import type { PostStatus } from "../rules/post-flow.ts";

export type ArticleFound = { id: string; slug: string; title: string; summary: string; status: PostStatus };

/** Searches published articles, and unpublished ones for the staff who write them. */
export const findArticles = (person: Person, search: Search): Promise<ArticleFound[]> =>
  searchRows<ArticleFound>(search, {
    select: sql`x.id, x.slug, x.title, x.summary, x.status`,
    table: sql`blog_posts`,
    id: sql`x.id`,
    where: mayBlog(person) ? [] : [sql`x.status <> 'draft' and x."publishedAt" <= ${now()}`],
    words: sql`fold_words(article_text(x.title, x.summary, x.body, x.document))`,
    heading: sql`fold_words(x.title || ' ' || x.summary)`,
    letters: sql`fold_text(x.title)`,
    newest: sql`x."editedAt" desc, x.id desc`,
    wide: false,
  });
