import type { Block, Found, Spot } from "../finding.ts";
import type { Entry } from "./entries.ts";
import type { Named } from "./in-text.ts";
import { inAlphabet } from "./list.ts";
import { type Add, authorsWords, fold, isSlip, labelOf, spotOf, yearsClose } from "./report.ts";

/** An author with more entries than this isn't looked at further. */
const MOST_OF_ONE = 100;
/** More citations without an entry aren't looked at for slips: then the list is another. */
const MOST_SLIPS = 300;

type Cited = { named: Named; year: string };

/** Citations by name and year against the list. */
export function byName(
  blocks: readonly Block[],
  entries: readonly Entry[],
  named: readonly Named[],
  copies: ReadonlyMap<Entry, Entry>,
  styleGuide: string | null,
  add: Add,
): void {
  const list = new List(entries);
  const seen = new Set<Entry>();
  const unknown: Cited[] = [];
  const byLabel = new Map<string, { entries: Entry[]; cited: Named[] }>();
  for (const said of named) {
    const one = list.withoutOpening(said);
    for (const year of one.years) {
      const those = list.of(one);
      const match = those.filter((entry) => entry.year === year);
      const loose = match.length > 0 ? match : those.filter((entry) => sameYear(entry.year, year));
      const fitting = loose.filter((entry) => coauthorsFit(one, entry));
      const chosen = fitting.length > 0 ? fitting : loose;
      if (chosen.length === 0) {
        unknown.push({ named: one, year });
        continue;
      }
      for (const entry of chosen) seen.add(entry);
      const own = chosen.filter((entry) => !copies.has(entry));
      if (own.length > 1 && !/\d[a-z]$/.test(year)) {
        const key = `${fold(one.names[0]!)} ${year}`;
        const known = byLabel.get(key) ?? { entries: own, cited: [] };
        known.cited.push(one);
        byLabel.set(key, known);
      }
      countAuthors(one, own, styleGuide, add);
    }
  }
  for (const { entries: those, cited } of byLabel.values()) {
    const [first, ...rest] = those;
    const same = rest.filter((one) => one.authors.map(fold).join() === first!.authors.map(fold).join());
    if (same.length === 0) continue;
    add(
      "no-letters",
      `“${cited[0]!.said}” stands for ${same.length + 1} entries: tell them apart as ${first!.year}a and ${first!.year}b.`,
      cited.map((one) => one.spot),
      { folded: [first!, ...same].some((one) => !one.sure) },
    );
  }
  const total = named.reduce((sum, one) => sum + one.years.length, 0);
  missing(list, unknown, seen, unknown.length > Math.max(4, total * 0.25), add);
  seeLoosely(blocks, entries, seen);
  const unseen = entries.filter((one) => !seen.has(one) && !copies.has(one));
  for (const one of unseen)
    add("not-cited", `${labelOf(one)} is listed and not cited.`, [spotOf(one)], {
      folded: unseen.length > entries.length * 0.3 || !one.sure || isHardToSee(one),
    });
  inAlphabet(entries, add);
}

/** A citation of very many names, or without a year, may not have been read. */
const isHardToSee = ({ authors, year }: Entry): boolean => authors.length > 20 || !/^\d{4}/.test(year ?? "");

const sameYear = (a: string | null, b: string): boolean => a !== null && a.slice(0, 4) === b.slice(0, 4);

/** “et al.” for two authors; with APA, three or more names in full. */
function countAuthors(one: Named, own: readonly Entry[], styleGuide: string | null, add: Add): void {
  if (own.length === 0 || !own.every((entry) => entry.complete && !entry.more)) return;
  if (one.etAl && own.every((entry) => entry.authors.length < 3))
    add("etal-count", `“${one.said}”: the entry has ${authorsWords(own[0]!)}.`, [one.spot]);
  // APA names more of them where two entries would look the same.
  if (
    styleGuide === "apa" &&
    !one.etAl &&
    own.length === 1 &&
    one.names.length > 2 &&
    one.names.length === own[0]!.authors.length
  )
    add("etal-missing", `“${one.said}”: three or more authors are “${one.names[0]} et al.” in APA style.`, [one.spot]);
}

/** The entries, to be looked up by their authors. */
class List {
  readonly entries: readonly Entry[];
  readonly #byAuthor = new Map<string, Entry[]>();
  /** By any name or initials before the title, and the year. */
  readonly #byWord = new Set<string>();

  constructor(entries: readonly Entry[]) {
    this.entries = entries;
    for (const one of entries) {
      for (const key of one.authors[0] ? keysOf(one.authors[0]) : []) {
        const known = this.#byAuthor.get(key);
        if (!known) this.#byAuthor.set(key, [one]);
        else if (known.length < MOST_OF_ONE) known.push(one);
      }
      for (const [word] of one.text.slice(0, BEGINNING).matchAll(CAPITAL))
        this.#byWord.add(`${fold(word)} ${one.year?.slice(0, 4)}`);
    }
  }

  of({ names }: Named): Entry[] {
    return [...new Set(keysOf(names[0]!).flatMap((key) => this.#byAuthor.get(key) ?? []))];
  }

  /** Whether some entry of that year has the name at its beginning: as an editor, or in a name that was read otherwise. */
  mentions({ names }: Named, year: string): boolean {
    return names.some((name) =>
      [...name.matchAll(CAPITAL)].some(([word]) => this.#byWord.has(`${fold(word)} ${year.slice(0, 4)}`)),
    );
  }

  /** "However, Smith and Doe (2010)" without what opens the sentence. */
  withoutOpening(one: Named): Named {
    if (one.names.length === 1) return one;
    for (let i = 0; i < one.names.length; i++) {
      const rest = { ...one, names: one.names.slice(i) };
      if (this.of(rest).length > 0) return rest;
    }
    return one.list ? { ...one, names: one.names.slice(-1) } : one;
  }
}

const CAPITAL = /\p{Lu}[\p{L}\p{M}’'-]+/gu;
/** Where the names of an entry are, in characters. */
const BEGINNING = 300;

/** Under which names an author is looked up: in full, without particles, and an organization by its initials. */
function keysOf(author: string): string[] {
  const name = fold(author);
  const short = name.replace(/^(?:(?:van|von|der|den|de|del|di|da|dos|du|la|le|ten|ter|al|el|bin) )+/, "");
  const words = author.match(CAPITAL) ?? [];
  const initials =
    words.length > 1
      ? [
          words
            .map((word) => word[0])
            .join("")
            .toLowerCase(),
        ]
      : [];
  return [...new Set([name, short, ...initials])];
}

/** Marks entries whose author and year stand near each other in the text, however they are put. */
function seeLoosely(blocks: readonly Block[], entries: readonly Entry[], seen: Set<Entry>): void {
  const wanted = Map.groupBy(
    entries.filter((one) => !seen.has(one) && one.year !== null && one.authors.length > 0),
    (one) => one.year!.slice(0, 4),
  );
  if (wanted.size === 0) return;
  for (const { text, kind } of blocks) {
    if (kind === "reference") continue;
    let after = 0;
    let names = new Set<string>();
    for (const match of text.matchAll(/\b((?:1[5-9]|20)\d{2})([a-z](?![a-z]))?/g)) {
      const before = text.slice(Math.max(after, match.index - NEAR), match.index);
      // "Smith 2009, 2010b": the same names again.
      if (before.length > 4)
        names = new Set([...before.matchAll(CAPITAL)].map(([word]) => fold(word.replace(/['’]s?$/, ""))));
      after = match.index + match[0].length;
      for (const one of wanted.get(match[1]!) ?? []) {
        const letter = one.year!.slice(4);
        if (match[2] && letter && match[2] !== letter) continue;
        if (names.has(fold(one.authors[0]!.split(/[\s-]/).at(-1)!)) || names.has(fold(one.authors[0]!))) seen.add(one);
      }
    }
  }
}

/** How far before a year its names may be. */
const NEAR = 80;

/** Whether the other names of a citation are the entry's, as far as both name them. */
function coauthorsFit({ names, etAl }: Named, { authors, more, complete }: Entry): boolean {
  if (!complete) return true;
  if (etAl) return authors.length > 2 || more;
  if (names.length === 1) return authors.length === 1 && !more;
  return names.length <= authors.length && names.slice(1).every((name, i) => isSame(fold(authors[i + 1]!), fold(name)));
}

const isSame = (a: string, b: string): boolean => a === b || a.endsWith(` ${b}`) || b.endsWith(` ${a}`);

/** Makers of programs and devices, whose names and years are in parentheses and aren't listed. */
const MAKERS =
  /^(?:Microsoft|Stata\s?Corp|SPSS|IBM|SAS|Math[Ww]orks|Adobe|Apple|Google|Qualtrics|GraphPad|ESRI|Esri|QSR|OpenAI|Autodesk|Wolfram|RStudio|Posit|Minitab|NVivo|VERBI|Provalis)\b/;

/** Citations without an entry: another year, a misspelled name, or none. */
function missing(list: List, unknown: readonly Cited[], seen: Set<Entry>, folded: boolean, add: Add): void {
  const said = new Map<
    string,
    { spots: Spot[]; rule: string; message: string; forms: Found["forms"]; sure: boolean }
  >();
  const put = (rule: string, message: string, spot: Spot, forms: Found["forms"] = [], sure = true): void => {
    const known = said.get(message) ?? { spots: [], rule, message, forms, sure };
    known.spots.push(spot);
    said.set(message, known);
  };
  for (const { named, year } of unknown) {
    const [first = ""] = named.names;
    const those = list.of(named).filter((entry) => coauthorsFit(named, entry));
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
        : list.entries.find(
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
    } else if (!list.mentions(named, year))
      put("not-listed", `${first} (${year}) is cited and not listed.`, named.spot, [], !MAKERS.test(first));
  }
  for (const { rule, message, spots, forms, sure } of said.values())
    add(rule, message, spots, { folded: folded || !sure, forms });
}
