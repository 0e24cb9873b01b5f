/** Kinds of change, from lenient to strict: between two, the later one counts. docs/kinds-of-change.md defines each. */
export const EDIT_KINDS = [
  "formatting",
  "spelling",
  "capitals-spacing",
  "punctuation",
  "grammar",
  "reference-format",
  "word-choice",
  "citations",
  "labels",
  "headings-structure",
  "moved",
  "deleted-content",
  "rewriting",
  "added-content",
  "numbers-data",
] as const;
export type EditKind = (typeof EDIT_KINDS)[number];

/** How many changes there are of each kind. */
export type KindCounts = Partial<Record<EditKind, number>>;

/** The kinds that occur with their counts, most frequent first. */
export const kindsByCount = (counts: KindCounts): [EditKind, number][] =>
  EDIT_KINDS.flatMap((kind): [EditKind, number][] => (counts[kind] ? [[kind, counts[kind]]] : [])).sort(
    (a, b) => b[1] - a[1],
  );

const RANKS = new Map<EditKind, number>(EDIT_KINDS.map((kind, i) => [kind, i]));
const rank = (kind: EditKind): number => RANKS.get(kind) ?? 0;

/** The stricter of two kinds; null says nothing. */
export const stricter = <T extends EditKind | null>(a: T, b: T): T =>
  a === null ? b : b === null || rank(a) >= rank(b) ? a : b;

/** The strictest of some kinds; null without any. */
export const strictest = (kinds: Iterable<EditKind>): EditKind | null => {
  let most: EditKind | null = null;
  for (const kind of kinds) most = stricter<EditKind | null>(most, kind);
  return most;
};

/** Each kind as people read it. */
export const EDIT_KIND_WORDS: Record<EditKind, string> = {
  formatting: "Formatting",
  spelling: "Spelling",
  "capitals-spacing": "Capitals and spacing",
  punctuation: "Punctuation",
  grammar: "Grammar",
  "reference-format": "Reference format",
  "word-choice": "Word choice",
  citations: "Citations",
  labels: "Figure and table labels",
  "headings-structure": "Headings and structure",
  moved: "Moved text",
  "deleted-content": "Deleted content",
  rewriting: "Rewriting",
  "added-content": "Added content",
  "numbers-data": "Numbers and data",
};
