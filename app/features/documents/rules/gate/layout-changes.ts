/** Compares what has no words: blank paragraphs, breaks, table rows, and embedded documents. */
import type { SurfaceLine } from "./surface/surface.ts";
import { AROUND, type SurfaceReport, UNDO, UNDO_ONLY, shortened } from "./surface/surface-report.ts";
import { isBlank } from "./surface/surface-lines.ts";

/** Wordless content of unmatched lines: blank paragraphs, breaks, rows, embedded documents. */
export function compareLayout(
  report: SurfaceReport,
  was: readonly SurfaceLine[],
  is: readonly SurfaceLine[],
  place: SurfaceLine,
  nearby: ReturnType<typeof nearestWords>,
): void {
  const more = (wanted: (line: SurfaceLine) => boolean): number => is.filter(wanted).length - was.filter(wanted).length;
  const isRow = (line: SurfaceLine): boolean => line.kind === "row";
  const isEmbedded = (line: SurfaceLine): boolean => line.kind === "embedded";
  const blanks = more((line) => isBlank(line) && !line.layout);
  if (blanks !== 0)
    report.say(
      place,
      `${Math.abs(blanks) === 1 ? "A blank paragraph was" : `${Math.abs(blanks)} blank paragraphs were`} ${blanks > 0 ? "added" : "removed"}.`,
      UNDO,
      nearby,
    );
  const breaks = more((line) => line.layout);
  if (breaks !== 0)
    report.looks.push({
      kind: "formatting",
      paragraph: place.number,
      words: nearby.leading || nearby.trailing,
      what: `page or section break ${breaks > 0 ? "added" : "removed"}`,
    });
  const rows = more(isRow);
  if (rows !== 0)
    report.say(
      place,
      `${Math.abs(rows) === 1 ? "A table row was" : `${Math.abs(rows)} table rows were`} ${rows > 0 ? "added" : "removed"}.`,
      UNDO,
      nearby,
    );
  else if (was.some(isRow)) report.say(place, "Table cells were merged, split, added, or removed.", UNDO_ONLY, nearby);
  const embedded = was.filter(isEmbedded).length;
  for (let k = 0; k < embedded; k++)
    report.say(place, "An embedded document was removed or replaced.", UNDO_ONLY, nearby);
  if (embedded > 0) return;
  for (let k = is.filter(isEmbedded).length; k > 0; k--)
    report.say(
      place,
      "Another document was embedded here (altChunk).",
      "Remove it, and insert its text with Track Changes on instead.",
      nearby,
    );
}

/** Words before and after a place between lines, for locating it. */
export function nearestWords(lines: readonly SurfaceLine[], at: number): { leading: string; trailing: string } {
  let leading = "";
  for (let i = at - 1; i >= 0 && i > at - 40 && leading === ""; i--)
    if (lines[i]?.kind === "paragraph") leading = shortened((lines[i] as SurfaceLine).text.slice(-AROUND));
  let trailing = "";
  for (let i = at; i < lines.length && i < at + 40 && trailing === ""; i++)
    if (lines[i]?.kind === "paragraph") trailing = shortened((lines[i] as SurfaceLine).text.slice(0, AROUND));
  return { leading, trailing };
}
