/** The lines of two documents, as they're matched: by everything in them, or only by their words. */
import type { Properties } from "./properties.ts";
import type { SurfaceLine } from "./surface.ts";

export const bareText = (line: SurfaceLine): string =>
  line.kind === "row"
    ? "\u0001row"
    : line.kind === "embedded"
      ? `\u0001embedded ${line.text}`
      : line.atoms.length === 0
        ? line.text
        : line.text.replace(/[\ufffb\ufffc]/g, "");
export const keyOf = (line: SurfaceLine): string => {
  if (line.kind === "row") return `\u0001row ${line.text}`;
  let key = line.startsCell ? `\u0002${line.text}` : line.text;
  if (line.kind === "embedded") key = `\u0001embedded ${key}`;
  if (line.layout) key = "\u0003";
  for (const atom of line.atoms) key += `\u0004${atom.key}`;
  return key;
};
/** The color behind a paragraph. @param look its own properties and its style's */
export const groundOf = (line: SurfaceLine, look: Properties): string =>
  look.shd === undefined || look.shd === "0" || look.shd === "" ? line.behind : look.shd;

/** Whether a line is too low to show its words: its row's height, or less than 3 points from line to line. */
export const isCollapsed = (line: SurfaceLine, look: Properties): boolean =>
  line.collapsed || /^[1-5]?\d exact$/.test(look.line ?? "");
export const TOO_LOW = "in a line or row that's too low to show it";

export const isBlank = (line: SurfaceLine): boolean =>
  line.kind === "paragraph" && line.text === "" && line.atoms.length === 0;
export const sameLine = (one: SurfaceLine, two: SurfaceLine): boolean =>
  one.kind === two.kind &&
  one.text === two.text &&
  one.startsCell === two.startsCell &&
  one.layout === two.layout &&
  one.atoms.length === two.atoms.length &&
  one.atoms.every((atom, i) => atom.key === two.atoms[i]?.key);
