export type FeedItem = {
  title: string;
  url: string;
  summary: string;
  author: string;
  tags: readonly string[];
  publishedAt: Date;
};
export type Feed = { title: string; description: string; url: string; feedUrl: string; items: readonly FeedItem[] };

/** Text for XML: escapes markup and drops characters that XML doesn't allow. */
const xml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "")
    .replace(/&/g, "&amp;")
    .replace(/</g, "&lt;")
    .replace(/>/g, "&gt;")
    .replace(/"/g, "&quot;");

/** The feed as RSS 2.0. */
export function rssOf(feed: Feed): string {
  const newest = feed.items[0]?.publishedAt;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">',
    "<channel>",
    `<title>${xml(feed.title)}</title><link>${xml(feed.url)}</link><description>${xml(feed.description)}</description><language>en</language>`,
    `<atom:link href="${xml(feed.feedUrl)}" rel="self" type="application/rss+xml"/>`,
    ...(newest ? [`<lastBuildDate>${newest.toUTCString()}</lastBuildDate>`] : []),
    ...feed.items.map(
      (item) =>
        `<item><title>${xml(item.title)}</title><link>${xml(item.url)}</link><guid isPermaLink="true">${xml(item.url)}</guid><pubDate>${item.publishedAt.toUTCString()}</pubDate>` +
        `<dc:creator>${xml(item.author)}</dc:creator>${item.tags.map((t) => `<category>${xml(t)}</category>`).join("")}<description>${xml(item.summary)}</description></item>`,
    ),
    "</channel>",
    "</rss>",
    "",
  ].join("\n");
}
