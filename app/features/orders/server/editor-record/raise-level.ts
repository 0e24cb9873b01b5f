import { type Actor, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { earnedLevel } from "#app/features/editors/rules/levels.ts";
import { findEditor, levelOf, lockEditor } from "#app/features/editors/server/find-editor.ts";
import { levelsAt } from "#app/features/editors/server/read-level-policy.ts";
import { writeLevel } from "#app/features/editors/server/write-level.ts";
import { getEditorStanding } from "./get-editor-standing.ts";

/**
 * Raises an editor to the level their record has earned, and never lowers it. A level that an admin fixed stays.
 * Safe to repeat, and by two processes at once: the second finds the level raised.
 */
export async function raiseLevel(uid: string, actor: Actor = SYSTEM): Promise<void> {
  if (!(await findEditor(uid))) return;
  await transact(actor, async (ctx) => {
    const editor = await lockEditor(ctx.tx, uid);
    if (editor.levelFixedAt !== null) return;
    const before = levelOf(editor);
    const level = earnedLevel(before, await getEditorStanding(uid, ctx.now, ctx.tx), await levelsAt(ctx.now, ctx.tx));
    if (level !== before) await writeLevel(ctx, editor, level, { by: "record", reason: "" });
  });
}
