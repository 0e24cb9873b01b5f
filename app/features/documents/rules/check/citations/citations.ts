import { foldText } from "#app/platform/rules/text/fold.ts";
import type { Block, Found, Rule, Spot } from "../finding.ts";
import { type Entry, entriesOf } from "./entries.ts";
import { type Named, type Numbered, namedIn, numberedIn } from "./in-text.ts";

type Add = (rule: string, message: string, spots: Spot[], more?: { folded?: boolean; forms?: Found["forms"] }) => void;

/** Citations against the reference list, and the list's entries against each other. */
export const citations: Rule = ({ blocks }) => {
  const found: Found[] = [];
  const add: Add = (rule, message, spots, { folded = false, forms = [] } = {}) => {
    found.push({ group: "Citations and references", rule, message, forms, spots, folded });
  };
  identifiers(blocks, add);
  const entries = entriesOf(blocks);
  if (entries.length < 3) return found;
  incomplete(entries, add);
  const copies = twice(entries, add);
  const numbered = entries.filter((one) => one.number !== null).length > entries.length * 0.8;
  const named = namedIn(blocks);
  const inBrackets = numbered ? numberedIn(blocks, false) : [];
  const raised = numbered && inBrackets.length === 0 ? numberedIn(blocks, true) : [];
  const numbers = inBrackets.length > 0 ? inBrackets : raised;
  if (numbered && numbers.length > 0 && numbers.length >= named.length) byNumber(entries, numbers, copies, add);
  else if (named.length >= 3) byName(entries, named, copies, add);
  return found;
};

const nameOf = ({ authors, text }: Entry): string => authors[0] ?? text.slice(0, 30);
const labelOf = (entry: Entry): string => `${nameOf(entry)}${entry.year ? ` (${entry.year})` : ""}`;
/** An entry's beginning stands for it. */
const spotOf = ({ block, text }: Entry): Spot => ({ block, from: 0, to: Math.min(text.length, 60) });
const fold = (name: string): string => foldText(name).replaceAll(/[^\p{L}\p{N} ]/gu, "");

const DOI_MENTION = /(?:\bdoi:\s?|\bdoi\.org\/)(\S{2,200})/gi;
const ORCID = /\b(\d{4})-(\d{4})-(\d{4})-(\d{3}[\dXx])\b/g;

/** DOIs of a wrong form, and ORCID iDs with a wrong check digit. */
function identifiers(blocks: readonly Block[], add: Add): void {
  for (const [block, { text }] of blocks.entries()) {
    if (/doi/i.test(text))
      for (const match of text.matchAll(DOI_MENTION)) {
        const doi = match[1]!.replace(/[.,;:)\]”"’]+$/, "");
        // "doi: https://doi.org/10..." is read at its second mention.
        if (/^https?:|^doi\b/i.test(doi) || /^10\.\d{4,9}(?:\.\d{1,6})*\/\S+$/.test(doi)) continue;
        if (!/\d/.test(doi)) continue;
        add("doi-form", `“${doi}” doesn't have the form of a DOI, such as 10.1000/abc.`, [
          { block, from: match.index, to: match.index + match[0].length },
        ]);
      }
    if (/orcid/i.test(text))
      for (const match of text.matchAll(ORCID)) {
        if (!/orcid/i.test(text.slice(Math.max(0, match.index - 80), match.index))) continue;
        if (orcidHolds(match[0])) continue;
        add("orcid", `The check digit of the ORCID iD ${match[0]} is wrong.`, [
          { block, from: match.index, to: match.index + match[0].length },
        ]);
      }
  }
}

/** The check digit of ISO 7064, MOD 11-2. */
export function orcidHolds(id: string): boolean {
  const digits = id.replaceAll("-", "").toUpperCase();
  let total = 0;
  for (const digit of digits.slice(0, 15)) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return digits.at(-1) === (check === 10 ? "X" : String(check));
}

/** What nearly all other entries have. */
function incomplete(entries: readonly Entry[], add: Add): void {
  const withYear = entries.filter((one) => one.year !== null).length;
  const without = entries.filter((one) => one.year === null);
  if (withYear >= 4 && withYear >= entries.length * 0.8)
    for (const one of without)
      add("no-year", `The entry ${nameOf(one)} has no year.`, [spotOf(one)], { folded: !one.sure });
  const articles = entries.filter((one) => one.hasVolume);
  const paged = articles.filter((one) => one.hasPages);
  if (paged.length >= 4 && paged.length >= articles.length * 0.8)
    for (const one of articles)
      if (!one.hasPages) add("no-pages", `The entry ${labelOf(one)} has no pages.`, [endSpot(one)]);
}

/** Where its volume is, or its end. */
function endSpot(entry: Entry): Spot {
  const { text, block } = entry;
  const match = /\d{1,4}\s?\(\s?\d{1,4}[^)]{0,12}\)|;\s?\d{1,4}/.exec(text);
  const at = match ? match.index : Math.max(0, text.length - 60);
  return { block, from: at, to: Math.min(text.length, at + (match?.[0].length ?? 60)) };
}

/** Entries that are in the list twice. @returns the second copies, each with the first */
function twice(entries: readonly Entry[], add: Add): Map<Entry, Entry> {
  const copies = new Map<Entry, Entry>();
  const known = new Map<string, Entry>();
  for (const one of entries) {
    const keys = [
      ...(one.title.length > 20 && one.authors.length > 0
        ? [`${fold(one.authors[0]!)}|${one.year?.slice(0, 4) ?? ""}|${one.title.slice(0, 40)}`]
        : []),
      ...(one.doi && /^10\.\d{4,9}\//.test(one.doi) ? [`doi:${one.doi.toLowerCase()}`] : []),
    ];
    const first = keys.map((key) => known.get(key)).find((it) => it !== undefined);
    if (first) {
      copies.set(one, first);
      add("entry-twice", `${labelOf(one)} is in the list twice.`, [spotOf(one), spotOf(first)]);
    } else for (const key of keys) known.set(key, one);
  }
  return copies;
}

function byNumber(
  entries: readonly Entry[],
  numbers: readonly Numbered[],
  copies: ReadonlyMap<Entry, Entry>,
  add: Add,
): void {
  const listed = entries.filter((one) => one.number !== null);
  const last = Math.max(...listed.map((one) => one.number!));
  const have = new Map(listed.map((one) => [one.number!, one]));
  const first = new Map<number, Numbered>();
  for (const one of numbers) {
    if (!have.has(one.number) && (one.number < 1 || one.number > last))
      add("out-of-range", `[${one.number}] is cited, and the list ends at ${last}.`, [one.spot]);
    else if (!first.has(one.number)) first.set(one.number, one);
    const entry = have.get(one.number);
    if (entry && one.name) checkName(one, entry, add);
  }
  const unseen = listed.filter((one) => !first.has(one.number!) && !copies.has(one));
  for (const one of unseen)
    add("not-cited", `Entry ${one.number}, ${labelOf(one)}, is listed and not cited.`, [spotOf(one)], {
      folded: unseen.length > listed.length * 0.3,
    });
  // In the order of first appearance, if nearly all are: some lists are in order of the alphabet.
  const order = [...first.keys()].filter((one) => have.has(one));
  const wrong: [number, number][] = [];
  for (let i = 1; i < order.length; i++) if (order[i]! < order[i - 1]!) wrong.push([order[i - 1]!, order[i]!]);
  for (const [early, late] of wrong)
    add("order", `[${early}] appears before [${late}].`, [first.get(early)!.spot, first.get(late)!.spot], {
      folded: wrong.length > Math.max(3, order.length * 0.15),
    });
}

function checkName({ name, etAl, spot, number }: Numbered, entry: Entry, add: Add): void {
  const author = entry.authors[0];
  if (!author || !name) return;
  const isSame = fold(author) === fold(name) || fold(author).endsWith(` ${fold(name)}`);
  if (isSame && etAl && entry.authors.length < 3 && !entry.more)
    add("etal-count", `“${name} et al. [${number}]”: the entry has ${authorsWords(entry)}.`, [wide(spot, name, etAl)]);
  else if (!isSame && name.length > 4 && isSlip(fold(name), fold(author)))
    add("name-differs", `“${name}” in the text, “${author}” in the list.`, [wide(spot, name, etAl)], {
      forms: [
        { form: author, count: 1 },
        { form: name, count: 1 },
      ],
    });
}

const wide = ({ block, from, to }: Spot, name: string, etAl: boolean): Spot => ({
  block,
  from: Math.max(0, from - name.length - (etAl ? 8 : 1)),
  to,
});
const authorsWords = ({ authors }: Entry): string => (authors.length === 1 ? "one author" : "two authors");

/** The same name with one letter more, less, other, or two swapped. */
export function isSlip(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1 || Math.min(a.length, b.length) < 4) return false;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return (x.length <= 1 && y.length <= 1) || (x.length === 2 && y.length === 2 && x[0] === y[1] && x[1] === y[0]);
}

/** An author with more entries than this isn't looked at further. */
const MOST_OF_ONE = 100;
/** More citations without an entry aren't looked at for slips: then the list is another. */
const MOST_SLIPS = 300;

type Cited = { named: Named; year: string };

function byName(entries: readonly Entry[], named: readonly Named[], copies: ReadonlyMap<Entry, Entry>, add: Add): void {
  const byAuthor = new Map<string, Entry[]>();
  for (const one of entries) {
    const author = one.authors[0];
    if (author)
      for (const key of keysOf(author)) {
        const known = byAuthor.get(key);
        if (!known) byAuthor.set(key, [one]);
        else if (known.length < MOST_OF_ONE) known.push(one);
      }
  }
  const seen = new Set<Entry>();
  const unknown: Cited[] = [];
  const byLabel = new Map<string, { entries: Entry[]; cited: Named[] }>();
  for (const one of named)
    for (const year of one.years) {
      const those = candidates(byAuthor, one);
      const match = those.filter(
        (entry) => entry.year === year || (entry.year !== null && !/[a-z]$/.test(year) && entry.year === year),
      );
      const loose = match.length > 0 ? match : those.filter((entry) => entry.year?.slice(0, 4) === year.slice(0, 4));
      const fitting = loose.filter((entry) => coauthorsFit(one, entry));
      const chosen = fitting.length > 0 ? fitting : loose;
      if (chosen.length === 0) {
        unknown.push({ named: one, year });
        continue;
      }
      for (const entry of chosen) seen.add(entry);
      const own = chosen.filter((entry) => !copies.has(entry));
      if (own.length > 1 && !/[a-z]$/.test(year)) {
        const key = `${fold(one.names[0]!)} ${year}`;
        const known = byLabel.get(key) ?? { entries: own, cited: [] };
        known.cited.push(one);
        byLabel.set(key, known);
      }
      if (one.etAl && own.length > 0 && own.every((entry) => entry.authors.length < 3 && !entry.more))
        add("etal-count", `“${one.said}”: the entry has ${authorsWords(own[0]!)}.`, [one.spot]);
    }
  for (const { entries: those, cited } of byLabel.values()) {
    const [first, ...rest] = those;
    const same = rest.filter((one) => one.authors.map(fold).join() === first!.authors.map(fold).join());
    if (same.length === 0) continue;
    add(
      "no-letters",
      `“${cited[0]!.said}” stands for ${same.length + 1} entries: tell them apart as ${first!.year}a and ${first!.year}b.`,
      cited.map((one) => one.spot),
    );
  }
  const total = named.reduce((sum, one) => sum + one.years.length, 0);
  missing(entries, unknown, seen, byAuthor, unknown.length > Math.max(4, total * 0.25), add);
  const unseen = entries.filter((one) => !seen.has(one) && !copies.has(one));
  for (const one of unseen)
    add("not-cited", `${labelOf(one)} is listed and not cited.`, [spotOf(one)], {
      folded: unseen.length > entries.length * 0.3 || !one.sure,
    });
  inAlphabet(entries, add);
}

/** Under which names an author is looked up: in full, and without particles. */
function keysOf(author: string): string[] {
  const name = fold(author);
  const short = name.replace(/^(?:(?:van|von|der|den|de|del|di|da|dos|du|la|le|ten|ter|al|el|bin) )+/, "");
  return short === name ? [name] : [name, short];
}

function candidates(byAuthor: ReadonlyMap<string, Entry[]>, { names }: Named): Entry[] {
  const found = keysOf(names[0]!).flatMap((key) => byAuthor.get(key) ?? []);
  return [...new Set(found)];
}

/** Whether the other names of a citation are the entry's, as far as it names them. */
function coauthorsFit({ names, etAl }: Named, { authors, more }: Entry): boolean {
  if (etAl) return authors.length > 2 || more;
  if (names.length === 1) return authors.length === 1 && !more;
  return names.length <= authors.length && names.slice(1).every((name, i) => fold(authors[i + 1]!) === fold(name));
}

/** Citations without an entry: another year, a misspelled name, or none. */
function missing(
  entries: readonly Entry[],
  unknown: readonly Cited[],
  seen: Set<Entry>,
  byAuthor: ReadonlyMap<string, Entry[]>,
  folded: boolean,
  add: Add,
): void {
  const said = new Map<string, { spots: Spot[]; rule: string; message: string; forms: Found["forms"] }>();
  const put = (rule: string, message: string, spot: Spot, forms: Found["forms"] = []): void => {
    const known = said.get(message) ?? { spots: [], rule, message, forms };
    known.spots.push(spot);
    said.set(message, known);
  };
  for (const { named, year } of unknown) {
    const [first = ""] = named.names;
    const those = candidates(byAuthor, named).filter((entry) => coauthorsFit(named, entry));
    const undated = those.find((entry) => entry.year === null);
    if (undated) {
      seen.add(undated);
      continue;
    }
    // The list has this work with another year, and nothing else cites that one.
    const other = those.filter((entry) => !seen.has(entry));
    if (other.length === 1 && yearsClose(year, other[0]!.year!)) {
      seen.add(other[0]!);
      put("year-differs", `${first}: ${year} in the text, ${other[0]!.year} in the list.`, named.spot, [
        { form: other[0]!.year!, count: 1 },
        { form: year, count: 1 },
      ]);
      continue;
    }
    const slip =
      unknown.length > MOST_SLIPS
        ? undefined
        : entries.find(
            (entry) =>
              entry.authors[0] &&
              entry.year?.slice(0, 4) === year.slice(0, 4) &&
              isSlip(fold(first), fold(entry.authors[0])),
          );
    if (slip) {
      seen.add(slip);
      put("name-differs", `“${first}” in the text, “${slip.authors[0]}” in the list.`, named.spot, [
        { form: slip.authors[0]!, count: 1 },
        { form: first, count: 1 },
      ]);
    } else put("not-listed", `${first} (${year}) is cited and not listed.`, named.spot);
  }
  for (const { rule, message, spots, forms } of said.values()) add(rule, message, spots, { folded, forms });
}

/** Two years that one slip of the keyboard makes of each other, or that differ by up to two. */
function yearsClose(a: string, b: string): boolean {
  const [x, y] = [a.slice(0, 4), b.slice(0, 4)];
  return Math.abs(Number(x) - Number(y)) <= 2 || isSlip(x, y);
}

/** Entries out of the order of the alphabet, in a list that otherwise follows it. */
function inAlphabet(entries: readonly Entry[], add: Add): void {
  const listed = entries.filter((one) => one.authors[0] && !/^\p{Ll}/u.test(one.authors[0]));
  if (listed.length < 5) return;
  const names = listed.map((one) => fold(one.authors[0]!).replace(/^(?:the|an?) /, ""));
  // The longest part that is in order: whatever isn't in it is out of order.
  const tails: number[] = [];
  const before: number[] = [];
  for (const [i, name] of names.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (names[tails[middle]!]! <= name) low = middle + 1;
      else high = middle;
    }
    before[i] = low > 0 ? tails[low - 1]! : -1;
    tails[low] = i;
  }
  if (tails.length < names.length * 0.9 && names.length - tails.length > 2) return;
  const kept = new Set<number>();
  for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i]!) kept.add(i);
  for (const [i, one] of listed.entries())
    if (!kept.has(i)) add("list-order", `${labelOf(one)} isn't in alphabetical order.`, [spotOf(one)]);
}
