import type { Updateable } from "kysely";
import type { EditorsTable } from "#db/schema.ts";
import type { CommandContext } from "#app/platform/server/core/command.ts";
import { isMatchReady } from "../rules/readiness.ts";
import { type EditorRow, lockEditor, settingsOf } from "./find-editor.ts";

/**
 * Updates an editor's row and readiness in the open transaction. The recorded fact triggers matching and updates the
 * menu badge.
 * @param before the locked row
 * @param changed names of the changes for the history
 */
export async function changeEditor(
  ctx: CommandContext,
  before: EditorRow,
  changes: Updateable<EditorsTable>,
  changed: readonly string[],
): Promise<{ matchReady: boolean; becameReady: boolean }> {
  await ctx.tx.updateTable("editors").set(changes).where("uid", "=", before.uid).execute();
  const after = await lockEditor(ctx.tx, before.uid);
  const matchReady = isMatchReady(settingsOf(after));
  if (matchReady !== before.matchReady)
    await ctx.tx.updateTable("editors").set({ matchReady }).where("uid", "=", before.uid).execute();
  const becameReady = matchReady && !before.matchReady;
  await ctx.fact("editor.matching_changed", {
    subjectId: before.uid,
    topics: [`user:${before.uid}`, "staff"],
    data: { editorId: before.uid, matchReady, becameReady, changed: [...changed] },
  });
  return { matchReady, becameReady };
}
