import { isDay } from "./day.ts";

/** A row's place in a list's order: its sort values as the database writes them. The last one is its id. */
export type Place = readonly (string | null)[];
/** Where a page begins: after the last row of the page before, or, going back, before the first row of the next. */
export type Cursor = { place: Place; back: boolean };
/** The page to show. New rows don't move those at a cursor; without one, pages are counted. */
export type Paging = {
  /** From 1. */
  page: number;
  cursor?: Cursor;
};

/** What a list's URL asks for: ?q=...&sort=-dueAt&page=2&after=... and its filters. */
export type ListQuery<Sort extends string, Filter extends string> = Paging & {
  /** What to search for, trimmed, at most 200 characters; "" for nothing. */
  q: string;
  sort: Sort;
  desc: boolean;
  filters: Readonly<Record<Filter, string>>;
};

/**
 * The searches a list supports. `filters` names each filter with its allowed values ("" means no filter); null allows
 * any text.
 */
export type ListShape<Sort extends string, Filter extends string> = {
  sorts: readonly Sort[];
  /** As in the URL: "createdAt", or "-createdAt" for newest first. */
  defaultSort: Sort | `-${Sort}`;
  filters?: Readonly<Record<Filter, readonly string[] | null>>;
};

const LAST_PAGE = 1_000_000;

/** The page number in the URL, from 1; 1 if there is none, null if it's invalid. @param search untrusted */
export function readPageNumber(search: URLSearchParams): number | null {
  const page = Number(search.get("page") ?? 1);
  return Number.isInteger(page) && page >= 1 ? Math.min(page, LAST_PAGE) : null;
}

const LONGEST_PLACE = 4_000;
const MOST_KEYS = 8;

/** A place as text for a URL. */
export const placeText = (place: Place): string => JSON.stringify(place);

/** The place in a text, or null. It may still be one of another list. @param text untrusted */
function readPlace(text: string): Place | null {
  if (text.length > LONGEST_PLACE) return null;
  try {
    const place: unknown = JSON.parse(text);
    const isPlace =
      Array.isArray(place) &&
      place.length > 0 &&
      place.length <= MOST_KEYS &&
      place.every((it) => it === null || typeof it === "string");
    return isPlace ? (place as Place) : null;
  } catch {
    return null;
  }
}

/** The page that a list's URL asks for. @param search untrusted */
export function readPaging(search: URLSearchParams): Paging {
  const page = readPageNumber(search) ?? 1;
  for (const name of ["after", "before"]) {
    const text = search.get(name);
    const place = text && readPlace(text);
    if (place) return { page, cursor: { place, back: name === "before" } };
  }
  return { page };
}

/** The parameters of a list's URL without its page: for other filters, another order, or a file. */
export function withoutPage(search: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const name of ["page", "after", "before"]) next.delete(name);
  return next;
}

export const ROWS_PER_PAGE = 50;
/** Counting and paging stop here: "10,000+". Use a filter to find anything beyond it. */
export const COUNTED = 10_000;
/** The maximum number of rows in a CSV file. */
export const FILE_ROWS = 50_000;
const LONGEST = 200;

/**
 * Reads a list's URL. Unknown parameters are ignored, so old links still work.
 * @param search the URL's parameters, from outside
 */
export function readListQuery<Sort extends string, Filter extends string = never>(
  search: URLSearchParams,
  shape: ListShape<Sort, Filter>,
): ListQuery<Sort, Filter> {
  const text = (name: string): string => (search.get(name) ?? "").trim().slice(0, LONGEST);
  const asked = text("sort");
  const known = (shape.sorts as readonly string[]).includes(asked.replace(/^-/, "")) ? asked : shape.defaultSort;
  const filters = Object.fromEntries(
    Object.entries<readonly string[] | null>(shape.filters ?? {}).map(([name, values]) => {
      const value = text(name);
      return [name, values === null || values.includes(value) ? value : ""];
    }),
  ) as Record<Filter, string>;
  return {
    q: text("q"),
    sort: known.replace(/^-/, "") as Sort,
    desc: known.startsWith("-"),
    ...readPaging(search),
    filters,
  };
}

/** One page of a list, with what its pager needs. `more`: there are more rows than `total`. */
export type ListPage<Row> = {
  rows: Row[];
  total: number;
  more: boolean;
  page: number;
  pages: number;
  /** Where the pages before and after begin, if the list has places. */
  before?: string;
  after?: string;
};

/** The offset of a page, limited to the existing rows. @param total rows in all @param page as requested, from 1 */
export function pageOf(
  total: number,
  page: number,
  size: number = ROWS_PER_PAGE,
): { page: number; pages: number; offset: number; limit: number } {
  const pages = Math.max(1, Math.ceil(total / size));
  const held = Math.min(Math.max(1, page), pages);
  return { page: held, pages, offset: (held - 1) * size, limit: size };
}

/** A search as a pattern for SQL's `like`: matches anywhere in the text, with wildcards in the search escaped. */
export const likePattern = (q: string): string => `%${q.replace(/[\\%_]/g, "\\$&")}%`;

/** A calendar day such as "2026-11-21", or null. @param text untrusted */
export const readDay = (text: string | null | undefined): string | null => (text && isDay(text) ? text : null);
