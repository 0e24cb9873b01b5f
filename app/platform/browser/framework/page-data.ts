/**
 * How the router requests a page's data, and how its server answers. page-data.test.ts checks both against the router
 * itself.
 */
const SUFFIX = ".data";

/** Headers the router needs to accept an answer as its own server's. */
export const ANSWER_HEADERS = { "content-type": "text/x-script", "x-remix-response": "yes" };

/** Whether a URL requests a page's data. */
export const isPageData = (url: URL): boolean => url.pathname.endsWith(SUFFIX);

/** The address of a page's data. */
export const pageDataAddress = (pathname: string, search: string): string => `${pathname}${SUFFIX}${search}`;

/** The page whose data has this path, or the path itself. */
export const pageOfData = (pathname: string): string =>
  pathname.endsWith(SUFFIX) ? pathname.slice(0, -SUFFIX.length) : pathname;

/** A request for only some of a page's data. It isn't a snapshot of the whole page. */
export const isPartial = (url: URL): boolean => url.searchParams.has("_routes");
