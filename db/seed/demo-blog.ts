import { config } from "#app/platform/server/core/config.ts";
import { type Tx, json } from "#app/platform/server/core/database.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { readFrontMatter } from "#app/platform/rules/public-pages/front-matter.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { documentOfMarkdown } from "#app/features/blog/rules/import-markdown.ts";
import { slugProblem } from "#app/features/blog/rules/post.ts";
import { CAST } from "./cast.ts";

/** The articles of content/blog, one file each, named by slug. */
const FILES = import.meta.glob<string>("/content/blog/*.md", { query: "?raw", import: "default", eager: true });
const ARTICLES = Object.entries(FILES).map(([path, text]) => ({
  path,
  slug: path.split("/").at(-1)!.replace(/\.md$/, ""),
  text,
}));

const AUTHORS = [
  {
    slug: "desk",
    name: () => `The ${config().siteName} desk`,
    bio: "The people who review edited manuscripts before delivery.",
  },
  { slug: "jonas-weber", name: () => CAST.jonas.displayName, bio: CAST.jonas.editor.bio },
];

const slugsOf = (all: readonly { slug: string }[]): string[] => all.map((one) => one.slug);

/** Adds the demo's articles and authors if they are missing. */
export async function seedBlog(tx: Tx, at: Date): Promise<void> {
  await tx
    .insertInto("blog_authors")
    .values(AUTHORS.map(({ slug, name, bio }) => ({ id: newId("author"), slug, name: name(), bio, createdAt: at })))
    .onConflict((c) => c.column("slug").doNothing())
    .execute();
  const authorRows = await tx
    .selectFrom("blog_authors")
    .select(["slug", "id"])
    .where("slug", "in", slugsOf(AUTHORS))
    .execute();
  const authors = new Map(authorRows.map((author) => [author.slug, author.id]));
  const posts = await tx.selectFrom("blog_posts").select("slug").where("slug", "in", slugsOf(ARTICLES)).execute();
  const there = new Set(slugsOf(posts));
  let made = 0;
  for (const [i, { path, slug, text }] of ARTICLES.entries()) {
    if (there.has(slug)) continue;
    const { head, body } = readFrontMatter(text);
    const authorId = authors.get(head.author ?? "");
    if (!head.title || !head.summary || !head.publishedOn || !authorId || slugProblem(slug))
      throw new RangeError(`${path}: title, summary, publishedOn, and author are required`);
    // Publishes the articles even if the machine's clock is behind.
    const publishedAt = new Date(
      Math.min(new Date(`${head.publishedOn}T09:00:00Z`).getTime(), after(at, -(i + 1) * DAY).getTime()),
    );
    const row = await tx
      .insertInto("blog_posts")
      .values({
        id: newId("post"),
        slug,
        title: head.title,
        summary: head.summary,
        document: json(documentOfMarkdown(body)),
        tags: (head.tags ?? "")
          .split(",")
          .map((t) => t.trim())
          .filter(Boolean),
        authorId,
        status: "published",
        publishedAt,
        firstPublishedAt: publishedAt,
        seoDescription: head.seoDescription ?? null,
        createdAt: at,
        updatedAt: publishedAt,
        editedAt: publishedAt,
      })
      .onConflict((c) => c.column("slug").doNothing())
      .returning("id")
      .executeTakeFirst();
    if (row) made += 1;
  }
  if (made > 0) await forgetPages(tx);
}
