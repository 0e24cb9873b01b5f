import { describe, expect, test } from "vitest";
import { isPublic, relatedTo, slugProblem, tagLabel } from "./post.ts";
import { rssOf } from "./rss.ts";

const at = (day: number) => new Date(Date.UTC(2026, 10, day));

describe("a post", () => {
  test("has a slug of lowercase letters, digits, and hyphens that isn't another page's address", () => {
    expect(slugProblem("hedging-and-claim-strength")).toBeNull();
    for (const slug of ["tags", "authors", "rss.xml"]) expect(slugProblem(slug)).toContain("another page");
    for (const slug of ["", "Tags", "a--b", "-a", "a/b", "a b", "ü"])
      expect(slugProblem(slug)).toContain("lowercase letters");
    expect(slugProblem("a".repeat(101))).toContain("100");
  });
  test("is public once published, never as a draft, and from its publication time when scheduled", () => {
    expect(isPublic({ status: "published", publishedAt: at(1) }, at(2))).toBe(true);
    expect(isPublic({ status: "published", publishedAt: at(3) }, at(2))).toBe(false);
    expect(isPublic({ status: "scheduled", publishedAt: at(2) }, at(2))).toBe(true);
    expect(isPublic({ status: "draft", publishedAt: at(1) }, at(2))).toBe(false);
    expect(isPublic({ status: "scheduled", publishedAt: null }, at(2))).toBe(false);
  });
  test("leads to posts that share the most tags, newest first, and never to itself", () => {
    const posts = [
      { slug: "a", tags: ["x"], publishedAt: at(1) },
      { slug: "b", tags: ["x", "y"], publishedAt: at(1) },
      { slug: "c", tags: [], publishedAt: at(9) },
      { slug: "d", tags: ["x"], publishedAt: at(5) },
    ];
    expect(relatedTo({ slug: "me", tags: ["x", "y"] }, posts).map((p) => p.slug)).toEqual(["b", "d", "a"]);
    expect(relatedTo({ slug: "b", tags: ["x"] }, posts, 9).map((p) => p.slug)).toEqual(["d", "a", "c"]);
  });
  test("has tags that read as words", () => {
    expect(tagLabel("clear-writing")).toBe("Clear writing");
  });
});

describe("the feed", () => {
  test("lists posts newest first with markup escaped", () => {
    const feed = rssOf({
      title: "A & B",
      description: "x",
      url: "https://x.example/blog",
      feedUrl: "https://x.example/blog/rss.xml",
      items: [
        {
          title: "<One>",
          url: "https://x.example/blog/one",
          summary: 'a \u0007"b"',
          author: "Desk",
          tags: ["clear-writing"],
          publishedAt: at(2),
        },
      ],
    });
    expect(feed).toContain("<title>A &amp; B</title>");
    expect(feed).toContain("<title>&lt;One&gt;</title><link>https://x.example/blog/one</link>");
    expect(feed).toContain("<pubDate>Mon, 02 Nov 2026 00:00:00 GMT</pubDate>");
    expect(feed).toContain("<description>a &quot;b&quot;</description>");
  });
});
