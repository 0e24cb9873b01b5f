import { config } from "#app/platform/server/core/config.ts";
import { rssOf } from "../rules/rss.ts";
import { listPublishedPosts } from "./list-published-posts.ts";

const ITEMS = 50;

/** `GET /blog/rss.xml`: the newest posts for feed readers. */
export async function blogFeed(): Promise<Response> {
  const { siteName, origins } = config();
  const posts = await listPublishedPosts(ITEMS);
  const feed = rssOf({
    title: `${siteName}: on academic writing`,
    description: "Articles on writing, editing, and publishing research.",
    url: `${origins.public}/blog`,
    feedUrl: `${origins.public}/blog/rss.xml`,
    items: posts.map((p) => ({
      title: p.title,
      url: `${origins.public}/blog/${p.slug}`,
      summary: p.summary,
      author: p.authorName,
      tags: p.tags,
      publishedAt: p.publishedAt,
    })),
  });
  return new Response(feed, {
    headers: { "content-type": "application/rss+xml; charset=utf-8", "cache-control": "public, max-age=300" },
  });
}
