/** Whether two PDFs show the same pages. */
import { align } from "../../compare/align.ts";
import type { UntrackedEdit } from "../../docx/change-stats.ts";
import { shortened } from "../findings.ts";
import { type DrawnPage, type Mark, isNear, wordsOf } from "./drawn-page.ts";

const ADVICE = "Undo this in the page, and say it in an annotation.";
const shown = (words: readonly string[]): string => shortened(words.join(" "));

/** What differs, with the place that people look for in a viewer. `page` is its number in the source, from 1. */
export const onPage = (
  page: number,
  what: string,
  words: Partial<Pick<UntrackedEdit, "before" | "after" | "leading" | "trailing">> = {},
  advice = ADVICE,
): UntrackedEdit => ({
  section: page > 0 ? `Page ${page}` : "",
  paragraph: 0,
  before: "",
  after: "",
  leading: "",
  trailing: "",
  ...words,
  what,
  advice,
});

/** How one page of a copy differs from the source's. */
export function pageChanges(source: DrawnPage, copy: DrawnPage, page: number): UntrackedEdit[] {
  const changes: UntrackedEdit[] = [];
  if (source.format !== copy.format)
    changes.push(onPage(page, "The page was cropped, rotated, or resized.", {}, "Undo this, and save the file again."));
  const texts = textChanges(source, copy, page);
  changes.push(...texts);
  changes.push(...markChanges(source, copy, page));
  return changes;
}

/** Letters, their places, and whether they can be seen. Equal pages are compared letter by letter, others by word. */
function textChanges(source: DrawnPage, copy: DrawnPage, page: number): UntrackedEdit[] {
  const [one, two] = [source.glyphs, copy.glyphs];
  const lettersOf = (glyphs: DrawnPage["glyphs"]): string => glyphs.map((glyph) => glyph.text).join("");
  if (lettersOf(one) !== lettersOf(two)) return wordChanges(source, copy, page);
  // Programs may draw the same letters in other groups.
  if (one.length !== two.length) return [];
  const moved = one.findIndex((glyph, i) => !isNear(glyph.box, two[i]!.box));
  const hidden = one.findIndex((glyph, i) => glyph.look !== two[i]!.look);
  const around = (at: number): string => lettersOf(one.slice(at, at + 40));
  const changes: UntrackedEdit[] = [];
  if (moved >= 0) changes.push(onPage(page, "Text was moved.", { before: around(moved) }));
  if (hidden >= 0) changes.push(onPage(page, "Text has another color, or was hidden.", { before: around(hidden) }));
  return changes;
}

function wordChanges(source: DrawnPage, copy: DrawnPage, page: number): UntrackedEdit[] {
  const before = wordsOf(source.glyphs).map((word) => word.text);
  const after = wordsOf(copy.glyphs).map((word) => word.text);
  const changes: UntrackedEdit[] = [];
  let a = 0;
  let b = 0;
  for (const [i, j] of [...align(before, after), [before.length, after.length] as const]) {
    const [gone, come] = [before.slice(a, i), after.slice(b, j)];
    // The same letters, with gaps that another program drew elsewhere.
    if (gone.join("") !== come.join(""))
      changes.push(
        onPage(
          page,
          gone.length === 0
            ? "Text was added to the page."
            : come.length === 0
              ? "Text was removed from the page."
              : "The text of the page was changed.",
          {
            before: shown(gone),
            after: shown(come),
            leading: shown(before.slice(Math.max(0, a - 8), a)),
            trailing: shown(before.slice(i, i + 8)),
          },
        ),
      );
    a = i + 1;
    b = j + 1;
  }
  return changes;
}

const WORDS: Record<Mark["kind"], [added: string, removed: string, changed: string]> = {
  picture: [
    "A picture was added to the page.",
    "A picture was removed from the page.",
    "A picture was replaced or moved.",
  ],
  shape: [
    "Lines or areas were drawn on the page.",
    "Lines or areas were removed from the page.",
    "Lines or areas were changed.",
  ],
};

/** Pictures, lines, and areas, regardless of the order in which they're drawn. */
function markChanges(source: DrawnPage, copy: DrawnPage, page: number): UntrackedEdit[] {
  return (["picture", "shape"] as const).flatMap((kind) => {
    // The last is the first drawn: marks usually come in the same order.
    const left = new Map<string, Mark[]>();
    for (const mark of copy.marks.toReversed()) {
      if (mark.kind !== kind) continue;
      const same = left.get(mark.key);
      if (same) same.push(mark);
      else left.set(mark.key, [mark]);
    }
    let removed = 0;
    for (const mark of source.marks) {
      if (mark.kind !== kind) continue;
      const same = left.get(mark.key) ?? [];
      const at = same.findLastIndex((one) => isNear(one.box, mark.box));
      if (at < 0) removed++;
      else if (at === same.length - 1) same.pop();
      else same.splice(at, 1);
    }
    const added = [...left.values()].reduce((sum, marks) => sum + marks.length, 0);
    const what = WORDS[kind][removed === 0 ? 0 : added === 0 ? 1 : 2];
    return added + removed > 0 ? [onPage(page, what)] : [];
  });
}

/** Pages that were added, removed, or moved, when the numbers or the texts of pages differ. `pages` are their texts. */
export function pairPages(
  source: readonly string[],
  copy: readonly string[],
): {
  pairs: (readonly [source: number, copy: number])[];
  changes: UntrackedEdit[];
} {
  if (source.length === copy.length) return { pairs: source.map((_, i) => [i, i] as const), changes: [] };
  const pairs: (readonly [number, number])[] = [];
  const changes: UntrackedEdit[] = [];
  const undo = "Undo this. An annotated copy has the same pages.";
  let a = 0;
  let b = 0;
  for (const [i, j] of [...align(source, copy), [source.length, copy.length] as const]) {
    const both = Math.min(i - a, j - b);
    for (let n = 0; n < both; n++) pairs.push([a + n, b + n]);
    for (let n = a + both; n < i; n++) changes.push(onPage(n + 1, "The page was removed, or moved.", {}, undo));
    for (let n = b + both; n < j; n++) changes.push(onPage(Math.max(1, i), "A page was added here.", {}, undo));
    if (i < source.length) pairs.push([i, j]);
    a = i + 1;
    b = j + 1;
  }
  return { pairs, changes };
}
