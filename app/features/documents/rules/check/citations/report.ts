import { foldText } from "#app/platform/rules/text/fold.ts";
import type { Found, Spot } from "../finding.ts";
import type { Entry } from "./entries.ts";

export type Add = (
  rule: string,
  message: string,
  spots: Spot[],
  more?: { folded?: boolean; forms?: Found["forms"] },
) => void;

export const nameOf = ({ authors, text }: Entry): string => authors[0]?.slice(0, 60) ?? text.slice(0, 30);
export const labelOf = (entry: Entry): string => `${nameOf(entry)}${entry.year ? ` (${entry.year})` : ""}`;
/** An entry's beginning stands for it. */
export const spotOf = ({ block, text }: Entry): Spot => ({ block, from: 0, to: Math.min(text.length, 60) });
/** How names are compared: without accents, case, and signs. */
export const fold = (name: string): string => foldText(name).replaceAll(/[^\p{L}\p{N} ]/gu, "");
export const authorsWords = ({ authors }: Entry): string => (authors.length === 1 ? "one author" : "two authors");

/** The same name with one letter more, less, other, or two swapped. */
export function isSlip(a: string, b: string): boolean {
  if (a === b || Math.abs(a.length - b.length) > 1 || Math.min(a.length, b.length) < 4) return false;
  let start = 0;
  while (start < Math.min(a.length, b.length) && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++;
  const [x, y] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  return (x.length <= 1 && y.length <= 1) || (x.length === 2 && y.length === 2 && x[0] === y[1] && x[1] === y[0]);
}

/** Two years that one slip of the keyboard makes of each other, or that differ by up to two. */
export function yearsClose(a: string, b: string): boolean {
  const [x, y] = [a.slice(0, 4), b.slice(0, 4)];
  return Math.abs(Number(x) - Number(y)) <= 2 || isSlip(x, y);
}
