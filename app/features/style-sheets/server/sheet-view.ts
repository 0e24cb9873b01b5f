import { isSame } from "../rules/entry.ts";
import { type EntryRow, conflictsOf, historyOf, sheetOf } from "./entries.ts";

/** Who decided an entry, as its readers call them. */
type By = Readonly<Record<EntryRow["role"], string>>;

const entryView = ({ id, part, key, form, others, note, role, at, endedAt }: EntryRow, by: By) => ({
  id,
  part,
  key,
  form,
  others,
  note,
  by: by[role],
  at,
  endedAt,
});
export type EntryView = ReturnType<typeof entryView>;

/** An author's or an organization's style sheet with its history. An organization's has no contradictions. */
export async function sheetView(ownerId: string, by: By) {
  const [entries, conflicts, history] = await Promise.all([sheetOf(ownerId), conflictsOf(ownerId), historyOf(ownerId)]);
  return {
    entries: entries.map((one) => entryView(one, by)),
    conflicts: conflicts.map((one) => ({
      ...entryView(one, by),
      sheet: entries.find((own) => isSame(own, one))?.form ?? null,
    })),
    history: history.map((one) => entryView(one, by)),
  };
}
export type SheetView = Awaited<ReturnType<typeof sheetView>>;
