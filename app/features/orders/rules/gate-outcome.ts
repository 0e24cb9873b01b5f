import type { GateResult } from "#app/features/documents/rules/change-stats.ts";

/** Why a tracked copy that could be read is not let through, in a sentence for its editor; null when it is. */
export function gateObjection(gate: GateResult, name: string): string | null {
  if (gate.anotherManuscript)
    return `“${name}” is not an edited copy of this manuscript: with its changes rejected, its text is a different one. Upload the copy you made from the file on this page.`;
  if (!gate.passed) {
    const n = gate.untrackedTotal;
    return `“${name}” holds ${n === 1 ? "an edit that is" : `${n.toLocaleString("en-US")} edits that are`} not tracked. Make ${n === 1 ? "it" : "them"} again with Track Changes on, or undo ${n === 1 ? "it" : "them"}, and upload the copy again.`;
  }
  const locked = gate.findingCounts?.find((one) => one.severity === "stops")?.count ?? 0;
  if (locked > 0)
    return `“${name}” changes ${locked === 1 ? "a passage" : `${locked.toLocaleString("en-US")} passages`} in sections that the author left out. Take ${locked === 1 ? "the change" : "the changes"} back (a comment may stay), and upload the copy again.`;
  // The very file that was downloaded, sent back by mistake.
  if (gate.unchanged && gate.stats.comments === 0)
    return `“${name}” has no tracked change and no comment: it is the manuscript as it was. Upload the edited copy.`;
  return null;
}

/** Whether a tracked copy is let through. */
export const gateLetsThrough = (gate: GateResult): boolean => gateObjection(gate, "") === null;
