/** What a copy's tracked changes do to pictures, and which words they conceal. */
import { align } from "../compare/align.ts";
import type { Surface, SurfaceLine } from "./surface/surface.ts";
import type { Atom } from "./surface/surface-atoms.ts";
import { TOO_LOW, groundOf, isCollapsed } from "./surface/surface-lines.ts";
import { type LookChange, NAMES, numbersOf, shortened } from "./surface/surface-report.ts";
import { PICTURES } from "./atom-changes.ts";

/** A document with its tracked changes rejected, and accepted. */
type BothSurfaces = { original: Surface; final: Surface };

/** A picture that a tracked change removes, inserts or replaces. */
export type PictureChange = { paragraph: number; before: string; after: string };

type Placed = { atom: Atom; line: number; /** How many pictures before it are in both. */ kept: number };

const picturesIn = ({ lines }: Surface): { atom: Atom; line: number }[] =>
  lines.flatMap(({ atoms }, line) => atoms.filter((atom) => PICTURES.has(atom.kind)).map((atom) => ({ atom, line })));

/** The pictures that only one of a document's surfaces has. What both have in different places was moved. */
function differing({ original, final }: BothSurfaces): { gone: Placed[]; come: Placed[] } {
  const [a, b] = [picturesIn(original), picturesIn(final)];
  const [gone, come]: [Placed[], Placed[]] = [[], []];
  let [i, j, kept] = [0, 0, 0];
  const pairs = align(
    a.map(({ atom }) => atom.key),
    b.map(({ atom }) => atom.key),
  );
  for (const [x, y] of [...pairs, [a.length, b.length] as [number, number]]) {
    gone.push(...a.slice(i, x).map((one) => ({ ...one, kept })));
    come.push(...b.slice(j, y).map((one) => ({ ...one, kept })));
    [i, j, kept] = [x + 1, y + 1, kept + 1];
  }
  return { gone: without(gone, come), come: without(come, gone) };
}

/** A list without those pictures that another has too, as often as it has them. */
function without(list: readonly Placed[], known: readonly Placed[]): Placed[] {
  const counts = new Map<string, number>();
  for (const { atom } of known) counts.set(atom.key, (counts.get(atom.key) ?? 0) + 1);
  return list.filter(({ atom }) => {
    const left = counts.get(atom.key) ?? 0;
    counts.set(atom.key, left - 1);
    return left <= 0;
  });
}

/** Above this distance in paragraphs, a new picture doesn't replace one that's gone. */
const NEAR = 5;
/** How many new pictures are tried as the replacement of one. */
const MOST_TRIED = 200;

/**
 * Pictures that a copy's tracked changes remove, insert or replace, except moved ones.
 * @param source as its own pending changes have it; null if it has none
 */
function trackedPictures(copy: BothSurfaces, source: BothSurfaces | null): PictureChange[] {
  const numbers = numbersOf(copy.original.lines);
  const own = source ? differing(source) : { gone: [], come: [] };
  const { gone, come } = differing(copy);
  const { lines } = copy.original;
  const places = new Map(lines.map((line) => [line.text, line.number]));
  const numberOf = ({ line }: Placed): number => {
    for (let i = line; i >= 0 && i > line - 40; i--) {
      const { text } = copy.final.lines[i] as SurfaceLine;
      const number = text.trim() === "" ? undefined : places.get(text);
      if (number !== undefined) return number;
    }
    return Math.min(copy.final.lines[line]?.number ?? 1, lines.at(-1)?.number ?? 1);
  };
  const found = without(come, own.come).map((one) => ({ ...one, number: numberOf(one) }));
  const out: PictureChange[] = [];
  for (const one of without(gone, own.gone)) {
    const { number } = lines[one.line] as SurfaceLine;
    const at = found
      .slice(0, MOST_TRIED)
      .findIndex((other) => other.kept === one.kept && Math.abs(other.number - number) <= NEAR);
    const other = at < 0 ? undefined : found.splice(at, 1)[0];
    out.push({
      paragraph: number,
      before: `${NAMES[one.atom.kind]} ${numbers.get(one.atom) ?? ""}`.trim(),
      after: other ? `another ${NAMES[other.atom.kind].toLowerCase()}` : "",
    });
  }
  for (const one of found) out.push({ paragraph: one.number, before: "", after: NAMES[one.atom.kind].toLowerCase() });
  return out.sort((one, two) => one.paragraph - two.paragraph);
}

type Concealed = { line: SurfaceLine; words: string; how: string };

/** Words that a reader can't see. */
function concealedIn({ lines, styles }: Surface): Concealed[] {
  const out: Concealed[] = [];
  for (const line of lines) {
    const paragraph = styles.paragraph(line.properties);
    if (isCollapsed(line, paragraph)) {
      if (line.text.trim() !== "") out.push({ line, words: line.text, how: `${TOO_LOW},` });
      continue;
    }
    const ground = groundOf(line, paragraph);
    let last: Concealed | undefined;
    for (let i = 0; i < line.spans.length; i += 2) {
      const look = styles.run(line.style, line.spans[i + 1] as number, ground);
      const words = line.text.slice(line.spans[i], line.spans[i + 2]);
      const how = look.hidden ? "hidden" : look.faint && `${look.faint},`;
      if (how === "") last = undefined;
      else if (last?.how === how) last.words += words;
      else if (words.trim() !== "") out.push((last = { line, words, how }));
    }
  }
  return out;
}

/**
 * Words that a copy's tracked changes conceal: by their format, or because they were inserted so. An edit within words
 * that nobody could see before is none.
 */
function trackedConcealments(copy: BothSurfaces, source: BothSurfaces | null): LookChange[] {
  const wordsIn = (text: string): string[] => text.split(/\s+/).filter((word) => word !== "");
  const known = new Map<string, number>();
  for (const surface of [copy.original, ...(source ? [source.original, source.final] : [])])
    for (const { words } of concealedIn(surface))
      for (const word of wordsIn(words)) known.set(word, (known.get(word) ?? 0) + 1);
  return concealedIn(copy.final).flatMap(({ line, words, how }): LookChange[] => {
    const all = wordsIn(words);
    const fresh = all.filter((word) => {
      const left = known.get(word) ?? 0;
      known.set(word, left - 1);
      return left <= 0;
    });
    if (fresh.length * 2 <= all.length) return [];
    return [
      {
        kind: "concealed",
        paragraph: Math.max(1, line.number),
        words: shortened(words),
        what: `${how} by a tracked change`,
      },
    ];
  });
}

/**
 * What a copy's tracked changes do to pictures and to the visibility of words.
 * @param final the copy with its changes accepted; null if they do nothing of the kind @param source as its own pending
 * changes have it; null if it has none
 */
export const trackedLooks = (
  original: Surface,
  final: Surface | null,
  source: BothSurfaces | null,
): { looks: LookChange[]; pictures: PictureChange[] } =>
  final
    ? {
        looks: trackedConcealments({ original, final }, source),
        pictures: trackedPictures({ original, final }, source),
      }
    : { looks: [], pictures: [] };
