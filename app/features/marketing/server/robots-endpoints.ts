import { hasSeparateOrigins, isOnApp } from "#app/platform/rules/requests/origins.ts";
import { config } from "#app/platform/server/core/config.ts";
import { LISTED_PATHS, type ListedPage, robots, siteMap } from "../rules/site-map.ts";

/** Crawlers ask often, and an hour-old answer is good enough. */
const headers = (type: string) => ({
  "content-type": `${type}; charset=utf-8`,
  "cache-control": "public, max-age=3600",
});

/**
 * GET /sitemap.xml: every public page.
 * @param exists whether a fixed page has a route
 * @param more pages from the database
 */
export const getSiteMap =
  (exists: (path: string) => boolean | Promise<boolean>, more: () => Promise<readonly ListedPage[]>) =>
  async (): Promise<Response> => {
    const fixed: ListedPage[] = [];
    for (const path of LISTED_PATHS) if (await exists(path)) fixed.push({ path });
    return new Response(siteMap(config().origins.site, [...fixed, ...(await more())]), {
      headers: headers("application/xml"),
    });
  };

/** GET /robots.txt: a separate app origin is closed to robots. */
export function getRobots(request: Request): Response {
  const { origins } = config();
  const isPublic = !hasSeparateOrigins(origins) || !isOnApp(origins, request.headers.get("host"));
  return new Response(robots(origins.site, isPublic), { headers: headers("text/plain") });
}
