/**
 * Which style guide a reference list follows, by what sets one apart from the others: where the year is, how names and
 * titles are written, and what's between volume and pages. Sources: the reference-list chapters of APA 7, MLA 9,
 * Chicago 17, IEEE 2023, ACS 2020, Citing Medicine (Vancouver), and Cite Them Right (Harvard).
 */

/** Codes of the style guides that can be told. AMA's entries read like Vancouver's, so they count as that. */
export type CitationStyle = "apa" | "mla" | "chicago" | "vancouver" | "harvard" | "ieee" | "acs";

/** Fewer entries say too little. */
const FEWEST = 3;
/** A list follows a style if at least this share of its entries does, in percent. */
const SHARE = 60;
/** More of a list isn't read. */
const MOST = 200;
const LONGEST_ENTRY = 600;

/** The first that fits an entry says its style. Each is bounded, so that it takes linear time. */
const SIGNS: readonly [CitationStyle, RegExp][] = [
  // "2020;12(3):1-10."
  ["vancouver", /\b(?:19|20)\d\d(?: [A-Z][a-z]{2})?(?: \d{1,2})?;\s?\d{1,4}/],
  // "vol. 12, no. 3, pp. 1–10, Mar. 2020" after a title in quotation marks that ends in a comma.
  ["ieee", /,[”"’'] .{1,200}?\bvol\. \d{1,4}, .{0,60}?pp?\. /],
  // "vol. 12, no. 3, 2020, pp. 1-10" after one that ends in a full stop.
  ["mla", /\.[”"] .{1,200}?\bvol\. \d{1,4}, .{0,60}?pp?\. /],
  // "12, no. 3 (2020): 1–10", or the year as its own sentence before a title in quotation marks.
  ["chicago", /\b\d{1,4}, no\. \d{1,4} \(.{0,20}?(?:19|20)\d\d\):|\. (?:19|20)\d\d[a-z]?\. [“"]/],
  // "Chem. 2020, 12, 1–10." with authors between semicolons.
  ["acs", /^.{0,60}?, \p{Lu}\..{0,200}?; .{1,400}? (?:19|20)\d\d, \d{1,4}/u],
  // "Smith, J. A. (2020). Title"
  ["apa", /^.{1,300}?\((?:19|20)\d\d[a-z]?\)\. /],
  // "Smith, J. (2020) ‘Title’"
  ["harvard", /^.{1,300}?\((?:19|20)\d\d[a-z]?\),? [‘'“"\p{Lu}]/u],
];

/** The style of most entries of a reference list; null when they're mixed or too few. */
export function citationStyle(entries: readonly string[]): CitationStyle | null {
  const read = entries.slice(0, MOST).map((entry) => entry.trim().slice(0, LONGEST_ENTRY));
  if (read.length < FEWEST) return null;
  const votes = new Map<CitationStyle, number>();
  for (const entry of read) {
    const style = SIGNS.find(([, sign]) => sign.test(entry))?.[0];
    if (style) votes.set(style, (votes.get(style) ?? 0) + 1);
  }
  const [first] = [...votes].sort((a, b) => b[1] - a[1]);
  return first && first[1] >= FEWEST && first[1] * 100 >= read.length * SHARE ? first[0] : null;
}
