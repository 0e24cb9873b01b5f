import type { IsWord } from "./dictionary.ts";
import { type EditKind, stricter, strictest } from "./edit-kind.ts";
import { type HunkWords, isCounted, wordsOfHunk } from "./hunk-words.ts";
import { numberKind } from "./number-kind.ts";
import { markSpans } from "./spans.ts";
import { type Hunk, type Token, differenceOf, tokensOf } from "./tokens.ts";
import { ARTICLES } from "./word-lists.ts";

/** What a paragraph is, as far as it decides about the kind. */
export type Where = "body" | "heading" | "caption" | "tableHead" | "reference" | "equation" | "code";

/** Where a change is in a sentence before and after it, in characters. It contains whole words. */
export type Region = {
  before: readonly [from: number, to: number];
  after: readonly [from: number, to: number];
  where: Where;
};

/** Places whose changes have one kind, whatever they are. */
const BY_PLACE: Partial<Record<Where, EditKind>> = {
  heading: "headings-structure",
  caption: "labels",
  tableHead: "labels",
  equation: "numbers-data",
  code: "numbers-data",
};
const YEAR = /^(?:1[4-9]|20)\d\d[a-z]?$/;
/** A sentence is rewritten when more than this share of its content words changes. */
const REWRITTEN = 1 / 3;
/** Up to this share it's close: somebody else might call it word choice. */
const CLOSE = 0.45;
/** An insertion of so many content words adds something, even in a sentence that's rewritten. */
const CLAUSE = 5;

type Sentence = {
  before: Token[];
  after: Token[];
  sameSources: boolean;
  isWord: IsWord;
};
/** A change at one place, and what it does to content words. */
type Judged = {
  region: number;
  /** With its citations and labels, and without. */ whole: Hunk;
  hunk: Hunk;
  words: HunkWords;
  kind: EditKind | null;
  moved: boolean;
};

/**
 * The kind of each change in a sentence. Together they are the difference between the two texts.
 * @param close filled with the places of the changes whose kind is the stricter of two that are close
 * @returns null for a change that makes no difference
 */
export function kindsInSentence(
  before: string,
  after: string,
  regions: readonly Region[],
  isWord: IsWord,
  close: Set<number> = new Set(),
): (EditKind | null)[] {
  if (regions.every((one) => BY_PLACE[one.where])) return regions.map((one) => BY_PLACE[one.where] ?? null);
  const tokens = { before: tokensOf(before), after: tokensOf(after) };
  const sources = [markSpans(tokens.before), markSpans(tokens.after)].map((cited) => cited.join("\n"));
  const sentence: Sentence = { ...tokens, sameSources: sources[0] === sources[1], isWord };
  const kinds: (EditKind | null)[] = [];
  const all: Judged[] = [];
  const [fromBefore, fromAfter] = [cursor(tokens.before), cursor(tokens.after)];
  for (const [i, region] of regions.entries()) {
    const placed =
      region.where === "reference"
        ? inReference(before.slice(...region.before), after.slice(...region.after))
        : BY_PLACE[region.where];
    if (placed) {
      kinds.push(placed);
      continue;
    }
    const [b, a] = [fromBefore(region.before), fromAfter(region.after)];
    const { hunks, kept } = differenceOf(b.tokens, a.tokens, b.at, a.at);
    let kind: EditKind | null = null;
    for (const [one, other] of kept) {
      if (one.text === other.text && (one.spaced === other.spaced || one === b.tokens[0])) continue;
      // The space before the first word belongs to what precedes it.
      const spaces = one.text === other.text && spacedByHunk(one, hunks, sentence);
      if (!spaces)
        kind = stricter<EditKind | null>(
          kind,
          one.role === "citation" ? "reference-format" : one.role === "label" ? "labels" : "capitals-spacing",
        );
    }
    if (hunks.length === 0 && kind === null && before.slice(...region.before) !== after.slice(...region.after))
      kind = "capitals-spacing";
    kinds.push(kind);
    for (const hunk of joinNear(hunks, tokens.before, Math.max(b.tokens.length, a.tokens.length)))
      all.push({ region: i, whole: hunk, ...judge(hunk, sentence) });
  }
  findMoves(all, sentence.sameSources);
  findNumbers(all, sentence);
  findRewriting(all, sentence, close);
  for (const { region, kind } of all) kinds[region] = stricter<EditKind | null>(kinds[region] ?? null, kind);
  return kinds;
}

/** A function for the tokens of stretches that come one after the other. */
function cursor(tokens: readonly Token[]) {
  let next = 0;
  return ([from, to]: readonly [number, number]): { tokens: Token[]; at: number } => {
    while (next < tokens.length && (tokens[next] as Token).to <= from) next++;
    const at = next;
    let end = at;
    while (end < tokens.length && (tokens[end] as Token).from < to) end++;
    return { tokens: tokens.slice(at, end), at };
  };
}

/** A space that only differs because of a word or mark in front of it that went or came. */
function spacedByHunk(one: Token, hunks: readonly Hunk[], sentence: Sentence): boolean {
  return hunks.some(({ gone, came, at }) => {
    const next = sentence.before[at + gone.length];
    return next === one && (gone.length > 0 || came.length > 0);
  });
}

/** Within a change of at most so many words, what went and what came belong together. */
const SHORT = 8;

/** Joins what's only parted by a word of grammar, or in a short change by one word: it's one change of wording. */
function joinNear(hunks: readonly Hunk[], before: readonly Token[], size: number): Hunk[] {
  const out: Hunk[] = [];
  const words = (one: Hunk): boolean => [...one.gone, ...one.came].some(isCounted);
  for (const hunk of hunks) {
    const last = out.at(-1);
    const between = last ? before.slice(last.at + last.gone.length, hunk.at) : [];
    const opposite =
      last !== undefined &&
      size <= SHORT &&
      ((last.gone.length === 0 && hunk.came.length === 0) || (last.came.length === 0 && hunk.gone.length === 0));
    const apart =
      last && keysOf([...last.gone, ...last.came]).some((key) => keysOf([...hunk.gone, ...hunk.came]).includes(key));
    const near =
      last &&
      !(opposite && apart) &&
      between.every((one) => one.kind === "word" && one.role === null) &&
      (opposite ? between.length === 1 : between.length <= 2 && !between.some(isCounted));
    if (
      last &&
      near &&
      words(last) &&
      words(hunk) &&
      keysOf(last.gone).join(" ") !== keysOf(hunk.came).join(" ") &&
      ![...last.gone, ...hunk.gone].some((one) => one.role)
    ) {
      last.gone.push(...between, ...hunk.gone);
      last.came.push(...between, ...hunk.came);
    } else out.push({ ...hunk, gone: [...hunk.gone], came: [...hunk.came] });
  }
  return out;
}

const NOTHING: HunkWords = { kind: null, gone: [], came: [], replaced: false };

/** The kind of one place, before the rest of the sentence is looked at. */
function judge(hunk: Hunk, sentence: Sentence): Pick<Judged, "words" | "kind" | "moved" | "hunk"> {
  const { rest, kind } = withoutRoles(hunk, sentence);
  if (rest.gone.length + rest.came.length === 0) return { hunk: rest, kind, words: NOTHING, moved: false };
  const words = wordsOfHunk(rest, sentence.before, sentence.after, sentence.isWord);
  return { hunk: rest, kind: stricter<EditKind | null>(kind, words.kind), words, moved: false };
}

/** Takes citations and labels out of what differs. A mention for a few plain words is a change of the mention. */
function withoutRoles(hunk: Hunk, { sameSources }: Sentence): { rest: Hunk; kind: EditKind | null } {
  let kind: EditKind | null = null;
  let { gone, came } = hunk;
  for (const role of ["citation", "label"] as const) {
    if (![...hunk.gone, ...hunk.came].some((one) => one.role === role)) continue;
    kind = stricter<EditKind | null>(
      kind,
      role === "label" ? "labels" : sameSources ? "reference-format" : "citations",
    );
    const [keptGone, keptCame] = [gone, came].map((side) => side.filter((one) => one.role !== role));
    const [g, c] = [keptGone as Token[], keptCame as Token[]];
    const few = (side: readonly Token[]): boolean => side.filter((one) => one.kind !== "mark").length <= 3;
    const whole =
      (g.length === 0 && came.length > c.length && gone.length > 0 && few(c)) ||
      (c.length === 0 && came.length > 0 && few(g));
    gone = whole ? [] : g;
    came = whole ? [] : c;
    // A name that gets its year stays in the sentence.
    if (role === "citation") {
      const names = new Set(hunk.came.filter((one) => one.role === role).map((one) => one.key));
      gone = gone.filter((one) => !names.has(one.key));
    }
  }
  if (kind !== null && ![...gone, ...came].some((one) => one.kind !== "mark"))
    return { rest: { ...hunk, gone: [], came: [] }, kind };
  return { rest: { ...hunk, gone, came }, kind };
}

/** In an entry, another year is another source. Everything else is its form. */
function inReference(before: string, after: string): EditKind {
  const years = (text: string): string =>
    tokensOf(text)
      .filter((one) => YEAR.test(one.key))
      .map((one) => one.key)
      .join(" ");
  const [was, is] = [years(before), years(after)];
  return was !== "" && is !== "" && was !== is && was.length === is.length ? "citations" : "reference-format";
}

const keysOf = (tokens: readonly Token[]): string[] =>
  tokens.filter((one) => one.kind !== "mark" && one.role !== "citation").map((one) => one.key);

/** The same words at another place, letter for letter apart from capitals and marks. */
function findMoves(all: Judged[], sameSources: boolean): void {
  if (sameSources) findMovedCitations(all);
  const words = all.map(({ hunk }) => ({ gone: keysOf(hunk.gone), came: keysOf(hunk.came) }));
  const bag = (side: "gone" | "came"): string =>
    words
      .flatMap((one) => one[side])
      .sort()
      .join(" ");
  const [gone, came] = [bag("gone"), bag("came")];
  if (gone !== "" && gone === came && /\p{L}/u.test(gone)) {
    for (const [i, one] of all.entries())
      if ((words[i]?.gone.length ?? 0) + (words[i]?.came.length ?? 0) > 0) setMoved(one);
    return;
  }
  const counted = all.map(({ hunk }) => ({
    gone: hunk.gone.filter(isCounted).map((one) => one.key),
    came: hunk.came.filter(isCounted).map((one) => one.key),
  }));
  pairMoves(all, words);
  // Then with another article. With another verb form, a clause was turned round, which is rewriting.
  const grammar = (side: readonly Token[]): boolean =>
    side.some((one) => one.kind !== "mark" && !isCounted(one) && !ARTICLES.has(one.key));
  if (!all.some(({ hunk, moved }) => !moved && (grammar(hunk.gone) !== grammar(hunk.came) || grammar(hunk.gone))))
    pairMoves(all, counted);
}

/** A citation that stands elsewhere in its sentence as it was. */
function findMovedCitations(all: readonly Judged[]): void {
  const cited = (side: readonly Token[]): string =>
    side.flatMap((one) => (one.kind !== "mark" && one.role === "citation" ? [one.key] : [])).join(" ");
  const gone = all.filter(({ whole }) => cited(whole.gone) !== "" && cited(whole.came) === "");
  const came = all.filter(({ whole }) => cited(whole.came) !== "" && cited(whole.gone) === "");
  const bag = (list: readonly Judged[], side: "gone" | "came"): string =>
    list
      .map(({ whole }) => cited(whole[side]))
      .sort()
      .join("\n");
  if (gone.length > 0 && bag(gone, "gone") === bag(came, "came"))
    for (const one of [...gone, ...came]) one.kind = stricter<EditKind | null>(one.kind, "moved");
}

type Sides = { gone: string[]; came: string[] };

function pairMoves(all: readonly Judged[], words: readonly Sides[]): void {
  const waiting = new Map<string, number[]>();
  for (const [i, one] of words.entries()) {
    const key = one.gone.join(" ");
    const known = waiting.get(key);
    if (all[i]?.moved) continue;
    if (known) known.push(i);
    else if (key !== "") waiting.set(key, [i]);
  }
  // A swap needs both: what went here came there, and nothing else.
  const from = new Map<number, number>();
  for (const [i, one] of words.entries()) {
    const list = one.came.length > 0 && !all[i]?.moved ? waiting.get(one.came.join(" ")) : undefined;
    const source = list?.pop();
    if (source !== undefined && source !== i) from.set(i, source);
  }
  const sources = new Set(from.values());
  for (const [to, source] of from) {
    const [target, origin] = [words[to], words[source]];
    if (!target || !origin || !/\p{L}/u.test(target.came.join(""))) continue;
    if ((target.gone.length === 0 || sources.has(to)) && (origin.came.length === 0 || from.has(source)))
      for (const one of [all[to], all[source]]) if (one) setMoved(one);
  }
}

function setMoved(one: Judged): void {
  // Sources in another order are another citation.
  if (one.kind === "citations") return;
  one.moved = true;
  one.kind = "moved";
  one.words = NOTHING;
}

/** Numbers, signs, units, and dates that differ. What only stands elsewhere in the sentence doesn't. */
function findNumbers(all: Judged[], { before, after }: Sentence): void {
  const still = all.filter((one) => !one.moved);
  const found = still.map((one) => numberKind(one.hunk, before, after));
  const bag = (side: "gone" | "came"): string =>
    found
      .flatMap((one) => one[side])
      .sort()
      .join(" ");
  const same = all.length > 1 && bag("gone") === bag("came") && bag("gone") !== "";
  for (const [i, one] of still.entries()) {
    const number = found[i];
    if (!number || number.kind === null) continue;
    if (same && number.byValue && (number.gone.length === 0 || number.came.length === 0)) continue;
    // A stretch of text with a number in it is added or deleted as a whole.
    if (number.byValue && isWhole(one))
      one.kind = stricter<EditKind | null>(one.kind, one.hunk.gone.length === 0 ? "added-content" : "deleted-content");
    else {
      one.kind = number.kind;
      one.words = { ...one.words, kind: number.kind };
    }
  }
}

/** Whether only one side has text, and more than a bare number. */
function isWhole({ hunk, words }: Judged): boolean {
  const side = hunk.gone.length === 0 ? hunk.came : hunk.came.length === 0 ? hunk.gone : null;
  if (!side) return false;
  return (
    words.gone.length + words.came.length > 0 || side[0]?.text === "(" || (side.length > 1 && side[0]?.kind === "word")
  );
}

/** Whether more than a third of the content words was replaced, by the sentence as a whole. */
function findRewriting(all: Judged[], { before, after }: Sentence, close: Set<number>): void {
  const [wordsBefore, wordsAfter] = [before, after].map((side) => Math.max(1, side.filter(isCounted).length)) as [
    number,
    number,
  ];
  const share = (gone: number, came: number): [number, number] => [gone / wordsBefore, came / wordsAfter];
  const bags = { gone: new Map<string, number>(), came: new Map<string, number>() };
  for (const { words } of all)
    for (const side of ["gone", "came"] as const)
      for (const stem of words[side]) bags[side].set(stem, (bags[side].get(stem) ?? 0) + 1);
  // Words that went here and came there in another form: the clause was turned round.
  const displaced = ({ words }: Judged): boolean => {
    const [own, across] = words.gone.length > 0 ? [words.gone, bags.came] : [words.came, bags.gone];
    return own.length > 0 && own.filter((stem) => across.has(stem)).length * 2 >= own.length;
  };
  const turned = new Set(all.filter((one) => one.words.replaced || displaced(one)));
  const shared = new Set([...turned].flatMap(({ words }) => (words.replaced ? [] : [...words.gone, ...words.came])));
  if (shared.size > 0)
    for (const one of all) if ([...one.words.gone, ...one.words.came].some((stem) => shared.has(stem))) turned.add(one);
  if (isReworded(all, share)) for (const one of all) turned.add(one);
  let gone = 0;
  let came = 0;
  for (const { words } of turned) {
    gone += words.gone.length;
    came += words.came.length;
  }
  if (turned.size === 0 || gone === 0 || came === 0) return;
  if (Math.max(...share(gone, came)) <= REWRITTEN) {
    // Words that changed their place and their form.
    for (const one of turned) if (!one.words.replaced) one.kind = "rewriting";
    return;
  }
  for (const one of all) {
    if (one.moved || one.kind === null || one.kind === "numbers-data") continue;
    if (one.kind === "added-content" && !turned.has(one) && one.words.came.length >= CLAUSE) continue;
    if (!["grammar", "word-choice", "deleted-content", "added-content"].includes(one.kind)) continue;
    one.kind = "rewriting";
    if (Math.max(...share(gone, came)) <= CLOSE) close.add(one.region);
  }
}

/** Whether the words that went and those that came, at whatever place, are most of the sentence. */
function isReworded(all: readonly Judged[], share: (gone: number, came: number) => [number, number]): boolean {
  let [gone, came] = [0, 0];
  const regions = new Set<number>();
  for (const { words, region } of all) {
    gone += words.gone.length;
    came += words.came.length;
    if (words.gone.length + words.came.length > 0) regions.add(region);
  }
  if (gone === 0 || came === 0) return false;
  // What's tracked as one change is one.
  return regions.size === 1 ? Math.max(...share(gone, came)) > REWRITTEN : Math.min(...share(gone, came)) > REWRITTEN;
}

/** The kind of a change in a sentence that differs in nothing else. */
export function kindOfChange(before: string, after: string, where: Where, isWord: IsWord): EditKind | null {
  return strictest(
    kindsInSentence(before, after, [{ before: [0, before.length], after: [0, after.length], where }], isWord).flatMap(
      (kind) => (kind === null ? [] : [kind]),
    ),
  );
}
