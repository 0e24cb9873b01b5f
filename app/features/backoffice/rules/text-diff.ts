/** The differences between two texts: by paragraph, and by word in a changed paragraph. */

export type Piece = { kind: "same" | "added" | "removed"; text: string };
/** A paragraph, list item, heading, or table row. A changed one has pieces. */
export type DiffLine =
  | { kind: "same" | "added" | "removed"; text: string }
  | { kind: "changed"; pieces: readonly Piece[] };

/** Comparing more pairs than this would make others wait, so longer texts count as replaced. */
const MOST_PAIRS = 4_000_000;

type Step<T> = { kind: Piece["kind"]; item: T };

/** The fewest removals and additions that make one list into the other, removals first. */
function steps<T>(before: readonly T[], after: readonly T[]): Step<T>[] {
  let start = 0;
  while (start < before.length && start < after.length && before[start] === after[start]) start++;
  let end = 0;
  while (
    end < before.length - start &&
    end < after.length - start &&
    before[before.length - 1 - end] === after[after.length - 1 - end]
  )
    end++;
  const a = before.slice(start, before.length - end);
  const b = after.slice(start, after.length - end);
  const same = (items: readonly T[]): Step<T>[] => items.map((item) => ({ kind: "same", item }));
  return [...same(before.slice(0, start)), ...middle(a, b), ...same(before.slice(before.length - end))];
}

function middle<T>(a: readonly T[], b: readonly T[]): Step<T>[] {
  const replaced = (): Step<T>[] => [
    ...a.map((item) => ({ kind: "removed" as const, item })),
    ...b.map((item) => ({ kind: "added" as const, item })),
  ];
  if (a.length === 0 || b.length === 0 || a.length * b.length > MOST_PAIRS) return replaced();
  // The longest common part of what begins at each pair.
  const width = b.length + 1;
  const common = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] =
        a[i] === b[j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!);
  const made: Step<T>[] = [];
  let i = 0;
  let j = 0;
  while (i < a.length && j < b.length) {
    if (a[i] === b[j]) {
      made.push({ kind: "same", item: a[i]! });
      i++;
      j++;
    } else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!)
      made.push({ kind: "removed", item: a[i++]! });
    else made.push({ kind: "added", item: b[j++]! });
  }
  for (; i < a.length; i++) made.push({ kind: "removed", item: a[i]! });
  for (; j < b.length; j++) made.push({ kind: "added", item: b[j]! });
  return made;
}

/** Words with the spaces after them. */
const wordsOf = (text: string): string[] => text.match(/\s+|[^\s]+\s?/g) ?? [];
const linesOf = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

/**
 * The pieces of a changed paragraph, with neighbors of one kind joined. Null if too little is the same to show as a
 * change.
 */
function changeOf(before: string, after: string): Piece[] | null {
  const pieces: Piece[] = [];
  for (const { kind, item } of steps(wordsOf(before), wordsOf(after))) {
    const last = pieces.at(-1);
    if (last?.kind === kind) last.text += item;
    else pieces.push({ kind, text: item });
  }
  const kept = pieces.reduce((n, piece) => n + (piece.kind === "same" ? piece.text.trim().length : 0), 0);
  return kept * 2 >= Math.min(before.length, after.length) ? pieces : null;
}

/** The differences between two texts, in the order of the second. Blank lines don't count. */
export function diffTexts(before: string, after: string): DiffLine[] {
  const lines: DiffLine[] = [];
  let removed: string[] = [];
  let added: string[] = [];
  const flush = () => {
    // Removed and added paragraphs at one place are compared in pairs.
    const pairs = removed.length === added.length ? removed.length : 0;
    const changes = removed.map((text, i) => (i < pairs ? changeOf(text, added[i]!) : null));
    if (pairs > 0 && changes.every((change) => change !== null))
      for (const pieces of changes) lines.push({ kind: "changed", pieces });
    else {
      for (const text of removed) lines.push({ kind: "removed", text });
      for (const text of added) lines.push({ kind: "added", text });
    }
    removed = [];
    added = [];
  };
  for (const { kind, item } of steps(linesOf(before), linesOf(after))) {
    if (kind === "removed") removed.push(item);
    else if (kind === "added") added.push(item);
    else {
      flush();
      lines.push({ kind: "same", text: item });
    }
  }
  flush();
  return lines;
}

/** How many paragraphs were added and removed; a changed one counts as both. */
export function countChanges(lines: readonly DiffLine[]): { added: number; removed: number } {
  const count = (kind: DiffLine["kind"]) => lines.filter((line) => line.kind === kind).length;
  return { added: count("added") + count("changed"), removed: count("removed") + count("changed") };
}

/** The changes with a paragraph around each, and how many unchanged ones are left out in between. */
export function shortened(lines: readonly DiffLine[]): (DiffLine | { kind: "left out"; count: number })[] {
  const near = (i: number): boolean =>
    [i - 1, i, i + 1].some((at) => lines[at] !== undefined && lines[at].kind !== "same");
  const made: (DiffLine | { kind: "left out"; count: number })[] = [];
  for (const [i, line] of lines.entries()) {
    const last = made.at(-1);
    if (near(i)) made.push(line);
    else if (last?.kind === "left out") last.count++;
    else made.push({ kind: "left out", count: 1 });
  }
  return made;
}
