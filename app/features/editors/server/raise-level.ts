import { type Actor, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { levelsAt } from "./read-level-policy.ts";
import { earnedLevel } from "../rules/levels.ts";
import { findEditor, levelOf, lockEditor } from "./find-editor.ts";
import { getEditorStanding } from "./get-editor-standing.ts";
import { pricingNow } from "#app/features/pricing/server/read-pricing.ts";

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
    if (level === before) return;
    const { shareBp } = (await pricingNow(ctx)).pay;
    await ctx.tx.updateTable("editors").set({ level }).where("uid", "=", uid).execute();
    await ctx.fact("editor.level_changed", {
      subjectId: uid,
      data: { editorId: uid, from: before, to: level, by: "record", reason: "", shareBp: shareBp[level] },
      topics: [`user:${uid}`, "staff"],
    });
  });
}
