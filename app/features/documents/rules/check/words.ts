import { proseOf, spotOf, times, type Lexeme, type Part, type Prose, type Word } from "./prose.ts";
import type { Found, Rule, Spot } from "./finding.ts";

/** Words and hyphens: compounds and prefixes in several forms, doubled words, terms with and without a capital. */
export const words: Rule = (manuscript) => {
  const prose = proseOf(manuscript);
  return [
    ...compounds(prose).map((found) => (manuscript.exact || !isOnceClosed(found) ? found : { ...found, folded: true })),
    ...doubledWords(prose),
    ...capitals(prose),
  ];
};

/** Where spaces are guessed, a single word without one may have lost it, or name a command: "theoremstyle". */
const isOnceClosed = ({ forms }: Found): boolean =>
  forms.slice(1).every(({ form, count }) => count === 1 && !/[\s-]/.test(form));

/** Words that join no compound with an open form: "may be" isn't "maybe", "set up" isn't "setup". */
const LOOSE = new Set(
  (
    "a an the this that these those it its he she we they you i me us them him his her our your their my who whom whose which what one ones " +
    "in on at by for from of off out over under up down to into onto with within without through about above across after before behind below beneath beside between beyond during near past per since than till toward towards upon via along around round back away forth aside together apart ahead " +
    "and or but nor so yet if as because although though while whereas when where why how whether either neither both " +
    "be is are was were been being am have has had do does did done can could may might must shall should will would not no " +
    "all any some every each few many more most much less least other another such same own very too also only just even still ever never always often sometimes here there then now again once twice else however " +
    "first second third two three four five six seven eight nine ten new old good well better best high low long short near far full half early late"
  ).split(" "),
);

const PREFIXES = new Set(
  "non pre post co re anti multi sub semi micro macro inter intra over under mis un bi tri cyber bio geo neo pseudo quasi socio psycho meta mega ultra super trans extra counter eco auto hyper hypo mono poly electro hydro thermo photo neuro cardio para peri proto retro tele uni infra".split(
    " ",
  ),
);
/** Prefixes that some write as a word of their own. */
const OPEN_PREFIXES = new Set("non pre co multi semi anti inter".split(" "));

/** Pairs of words that differ by their hyphen: "re-cover" and "recover". */
const TWO_WORDS = new Set(
  "recover reform resign resort recreate recreation release remark represent representation reserve repress retreat react redress recollect relay resent restore research report reply repair reproof repeal retire reveal return resound recoil rebound rejoin remove resolve coop unionized unionised preposition proverb predate predates postpone".split(
    " ",
  ),
);

type Shape = "closed" | "hyphen" | "open";
/** `uses`: indexes of the first word. `halves`: whether it has two. */
type Form = { uses: number[]; halves: boolean; as: Map<string, number> };

/** The plural's s doesn't make another compound. */
const singular = (word: string): string => (/[^s]s$/.test(word) && word.length > 4 ? word.slice(0, -1) : word);

type Forms = Map<string, Partial<Record<Shape, Form>>>;

function compounds(prose: Prose): Found[] {
  const { parts, words: all } = prose;
  const forms = formsOf(prose);
  const found: Found[] = [];
  for (const { closed, hyphen, open } of forms.values()) {
    const shapes = contradicting(all, closed, hyphen, open).sort(
      (a, b) => b.uses.length - a.uses.length || (a.uses[0] ?? 0) - (b.uses[0] ?? 0),
    );
    if (shapes.length < 2) continue;
    const [first = ""] = [...((hyphen ?? open)?.as.keys() ?? [])][0]?.split(/[- ]/) ?? [];
    found.push(severalForms(parts, all, shapes, PREFIXES.has(first) ? "prefix-forms" : "compound-forms"));
  }
  return found;
}

/** Which forms of a compound contradict each other. */
function contradicting(all: readonly Word[], closed?: Form, hyphen?: Form, apart?: Form): Form[] {
  // "Rain falls" is a sentence, unless somebody writes of rainfalls.
  const open =
    apart && endsInS(apart, "every") && ![closed, hyphen].some((one) => one && endsInS(one, "some"))
      ? undefined
      : apart;
  if (!hyphen || !open) return [closed, hyphen, open].filter((one) => one !== undefined);
  // "A well-known result" is "well known": only nouns with a hyphen contradict the same noun in two words.
  const nounsApart = nouns(open, all);
  const joined = closed ? hyphen : nouns(hyphen, all);
  return [closed, joined, closed || joined ? nounsApart : undefined].filter((one) => one !== undefined && one !== null);
}

const endsInS = ({ as }: Form, how: "every" | "some"): boolean =>
  [...as.keys()][how]((written) => written.endsWith("s"));

/** All that's written in more than one way, by its letters. */
function formsOf({ words: all, lexemes }: Prose): Forms {
  const forms: Forms = new Map();
  const count = (key: string, shape: Shape, i: number): void => {
    const entry = forms.get(key) ?? {};
    forms.set(key, entry);
    const form: Form = (entry[shape] ??= { uses: [], halves: shape !== "closed", as: new Map() });
    form.uses.push(i);
    const { lower } = all[i] as Word;
    const as = form.halves ? `${lower}${shape === "hyphen" ? "-" : " "}${(all[i + 1] as Word).lower}` : lower;
    form.as.set(as, (form.as.get(as) ?? 0) + 1);
  };
  for (let i = 0; i + 1 < all.length; i++) {
    if ((all[i] as Word).next !== "-") continue;
    const key = hyphenated(all, i);
    if (key !== null && !TWO_WORDS.has(key)) count(key, "hyphen", i);
  }
  // Two words are only looked at if the text has them as one, or with a hyphen.
  const joined = new Set(forms.keys());
  for (const { lower } of lexemes) joined.add(singular(lower));
  const halves = halvesOf(lexemes, [...joined].sort());
  const isHalf = ({ id }: Word, half: number): boolean => ((halves[id] ?? 0) & half) !== 0;
  const open: [string, number][] = [];
  for (let i = 0; i + 1 < all.length; i++) {
    const a = all[i] as Word;
    const b = all[i + 1] as Word;
    if (a.next !== " " || !isHalf(a, FIRST) || !isHalf(b, SECOND)) continue;
    if (!isOpenCompound(all, i)) continue;
    const key = singular(a.lower + b.lower);
    if (joined.has(key) && !TWO_WORDS.has(key)) open.push([key, i]);
  }
  const pairs = new Set([...forms.keys(), ...open.map(([key]) => key)]);
  for (const { form, lower, uses } of lexemes) {
    const key = singular(lower);
    if (!pairs.has(key) || form.slice(1) !== lower.slice(1)) continue;
    for (const i of uses) {
      const { capital, next } = all[i] as Word;
      if (!capital && next !== "-") count(key, "closed", i);
    }
  }
  for (const [key, i] of open) if (forms.has(key)) count(key, "open", i);
  return forms;
}

const FIRST = 1;
const SECOND = 2;

/** Which lexemes may be the first and the second half of a compound. `joined`: sorted, what's written as one. */
function halvesOf(lexemes: readonly Lexeme[], joined: readonly string[]): Uint8Array {
  const halves = new Uint8Array(lexemes.length);
  for (const [id, { form, lower }] of lexemes.entries()) {
    if (lower.length < 2 || (LOOSE.has(lower) && !HALVES.has(lower)) || !isLetters.test(lower)) continue;
    if (lower === form && lower.length >= 3) halves[id] = SECOND;
    const after = joined[firstAfter(joined, lower)];
    if (after?.startsWith(lower)) halves[id] = (halves[id] as number) | FIRST;
  }
  return halves;
}

/** The index of the first that's greater than a word. */
function firstAfter(sorted: readonly string[], word: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as string) <= word) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The compound of two words with a hyphen; null if it isn't one. */
function hyphenated(all: readonly Word[], i: number): string | null {
  const a = all[i] as Word;
  const b = all[i + 1] as Word;
  if (a.part !== b.part) return null;
  // Of three words with hyphens, no two are the compound.
  const more = b.next === "-" || (i > 0 && all[i - 1]?.next === "-" && all[i - 1]?.part === a.part);
  return !more && isCompoundable(a, b) ? singular(a.lower + b.lower) : null;
}

const isLetters = /^[a-z\u00df-\u024f]+$/;

/** Compounds whose halves often meet by chance, but not in this order. */
const STILL_OPEN = new Set(["wellbeing", "ongoing", "upcoming"]);
const HALVES = new Set(["well", "being", "on", "going", "up", "coming"]);

/** Whether two words with a hyphen may also be written without it. */
const isCompoundable = (a: Word, b: Word): boolean =>
  a.lower.length >= 2 &&
  b.lower.length >= 2 &&
  isLetters.test(b.form) &&
  isLetters.test(a.capital ? a.form : a.lower) &&
  a.form.slice(1) === a.lower.slice(1);

/** Whether two words in a row may be a compound: two nouns, as far as that can be told. */
function isOpenCompound(all: readonly Word[], i: number): boolean {
  const a = all[i] as Word;
  const b = all[i + 1] as Word;
  if (
    a.part !== b.part ||
    a.next !== " " ||
    b.next === "-" ||
    (i > 0 && all[i - 1]?.next === "-" && all[i - 1]?.part === a.part)
  )
    return false;
  if (a.capital || !isLetters.test(b.form) || !isLetters.test(a.lower)) return false;
  if (STILL_OPEN.has(a.lower + b.lower)) return true;
  if (a.lower.length < 3 || b.lower.length < 3 || a.lower.length + b.lower.length < 7)
    return OPEN_PREFIXES.has(a.lower) && b.lower.length > 3;
  if (PREFIXES.has(a.lower)) return OPEN_PREFIXES.has(a.lower);
  return !LOOSE.has(a.lower) && !LOOSE.has(b.lower) && !a.lower.endsWith("ly");
}

const AFTER_NOUN = new Set(
  "of in on at by for from with within without through during between among to into and or but nor is are was were be been being has have had do does did can could may might must shall should will would that which who when where while than as if because although not also".split(
    " ",
  ),
);

/** The uses as a noun of its own: before a mark or a word that no noun is an attribute of. null if there are none. */
function nouns(form: Form, all: readonly Word[]): Form | null {
  const uses = form.uses.filter((i) => {
    const last = all[i + 1] as Word;
    return last.next === "" || AFTER_NOUN.has(all[i + 2]?.lower ?? "");
  });
  return uses.length === 0 ? null : { ...form, uses };
}

const MOST_FORMS = 4;

function severalForms(parts: readonly Part[], all: readonly Word[], shapes: readonly Form[], rule: string): Found {
  const named = shapes.map(({ uses, as }) => ({
    form: [...as].sort((a, b) => b[1] - a[1])[0]?.[0] ?? "",
    count: uses.length,
  }));
  return {
    group: "Words and hyphens",
    rule,
    message: `${named
      .slice(0, MOST_FORMS)
      .map(({ form, count }) => `“${form}” ${times(count)}`)
      .join(", ")}.`,
    forms: named,
    spots: shapes
      .slice(1)
      .flatMap(({ uses, halves }) => uses.map((i) => ({ i, to: (all[halves ? i + 1 : i] as Word).to })))
      .sort((a, b) => a.i - b.i)
      .map(({ i, to }) => {
        const { part, from } = all[i] as Word;
        return spotOf(parts[part] as Part, from, to);
      }),
    folded: false,
  };
}

/** Words that may stand twice in a row. */
const MAY_DOUBLE = new Set(
  "that had is do very so no who which many much more blah her it you one two bye quite really far long years now there up in on".split(
    " ",
  ),
);
/** Those that never may, whatever the case of the first. */
const NEVER_DOUBLE = new Set(
  "the a an of and or to for with by from at as be been was were are has have this these those their its his our we they he she but not than if then when can will may would should could into between about".split(
    " ",
  ),
);

function doubledWords({ parts, words: all }: Prose): Found[] {
  const found: Found[] = [];
  for (let i = 0; i + 1 < all.length; i++) {
    const a = all[i] as Word;
    const b = all[i + 1] as Word;
    if (a.lower !== b.lower || a.part !== b.part || a.next !== " " || b.form !== b.lower) continue;
    const part = parts[a.part] as Part;
    if (part.block.kind === "cell" || MAY_DOUBLE.has(a.lower)) continue;
    const sure = NEVER_DOUBLE.has(a.lower);
    // "Bison bison" and "log log" are names and terms, and so are foreign words.
    if (!sure && (a.form !== a.lower || a.lower.length < 4 || (b.next === " " && all[i + 2]?.lower === a.lower)))
      continue;
    if (part.block.marks.some(({ mark, from, to }) => mark === "italic" && from <= a.from && to >= b.to && !sure))
      continue;
    found.push({
      group: "Words and hyphens",
      rule: "doubled-word",
      message: `“${part.block.text.slice(a.from, b.to)}” has the same word twice.`,
      forms: [],
      spots: [spotOf(part, a.from, b.to)],
      folded: !sure && b.lower.length < 4,
    });
  }
  return found;
}

type Case = { upper: number[]; lower: number[] };

/** Words that are names or not by their sense, or that a number or a name follows: "Table 2", "the University". */
const MANY_SENSES = new Set(
  "state states government board council court university college school department ministry church party union table figure section chapter part appendix equation model group level phase stage study case act bill article north south east west northern southern eastern western central black white red green blue brown long may march will mark bank street road river lake sea bay park city county district province region island mount lord king queen prince president minister director professor doctor director general major".split(
    " ",
  ),
);

function capitals(prose: Prose): Found[] {
  const found: Found[] = [];
  for (const [word, one] of casesOf(prose)) {
    if (one.upper.length === 0 || one.lower.length === 0 || MANY_SENSES.has(word) || LOOSE.has(word)) continue;
    const finding = twoCases(prose, word, one);
    if (finding) found.push(finding);
  }
  return found;
}

/** The uses of each word with and without a capital, where a capital isn't for another reason. Indexes of words. */
function casesOf({ parts, words: all, lexemes }: Prose): Map<string, Case> {
  // Lines without a full stop may be titles.
  const isProse = parts.map(({ block }) => PROSE.has(block.kind) && /[.?!;]/.test(block.text));
  const small = new Map<string, Lexeme>();
  for (const one of lexemes) if (one.form === one.lower && one.lower.length >= 3) small.set(one.lower, one);
  const isPlain = (i: number): boolean => {
    const { first, next, part } = all[i] as Word;
    return !first && next !== "-" && all[i - 1]?.next !== "-" && isProse[part] === true;
  };
  const cases = new Map<string, Case>();
  for (const { form, lower, uses } of lexemes) {
    const other = form === lower ? undefined : small.get(lower);
    if (!other || form.slice(1) !== lower.slice(1)) continue;
    const upper = uses.filter((i) => isPlain(i) && !isPartOfName(parts, all, i));
    if (upper.length > 0) cases.set(lower, { upper, lower: other.uses.filter(isPlain) });
  }
  return cases;
}
const PROSE: ReadonlySet<string> = new Set(["text", "list", "note"]);

/** A capital among capitals belongs to a name. */
const isPartOfName = (parts: readonly Part[], all: readonly Word[], i: number): boolean => {
  const word = all[i] as Word;
  return isCapital(all[i - 1], word) || isCapital(all[i + 1], word) || beforeNumber(parts, word) || endsName(all, i);
};

function twoCases({ parts, words: all }: Prose, word: string, { upper, lower }: Case): Found | null {
  const [main, other] = upper.length >= lower.length ? [upper, lower] : [lower, upper];
  if (other.length * 2 > main.length) return null;
  const capital = (all[upper[0] as number] as Word).form;
  const spots = (uses: readonly number[]) =>
    uses.map((i) => {
      const { part, from, to } = all[i] as Word;
      return spotOf(parts[part] as Part, from, to);
    });
  // The same word follows: "Likert scale" and "likert scale".
  const term = inBoth(main, other, (i) => neighbor(all, i, 1));
  if (term !== null) {
    const having = (uses: readonly number[]) => uses.filter((i) => neighbor(all, i, 1) === term);
    const [own, others] = [having(main), having(other)];
    if (others.length * 2 > own.length) return null;
    const [form, otherForm] = main === upper ? [capital, word] : [word, capital];
    return capitalForms(`${form} ${term}`, own.length, `${otherForm} ${term}`, spots(others));
  }
  if (main !== lower || other.length * 3 > main.length) return null;
  // The same article or preposition comes before: "the internet" and "the Internet".
  const before = inBoth(main, other, (i) => {
    const one = neighbor(all, i, -1);
    return one !== null && BEFORE_NOUN.has(one) ? one : null;
  });
  if (before === null) return null;
  // "The Parts object" and "the Role of" are names; as the subject of a sentence, the word is what it's elsewhere.
  const bare = other.every((i) => standsAlone(all, i));
  return { ...capitalForms(word, main.length, capital, spots(other)), folded: !bare };
}

const BEFORE_NOUN = new Set(
  "the a an this that these those each every our their its on over via through by from with without using".split(" "),
);

/** The next word (1) or the one before (-1), if nothing but a space parts them. Function words don't make a term. */
function neighbor(all: readonly Word[], i: number, by: 1 | -1): string | null {
  const one = all[i] as Word;
  const other = all[i + by];
  if (!other || other.part !== one.part || (by === 1 ? one : other).next !== " ") return null;
  return by === 1 && (LOOSE.has(other.lower) || other.form !== other.lower) ? null : other.lower;
}

const standsAlone = (all: readonly Word[], i: number): boolean => {
  const { next, part } = all[i] as Word;
  const after = all[i + 1];
  if (next !== " " || after?.part !== part) return true;
  return after.lower.endsWith("ed") || (LOOSE.has(after.lower) && !/^(?:of|for|on|in|with)$/.test(after.lower));
};

/** What both uses have in common; null if nothing. */
function inBoth(some: readonly number[], others: readonly number[], of: (i: number) => string | null): string | null {
  const known = new Set(some.map(of));
  for (const one of others) {
    const what = of(one);
    if (what !== null && known.has(what)) return what;
  }
  return null;
}

const capitalForms = (form: string, count: number, other: string, spots: Spot[]): Found => ({
  group: "Words and hyphens",
  rule: "capital-forms",
  message: `“${form}” ${times(count)}, “${other}” ${times(spots.length)}.`,
  forms: [
    { form, count },
    { form: other, count: spots.length },
  ],
  spots,
  folded: false,
});

const isCapital = (neighbor: Word | undefined, word: Word): boolean =>
  neighbor !== undefined &&
  neighbor.part === word.part &&
  (neighbor.capital || (/^\p{Lu}/u.test(neighbor.form) && !LOOSE.has(neighbor.lower))) &&
  (neighbor.from > word.from ? word.next !== "" : neighbor.next !== "");

/** "Institute of Technology", "Summer of Code": a capital comes before small words. */
function endsName(all: readonly Word[], i: number): boolean {
  for (let at = i - 1; at >= Math.max(0, i - 4); at--) {
    const word = all[at] as Word;
    if (word.part !== (all[i] as Word).part || word.next === "") return false;
    if (word.capital || (word.first && word.form !== word.lower && !LOOSE.has(word.lower))) return true;
    if (!/^(?:of|and|for|the|on|in|at|to|de|&)$/.test(word.lower)) return false;
  }
  return false;
}

/** "Group 2", "Type A", "Model (1)", "Web of Science". */
const beforeNumber = (parts: readonly Part[], { part, to }: Word): boolean =>
  /^[\s\u00a0]*(?:[(\d]|[A-Z]\b|(?:of|for|on|and|in)(?: the)? \p{Lu})/u.test(
    (parts[part] as Part).plain.slice(to, to + 12),
  );
