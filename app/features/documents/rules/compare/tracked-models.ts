import { type MarkedText, workingCopy } from "../docx/working-copy.ts";
import { compareDocx } from "./compare-docx.ts";
import type { CompareOptions } from "./redline-markup.ts";

/** For changes that nobody is named for. */
export const EDITOR: CompareOptions = { author: "Editor", date: "2026-01-01T00:00:00Z" };

/** Two texts as one Word file, with every difference between them as a tracked change. */
export function trackedTexts(source: MarkedText, copy: MarkedText, options: CompareOptions): Buffer {
  const [one, two] = [source, copy].map(({ model, equations }) => workingCopy(model, "", equations));
  return compareDocx(one!, two!, options).bytes;
}
