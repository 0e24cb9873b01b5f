/** What a search can find, in the order it's shown. */
export const FOUND_KINDS = [
  "people",
  "orders",
  "past",
  "tickets",
  "messages",
  "contact",
  "invoices",
  "articles",
] as const;
export type FoundKind = (typeof FOUND_KINDS)[number];

export const FOUND_WORDS: Readonly<Record<FoundKind, string>> = {
  people: "People",
  orders: "Orders",
  past: "Earlier orders",
  tickets: "Tickets",
  messages: "Messages",
  contact: "Contact form messages",
  invoices: "Invoices",
  articles: "Articles",
};

/** One thing that a search found, and the page it opens. `snippet` is the part of its text that matches. */
export type Found = { id: string; label: string; detail: string; to: string; snippet?: string; at?: string };
/** The results of one kind. `more` if there are more matches than were counted. */
export type FoundGroup = { kind: FoundKind; total: number; more: boolean; rows: Found[] };
export type FoundAnswer = {
  groups: FoundGroup[];
  /** What to mark in the texts. */
  words: string[];
  /** Nothing contains the words as typed, so the results contain similar ones. */
  loose: boolean;
};

/** How many of each kind a search shows. */
export const FOUND_LIMIT = 6;
/** How many of one kind are on a page of the search's own. */
export const FOUND_PAGE = 20;
/** A search begins with this many characters. */
export const FOUND_FROM = 2;
export const FOUND_LONGEST = 100;

export const isFoundKind = (kind: unknown): kind is FoundKind => FOUND_KINDS.includes(kind as FoundKind);
