import type { IsWord } from "./dictionary.ts";
import { type EditKind, strictest } from "./edit-kind.ts";
import { commonStart, isRespelled, variantKey } from "./spelling.ts";
import { inflectionless, isContentWord, stemOf } from "./stem.ts";
import type { Hunk, Token } from "./tokens.ts";
import {
  ARTICLES,
  BASES,
  CONNECTIVES,
  EMPTY_PHRASES,
  FALSE_COMPOUNDS,
  FUNCTION_WORDS,
  JOINTS,
  LIGHT_VERBS,
  MODALS,
  NEGATIONS,
  QUANTIFIERS,
  QUANTIFIER_PAIRS,
  SHARED_STEMS,
  USAGE_VERBS,
} from "./word-lists.ts";

/** What a change does to words. */
export type HunkWords = {
  kind: EditKind | null;
  /** Stems of content words that went and came. */
  gone: string[];
  came: string[];
  /** One wording stands for another. */
  replaced: boolean;
};

const ABBREVIATION = /^[\p{Lu}]{2,6}s?$/u;
const NUMBER_WORDS = new Set(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion".split(
    " ",
  ),
);
export const isNumberWord = (key: string): boolean => NUMBER_WORDS.has(key);
const CONTRACTION = /n't$|'(?:re|ve|ll|d|m)$|^(?:it|he|she|that|there|what|who|let)'s$/;

/** Content words as the share of a sentence counts them. */
export const isCounted = (one: Token): boolean =>
  one.kind === "word" &&
  one.role === null &&
  isContentWord(one.key) &&
  !isNumberWord(one.key) &&
  !ABBREVIATION.test(one.text);

/** Longer chains of letters aren't words. */
const LONGEST = 40;

/** Words of the same sound and another role in the sentence. */
const HOMOPHONES = ["who's whose", "they're their there", "you're your", "to too", "then than"].map(
  (one) => new Set(one.split(" ")),
);

type Relation = "same" | "punctuation" | "spelling" | "grammar" | "derived";

/** How one word is another form of the other; null if it's another word. */
function relationOf(before: Token, after: Token, isWord: IsWord): Relation | null {
  const [b, a] = [before.key, after.key];
  if (b === a) return "same";
  if (HOMOPHONES.some((set) => set.has(b) && set.has(a))) return "grammar";
  if (b.replaceAll("'", "") === a.replaceAll("'", "")) return "punctuation";
  const roles = [b, a].filter((key) => FUNCTION_WORDS.has(key)).length;
  if (roles === 2 || Math.min(b.length, a.length) < 2 || Math.max(b.length, a.length) > LONGEST) return null;
  if (variantKey(b) === variantKey(a)) return "spelling";
  if (isWord(b) && isWord(a) && (isOtherPlural(b, a) || isOtherPlural(a, b))) return "spelling";
  const sameForm = roles === 0 && inflectionless(b) === inflectionless(a);
  // "Occured" has the ending of "occurred" and lacks a letter; "childs" has another ending than "children".
  if (sameForm && (b.slice(-2) !== a.slice(-2) || isWord(b))) return "grammar";
  if (isRespelled(b, a, isWord)) return "spelling";
  if (sameForm) return "grammar";
  return roles === 0 && isDerived(b, a) ? "derived" : null;
}

/** Whether two words have one stem, and are of different classes as far as their endings tell. */
function isDerived(b: string, a: string): boolean {
  // "Careful" and "carefully", whatever else has this stem.
  if (b === `${a}ly` || a === `${b}ly`) return true;
  const stem = stemOf(b);
  if (stem !== stemOf(a) || SHARED_STEMS.has(stem) || commonStart(b, a) < 3) return false;
  // "Compliment" and "complement"; "economic" and "economical".
  if (b.length === a.length && b.slice(-3) === a.slice(-3)) return false;
  return b !== `${a}al` && a !== `${b}al`;
}

/** Two plurals of one noun: appendixes, appendices. */
const isOtherPlural = (regular: string, foreign: string): boolean =>
  /(?:es|ums|as)$/.test(regular) &&
  /(?:ices|ae|a|i)$/.test(foreign) &&
  BASES.get(foreign) !== undefined &&
  inflectionless(regular) === inflectionless(foreign);

const WORTH: Record<Relation, number> = { same: 8, punctuation: 6, spelling: 5, grammar: 4, derived: 3 };
/** Pairs of words that are compared one by one. Longer changes are compared by their stems. */
const MOST_PAIRS = 900;

type Pairs = {
  relations: Relation[];
  gone: Token[];
  came: Token[];
  related: Token[];
  /** Words of one family and another class, such as "evaluate" and "evaluation". */
  derived: [Token, Token][];
};

/** Pairs words with their other forms, in order. What's left has no partner. */
function pairUp(gone: readonly Token[], came: readonly Token[], isWord: IsWord): Pairs {
  if (gone.length === 0 || came.length === 0)
    return { relations: [], gone: [...gone], came: [...came], related: [], derived: [] };
  if (gone.length * came.length > MOST_PAIRS) return pairByStem(gone, came);
  const width = came.length + 1;
  const best = new Float64Array((gone.length + 1) * width);
  const relations: (Relation | null)[] = [];
  for (let i = gone.length - 1; i >= 0; i--)
    for (let j = came.length - 1; j >= 0; j--) {
      const relation = relationOf(gone[i] as Token, came[j] as Token, isWord);
      relations[i * width + j] = relation;
      best[i * width + j] = Math.max(
        best[(i + 1) * width + j] ?? 0,
        best[i * width + j + 1] ?? 0,
        relation ? (best[(i + 1) * width + j + 1] ?? 0) + WORTH[relation] : 0,
      );
    }
  const out: Pairs = { relations: [], gone: [], came: [], related: [], derived: [] };
  let i = 0;
  let j = 0;
  while (i < gone.length || j < came.length) {
    const relation = i < gone.length && j < came.length ? relations[i * width + j] : null;
    if (relation && best[i * width + j] === (best[(i + 1) * width + j + 1] ?? 0) + WORTH[relation]) {
      out.relations.push(relation);
      if (relation !== "same") out.related.push(gone[i] as Token, came[j] as Token);
      if (relation === "derived") out.derived.push([gone[i] as Token, came[j] as Token]);
      i++;
      j++;
    } else if (j >= came.length || (i < gone.length && best[i * width + j] === best[(i + 1) * width + j]))
      out.gone.push(gone[i++] as Token);
    else out.came.push(came[j++] as Token);
  }
  return out;
}

function pairByStem(gone: readonly Token[], came: readonly Token[]): Pairs {
  const bag = new Map<string, number>();
  for (const one of came) bag.set(stemOf(one.key), (bag.get(stemOf(one.key)) ?? 0) + 1);
  const out: Pairs = { relations: [], gone: [], came: [], related: [], derived: [] };
  const used = new Map<string, number>();
  for (const one of gone) {
    const stem = stemOf(one.key);
    if ((bag.get(stem) ?? 0) > (used.get(stem) ?? 0)) used.set(stem, (used.get(stem) ?? 0) + 1);
    else out.gone.push(one);
  }
  for (const one of came) {
    const stem = stemOf(one.key);
    const left = used.get(stem) ?? 0;
    if (left > 0) used.set(stem, left - 1);
    else out.came.push(one);
  }
  return out;
}

const without = (text: string): string => text.replace(/[\p{P}\p{S}]/gu, "");
const joined = (side: readonly Token[]): string => side.map((one) => one.key).join("");

/** The kind of a change of words and marks at one place. */
export function wordsOfHunk(hunk: Hunk, before: readonly Token[], after: readonly Token[], isWord: IsWord): HunkWords {
  const { gone, came } = hunk;
  const plain = (kind: EditKind | null): HunkWords => ({ kind, gone: [], came: [], replaced: false });
  if (joined(gone) === joined(came)) return plain(compound(gone, came, isWord));
  if (without(joined(gone)) === without(joined(came))) return plain("punctuation");
  if (isDoubled(hunk, before, after)) return plain("spelling");
  const words = (side: readonly Token[]): Token[] => side.filter((one) => one.kind === "word");
  const pairs = pairUp(words(gone), words(came), isWord);
  const marks = (side: readonly Token[]): string =>
    side
      .filter((one) => one.kind === "mark")
      .map((one) => one.text)
      .join("");
  const kinds: EditKind[] = pairs.relations.flatMap((one) =>
    one === "same" ? [] : [one === "derived" ? "grammar" : one],
  );
  if (marks(gone) !== marks(came)) kinds.push("punctuation");
  const { kind, ...content } = leftOver(pairs, hunk, before, after);
  if (kind) kinds.push(kind);
  return { kind: strictest(kinds), ...content };
}

/** Words written together or apart. Next to a word of grammar, a space is missing. */
function compound(gone: readonly Token[], came: readonly Token[], isWord: IsWord): EditKind | null {
  if (gone.length === came.length) return null;
  const parts = gone.length > came.length ? gone : came;
  if (!parts.every((one) => one.kind === "word")) return "capitals-spacing";
  const whole =
    (gone.length > came.length ? came : gone)
      .map((one) => one.key)
      .find((key) => parts.some((part) => part.key !== key && key.startsWith(part.key))) ?? "";
  const grammar = parts.some((one) => FUNCTION_WORDS.has(one.key) && one.key !== "no");
  return grammar && !isWord(whole) && !FALSE_COMPOUNDS.has(whole) ? "capitals-spacing" : "spelling";
}

/** A word or a few that stood there twice. */
function isDoubled({ gone, came, at }: Hunk, before: readonly Token[], _after: readonly Token[]): boolean {
  if (came.length > 0 || gone.length === 0 || gone.length > 4 || gone.some((one) => one.kind !== "word")) return false;
  const same = (from: number): boolean => gone.every((one, i) => before[from + i]?.key === one.key);
  return same(at - gone.length) || same(at + gone.length);
}

type Left = Omit<HunkWords, "kind"> & { kind: EditKind | null };

/** What words without a partner mean. */
function leftOver(
  { gone, came, related, derived }: Pairs,
  hunk: Hunk,
  before: readonly Token[],
  after: readonly Token[],
): Left {
  const content = (side: readonly Token[]): Token[] => side.filter(isCounted);
  const other = (side: readonly Token[]): Token[] =>
    side.filter((one) => !isCounted(one) && !FUNCTION_WORDS.has(one.key) && !isNumberWord(one.key));
  const [goneContent, cameContent] = [content(gone), content(came)];
  // Beside words that were replaced, another class is another word: "conducted an evaluation", "evaluated".
  const family = goneContent.length + cameContent.length > 0 ? derived : [];
  const stems = {
    gone: [...goneContent, ...family.map(([one]) => one)].map((one) => stemOf(one.key)),
    came: [...cameContent, ...family.map(([, one]) => one)].map((one) => stemOf(one.key)),
  };
  const made = (kind: EditKind | null, replaced = false): Left => ({ kind, ...stems, replaced });
  if (goneContent.length > 0 && cameContent.length > 0) return made("word-choice", true);
  const [goneOther, cameOther] = [other(gone), other(came)];
  if (goneContent.length + cameContent.length > 0) {
    const [full, bare] = goneContent.length > 0 ? [gone, came] : [came, gone];
    const kind = goneContent.length > 0 ? "deleted-content" : "added-content";
    if (bare.some((one) => !ARTICLES.has(one.key))) return made("word-choice", true);
    const text = full.map((one) => one.key).join(" ");
    if (EMPTY_PHRASES.includes(text)) return made("word-choice", true);
    if (related.some(isCounted) && full.every((one) => !isCounted(one) || isLight(one)))
      return made("word-choice", true);
    return made(kind);
  }
  if (goneOther.length > 0 && cameOther.length > 0) return made("word-choice", true);
  if (goneOther.length > 0) return made(came.length > 0 ? "word-choice" : "deleted-content");
  if (cameOther.length > 0) return made(gone.length > 0 ? "word-choice" : "added-content");
  if (gone.length + came.length === 0) return made(related.some(isUsage) ? "grammar" : null);
  return made(functionKind(gone, came, hunk, before, after, related));
}

const formsOf = (words: ReadonlySet<string>): ReadonlySet<string> => new Set([...words].map(inflectionless));
const [LIGHT_FORMS, USAGE_FORMS] = [formsOf(LIGHT_VERBS), formsOf(USAGE_VERBS)];
const isLight = (one: Token): boolean => LIGHT_FORMS.has(inflectionless(one.key));
const isUsage = (one: Token): boolean => USAGE_FORMS.has(inflectionless(one.key));

const HEDGES = ["may", "might"];
const HAVING = new Set("have has had having do does did doing done".split(" "));

const keysOf = (side: readonly Token[]): string[] => side.map((one) => one.key);
const isNegation = (key: string): boolean => NEGATIONS.has(key) || key.endsWith("n't");

/** Words of grammar that went or came. */
function functionKind(
  gone: readonly Token[],
  came: readonly Token[],
  hunk: Hunk,
  before: readonly Token[],
  after: readonly Token[],
  related: readonly Token[],
): EditKind {
  const [was, is] = [keysOf(gone), keysOf(came)];
  const both = was.length > 0 && is.length > 0;
  if (both && [...was, ...is].some((key) => CONTRACTION.test(key))) return "word-choice";
  if (related.some(isUsage) || (related.length > 0 && !both && isNounPhrase([...was, ...is]))) return "word-choice";
  return (
    hedgeKind(was, is) ??
    joinedKind(was, is, hunk, before) ??
    negationKind(was, is, hunk, before, after) ??
    otherRole(was, is)
  );
}

/** A hedge: "caused", "may have caused". */
function hedgeKind(was: readonly string[], is: readonly string[]): EditKind | null {
  const [hedgedBefore, hedgedAfter] = [was, is].map((side) => HEDGES.some((word) => side.includes(word)));
  const modal = (side: readonly string[]): boolean => side.some((word) => MODALS.has(word));
  if (hedgedAfter && !modal(was)) return "added-content";
  return hedgedBefore && !modal(is) ? "deleted-content" : null;
}

/** "Has an influence on" for "influences". */
const isNounPhrase = (side: readonly string[]): boolean =>
  side.some((word) => ARTICLES.has(word)) && side.some((word) => HAVING.has(word));

/** Words that join clauses or words. */
function joinedKind(
  was: readonly string[],
  is: readonly string[],
  hunk: Hunk,
  before: readonly Token[],
): EditKind | null {
  const all = [...was, ...is];
  // Neither, nor; either, or.
  const near = keysOf(before.slice(Math.max(0, hunk.at - 30), hunk.at));
  if ((near.includes("neither") || near.includes("either")) && all.every((key) => key === "or" || key === "nor"))
    return "grammar";
  if (!all.every((key) => JOINTS.has(key))) return null;
  if (was.length > 0 && is.length > 0) return "word-choice";
  // A full stop or a semicolon for it.
  return (was.length === 0 ? hunk.gone : hunk.came).some((one) => one.kind === "mark") ? "punctuation" : "grammar";
}

/** A "not" more or less changes what's said, unless there's another one. */
function negationKind(
  was: readonly string[],
  is: readonly string[],
  { at, gone, came }: Hunk,
  before: readonly Token[],
  after: readonly Token[],
): EditKind | null {
  if (was.some(isNegation) === is.some(isNegation)) return null;
  const elsewhere = (tokens: readonly Token[], own: readonly Token[]): boolean =>
    tokens.slice(Math.max(0, at - 30), at + 30).some((one) => isNegation(one.key) && !own.includes(one));
  if (elsewhere(before, gone) || elsewhere(after, came)) return null;
  return was.some(isNegation) ? "deleted-content" : "added-content";
}

/** Another connective or quantity is another choice. The rest is grammar. */
function otherRole(was: readonly string[], is: readonly string[]): EditKind {
  const all = [...was, ...is];
  if (was.length > 0 && is.length > 0 && all.every((key) => CONNECTIVES.has(key))) return "word-choice";
  const [one = "", other = ""] = all;
  const quantities = was.length === 1 && is.length === 1 && QUANTIFIERS.has(one) && QUANTIFIERS.has(other);
  const paired = QUANTIFIER_PAIRS.has(`${one}/${other}`) || QUANTIFIER_PAIRS.has(`${other}/${one}`);
  return quantities && !paired ? "word-choice" : "grammar";
}
