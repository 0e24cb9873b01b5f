import type { GateResult } from "#app/features/documents/rules/docx/change-stats.ts";

/** Why a readable tracked copy is blocked, in a sentence for its editor; null if it passes. */
export function gateObjection(gate: GateResult, name: string): string | null {
  if (gate.anotherManuscript)
    return `“${name}” is not an edited copy of this manuscript. Its text is different when all changes are rejected. Upload the copy you made from the file on this page.`;
  if (!gate.passed) {
    const n = gate.untrackedTotal;
    return `“${name}” has ${n === 1 ? "an untracked edit" : `${n.toLocaleString("en-US")} untracked edits`}. Make ${n === 1 ? "it" : "them"} again with Track Changes on, or undo ${n === 1 ? "it" : "them"}, and upload the copy again.`;
  }
  const borrowed = gate.findingCounts?.find((one) => one.kind === "borrowed")?.count ?? 0;
  if (borrowed > 0)
    return `“${name}” has ${borrowed === 1 ? "a change" : `${borrowed.toLocaleString("en-US")} changes`} of yours under the other editor's name. Set your own name in Word, make ${borrowed === 1 ? "it" : "them"} again, and upload the copy again.`;
  const locked = gate.findingCounts?.find((one) => one.kind === "locked")?.count ?? 0;
  if (locked > 0)
    return `“${name}” changes ${locked === 1 ? "a passage" : `${locked.toLocaleString("en-US")} passages`} in sections that the author left out. Undo ${locked === 1 ? "the change" : "the changes"} (comments may stay) and upload the copy again.`;
  // The downloaded file itself, uploaded by mistake.
  if (gate.unchanged && gate.stats.comments === 0)
    return `“${name}” has no tracked changes or comments. It is the unedited manuscript. Upload your edited copy.`;
  return null;
}

/** Whether a tracked copy passes. */
export const gateLetsThrough = (gate: GateResult): boolean => gateObjection(gate, "") === null;
