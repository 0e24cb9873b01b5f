import { ROUTES, areaOf } from "#app/features/accounts/rules/area-pages.ts";
import { expect, test } from "vitest";
import { LISTED_PATHS, robots, siteMap } from "./site-map.ts";

/** Matches the way crawlers do: the longest matching rule wins. */
function allowed(file: string, path: string): boolean {
  const rules = file.split("\n").flatMap((line) => {
    const [name, value] = line.split(": ");
    return (name === "Allow" || name === "Disallow") && value ? [{ allow: name === "Allow", value }] : [];
  });
  const fits = rules
    .filter(({ value }) => (value.endsWith("$") ? path === value.slice(0, -1) : path.startsWith(value)))
    .toSorted((a, b) => b.value.length - a.value.length);
  return fits[0]?.allow ?? true;
}

test("a sitemap lists absolute URLs, escaped", () => {
  expect(
    siteMap("https://stet.example", [{ path: "/" }, { path: "/blog/a&b", changedAt: "2026-11-20T10:00:00.000Z" }]),
  ).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n<url><loc>https://stet.example/</loc></url>\n<url><loc>https://stet.example/blog/a&amp;b</loc><lastmod>2026-11-20</lastmod></url>\n</urlset>\n',
  );
});

test("lists only public pages", () => {
  for (const path of LISTED_PATHS) expect(areaOf(path), path).toBe("public");
});

test("robots may read listed pages, and none that need sign-in", () => {
  const file = robots("https://stet.example", true);
  for (const path of LISTED_PATHS) expect(allowed(file, path), path).toBe(true);
  for (const [area, paths] of Object.entries(ROUTES)) {
    if (area === "public") continue;
    for (const path of paths) expect(allowed(file, path.replaceAll(/\{\w+\}|\*/g, "x")), path).toBe(false);
  }
  expect(allowed(file, "/api/drafts")).toBe(false);
  expect(file).toContain("Sitemap: https://stet.example/sitemap.xml");
});

test("robots may read nothing on an origin that isn't public", () => {
  expect(robots("https://app.stet.example", false)).toBe("User-agent: *\nDisallow: /\n");
});
