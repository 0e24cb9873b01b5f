import { compareDocx } from "../compare/compare-docx.ts";
import type { CompareOptions } from "../compare/redline-markup.ts";
import { openDocx } from "../docx/docx-package.ts";
import { listRevisions } from "../docx/revise-docx.ts";
import { gateDocx } from "../gate/gate-docx.ts";
import { Refused } from "../readers/refusal.ts";
import { graftDocx } from "./graft-docx.ts";
import { rewriterOf } from "../docx/rewriter-of.ts";

type TrackedCopy = {
  bytes: Buffer;
  /** What the editor changed besides words, and the copy doesn't have: "2 formatting changes", "The header was changed." */
  leftOut: string[];
};

const MAX_TOLD = 20;

/**
 * A tracked copy that the gate lets through, of an upload with untracked edits. The upload is compared with the source.
 * If it has differences that can't be tracked, its words and comments are put into the author's own file instead: so
 * too if another program than Word saved it, or if the source has tracked changes of its own.
 * @throws Refused if neither is possible
 */
export function makeTrackedCopyOf(source: Buffer, copy: Buffer, options: CompareOptions): TrackedCopy {
  const passes = (bytes: Buffer): boolean => {
    const { passed, unchanged, stats } = gateDocx(source, bytes, { editor: options.author });
    if (passed && unchanged && stats.comments + stats.replies === 0)
      throw new Refused(
        "unsupported",
        "We found no edits of words and no new comments in this copy.",
        "Upload the copy with your edits.",
      );
    return passed;
  };
  const graft = (): TrackedCopy | null => {
    const made = graftDocx(source, copy, options);
    return passes(made.bytes) ? made : null;
  };
  const ownFile = rewriterOf(openDocx(copy)) !== null || listRevisions(source).length > 0;
  const first = ownFile ? graft() : null;
  if (first) return first;
  let untracked: string[] = [];
  let refused: unknown = null;
  try {
    const compared = compareDocx(source, copy, options);
    if (passes(compared.bytes)) return { bytes: compared.bytes, leftOut: [] };
    untracked = compared.untracked.flatMap((one) => one.what ?? []);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    refused = error;
  }
  const made = ownFile ? null : graft();
  if (made) return { bytes: made.bytes, leftOut: [...new Set([...untracked, ...made.leftOut])].slice(0, MAX_TOLD) };
  throw (
    refused ??
    new Refused(
      "unsupported",
      "We can't turn the changes in this copy into tracked changes.",
      "Make your edits again in the manuscript from this page, in Word with Track Changes on, and upload that.",
    )
  );
}
