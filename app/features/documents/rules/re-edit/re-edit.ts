import { align } from "../compare/align.ts";
import { uncompared, type ReEdit, type SentenceKind } from "./re-edit-count.ts";
import { comparable, divideSentences, lineBreaksOf } from "../readers/sentences.ts";
import type { TextModel } from "../readers/text-model.ts";
import { countText } from "../readers/seen-words.ts";
import { type Place, countsOf, listOf } from "./re-edit-list.ts";

/** Below this share of the shorter text, it's another manuscript. */
const SAME_MANUSCRIPT = 0.2;
/** From this share of common words on, two sentences are versions of one. */
const ALIKE = 0.5;
/** A word identifies a sentence's origin only if at most this many sentences contain it. */
const RARE = 12;
/** How many of its rarest words a sentence is looked up by, and how far around its position. */
const LOOKED_UP = 6;
const AROUND = 3;

/**
 * Compares a new version with the delivered one by sentence. Unchanged and moved sentences are free. The others' words
 * are charged as in the count receipt: a version without any delivered sentence costs what its receipt says, and none
 * ever costs more. Usually linear.
 */
export function compareForReEdit(delivered: TextModel, version: TextModel): ReEdit {
  const before = placesOf(delivered, "removed");
  const after = placesOf(version, "new");
  const gaps = markUnchanged(before, after);
  markMoved(before, after);
  const likeness = markChanged(before, after, gaps);

  const known = after.reduce(
    (sum, { kind, words }) => sum + (kind === "unchanged" || kind === "moved" ? words : 0),
    likeness,
  );
  const total = (places: readonly Place[]) => places.reduce((sum, { words }) => sum + words, 0);
  const shorter = Math.min(total(before), total(after));
  const similarity = shorter === 0 ? 0 : Math.min(1, known / shorter);
  if (similarity < SAME_MANUSCRIPT) return uncompared("another", similarity);
  return {
    count: { fallback: null, similarity, ...countsOf(version, before, after) },
    ...listOf(delivered, before, version, after),
  };
}

/** The charged text's sentences, in reading order. */
function placesOf(model: TextModel, kind: SentenceKind): Place[] {
  const out: Place[] = [];
  const breaks = lineBreaksOf(model);
  let at = 0;
  for (const paragraph of model.paragraphs) {
    if (paragraph.words > 0) at++;
    if (!paragraph.charged || paragraph.words === 0) continue;
    const lines = breaks === "end" ? paragraph.text.split(/[\n\u2028\u2029]/u) : [paragraph.text.replace(/\s+/gu, " ")];
    for (const line of lines) {
      for (const text of divideSentences(line)) {
        const { words, cjk } = countText(text);
        if (words > 0) out.push({ text, form: comparable(text), words, cjk, paragraph, at, kind, was: null });
      }
    }
  }
  return out;
}

/** Marks unchanged sentences. @returns for each sentence on both sides, the number of unchanged ones before it */
function markUnchanged(before: readonly Place[], after: readonly Place[]): { before: Int32Array; after: Int32Array } {
  const pairs = align(
    before.map((it) => it.form),
    after.map((it) => it.form),
  );
  const gaps = { before: new Int32Array(before.length), after: new Int32Array(after.length) };
  let a = 0;
  let b = 0;
  pairs.forEach(([i, j], gap) => {
    while (a <= i) gaps.before[a++] = gap;
    while (b <= j) gaps.after[b++] = gap;
    before[i]!.kind = "unchanged";
    after[j]!.kind = "unchanged";
  });
  gaps.before.fill(pairs.length, a);
  gaps.after.fill(pairs.length, b);
  return gaps;
}

/** Marks moved sentences, using each delivered one once. */
function markMoved(before: readonly Place[], after: readonly Place[]): void {
  const left = new Map<string, Place[]>();
  for (const place of before) {
    if (place.kind === "unchanged") continue;
    const there = left.get(place.form);
    if (there) there.push(place);
    else left.set(place.form, [place]);
  }
  for (const place of after) {
    if (place.kind === "unchanged") continue;
    const from = left.get(place.form)?.shift();
    if (!from) continue;
    from.kind = "moved";
    place.kind = "moved";
  }
}

// Chinese, Japanese and Korean by character, otherwise by word.
const TOKENS =
  /[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff]|(?:(?![\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff])[\p{L}\p{N}\p{M}])+/gu;

/**
 * Marks versions of delivered sentences, most similar first, using each delivered one once. @returns the words they
 * share with the earlier version
 */
function markChanged(
  before: readonly Place[],
  after: readonly Place[],
  gaps: { before: Int32Array; after: Int32Array },
): number {
  const ids = new Map<string, number>();
  const read = (places: readonly Place[], gap: Int32Array, kind: SentenceKind) =>
    places.flatMap((place, i) => {
      if (place.kind !== kind) return [];
      const tokens = (place.form.toLowerCase().match(TOKENS) ?? []).map((token) => {
        let id = ids.get(token);
        if (id === undefined) ids.set(token, (id = ids.size));
        return id;
      });
      return [{ place, gap: gap[i]!, tokens }];
    });
  const old = read(before, gaps.before, "removed");
  const fresh = read(after, gaps.after, "new");
  const having: number[][] = Array.from({ length: ids.size }, () => []);
  const oldIn = new Map<number, number[]>();
  old.forEach((it, i) => {
    for (const token of new Set(it.tokens)) having[token]!.push(i);
    const near = oldIn.get(it.gap);
    if (near) near.push(i);
    else oldIn.set(it.gap, [i]);
  });
  const freshIn = new Map<number, number>();
  for (const it of fresh) freshIn.set(it.gap, (freshIn.get(it.gap) ?? 0) + 1);

  const pairs: { old: number; fresh: number; share: number; rank: number }[] = [];
  const rankIn = new Map<number, number>();
  fresh.forEach((it, j) => {
    const candidates = new Set<number>();
    const rank = rankIn.get(it.gap) ?? 0;
    rankIn.set(it.gap, rank + 1);
    const near = oldIn.get(it.gap) ?? [];
    const middle = Math.round((rank * near.length) / (freshIn.get(it.gap) ?? 1));
    for (let k = Math.max(0, middle - AROUND); k <= middle + AROUND && k < near.length; k++) candidates.add(near[k]!);
    const rare = [...new Set(it.tokens)].filter((token) => having[token]!.length > 0 && having[token]!.length <= RARE);
    rare.sort((x, y) => having[x]!.length - having[y]!.length);
    for (const token of rare.slice(0, LOOKED_UP)) for (const i of having[token]!) candidates.add(i);
    for (const i of candidates) {
      const share = common(old[i]!.tokens, it.tokens);
      if (share >= ALIKE) pairs.push({ old: i, fresh: j, share, rank: share + (old[i]!.gap === it.gap ? 0.1 : 0) });
    }
  });
  pairs.sort((x, y) => y.rank - x.rank || x.fresh - y.fresh || x.old - y.old);
  let likeness = 0;
  for (const pair of pairs) {
    const from = old[pair.old]!.place;
    const to = fresh[pair.fresh]!.place;
    if (from.kind !== "removed" || to.kind !== "new") continue;
    from.kind = "changed";
    to.kind = "changed";
    to.was = from;
    likeness += to.words * pair.share;
  }
  return likeness;
}

/** Twice the shared words divided by the words of both: 0 to 1. */
function common(a: readonly number[], b: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const token of a) counts.set(token, (counts.get(token) ?? 0) + 1);
  let shared = 0;
  for (const token of b) {
    const left = counts.get(token) ?? 0;
    if (left === 0) continue;
    counts.set(token, left - 1);
    shared++;
  }
  return a.length + b.length === 0 ? 0 : (2 * shared) / (a.length + b.length);
}
