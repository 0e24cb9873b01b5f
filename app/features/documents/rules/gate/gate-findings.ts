import { align } from "../compare/align.ts";
import { pairUp, type Pairable } from "../compare/compare-pairing.ts";
import { type Item, type ItemKind, itemsOf, numberWord, plainQuotation } from "./finding-items.ts";
import { type Finding, type FindingKind, type FindingSeverity, findingKey, severityOf } from "./findings.ts";
import { comparedText, type Paragraph, type TextModel } from "../readers/text-model.ts";

const MAX_SHOWN = 300;
/** In larger blocks, edits aren't distinguished by place. */
const MAX_ALIGNED = 200_000;

/** A paragraph with text, and its place. */
type Line = { paragraph: Paragraph; section: number; number: number };

/** A line for matching. Its words are computed only if it has no equal. */
class PairableLine implements Pairable {
  readonly source: string;
  readonly key: string;
  readonly kind: string;
  private readonly paragraph: Paragraph;
  private split: readonly string[] | null = null;

  constructor({ paragraph }: Line) {
    this.paragraph = paragraph;
    this.kind = paragraph.cell ? "cell" : paragraph.kind === "heading" ? "heading" : "p";
    this.key = paragraph.compare === null ? paragraph.text : `${paragraph.text}\u0001${paragraph.compare}`;
    this.source = this.key;
  }

  get words(): readonly string[] {
    return (this.split ??= (this.paragraph.text === "" ? comparedText(this.paragraph) : this.paragraph.text)
      .split(/\s+/)
      .filter((word) => word !== ""));
  }
}

const linesOf = (model: TextModel): Line[] => {
  const lines: Line[] = [];
  let number = 0;
  for (const paragraph of model.paragraphs) {
    if (comparedText(paragraph) !== "") number++;
    if (paragraph.kind !== "toc" && (paragraph.text.trim() !== "" || comparedText(paragraph) !== ""))
      lines.push({ paragraph, section: paragraph.section, number });
  }
  return lines;
};

/** Two corresponding, different stretches of paragraphs. */
type Block = { a: Line[]; b: Line[]; place: Line | null };
/** Items of one kind that only one side has. */
type Rest = { item: Item; block: Block; hunk: number; leading: string; trailing: string };
type Say = (
  block: Block,
  kind: FindingKind,
  before: string,
  after: string,
  around?: { leading: string; trailing: string },
) => void;

/**
 * What the edits changed besides language, between the source and the edited text: numbers, citations, references,
 * quotations, equations, labels, headings, addresses, names, and any change in locked sections. Equal paragraphs are
 * skipped, so it's usually linear. Moved or reordered text isn't a change.
 * @param locked indices in the source's `sections`
 */
export function findingsBetween(
  source: TextModel,
  final: TextModel,
  locked: ReadonlySet<number> = new Set(),
): Finding[] {
  const from = linesOf(source);
  const to = linesOf(final);
  const blocks = differingBlocks(from, to);
  const found: { finding: Omit<Finding, "key" | "section">; block: Block; order: number }[] = [];
  const add = (
    block: Block,
    kind: FindingKind,
    before: string,
    after: string,
    severity: FindingSeverity,
    around: { leading: string; trailing: string },
  ): void => {
    found.push({
      finding: {
        kind,
        severity,
        paragraph: (block.a[0] ?? block.place)?.number ?? 1,
        before: shortened(before),
        after: shortened(after),
        leading: around.leading,
        trailing: around.trailing,
      },
      block,
      order: found.length,
    });
  };
  const say: Say = (block, kind, before, after, around = { leading: "", trailing: "" }) =>
    add(block, kind, before, after, severityOf(kind), around);
  const sides: { a: Rest[]; b: Rest[] } = { a: [], b: [] };
  for (const block of blocks) {
    const section = (block.a[0] ?? block.place)?.section;
    if (section !== undefined && locked.has(section)) {
      const [before, after] = differing(textOf(block.a), textOf(block.b));
      say(block, "locked", before, after);
    }
  }
  const moved = withoutMoved(blocks);
  for (const block of moved) {
    if (isReference(block, source, final)) {
      const [one, two] = [textOf(block.a), textOf(block.b)];
      add(block, "reference", one, two, lettersOf(one) === lettersOf(two) ? "note" : "look", {
        leading: "",
        trailing: "",
      });
      continue;
    }
    if (
      (block.a.some(isQuoted) || block.b.some(isQuoted)) &&
      plainQuotation(textOf(block.a)) !== plainQuotation(textOf(block.b))
    )
      say(block, "quotation", ...differing(textOf(block.a), textOf(block.b)));
    if (block.a.some(isHeading) || block.b.some(isHeading))
      say(block, "heading", textOf(block.a.filter(isHeading)), textOf(block.b.filter(isHeading)));
    compareBlock(block, sides, say);
  }
  cancelAcross(sides);
  report(sides, say);
  const seen = new Map<string, number>();
  const out: Finding[] = [];
  for (const { finding, block } of found.sort(
    (x, y) => x.finding.paragraph - y.finding.paragraph || x.order - y.order,
  )) {
    if (finding.before === finding.after && finding.kind === "heading") continue;
    const place = block.a[0] ?? block.place;
    const title = place ? source.sections[place.section] : undefined;
    const base = `${finding.kind} ${finding.paragraph} ${finding.before}\u0000${finding.after}`;
    const nth = seen.get(base) ?? 0;
    seen.set(base, nth + 1);
    out.push({
      key: findingKey(finding.kind, finding.paragraph, finding.before, finding.after, nth),
      section: title && title.level > 0 ? title.title : "",
      ...finding,
    });
  }
  return out;
}

function differingBlocks(from: readonly Line[], to: readonly Line[]): Block[] {
  const [a, b] = [from.map((line) => new PairableLine(line)), to.map((line) => new PairableLine(line))];
  const blocks: Block[] = [];
  for (const { a0, a1, b0, b1 } of pairUp(a, b)) {
    if (a1 - a0 === 1 && b1 - b0 === 1 && a[a0]?.key === b[b0]?.key) continue;
    blocks.push({ a: from.slice(a0, a1), b: to.slice(b0, b1), place: from[a1 - 1] ?? from[a0 - 1] ?? null });
  }
  return blocks.flatMap((block, i) => {
    const next = blocks[i + 1];
    const before = blocks[i - 1];
    if (next && inOnePlace(block, next))
      return block.a.map((line, k): Block => ({ a: [line], b: [next.b[k] as Line], place: line }));
    return before && inOnePlace(before, block) ? [] : [block];
  });
}

/** Table cells and display equations are matched even if they have no word in common. */
function inOnePlace(one: Block, two: Block): boolean {
  if (one.b.length > 0 || two.a.length > 0 || one.a.length !== two.b.length) return false;
  return one.a.every(({ paragraph }, k) => {
    const other = (two.b[k] as Line).paragraph;
    if (paragraph.cell && other.cell)
      return (
        paragraph.cell.table === other.cell.table &&
        paragraph.cell.row === other.cell.row &&
        paragraph.cell.column === other.cell.column
      );
    return !paragraph.cell && !other.cell && paragraph.text.trim() === "" && other.text.trim() === "";
  });
}

/** Leaves out paragraphs that exist unchanged elsewhere: moved, or in a reordered list. */
function withoutMoved(blocks: readonly Block[]): Block[] {
  const gone = new Map<string, number>();
  const textKey = (line: Line): string => line.paragraph.text.replace(/\s+/g, " ").trim();
  for (const block of blocks)
    if (block.b.length === 0) for (const line of block.a) gone.set(textKey(line), (gone.get(textKey(line)) ?? 0) + 1);
  const came = new Map<string, number>();
  for (const block of blocks)
    if (block.a.length === 0) for (const line of block.b) came.set(textKey(line), (came.get(textKey(line)) ?? 0) + 1);
  const take = (counts: Map<string, number>, line: Line): boolean => {
    const left = counts.get(textKey(line)) ?? 0;
    if (left > 0) counts.set(textKey(line), left - 1);
    return left > 0;
  };
  const common = new Map([...gone].map(([key, count]): [string, number] => [key, Math.min(count, came.get(key) ?? 0)]));
  const commonToo = new Map(common);
  return blocks.flatMap((block): Block[] => {
    if (block.b.length === 0) {
      const a = block.a.filter((line) => !take(common, line));
      return a.map((line) => ({ ...block, a: [line] }));
    }
    if (block.a.length === 0)
      return block.b.filter((line) => !take(commonToo, line)).map((line) => ({ ...block, b: [line] }));
    return [block];
  });
}

const isHeading = (line: Line): boolean => line.paragraph.kind === "heading";
const isQuoted = (line: Line): boolean => line.paragraph.quoted;
const textOf = (lines: readonly Line[]): string =>
  lines.map((line) => line.paragraph.text.trim() || comparedText(line.paragraph)).join("\n");
const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\d]+/gu, "");
const isEntry = (line: Line, model: TextModel): boolean =>
  line.paragraph.kind === "reference" ||
  (line.paragraph.inBibliography && line.paragraph.kind !== "heading") ||
  (model.sections[line.section]?.references === true && line.paragraph.kind === "body");
const isReference = (block: Block, source: TextModel, final: TextModel): boolean =>
  block.a.length > 0 ? block.a.every((line) => isEntry(line, source)) : block.b.every((line) => isEntry(line, final));

/** One block's items, equations and names. */
function compareBlock(block: Block, sides: { a: Rest[]; b: Rest[] }, say: Say): void {
  const a = readSide(block.a);
  const b = readSide(block.b);
  const [hunks, hunkOfA, hunkOfB] = hunksBetween(a.text, b.text);
  const restA = a.items.map((item): Rest => ({
    item,
    block,
    hunk: hunkOfA(item.from, item.to),
    ...around(a.text, item),
  }));
  const restB = b.items.map((item): Rest => ({
    item,
    block,
    hunk: hunkOfB(item.from, item.to),
    ...around(b.text, item),
  }));
  if (restA.length + restB.length > 0) {
    const [leftA, leftB] = withoutSame(restA, restB, hunks);
    const [onlyA, onlyB] = withoutWords(leftA, leftB, a.text, b.text);
    sides.a.push(...onlyA);
    sides.b.push(...onlyB);
  }
  const equations = [
    a.equations.filter((one) => !b.equations.includes(one)),
    b.equations.filter((one) => !a.equations.includes(one)),
  ] as const;
  for (let i = 0; i < Math.max(equations[0].length, equations[1].length); i++)
    say(block, "equation", equations[0][i] ?? "", equations[1][i] ?? "");
  for (const hunk of hunks) {
    const name = renamed(hunk);
    if (name) say(block, "name", ...name);
  }
}

/** A few whole words on either side, to locate it. */
const around = (text: string, { from, to }: Item): { leading: string; trailing: string } => {
  const [start, end] = [Math.max(0, from - 48), Math.min(text.length, to + 48)];
  const [before, after] = [text.slice(start, from), text.slice(to, end)];
  // Drops a word that was cut in half.
  return {
    leading: (start > 0 ? before.replace(/^\S*/, "") : before).trim(),
    trailing: (end < text.length ? after.replace(/\S*$/, "") : after).trim(),
  };
};

type Side = { text: string; items: Item[]; equations: string[] };

function readSide(lines: readonly Line[]): Side {
  const side: Side = { text: "", items: [], equations: [] };
  for (const { paragraph } of lines) {
    const offset = side.text.length;
    let text = paragraph.text;
    const masked: [number, number][] = [];
    if (paragraph.compare !== null) {
      const { results, others } = partsOf(paragraph);
      masked.push(...results);
      side.equations.push(...others.map((one) => one.replace(/\s+/g, "")).filter((one) => one !== ""));
    }
    // A heading's number is its position, not a figure of the study.
    if (paragraph.kind === "heading")
      text = text.replace(/^\s*(?:\d+(?:\.\d+)*\.?|[IVX]+\.)(?=\s)/, (label) => " ".repeat(label.length));
    for (const item of itemsOf(text, paragraph.kind === "caption", masked))
      side.items.push({ ...item, from: item.from + offset, to: item.to + offset });
    side.text += `${paragraph.text}\n`;
  }
  return side;
}

/** Text written by programs (field results), and content outside the running text: equations, hidden text. */
function partsOf({ text, compare }: Paragraph): { results: [number, number][]; others: string[] } {
  const results: [number, number][] = [];
  const others: string[] = [];
  const [one, two] = [charactersOf(text), charactersOf(compare ?? "")];
  if (one.length + two.length > MAX_ALIGNED) return { results, others };
  let i = 0;
  let j = 0;
  let at = 0;
  const step = (x: number, y: number): void => {
    const length = one.slice(i, x).join("").length;
    if (x > i) results.push([at, at + length]);
    if (y > j) others.push(two.slice(j, y).join(""));
    at += length + (one[x]?.length ?? 0);
    i = x + 1;
    j = y + 1;
  };
  for (const [x, y] of align(one, two)) step(x, y);
  step(one.length, two.length);
  return { results, others };
}

/** Words, symbols and spaces, each separate. */
const charactersOf = (text: string): string[] => text.match(/[\p{L}\p{M}]+|\d|\s+|[^\p{L}\p{M}\d\s]/gu) ?? [];

/** A place where the words differ. `same`: equal except for numbers. */
type Hunk = { before: string[]; after: string[]; startsA: boolean; startsB: boolean };
type HunkOf = (from: number, to: number) => number;

function hunksBetween(a: string, b: string): [Hunk[], HunkOf, HunkOf] {
  const one = tokensOf(a);
  const two = tokensOf(b);
  const hunks: Hunk[] = [];
  const ofA = new Int32Array(one.words.length).fill(-1);
  const ofB = new Int32Array(two.words.length).fill(-1);
  if (a.length + b.length <= MAX_ALIGNED) {
    let i = 0;
    let j = 0;
    for (const [x, y] of [...align(one.words, two.words), [one.words.length, two.words.length] as [number, number]]) {
      if (x > i || y > j) {
        ofA.fill(hunks.length, i, x);
        ofB.fill(hunks.length, j, y);
        hunks.push({
          before: one.words.slice(i, x),
          after: two.words.slice(j, y),
          startsA: startsSentence(one.words, i),
          startsB: startsSentence(two.words, j),
        });
      }
      i = x + 1;
      j = y + 1;
    }
  }
  return [hunks, lookup(one.starts, ofA), lookup(two.starts, ofB)];
}

const startsSentence = (words: readonly string[], at: number): boolean =>
  at === 0 || /[.!?:]["”’)]*$/.test(words[at - 1] ?? "");

function tokensOf(text: string): { words: string[]; starts: number[] } {
  const words: string[] = [];
  const starts: number[] = [];
  for (const match of text.matchAll(/\S+/g)) {
    words.push(match[0]);
    starts.push(match.index);
  }
  return { words, starts };
}

/** The first hunk that overlaps a stretch of text, or -1. */
const lookup =
  (starts: readonly number[], hunkOf: Int32Array): HunkOf =>
  (from, to) => {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] as number) <= from) low = middle + 1;
      else high = middle;
    }
    for (let i = Math.max(0, low - 1); i < starts.length && (starts[i] as number) < to; i++)
      if ((hunkOf[i] as number) >= 0) return hunkOf[i] as number;
    return -1;
  };

/**
 * Removes what both sides have. A number that replaced another before the same word is a change, even if the old one
 * exists elsewhere.
 */
function withoutSame(a: readonly Rest[], b: readonly Rest[], hunks: readonly Hunk[]): [Rest[], Rest[]] {
  const swapped = swappedNumbers(a, b, hunks);
  const [fromA, fromB] = cancel(
    a.filter((rest) => !swapped.has(rest)),
    b.filter((rest) => !swapped.has(rest)),
    ({ item }) => `${item.kind} ${item.value}`,
  );
  return [
    [...fromA, ...a.filter((rest) => swapped.has(rest))],
    [...fromB, ...b.filter((rest) => swapped.has(rest))],
  ];
}

/** Both sides' items without common ones, respecting repeats. */
function cancel(a: readonly Rest[], b: readonly Rest[], keyOf: (rest: Rest) => string | null): [Rest[], Rest[]] {
  const counts = new Map<string, number>();
  const keys = b.map(keyOf);
  for (const key of keys) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  const used = new Map<string, number>();
  const leftA = a.filter((rest) => {
    const key = keyOf(rest);
    if (key === null) return true;
    const taken = used.get(key) ?? 0;
    if (taken >= (counts.get(key) ?? 0)) return true;
    used.set(key, taken + 1);
    return false;
  });
  const leftB = b.filter((_, i) => {
    const key = keys[i] as string | null;
    if (key === null) return true;
    const taken = used.get(key) ?? 0;
    if (taken === 0) return true;
    used.set(key, taken - 1);
    return false;
  });
  return [leftA, leftB];
}

function swappedNumbers(a: readonly Rest[], b: readonly Rest[], hunks: readonly Hunk[]): Set<Rest> {
  const byHunk = new Map<number, { a: Rest[]; b: Rest[] }>();
  const at = (hunk: number) => byHunk.get(hunk) ?? byHunk.set(hunk, { a: [], b: [] }).get(hunk)!;
  for (const rest of a) if (rest.item.kind === "number" && rest.hunk >= 0) at(rest.hunk).a.push(rest);
  for (const rest of b) if (rest.item.kind === "number" && rest.hunk >= 0) at(rest.hunk).b.push(rest);
  let pairs: [Rest, Rest][] = [];
  for (const [index, { a: one, b: two }] of byHunk) {
    const hunk = hunks[index];
    const [before, after] = [one[0], two[0]];
    if (one.length !== 1 || two.length !== 1 || !hunk || hunk.before.length !== hunk.after.length || !before || !after)
      continue;
    if (before.item.value === after.item.value || before.item.next === "" || before.item.next !== after.item.next)
      continue;
    pairs.push([before, after]);
  }
  // Only items that swapped places: the rest shows up as missing.
  for (let count = -1; count !== pairs.length;) {
    count = pairs.length;
    const [gone, come] = [
      new Set(pairs.map(([one]) => one.item.value)),
      new Set(pairs.map(([, two]) => two.item.value)),
    ];
    pairs = pairs.filter(([one, two]) => come.has(one.item.value) && gone.has(two.item.value));
  }
  return new Set(pairs.flat());
}

/** "12" for "twelve", or the reverse, is style, not content. */
function withoutWords(a: readonly Rest[], b: readonly Rest[], textA: string, textB: string): [Rest[], Rest[]] {
  const spelled = (rest: Rest, here: string, there: string): boolean => {
    const word = rest.item.kind === "number" ? numberWord(rest.item.value) : null;
    return word !== null && countOf(there, word) > countOf(here, word);
  };
  return [a.filter((rest) => !spelled(rest, textA, textB)), b.filter((rest) => !spelled(rest, textB, textA))];
}

const countOf = (text: string, word: string): number =>
  [...text.toLowerCase().matchAll(new RegExp(`(?<![\\p{L}-])${word}(?![\\p{L}-])`, "gu"))].length;

/** An item that moved to another block along with its neighbors is no change. */
function cancelAcross(sides: { a: Rest[]; b: Rest[] }): void {
  for (const side of ["previous", "next"] as const)
    [sides.a, sides.b] = cancel(sides.a, sides.b, ({ item }) =>
      item[side] === "" ? null : `${item.kind} ${item.value} ${item[side]}`,
    );
  // A rewritten paragraph is where the old one was.
  [sides.a, sides.b] = cancel(sides.a, sides.b, ({ item, block }) =>
    block.a.length > 0 && block.b.length > 0 ? null : `${item.kind} ${item.value} ${block.place?.number}`,
  );
}

/** Pairs items removed and added in the same place. The rest were removed or added. */
function report(sides: { a: Rest[]; b: Rest[] }, say: Say): void {
  const groups = new Map<Block, Map<ItemKind, { a: Rest[]; b: Rest[] }>>();
  const groupOf = ({ block, item }: Rest) => {
    const kinds = groups.get(block) ?? groups.set(block, new Map()).get(block)!;
    return kinds.get(item.kind) ?? kinds.set(item.kind, { a: [], b: [] }).get(item.kind)!;
  };
  for (const rest of sides.a) groupOf(rest).a.push(rest);
  for (const rest of sides.b) groupOf(rest).b.push(rest);
  for (const [block, kinds] of groups) {
    for (const [kind, { a, b }] of kinds) {
      const inOrder = (one: Rest, two: Rest) => one.item.from - two.item.from;
      a.sort(inOrder);
      b.sort(inOrder);
      const oneToOne = a.length === b.length;
      const unpaired = new Set(b);
      for (const [i, rest] of a.entries()) {
        const partner =
          (rest.hunk >= 0 ? b.find((other) => other.hunk === rest.hunk && unpaired.has(other)) : undefined) ??
          (oneToOne && unpaired.has(b[i] as Rest) ? b[i] : undefined);
        if (partner) unpaired.delete(partner);
        say(block, kind, rest.item.shown, partner?.item.shown ?? "", partner ?? rest);
      }
      for (const rest of b) if (unpaired.has(rest)) say(block, kind, "", rest.item.shown, rest);
    }
  }
}

const CAPITALISED = /^\p{Lu}[\p{Ll}'’-]{2,}\p{L}*$/u;

/** A capitalized word inside a sentence that became a similar one: most likely a name. */
function renamed(hunk: Hunk): [string, string] | null {
  if (hunk.before.length !== hunk.after.length || hunk.before.length > 4) return null;
  for (const [i, word] of hunk.before.entries()) {
    const [one, two] = [bare(word), bare(hunk.after[i] as string)];
    if (one === two || (i === 0 && (hunk.startsA || hunk.startsB)) || !CAPITALISED.test(one) || !CAPITALISED.test(two))
      continue;
    if (one.toLowerCase() !== two.toLowerCase() && distance(one, two) <= 2) return [one, two];
  }
  return null;
}

const bare = (word: string): string => word.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "").replace(/['’]s$/, "");

/** Edit distance in letters; 3 means more than 2. */
function distance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > 2) return 3;
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(
        Math.min(
          (row[j] as number) + 1,
          (next[j - 1] as number) + 1,
          (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1),
        ),
      );
    row = next;
  }
  return row[b.length] as number;
}

/** Two texts without their common start and end, by word. */
function differing(a: string, b: string): [string, string] {
  const [one, two] = [a.split(/(?<=\s)/), b.split(/(?<=\s)/)];
  let from = 0;
  while (from < one.length && from < two.length && one[from] === two[from]) from++;
  let end = 0;
  while (end < one.length - from && end < two.length - from && one[one.length - 1 - end] === two[two.length - 1 - end])
    end++;
  const lead = from > 0 ? "… " : "";
  const cut = (words: string[]): string => {
    const middle = words
      .slice(from, words.length - end)
      .join("")
      .trim();
    return middle === "" ? "" : `${lead}${middle}${end > 0 ? " …" : ""}`;
  };
  return [cut(one), cut(two)];
}

const shortened = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);
