import type { ListShape } from "#app/platform/rules/core/list-query.ts";

/** The lists whose filters people may save. */
export const VIEW_LISTS = ["orders", "my-orders", "editor-orders", "threads", "audit"] as const;
export type ViewList = (typeof VIEW_LISTS)[number];

export const VIEW_NAME_LIMIT = 40;
export const VIEWS_LIMIT = 20;
export const VIEW_SEARCH_LIMIT = 1_000;

/** A list's filters under a name that a person chose. `search` is the URL's query, without "?". */
export type SavedView = { id: string; name: string; search: string; isDefault: boolean };

/**
 * The part of a list's URL that a view saves: the filters the list knows, without the page, in a fixed order, so that
 * two URLs with the same meaning give the same text.
 * @param search untrusted
 */
export function viewSearch(search: URLSearchParams, shape: ListShape<string, string>): string {
  const kept = new URLSearchParams();
  for (const name of ["q", "sort", ...Object.keys(shape.filters ?? {})].toSorted()) {
    const value = search.get(name)?.trim();
    if (value && !(name === "sort" && value === shape.defaultSort)) kept.set(name, value.slice(0, 200));
  }
  return kept.toString();
}
