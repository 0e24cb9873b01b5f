import { isMarked, proseOf, spotOf, times, type Part, type Prose, type Word } from "./prose.ts";
import { sideOf, type Side } from "./variants.ts";
import { UNIFORM, formsOf, inOrder } from "./styles.ts";
import type { CheckText, Found, Rule, Spot, Style } from "./finding.ts";

/** Spelling: variants of English mixed, one name in two spellings, accents lost in some places. */
export const spelling: Rule = (manuscript) => {
  const prose = proseOf(manuscript);
  return [...mixedVariants(prose), ...lostAccents(prose, manuscript), ...namesInTwoSpellings(prose, manuscript)];
};

type Uses = { count: number; words: Word[] };

/** The words that speak for one variant, each with its uses. */
function evidenceOf({ parts, words, lexemes }: Prose): Record<Side, Map<string, Uses>> {
  const found: Record<Side, Map<string, Uses>> = { US: new Map(), UK: new Map(), ise: new Map(), ize: new Map() };
  for (const { lower, uses } of lexemes) {
    const side = sideOf(lower);
    if (!side) continue;
    for (const at of uses) {
      const word = words[at] as Word;
      if (isNameHere(words, at) || isItalic(parts[word.part] as Part, word)) continue;
      const known = found[side].get(lower);
      if (known) {
        known.count++;
        known.words.push(word);
      } else found[side].set(lower, { count: 1, words: [word] });
    }
  }
  return found;
}

/** A capital that isn't a sentence's, or the beginning of a name: "the Labour Party", "Labour Party members". */
function isNameHere(words: readonly Word[], at: number): boolean {
  const word = words[at] as Word;
  if (word.capital) return true;
  if (!word.first || word.form === word.lower) return false;
  const next = words[at + 1];
  return next?.part === word.part && word.next !== "" && next.capital;
}

/** Titles and foreign words are in italics. */
const isItalic = ({ block }: Part, { from, to }: Word): boolean =>
  isMarked(block, "italic", from, to) && !isMarked(block, "italic", 0, block.text.length);

const isBefore = (a: Word, b: Word): boolean => a.part < b.part || (a.part === b.part && a.from < b.from);

/** Whether a word of the first comes before all of the second. */
const comesFirst = (some: ReadonlyMap<string, Uses>, others: ReadonlyMap<string, Uses>): boolean => {
  const first = (uses: ReadonlyMap<string, Uses>): Word | undefined =>
    [...uses.values()].flatMap(({ words }) => words.slice(0, 1)).sort((a, b) => (isBefore(a, b) ? -1 : 1))[0];
  const [a, b] = [first(some), first(others)];
  return a !== undefined && (b === undefined || isBefore(a, b));
};

const total = (uses: ReadonlyMap<string, Uses>): number =>
  [...uses.values()].reduce((sum, { count }) => sum + count, 0);

function mixedVariants(prose: Prose): Found[] {
  const { US, UK, ise, ize } = evidenceOf(prose);
  const us = total(US);
  const uk = total(UK);
  const s = total(ise);
  const z = total(ize);
  const found: Found[] = [];
  // Of two as common, the one that comes first counts as the author's own.
  const american = us === uk ? comesFirst(US, UK) : us > uk;
  if (us > 0 !== uk > 0) found.push(uniform(prose, "us-uk", us > 0 ? US : UK));
  if (us > 0 && uk > 0) {
    const [main, other] = american ? [US, UK] : [UK, US];
    found.push(
      finding(
        prose,
        "us-uk",
        `The spelling is ${american ? "American" : "British"} ${times(Math.max(us, uk))} (${show(main)}), and ${american ? "British" : "American"} ${times(Math.min(us, uk))} (${show(other)}).`,
        main,
        other,
      ),
    );
  }
  if (s > 0 !== z > 0) found.push(uniform(prose, "ise-ize", s > 0 ? ise : ize));
  if (s > 0 && z > 0) {
    // American spelling has only -ize; British spelling has either, but not both.
    const toZ = us > uk * 2 || (uk <= us * 2 && z >= s) || z > s;
    const [main, other, mainName, otherName] = toZ ? [ize, ise, "-ize", "-ise"] : [ise, ize, "-ise", "-ize"];
    found.push(
      finding(
        prose,
        "ise-ize",
        `Words end in ${mainName} ${times(total(main))} (${show(main)}), and in ${otherName} ${times(total(other))} (${show(other)}).`,
        main,
        other,
      ),
    );
  }
  return found;
}

const byCount = (uses: ReadonlyMap<string, Uses>): [string, Uses][] =>
  [...uses].sort((a, b) => b[1].count - a[1].count);

const show = (uses: ReadonlyMap<string, Uses>): string =>
  byCount(uses)
    .slice(0, 3)
    .map(([word]) => `“${word}”`)
    .join(", ");

function finding(
  prose: Prose,
  rule: string,
  message: string,
  main: Map<string, Uses>,
  other: Map<string, Uses>,
): Found {
  const [mains, others] = [stylesOf(prose, main), stylesOf(prose, other)];
  return {
    group: "Spelling",
    rule,
    message,
    forms: formsOf([...mains.slice(0, 5), ...others.slice(0, 10)]),
    styles: [...mains, ...others],
    spots: spotsOf(
      prose,
      [...other.values()].flatMap(({ words }) => words),
    ),
    folded: false,
  };
}

const stylesOf = (prose: Prose, uses: Map<string, Uses>): Style[] =>
  byCount(uses).map(([form, { words }]) => ({ form, spots: spotsOf(prose, words) }));

/** All words of a kind are spelled as one variant has them. */
function uniform(prose: Prose, rule: string, uses: Map<string, Uses>): Found {
  const styles = stylesOf(prose, uses);
  const spots = styles.flatMap((one) => one.spots).sort(inOrder);
  return { group: "Spelling", rule, ...UNIFORM, forms: formsOf(styles.slice(0, 5)), styles, spots };
}

const spotsOf = ({ parts }: Prose, words: readonly Word[]): Spot[] =>
  [...words]
    .sort((a, b) => a.part - b.part || a.from - b.from)
    .map(({ part, from, to }) => spotOf(parts[part] as Part, from, to));

/** Letters that are no letter with an accent to Unicode. */
const LETTERS: Record<string, string> = {
  ł: "l",
  Ł: "L",
  ø: "o",
  Ø: "O",
  đ: "d",
  Đ: "D",
  ð: "d",
  ß: "ss",
  æ: "ae",
  Æ: "Ae",
  œ: "oe",
  ı: "i",
  þ: "th",
};
/** How names lose their accents in German and in the north. */
const SPELLED_OUT: Record<string, string> = {
  ä: "ae",
  ö: "oe",
  ü: "ue",
  ø: "oe",
  å: "aa",
  Ä: "Ae",
  Ö: "Oe",
  Ü: "Ue",
  Ø: "Oe",
  Å: "Aa",
};

const bare = (word: string): string =>
  word
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[łŁøØđĐðßæÆœıþ]/g, (letter) => LETTERS[letter] ?? letter);
const spelledOut = (word: string): string =>
  word.normalize("NFC").replace(/[äöüøåÄÖÜØÅ]/g, (letter) => SPELLED_OUT[letter] ?? letter);

/** English words of their own without their accents. */
const OTHER_WORDS = new Set(
  "resume expose rose pate lame sake saute mare peche forte ole public resumes exposes".split(" "),
);

/** Words with accents that also occur without them. */
function lostAccents(prose: Prose, manuscript: CheckText): Found[] {
  const accented = new Map<string, string>();
  for (const { form } of prose.lexemes) {
    if (!/[^\p{ASCII}’]/u.test(form)) continue;
    const isName = /^\p{Lu}/u.test(form);
    for (const without of [bare(form), isName ? spelledOut(form) : ""])
      if (without !== form && /^[\p{ASCII}’]+$/u.test(without) && without.length >= (isName ? 3 : 4))
        accented.set(without, form.normalize("NFC"));
  }
  if (accented.size === 0) return [];
  const listed = lazily(() => inReferences(manuscript));
  const found: Found[] = [];
  const uses = usesOf(prose, (form) => accented.has(form) || accented.has(bare(form)));
  for (const [without, form] of accented) {
    const plain = uses.get(without) ?? [];
    const right = uses.get(form) ?? [];
    if (
      plain.length === 0 ||
      plain.length > right.length ||
      OTHER_WORDS.has(without.toLowerCase()) ||
      listed().has(without)
    )
      continue;
    // A capital tells a name from a word: "Sao" but "sao".
    const finding = twoForms(prose, "Spelling", "accent-lost", form, right.length, without, plain);
    // Once each, they may be two people.
    found.push(right.length < 2 && /^\p{Lu}/u.test(form) ? { ...finding, folded: true } : finding);
  }
  return found;
}

/** Every use of some words, by their form. */
function usesOf({ words, lexemes }: Prose, wanted: (form: string) => boolean): Map<string, Word[]> {
  const found = new Map<string, Word[]>();
  for (const { form, uses } of lexemes) {
    if (!wanted(form)) continue;
    const key = form.normalize("NFC");
    found.set(key, [...(found.get(key) ?? []), ...uses.map((at) => words[at] as Word)]);
  }
  return found;
}

const lazily = <T>(make: () => T): (() => T) => {
  let made: T | undefined;
  return () => (made ??= make());
};

/** Words of the reference list: names there may be of other people. */
function inReferences({ blocks }: CheckText): Set<string> {
  const listed = new Set<string>();
  for (const { kind, text } of blocks)
    if (kind === "reference") for (const [word] of text.matchAll(/[\p{L}\p{M}]{3,40}/gu)) listed.add(word);
  return listed;
}

export function twoForms(
  prose: Prose,
  group: Found["group"],
  rule: string,
  form: string,
  count: number,
  other: string,
  words: readonly Word[],
): Found {
  return {
    group,
    rule,
    message: `“${form}” ${times(count)}, “${other}” ${times(words.length)}.`,
    forms: [
      { form, count },
      { form: other, count: words.length },
    ],
    spots: spotsOf(prose, words),
    folded: false,
  };
}

/** Names shorter than this differ by a letter too often. */
const LEAST_NAME = 5;
const LONGEST_NAME = 40;
/** A name's spelling counts as settled from so many uses; a short one's from more. */
const settledAt = (name: string): number => (name.length < 7 ? 3 : 2);

/** Names that differ by one letter from a commoner one. */
function namesInTwoSpellings(prose: Prose, manuscript: CheckText): Found[] {
  const names = new Map<string, Word[]>();
  const lower = new Set(prose.lexemes.flatMap(({ form, lower: small }) => (form === small ? [small] : [])));
  for (const { form, lower: small, uses } of prose.lexemes) {
    if (form.length < LEAST_NAME || form.length > LONGEST_NAME || lower.has(small)) continue;
    if (!/^\p{Lu}\p{Ll}+$/u.test(form)) continue;
    // A title's capitals aren't names', and a sentence's aren't.
    const inText = uses
      .map((at) => prose.words[at] as Word)
      // Half of a compound has a form of its own: "Inter-University".
      .filter(({ part, next }) => next !== "-" && (prose.parts[part] as Part).block.kind !== "heading");
    if (inText.some(({ capital }) => capital)) names.set(form, inText);
  }
  const listed = lazily(() => inReferences(manuscript));
  const found: Found[] = [];
  const done = new Set<string>();
  for (const [a, b] of likeNames([...names.keys()])) {
    const [many, few] = (names.get(a)?.length ?? 0) >= (names.get(b)?.length ?? 0) ? [a, b] : [b, a];
    const main = names.get(many) ?? [];
    const other = names.get(few) ?? [];
    if (done.has(few) || main.length < settledAt(many) || other.length * 2 > main.length) continue;
    if (listed().has(few) || sideOf(few.toLowerCase()) || areTold(main, other)) continue;
    done.add(few);
    found.push(twoForms(prose, "Spelling", "name-two-spellings", many, main.length, few, other));
  }
  return found;
}

/** So many uses tell. */
const ENOUGH = 50;
/** Whether both occur close to each other: then the author tells them apart. */
const areTold = (some: readonly Word[], others: readonly Word[]): boolean =>
  some
    .slice(0, ENOUGH)
    .some((one) =>
      others.slice(0, ENOUGH).some((other) => one.part === other.part && Math.abs(one.from - other.from) < 120),
    );

/** Pairs of names that differ by one letter: found by their forms with one letter left out, which is linear. */
function* likeNames(names: readonly string[]): Generator<[string, string]> {
  const byKey = new Map<string, string[]>();
  for (const name of names) {
    const keys = new Set([name]);
    for (let i = 1; i < name.length; i++) keys.add(name.slice(0, i) + name.slice(i + 1));
    keys.add(soundOf(name));
    for (const key of keys) {
      const list = byKey.get(key);
      if (!list) byKey.set(key, [name]);
      else if (list.length < MOST_ALIKE) {
        for (const other of list) if (differsAsNamesDo(other, name) || isSameSound(other, name)) yield [other, name];
        list.push(name);
      }
    }
  }
}
/** More names than this don't differ by one and the same letter. */
const MOST_ALIKE = 8;

/** A name without what only its transliteration decides: "Cracow" and "Krakow", "Phillip" and "Filip". */
const soundOf = (name: string): string =>
  `=${name
    .toLowerCase()
    .replace(/ph/g, "f")
    .replace(/sch|sh|ch/g, "s")
    .replace(/ck|qu|[cq]/g, "k")
    .replace(/t[sz]/g, "z")
    .replace(/th/g, "t")
    .replace(/y/g, "i")
    .replace(/w/g, "v")
    .replace(/(.)\1+/g, "$1")}`;
const isSameSound = (a: string, b: string): boolean => a !== b && bare(a) !== bare(b) && soundOf(a) === soundOf(b);

/** One letter replaced, left out, or doubled, but not an ending: "Austrian" and "Austria" are two words. */
export function differsAsNamesDo(a: string, b: string): boolean {
  if (a === b) return false;
  // An ending makes another word: "Austria" and "Austrian". "Hoffman" and "Hoffmann", "Brand" and "Brandt" are names.
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  if (long.startsWith(short)) {
    const added = long.slice(short.length);
    return added === "t" || added === "h" || (added === short.at(-1) && added !== "e");
  }
  // Lost accents are a finding of their own.
  if (Math.abs(a.length - b.length) > 1 || bare(a) === bare(b)) return false;
  let from = 0;
  while (a[from] === b[from]) from++;
  let back = 0;
  while (back < Math.min(a.length, b.length) - from && a[a.length - 1 - back] === b[b.length - 1 - back]) back++;
  const inA = a.slice(from, a.length - back);
  const inB = b.slice(from, b.length - back);
  if (inA.length > 1 || inB.length > 1 || from === 0) return false;
  // "Analysis" and "Analyses", "Woman" and "Women", "Swedish" and "Swedes": forms of one word.
  return !/^(?:[aeiou]s|[ae]n)$/.test(a.slice(from, from + 2)) || back > 1;
}
