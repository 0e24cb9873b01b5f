/** What an edited copy did to the tracked changes that were pending in its source. */
import { align } from "../compare/align.ts";
import type { DocxPackage } from "../docx/docx-package.ts";
import { type Decision, decided, listRevisions } from "../docx/revise-docx.ts";
import type { Revision } from "../docx/revision-numbers.ts";
import { type MarkedText, readMarkedText } from "./marked-text.ts";

/**
 * `edited`: some of it was accepted, some rejected or kept. `decided`: accepted or rejected, of a layout that doesn't
 * show which.
 */
export type Fate = "kept" | "accepted" | "rejected" | "edited" | "decided";

export type PendingChange = {
  revision: Revision;
  fate: Fate;
  /** What's left of its text, if it may have been edited inside without tracking. */
  rewritten: string | null;
};

export type PendingChanges = {
  /** Each pending change of people other than the editor, in document order. */
  changes: PendingChange[];
  /** Text under their names that they may not have written: [the source's text before it, the text]. */
  borrowed: { leading: string; text: string }[];
  /** The source with what the copy accepted or rejected decided the same way, and the rest pending. */
  source: DocxPackage;
  /** The copy with the editor's own changes rejected. */
  copy: DocxPackage;
};

/**
 * What happened to the tracked changes that were pending in the source; null if it has none. The editor's changes are
 * rejected first: what's left must be the source, with its pending changes.
 * @param editor their own earlier changes may be pending in the source, but aren't listed
 */
export function pendingChanges(source: DocxPackage, copy: DocxPackage, editor: string | null): PendingChanges | null {
  const pending = listRevisions(source);
  if (pending.length === 0) return null;
  const others = new Set(notAmong(pending, listRevisions(copy), editor).map((one) => one.id));
  const unedited = others.size === 0 ? copy : decided(copy, new Map([...others].map((id) => [id, "reject"])));
  const [from, to] = [readMarkedText(source), readMarkedText(unedited)];
  const { byMark, borrowed } = compareMarks(from, to);
  const left = new Map<string, number>();
  for (const one of to.revisions) left.set(alike(one), (left.get(alike(one)) ?? 0) + 1);
  const byRevision = Map.groupBy(byMark.entries(), ([mark]) => (from.marks[mark] as { id: number }).id);
  const changes: PendingChange[] = [];
  const decisions = new Map<number, Fate>();
  for (const revision of from.revisions) {
    const outcomes = (byRevision.get(revision.id) ?? []).map(([, outcome]) => outcome);
    const fate = outcomes.length > 0 ? fateOf(outcomes) : take(left, alike(revision)) ? "kept" : "decided";
    decisions.set(revision.id, fate);
    if (revision.author === editor) continue;
    const rewritten = outcomes.find((one) => one.fates.size > 1);
    changes.push({ revision, fate, rewritten: rewritten ? rewritten.left.trim() : null });
  }
  const touched = [...decisions.values()].some((fate) => fate !== "kept");
  const marks = new Map([...byMark].map(([mark, outcome]) => [from.marks[mark]?.node, mainFate(outcome)]));
  return {
    changes,
    borrowed: borrowed.filter((one) => one.text.trim() !== "" && one.author !== editor),
    source: touched ? from.revise(({ node, id }) => DECISION[marks.get(node) ?? decisions.get(id) ?? "kept"]) : source,
    copy: unedited,
  };
}

const DECISION: Readonly<Record<Fate, Decision>> = {
  kept: "keep",
  edited: "keep",
  decided: "keep",
  accepted: "accept",
  rejected: "reject",
};

const alike = ({ kind, text }: Revision): string => `${kind}\u0000${text}`;

function take(counts: Map<string, number>, key: string): boolean {
  const left = counts.get(key) ?? 0;
  if (left > 0) counts.set(key, left - 1);
  return left > 0;
}

/**
 * The changes of the copy that are the editor's. Programs may replace all names with one ("Author"): then a change with
 * the same text is the same change, unless the copy still has that one under its author's name. The editor's own earlier
 * ones are recognized in the same way.
 */
function notAmong(pending: readonly Revision[], all: readonly Revision[], editor: string | null): Revision[] {
  const theirs = new Set(pending.map((one) => one.author).filter((author) => author !== editor));
  const missing = new Map<string, number>();
  for (const one of pending) missing.set(alike(one), (missing.get(alike(one)) ?? 0) + 1);
  const others = all.filter((one) => {
    if (theirs.has(one.author)) take(missing, alike(one));
    return !theirs.has(one.author);
  });
  return others.filter((one) => !take(missing, alike(one)));
}

/**
 * The changes of a copy that weren't pending in its source: those that aren't its people's, and those under their names
 * that aren't in it, not even in part.
 */
export function changesSince(
  pending: readonly Revision[],
  all: readonly Revision[],
  editor: string | null,
): Revision[] {
  const own = new Set(notAmong(pending, all, editor));
  const missing = new Map<string, number>();
  for (const one of pending) missing.set(alike(one), (missing.get(alike(one)) ?? 0) + 1);
  const words = pending.map((one) => one.text).join("\u0000");
  return all.filter((one) => {
    const known = take(missing, alike(one));
    return own.has(one) || (!known && one.text.trim() !== "" && !words.includes(one.text));
  });
}

/** Blanks, and the ends of paragraphs, rows, and cells. */
const BLANK = /[\s\u00b6\u0006\u0007]/;

/** What happened to one element of a pending change. */
type Outcome = {
  fates: Map<Fate, number>;
  /** Its text in the copy. */ left: string;
  /** Has words, not only blanks and ends. */ words: boolean;
};

/**
 * What happened to most of it. The rest is a rewritten word, or a comma that could belong to this change or the next:
 * the gate tells by comparing the texts.
 */
const mainFate = ({ fates }: Outcome): Fate => [...fates].reduce((best, one) => (one[1] > best[1] ? one : best))[0];

/** A change with words is what happened to those: the end of its paragraph may stay. */
function fateOf(outcomes: readonly Outcome[]): Fate {
  const worded = outcomes.filter((one) => one.words);
  const fates = new Set((worded.length > 0 ? worded : outcomes).map(mainFate));
  return fates.size === 1 ? ([...fates][0] as Fate) : "edited";
}

type Borrowed = { leading: string; text: string; author: string };

function compareMarks(from: MarkedText, to: MarkedText): { byMark: Map<number, Outcome>; borrowed: Borrowed[] } {
  const byMark = new Map<number, Outcome>();
  const partner = partnersOf(from, to);
  for (let i = 0; i < from.text.length; i++) {
    const [ins, del, format] = [from.ins[i] as number, from.del[i] as number, from.format[i] as number];
    if (ins < 0 && del < 0 && format < 0) continue;
    const j = partner[i] as number;
    const letter = from.text[i] as string;
    const say = (mark: number, fate: Fate): void => {
      if (mark < 0) return;
      const outcome = byMark.get(mark) ?? byMark.set(mark, { fates: new Map(), left: "", words: false }).get(mark)!;
      outcome.fates.set(fate, (outcome.fates.get(fate) ?? 0) + (BLANK.test(letter) ? 0.001 : 1));
      if (j >= 0) outcome.left += letter;
      if (!BLANK.test(letter)) outcome.words = true;
    };
    const [inserted, deleted] = [(to.ins[j] ?? -1) >= 0, (to.del[j] ?? -1) >= 0];
    say(ins, j < 0 ? (del < 0 ? "rejected" : "accepted") : inserted ? "kept" : "accepted");
    say(del, j < 0 ? "accepted" : deleted ? "kept" : "rejected");
    if (j >= 0)
      say(
        format,
        (to.format[j] ?? -1) >= 0 ? "kept" : to.looks[j] === from.before.get(format) ? "rejected" : "accepted",
      );
  }
  return { byMark, borrowed: borrowedIn(from, to, partner) };
}

/** Text in the copy that's marked as somebody's change, although the source has no such change there. */
function borrowedIn(from: MarkedText, to: MarkedText, partner: Int32Array): Borrowed[] {
  const source = new Int32Array(to.text.length).fill(-1);
  for (const [i, j] of partner.entries()) if (j >= 0) source[j] = i;
  const out: Borrowed[] = [];
  let open: (Borrowed & { end: number; id: number }) | null = null;
  let last = 0;
  for (let j = 0; j < to.text.length; j++) {
    const i = source[j] as number;
    if (i >= 0) last = i + 1;
    const [ins, del] = [to.ins[j] as number, to.del[j] as number];
    const mark = ins >= 0 && (i < 0 || from.ins[i] === -1) ? ins : i >= 0 && del >= 0 && from.del[i] === -1 ? del : -1;
    const id = to.marks[mark]?.id;
    if (id === undefined) continue;
    if (open && open.end === j && open.id === id) {
      open.text += to.text[j];
      open.end++;
    } else {
      open = {
        leading: from.text.slice(Math.max(0, last - 60), last).replace(/^\S*\s/, ""),
        text: to.text[j] as string,
        author: to.revisions[id - 1]?.author ?? "",
        end: j + 1,
        id,
      };
      out.push(open);
    }
  }
  return out;
}

/** Above this number of pairs of characters, a stretch is taken as replaced. */
const MAX_CHARACTERS = 4_000_000;

/** For each character of the source, its place in the copy, or -1. */
function partnersOf(from: MarkedText, to: MarkedText): Int32Array {
  const partner = new Int32Array(from.text.length).fill(-1);
  const [a, b] = [tokensOf(from), tokensOf(to)];
  const link = ({ at, text }: Token, other: Token): void => {
    for (let k = 0; k < text.length; k++) partner[at + k] = other.at + k;
  };
  // Words with the same marks first: "a [b] b" without the inserted one is "a b", and its "b" isn't the inserted one.
  gaps(
    a,
    b,
    (one) => one.key,
    link,
    (a0, a1, b0, b1) =>
      gaps(
        a.slice(a0, a1),
        b.slice(b0, b1),
        (one) => one.text,
        link,
        (c0, c1, d0, d1) => {
          const [one, two] = [a.slice(a0 + c0, a0 + c1), b.slice(b0 + d0, b0 + d1)];
          const [x, y] = [lettersOf(one), lettersOf(two)];
          if (x.length * y.length <= MAX_CHARACTERS)
            gaps(
              x,
              y,
              (letter) => letter.text,
              link,
              () => {},
            );
        },
      ),
  );
  return partner;
}

type Token = { text: string; at: number; /** The text with its marks. */ key: string };

const tokensOf = (marked: MarkedText): Token[] => {
  const out: Token[] = [];
  for (const match of marked.text.matchAll(/[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu)) {
    let marks = "";
    for (let i = match.index; i < match.index + match[0].length; i++)
      marks += ((marked.ins[i] as number) >= 0 ? 1 : 0) + ((marked.del[i] as number) >= 0 ? 2 : 0);
    out.push({ text: match[0], at: match.index, key: /[123]/.test(marks) ? `${match[0]}\u0000${marks}` : match[0] });
  }
  return out;
};

const lettersOf = (tokens: readonly Token[]): Token[] =>
  tokens.flatMap(({ text, at }) =>
    Array.from({ length: text.length }, (_, k) => ({ text: text[k]!, at: at + k, key: "" })),
  );

/** Links what two lists have in common, in order, and calls `rest` for what's between. */
function gaps(
  a: readonly Token[],
  b: readonly Token[],
  keyOf: (one: Token) => string,
  link: (one: Token, two: Token) => void,
  rest: (a0: number, a1: number, b0: number, b1: number) => void,
): void {
  let [i, j] = [0, 0];
  for (const [x, y] of [...align(a.map(keyOf), b.map(keyOf)), [a.length, b.length] as [number, number]]) {
    if (x > i && y > j) rest(i, x, j, y);
    if (x < a.length && y < b.length) link(a[x] as Token, b[y] as Token);
    [i, j] = [x + 1, y + 1];
  }
}
