import { workingCopy } from "../docx/working-copy.ts";
import type { TextModel } from "../readers/text-model.ts";
import { compareDocx } from "./compare-docx.ts";
import type { CompareOptions } from "./redline-markup.ts";

/** For changes that nobody is named for. */
export const EDITOR: CompareOptions = { author: "Editor", date: "2026-01-01T00:00:00Z" };

/** Two texts as one Word file, with every difference between them as a tracked change. */
export const trackedModels = (source: TextModel, copy: TextModel, options: CompareOptions): Buffer =>
  compareDocx(workingCopy(source), workingCopy(copy), options).bytes;
