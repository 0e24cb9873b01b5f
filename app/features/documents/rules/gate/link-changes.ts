import { align } from "../compare/align.ts";
import type { SurfaceLine } from "./surface/surface.ts";
import { type SurfaceReport, UNDO_ONLY, inQuotes } from "./surface/surface-report.ts";

/** Compares the links of two lines. @param same whether their words are equal */
export function compareLinks(report: SurfaceReport, one: SurfaceLine, two: SurfaceLine, same: boolean): void {
  if (one.links.length === 0 && two.links.length === 0) return;
  const key =
    (line: SurfaceLine) =>
    (link: SurfaceLine["links"][number]): string =>
      same ? `${link.target}\u0001${line.text.slice(link.from, link.to).trim()}` : link.target;
  const [a, b] = [one.links.map(key(one)), two.links.map(key(two))];
  const [kept, came] = [new Set<number>(), new Set<number>()];
  for (const [i, j] of align(a, b)) {
    kept.add(i);
    came.add(j);
  }
  const left = one.links.filter((_, i) => !kept.has(i));
  const right = two.links.filter((_, j) => !came.has(j));
  for (const link of left) {
    const at = right.findIndex((other) => !same || (other.from < link.to && other.to > link.from));
    const other = at < 0 ? undefined : right.splice(at, 1)[0];
    const text = one.text.slice(link.from, link.to);
    const what = !other
      ? `The link on ${inQuotes(text)} was removed.`
      : other.target === link.target
        ? `The link on ${inQuotes(text)} covers different words: ${inQuotes(two.text.slice(other.from, other.to))}.`
        : `The link on ${inQuotes(text)} leads somewhere else.`;
    report.content.push({
      ...report.placeOf(one),
      before: other?.target === link.target ? "" : link.target,
      after: other?.target === link.target ? "" : (other?.target ?? ""),
      what,
      advice: UNDO_ONLY,
    });
  }
  for (const link of right)
    report.content.push({
      ...report.placeOf(one),
      before: "",
      after: link.target,
      what: `A link was added on ${inQuotes(two.text.slice(link.from, link.to))}.`,
      advice: UNDO_ONLY,
    });
}
