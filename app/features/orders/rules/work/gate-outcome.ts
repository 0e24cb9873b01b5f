import { joinWords } from "#app/platform/rules/text/join-words.ts";
import { count, plural } from "#app/platform/rules/core/count.ts";
import { isWithinRule } from "#app/features/documents/rules/kinds/judge-kinds.ts";
import type { GateResult } from "#app/features/documents/rules/docx/change-stats.ts";

/** Why a readable tracked copy is blocked, in a sentence for its editor; null if it passes. */
export function gateObjection(gate: GateResult, name: string): string | null {
  if (gate.format === "pdf") return pdfObjection(gate, name);
  if (gate.format === "tex") return latexObjection(gate, name);
  if (gate.anotherManuscript)
    return `“${name}” is not an edited copy of this manuscript. Its text is different when all changes are rejected. Upload the copy you made from the file on this page.`;
  if (!gate.passed && gate.rewriter && gate.untracked.some((edit) => edit.what)) {
    const words = gate.untracked.filter((edit) => !edit.what).length;
    const isCut = gate.untrackedTotal > gate.untracked.length;
    const also =
      words === 0
        ? ""
        : ` It also has ${words === 1 ? "an untracked edit" : `${isCut ? "at least " : ""}${words.toLocaleString("en-US")} untracked edits`} of words.`;
    return `“${name}” was saved in ${gate.rewriter}, which rewrote parts of the author's file, such as page numbers, fields, or equations.${also}`;
  }
  if (!gate.passed) {
    const n = gate.untrackedTotal;
    return `“${name}” has ${n === 1 ? "an untracked edit" : `${n.toLocaleString("en-US")} untracked edits`}. Make ${n === 1 ? "it" : "them"} again with Track Changes on, or undo ${n === 1 ? "it" : "them"}, and upload the copy again.`;
  }
  const borrowed = gate.findingCounts?.find((one) => one.kind === "borrowed")?.count ?? 0;
  if (borrowed > 0)
    return `“${name}” has ${borrowed === 1 ? "a change" : `${borrowed.toLocaleString("en-US")} changes`} of yours under the other editor's name. Set your own name in Word, make ${borrowed === 1 ? "it" : "them"} again, and upload the copy again.`;
  const locked = lockedObjection(gate, name) ?? ruleObjection(gate, name);
  if (locked) return locked;
  // The downloaded file itself, uploaded by mistake.
  if (gate.unchanged && gate.stats.comments === 0)
    return `“${name}” has no tracked changes or comments. It is the unedited manuscript. Upload your edited copy.`;
  return null;
}

function lockedObjection({ findingCounts }: GateResult, name: string): string | null {
  const locked = findingCounts?.find((one) => one.kind === "locked")?.count ?? 0;
  return locked > 0
    ? `“${name}” changes ${locked === 1 ? "a passage" : `${locked.toLocaleString("en-US")} passages`} in sections that the author left out. Undo ${locked === 1 ? "the change" : "the changes"} (comments may stay) and upload the copy again.`
    : null;
}

/** What breaks the order's policy. */
function ruleObjection({ rule }: GateResult, name: string): string | null {
  if (!rule || isWithinRule(rule)) return null;
  if (rule.total > 0) {
    const changes = count(rule.total, "change");
    return rule.turnable
      ? `“${name}” has changes that the order's policy doesn't allow. Turn ${changes} into ${rule.total === 1 ? "a comment" : "comments"} first.`
      : `“${name}” has ${changes} that the order's policy doesn't allow. Undo ${rule.total === 1 ? "it" : "them"}, say it in your letter, and upload the copy again.`;
  }
  return `“${name}” changes formatting without tracking, which the order's policy doesn't allow. Undo it, and upload the copy again.`;
}

/** Pages are named, so that the editor finds what to undo. */
function pdfObjection(gate: GateResult, name: string): string | null {
  if (gate.anotherManuscript)
    return `“${name}” isn't an annotated copy of this manuscript. Its pages have another text. Annotate the PDF on this page, and upload it.`;
  if (!gate.passed) {
    const pages = [...new Set(gate.untracked.flatMap((one) => /^Page (\d+)$/.exec(one.section)?.[1] ?? []))];
    const shown = pages.length > 8 ? [...pages.slice(0, 8), `${pages.length - 8} more`] : pages;
    const where = joinWords(shown);
    return pages.length > 0
      ? `“${name}” changes the content of ${plural(pages.length, "page")} ${where}. Annotate, don't edit the pages: undo what's listed below, say it in annotations, and upload the copy again.`
      : `“${name}” contains more than annotations. Undo what's listed below, and upload the copy again.`;
  }
  if (gate.stats.comments === 0)
    return `“${name}” has no annotations. If you annotated it, save the annotations in the PDF and upload it again. If nothing needs changing, add a note that says so.`;
  return null;
}

function latexObjection(gate: GateResult, name: string): string | null {
  if (gate.anotherManuscript)
    return `“${name}” isn't an edited copy of this manuscript. Most of its text is different. Upload the copy you made from the file on this page.`;
  if (!gate.passed) {
    const n = gate.untrackedTotal;
    return `“${name}” has ${n === 1 ? "a mistake" : `${n.toLocaleString("en-US")} mistakes`} that LaTeX can't compile. Correct ${n === 1 ? "it" : "them"} and upload the copy again.`;
  }
  const locked = lockedObjection(gate, name) ?? ruleObjection(gate, name);
  if (locked) return locked;
  if (gate.unchanged && gate.stats.comments === 0)
    return `“${name}” is the author's source without edits. Upload your edited copy.`;
  return null;
}

/** Whether a tracked copy passes. */
export const gateLetsThrough = (gate: GateResult): boolean => gateObjection(gate, "") === null;
