import { refused } from "#app/platform/rules/core/errors.ts";

/**
 * For requests that change an account: only our own pages may make a browser send them.
 * @throws refused if another site's page did
 */
export function refuseCrossSite(request: Request): void {
  const site = request.headers.get("sec-fetch-site");
  const origin = request.headers.get("origin");
  const foreign = site
    ? site !== "same-origin" && site !== "none"
    : origin !== null && (!URL.canParse(origin) || new URL(origin).host !== new URL(request.url).host);
  if (foreign) throw refused("This request came from another site.", "Open the page on this site and try again.");
}
