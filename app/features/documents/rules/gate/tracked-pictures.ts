/** What a copy's tracked changes do to pictures, and which words they conceal. */
import type { Surface } from "./surface/surface.ts";
import type { Atom } from "./surface/surface-atoms.ts";
import { type LookChange, NAMES, numbersOf, shortened } from "./surface/surface-report.ts";
import { PICTURES } from "./atom-changes.ts";

/** A picture that a tracked change removes, inserts or replaces. */
export type PictureChange = { paragraph: number; before: string; after: string };

/** Pictures that a copy's tracked changes remove, insert or replace, except moved ones. */
export function trackedPictures(copy: Surface, source: Surface): PictureChange[] {
  const numbers = numbersOf(copy.lines);
  type One = { atom: Atom; line: number; number: number };
  const collect = (surface: Surface): { gone: One[]; come: One[] } => ({
    gone: surface.lines.flatMap((line, i) =>
      line.atoms
        .filter((atom) => atom.deleted && PICTURES.has(atom.kind))
        .map((atom) => ({ atom, line: i, number: line.number })),
    ),
    come: surface.inserted
      .filter(({ atom }) => PICTURES.has(atom.kind))
      .map(({ atom, line }) => ({ atom, line, number: surface.lines[line]?.number ?? 1 })),
  });
  const { gone, come } = collect(copy);
  const own = collect(source);
  const without = (list: One[], known: readonly One[]): One[] => {
    const counts = new Map<string, number>();
    for (const { atom } of known) counts.set(atom.key, (counts.get(atom.key) ?? 0) + 1);
    return list.filter(({ atom }) => {
      const left = counts.get(atom.key) ?? 0;
      if (left > 0) counts.set(atom.key, left - 1);
      return left === 0;
    });
  };
  const newGone = without(gone, own.gone);
  const newCome = without(come, own.come);
  const lost = without(newGone, newCome);
  const found = without(newCome, newGone);
  const out: PictureChange[] = [];
  for (const one of lost) {
    const at = found.findIndex((other) => Math.abs(other.line - one.line) <= 1);
    const other = at < 0 ? undefined : found.splice(at, 1)[0];
    out.push({
      paragraph: one.number,
      before: `${NAMES[one.atom.kind]} ${numbers.get(one.atom) ?? ""}`.trim(),
      after: other ? `another ${NAMES[other.atom.kind].toLowerCase()}` : "",
    });
  }
  for (const one of found) out.push({ paragraph: one.number, before: "", after: NAMES[one.atom.kind].toLowerCase() });
  return out.sort((one, two) => one.paragraph - two.paragraph);
}

/** Words that a copy's tracked changes conceal, except those already concealed by the source's own changes. */
export function trackedConcealments(copy: Surface, source: Surface): LookChange[] {
  const own = new Set(source.concealed.map(({ words, how }) => `${how} ${words}`));
  return copy.concealed
    .filter(({ words, how }) => words.trim() !== "" && !own.has(`${how} ${words}`))
    .map(({ line, words, how }) => ({
      kind: "concealed",
      paragraph: Math.max(1, line.number),
      words: shortened(words),
      what: how,
    }));
}
