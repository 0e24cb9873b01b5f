import { areTwo, isOnApp } from "#app/platform/rules/origins.ts";
import { config } from "#app/platform/server/config.ts";
import { LISTED_PATHS, type ListedPage, robots, siteMap } from "../rules/site-map.ts";

/** Robots ask again and again; an hour-old answer is as good. */
const headers = (type: string) => ({
  "content-type": `${type}; charset=utf-8`,
  "cache-control": "public, max-age=3600",
});

/** GET /sitemap.xml: every page for everybody. @param exists which of the fixed pages there are @param more pages from the database */
export const getSiteMap =
  (exists: (path: string) => boolean | Promise<boolean>, more: () => Promise<readonly ListedPage[]>) =>
  async (): Promise<Response> => {
    const fixed: ListedPage[] = [];
    for (const path of LISTED_PATHS) if (await exists(path)) fixed.push({ path });
    return new Response(siteMap(config().origins.site, [...fixed, ...(await more())]), {
      headers: headers("application/xml"),
    });
  };

/** GET /robots.txt: on the app origin, where it is another than the public one, nothing is to be found. */
export function getRobots(request: Request): Response {
  const { origins } = config();
  const isPublic = !areTwo(origins) || !isOnApp(origins, request.headers.get("host"));
  return new Response(robots(origins.site, isPublic), { headers: headers("text/plain") });
}
