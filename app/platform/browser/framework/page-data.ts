/** How the router asks for a page's data, and what its server answers with; page-data.test.ts asks the router itself. */
const SUFFIX = ".data";

/** What an answer must carry for the router to read it as its server's own. */
export const ANSWER_HEADERS = { "content-type": "text/x-script", "x-remix-response": "yes" };

/** Whether an address is that of a page's data. */
export const isPageData = (url: URL): boolean => url.pathname.endsWith(SUFFIX);

/** The address of a page's data. */
export const pageDataAddress = (pathname: string, search: string): string => `${pathname}${SUFFIX}${search}`;

/** The page whose data has this path, or the path itself. */
export const pageOfData = (pathname: string): string =>
  pathname.endsWith(SUFFIX) ? pathname.slice(0, -SUFFIX.length) : pathname;

/** A request for some of a page's parts only: no picture of the whole page. */
export const isPartial = (url: URL): boolean => url.searchParams.has("_routes");
