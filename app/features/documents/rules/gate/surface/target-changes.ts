/** Compares the places that cross-references and links point to. */
import type { Surface, SurfaceLine, Target } from "./surface.ts";
import { bareText } from "./surface-lines.ts";
import { type SurfaceReport, UNDO, inQuotes, shortened } from "./surface-report.ts";

/** Bookmarks that Word makes for itself and moves as it likes. */
const WORDS_OWN = /^_(?:Toc|Hlk|GoBack)/;

const textOf = ({ line }: Target): string => (line ? bareText(line).trim() : "");

export function compareTargets(report: SurfaceReport, before: Surface, after: Surface): void {
  let texts: Set<string> | null = null;
  const [first] = before.lines;
  for (const [name, was] of before.targets) {
    const is = after.targets.get(name);
    const place = was?.line ?? first;
    if (!was || is === undefined || !place) continue;
    const isField = before.crossReferences.has(name);
    const target = `The target of a ${isField ? "cross-reference" : "link"}`;
    if (is === null) {
      report.say(
        place,
        `${target} was removed${shownOf(was)}. ${isField ? "Word will show an error in its place." : "The link no longer works."}`,
        "Copy this passage again from the manuscript, with its bookmark.",
        { leading: "", trailing: shortened(place.text.slice(0, 48)) },
      );
      continue;
    }
    const [one, two] = [textOf(was), textOf(is)];
    if (WORDS_OWN.test(name) || one === "") continue;
    texts ??= new Set(after.lines.map((line: SurfaceLine) => bareText(line).trim()));
    const moved = one !== two && texts.has(one);
    if (moved || (one === two && was.words.trim() !== is.words.trim()))
      report.say(
        place,
        moved
          ? `${target} was moved to another paragraph${shownOf(was)}.`
          : `${target} covers different words: ${inQuotes(was.words)} → ${inQuotes(is.words)}.`,
        UNDO,
      );
  }
}

const shownOf = (target: Target): string => {
  const words = shortened(target.words) || textOf(target).slice(0, 80);
  return words === "" ? "" : ` (“${words}”)`;
};
