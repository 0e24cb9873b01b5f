import { describe, expect, test } from "vitest";
import { absoluteUrl, pageMeta } from "./page-meta.ts";

const page = {
  title: "Prices",
  description: "What it costs.",
  path: "/pricing",
  origin: "https://www.example.org",
  siteName: "Stet",
};

describe("a public page's metadata", () => {
  test("has the site's name once in its title", () => {
    expect(pageMeta(page)[0]).toEqual({ title: "Prices · Stet" });
    expect(pageMeta({ ...page, title: "Stet: academic editing" })[0]).toEqual({ title: "Stet: academic editing" });
  });
  test("has one canonical address on the public origin, also in its social card", () => {
    const meta = pageMeta(page);
    expect(meta).toContainEqual({ tagName: "link", rel: "canonical", href: "https://www.example.org/pricing" });
    expect(meta).toContainEqual({ property: "og:url", content: "https://www.example.org/pricing" });
    expect(meta).toContainEqual({ name: "twitter:card", content: "summary" });
  });
  test("includes an article's publication date", () => {
    const meta = pageMeta({
      ...page,
      type: "article",
      publishedAt: "2026-11-01T09:00:00.000Z",
      image: "/cards/hedging.png",
    });
    expect(meta).toContainEqual({ property: "article:published_time", content: "2026-11-01T09:00:00.000Z" });
    expect(meta).toContainEqual({ property: "og:image", content: "https://www.example.org/cards/hedging.png" });
    expect(meta.some((m) => "property" in m && m.property === "article:modified_time")).toBe(false);
  });
  test("leaves absolute URLs unchanged", () => {
    expect(absoluteUrl("https://a.example", "https://b.example/x.png")).toBe("https://b.example/x.png");
    expect(absoluteUrl("https://a.example", "x")).toBe("https://a.example/x");
  });
});
