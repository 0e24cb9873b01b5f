import type { Updateable } from "kysely";
import type { EditorsTable } from "#db/schema.ts";
import type { Deed } from "#app/platform/server/command.ts";
import { isMatchReady } from "../rules/readiness.ts";
import { type EditorRow, lockEditor, settingsOf } from "./find-editor.ts";

/**
 * Writes to an editor's row, and with it whether the editor can be matched: both in the transaction that is open.
 * The fact says what was changed; matching goes on from it, and the menu's badge follows.
 * @param before the row, locked @param changed names for people who read the history
 */
export async function changeEditor(
  deed: Deed,
  before: EditorRow,
  changes: Updateable<EditorsTable>,
  changed: readonly string[],
): Promise<{ matchReady: boolean; becameReady: boolean }> {
  await deed.tx.updateTable("editors").set(changes).where("uid", "=", before.uid).execute();
  const after = await lockEditor(deed.tx, before.uid);
  const matchReady = isMatchReady(settingsOf(after));
  if (matchReady !== before.matchReady)
    await deed.tx.updateTable("editors").set({ matchReady }).where("uid", "=", before.uid).execute();
  const becameReady = matchReady && !before.matchReady;
  await deed.fact("editor.matching_changed", {
    subjectId: before.uid,
    topics: [`user:${before.uid}`, "staff"],
    data: { editorId: before.uid, matchReady, becameReady, changed: [...changed] },
  });
  return { matchReady, becameReady };
}
