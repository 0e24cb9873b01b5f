/** One thing that a search found, and the page it opens. */
export type Found = { id: string; label: string; detail: string; to: string };
export type FoundGroups = { people: Found[]; orders: Found[]; tickets: Found[] };

/** How many of each kind a search shows. */
export const FOUND_LIMIT = 6;
/** A search begins with this many characters. */
export const FOUND_FROM = 2;
