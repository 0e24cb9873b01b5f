import type { GateResult } from "../docx/change-stats.ts";
import { listRevisions } from "../docx/revise-docx.ts";
import type { Revision } from "../docx/revision-numbers.ts";
import { editsOf } from "../explore/edits.ts";
import type { ExplorerChange } from "../explore/explorer-model.ts";
import type { JudgedChange } from "../kinds/judge-kinds.ts";
import type { Finding } from "./findings.ts";
import { changesSince } from "./pending-changes.ts";

/** Kinds of findings that are formatting without tracking. */
const UNTRACKED: readonly Finding["kind"][] = ["formatting", "concealed"];

/** How many changes of formatting in a copy aren't tracked. */
export const untrackedLooks = ({ findingCounts = [] }: GateResult): number =>
  findingCounts.filter((one) => UNTRACKED.includes(one.kind)).reduce((sum, one) => sum + one.count, 0);

/**
 * The changes of a tracked copy to judge by a rule: all but those that were already pending in its source.
 * @param kinds the copy's changes with their kinds
 * @param source null if it can't have tracked changes
 */
export function changesToJudge(
  kinds: readonly ExplorerChange[],
  source: Buffer | null,
  copy: Buffer,
  editor: string | null,
): JudgedChange[] {
  const revisions = listRevisions(copy);
  const pending = source ? listRevisions(source) : [];
  const own = pending.length === 0 ? null : new Set(changesSince(pending, revisions, editor).map((one) => one.id));
  const byId = new Map(kinds.map((one) => [one.id, one]));
  return editsOf<Revision>(revisions)
    .edits.filter((edit) => own === null || edit.ids.some((id) => own.has(id)))
    .map(({ ids, head, insertion }): JudgedChange => {
      const known = ids.map((id) => byId.get(id));
      const came = insertion ?? (head.kind === "delete" || head.kind === "deleteRow" ? null : head);
      return {
        ids,
        // Both changes of a replacement have the same kind.
        kind: known[0]?.edit ?? "formatting",
        close: known.some((one) => one?.close),
        section: head.place.section,
        paragraph: head.place.paragraph,
        deleted: insertion || came === null ? head.text : "",
        inserted: came?.text ?? "",
      };
    });
}
