import type { Grain } from "./compare-diff.ts";
import { type DocxPackage, openDocx } from "../docx/docx-package.ts";
import { readDocx } from "../docx/docx-reader.ts";
import type { UntrackedEdit } from "../docx/change-stats.ts";
import { readSurface } from "../gate/surface/read-surface.ts";
import type { Surface } from "../gate/surface/surface.ts";
import { Refused } from "../readers/refusal.ts";
import { accepted, rejected } from "../docx/revise-docx.ts";
import { surfaceChanges } from "../gate/surface/surface-changes.ts";
import { LookRegistry } from "../gate/surface/surface-looks.ts";
import { comparedText } from "../readers/text-model.ts";
import type { CompareOptions } from "./redline-markup.ts";
import { Redline } from "./redline.ts";

export type Comparison = {
  /** `after` with all differences from `before` as tracked changes. */
  bytes: Buffer;
  /** The granularity reached: "words" unless the document's structure prevents it. */
  grain: Grain;
  /** Passages recognized as moved. */
  moves: number;
  /** Differences that can't be tracked changes, such as headers and merged cells. The copy has them as in `after`. */
  untracked: UntrackedEdit[];
};

/**
 * Makes a tracked copy of two versions, as if the untracked edits had been tracked. Tracked changes in either are
 * accepted first. The result is verified: rejecting all changes gives the text of `before`, and accepting all gives
 * `after`, in words and everything else that a reader sees. What can't be tracked is reported.
 * @throws Refused if one isn't a readable .docx, and ("unsupported") if no comparison could be verified
 */
export function compareDocx(before: Buffer, after: Buffer, options: CompareOptions): Comparison {
  const [a, b] = [accepted(openDocx(before)), accepted(openDocx(after))];
  const [wantA, wantB] = [linesOf(a), linesOf(b)];
  const registry = new LookRegistry();
  const seen = (docx: DocxPackage): Surface => readSurface(docx, registry);
  const [seenA, seenB] = [seen(a), seen(b)];
  let failure: unknown = null;
  for (const grain of ["words", "paragraphs", "whole"] as const) {
    try {
      const { bytes, moves } = new Redline(a, b, options).write(grain);
      const docx = openDocx(bytes);
      const [one, two] = [rejected(docx), accepted(docx)];
      if (!same(linesOf(one), wantA) || !same(linesOf(two), wantB)) continue;
      if (surfaceChanges(seenB, seen(two)).content.length > 0) continue;
      return { bytes, grain, moves, untracked: surfaceChanges(seenA, seen(one)).content };
    } catch (error) {
      failure = error;
    }
  }
  if (failure instanceof Refused) throw failure;
  throw new Refused(
    "unsupported",
    "We couldn't compare these two versions exactly.",
    "Compare them in Word (Review > Compare), save the result, and upload it.",
  );
}

/** Every paragraph, including blank ones: an added or lost one must be tracked like any other. */
const linesOf = (docx: DocxPackage): string[] => readDocx(docx).paragraphs.map(comparedText);
const same = (one: readonly string[], two: readonly string[]): boolean =>
  one.length === two.length && one.every((text, i) => text === two[i]);
