import { refused } from "#app/platform/rules/core/errors.ts";

/**
 * For what changes an account: only our own pages may make a browser send it.
 * @throws refused when another site's page did
 */
export function refuseCrossSite(request: Request): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const foreign = site
    ? site !== "same-origin" && site !== "none"
    : origin !== null && (!URL.canParse(origin) || new URL(origin).host !== new URL(request.url).host);
  if (foreign) throw refused("This request came from another site.", "Open the page on this site and try again.");
}
