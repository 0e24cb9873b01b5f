import { attributeOf, childNamed, localOf, type Node } from "../docx/xml-tree.ts";
import type { Leader } from "./explorer-model.ts";

/** A tab stop of a paragraph, in points from its margin. */
export type TabStop = { at: number; leader: Leader | null };

const LEADERS: ReadonlyMap<string, Leader> = new Map([
  ["dot", "."],
  ["middleDot", "."],
  ["hyphen", "-"],
  ["underscore", "_"],
  ["heavy", "_"],
]);
/** Where text ends at the stop or is centered at it. */
const PUSHING = new Set(["right", "end", "center"]);
/** Nearer to the margin, in points, such a stop lines up numbers, and the text after it doesn't belong at the other side. */
const LEAST_PUSH = 150;
/** Word has room for as many. */
const MOST_STOPS = 64;
const TWIPS_PER_POINT = 20;

/** The tab stops of a style or paragraph: those that it's based on, with its own set or cleared. */
export function withStops(base: readonly TabStop[], properties: Node | undefined): readonly TabStop[] {
  const own = childNamed(properties, "tabs")?.children.filter((child) => localOf(child) === "tab") ?? [];
  if (own.length === 0) return base;
  const stops = new Map(base.map((stop) => [stop.at, stop]));
  for (const tab of own.slice(0, MOST_STOPS)) {
    const at = Math.round((Number(attributeOf(tab, "pos") ?? "") || 0) / TWIPS_PER_POINT);
    const kind = attributeOf(tab, "val") ?? "";
    const leader =
      LEADERS.get(attributeOf(tab, "leader") ?? "") ?? (PUSHING.has(kind) && at >= LEAST_PUSH ? " " : null);
    if (kind === "clear") stops.delete(at);
    else if (at > 0 && stops.size < MOST_STOPS) stops.set(at, { at, leader });
  }
  return [...stops.values()].toSorted((a, b) => a.at - b.at);
}

/**
 * The stop that a tab goes to. How far the text reaches is estimated, and text that seems to reach beyond the last stop
 * goes to it: a title that fills its line still has its page number at the end.
 */
export const stopAfter = (stops: readonly TabStop[], at: number): TabStop | undefined =>
  stops.find((stop) => stop.at > at) ?? stops.at(-1);
