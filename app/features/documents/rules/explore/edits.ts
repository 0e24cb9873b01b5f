import type { KindCounts } from "../kinds/edit-kind.ts";
import type { Choice, Choose, ExplorerChange, ExplorerSection } from "./explorer-model.ts";

type Tracked = { id: number; replaces?: number | null };

/** What readers see and decide as one: a tracked change, or a deletion with the insertion that replaces it. */
export type Edit<T extends Tracked = ExplorerChange> = {
  /** From 1 in reading order. */
  number: number;
  /** The change, or a replacement's deletion. */
  head: T;
  /** A replacement's insertion. */
  insertion: T | null;
  /** Its changes' numbers, ascending, as in the decision log. */
  ids: readonly number[];
};

/** The edits that some changes form, and each change's edit by its number. */
export function editsOf<T extends Tracked>(
  changes: readonly T[],
): { edits: Edit<T>[]; byChange: Map<number, Edit<T>> } {
  const edits: Edit<T>[] = [];
  const byChange = new Map<number, Edit<T>>();
  for (const change of changes) {
    const replaced = change.replaces == null ? undefined : byChange.get(change.replaces);
    if (replaced && replaced.insertion === null && replaced.head.id === change.replaces) {
      replaced.insertion = change;
      replaced.ids = [replaced.head.id, change.id].sort((a, b) => a - b);
      byChange.set(change.id, replaced);
      continue;
    }
    const edit: Edit<T> = { number: edits.length + 1, head: change, insertion: null, ids: [change.id] };
    edits.push(edit);
    byChange.set(change.id, edit);
  }
  return { edits, byChange };
}

/** How many edits there are of each kind. */
export function countKinds(edits: readonly Edit[]): KindCounts {
  const counts: KindCounts = {};
  for (const { head } of edits) counts[head.edit] = (counts[head.edit] ?? 0) + 1;
  return counts;
}

/** Sections with the number of edits that start in each, while the model counts changes. */
export function withEdits(sections: readonly ExplorerSection[], edits: readonly Edit[]): ExplorerSection[] {
  const counts = new Map<number, number>();
  for (const { head } of edits) counts.set(head.section, (counts.get(head.section) ?? 0) + 1);
  return sections.map((section, i) => ({ ...section, changes: counts.get(i) ?? 0 }));
}

/** The decision on an edit: null unless its changes are all decided alike. */
export function choiceOn(edit: Edit, choose: Choose): Choice {
  const [first = 0, ...others] = edit.ids;
  const choice = choose(first);
  return others.every((id) => choose(id) === choice) ? choice : null;
}
