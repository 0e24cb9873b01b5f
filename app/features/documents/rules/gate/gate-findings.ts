/** What an edit changed besides language. */
import { type Item, type ItemKind, plainQuotation } from "./finding-items.ts";
import {
  type Finding,
  type FindingKind,
  type FindingSeverity,
  findingKeys,
  severityOf,
  shortened,
} from "./findings.ts";
import type { TextModel } from "../readers/text-model.ts";
import {
  type Block,
  differingBlocks,
  isHeading,
  isQuoted,
  isReference,
  lettersOf,
  linesOf,
  textOf,
  withoutMoved,
} from "./finding-blocks.ts";
import { deletedSections } from "./deleted-sections.ts";
import { type Hunk, hunksBetween, readSide } from "./finding-hunks.ts";
import { type Rest, cancelAcross, withoutSame, withoutPercent, withoutWeak } from "./finding-cancel.ts";

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
  for (const { block, title } of deletedSections(moved, from, to, source, final)) say(block, "section", title, "");
  for (const block of moved) {
    if (isReference(block, source, final)) {
      const { before, after, severity, around } = changedReference(textOf(block.a), textOf(block.b));
      add(block, "reference", before, after, severity, around);
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
  [sides.a, sides.b] = withoutWeak(sides.a, sides.b);
  report(sides, say);
  const keyOf = findingKeys();
  const out: Finding[] = [];
  for (const { finding, block } of found.sort(
    (x, y) => x.finding.paragraph - y.finding.paragraph || x.order - y.order,
  )) {
    if (finding.before === finding.after && finding.kind === "heading") continue;
    const place = block.a[0] ?? block.place;
    const title = place ? source.sections[place.section] : undefined;
    out.push({
      key: keyOf(finding.kind, finding.paragraph, finding.before, finding.after),
      section: title && title.level > 0 ? title.title : "",
      ...finding,
    });
  }
  return out;
}

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
    const [onlyA, onlyB] = withoutPercent(leftA, leftB);
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

const CAPITALIZED = /^\p{Lu}[\p{Ll}'’-]{2,}\p{L}*$/u;

/** A capitalized word inside a sentence that became a similar one: most likely a name. */
function renamed(hunk: Hunk): [string, string] | null {
  if (hunk.before.length !== hunk.after.length || hunk.before.length > 4) return null;
  for (const [i, word] of hunk.before.entries()) {
    const [one, two] = [bare(word), bare(hunk.after[i] as string)];
    if (one === two || (i === 0 && (hunk.startsA || hunk.startsB)) || !CAPITALIZED.test(one) || !CAPITALIZED.test(two))
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

/** An entry of the reference list: the changed words, or all of it if it was added or removed. */
function changedReference(one: string, two: string) {
  const severity: FindingSeverity = lettersOf(one) === lettersOf(two) ? "note" : "look";
  if (one === "" || two === "") return { before: one, after: two, severity, around: { leading: "", trailing: "" } };
  const { before, after, ...around } = changedWords(one, two);
  return { before, after, severity, around };
}

type ChangedWords = { before: string; after: string; leading: string; trailing: string };

/** The words that differ between two texts, and what's around them. */
function changedWords(a: string, b: string): ChangedWords {
  const [one, two] = [a.split(/(?<=\s)/), b.split(/(?<=\s)/)];
  let from = 0;
  while (from < one.length && from < two.length && one[from] === two[from]) from++;
  let end = 0;
  while (end < one.length - from && end < two.length - from && one[one.length - 1 - end] === two[two.length - 1 - end])
    end++;
  const middle = (words: string[]): string =>
    words
      .slice(from, words.length - end)
      .join("")
      .trim();
  return {
    before: middle(one),
    after: middle(two),
    leading: one
      .slice(Math.max(0, from - 12), from)
      .join("")
      .trim(),
    trailing: one
      .slice(one.length - end)
      .slice(0, 12)
      .join("")
      .trim(),
  };
}

/** Two texts without their common start and end, by word. */
function differing(a: string, b: string): [string, string] {
  const { before, after, leading, trailing } = changedWords(a, b);
  const cut = (text: string): string => text && `${leading && "… "}${text}${trailing && " …"}`;
  return [cut(before), cut(after)];
}
