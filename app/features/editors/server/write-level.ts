import type { CommandContext } from "#app/platform/server/core/command.ts";
import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import { pricingNow } from "#app/features/pricing/server/read-pricing.ts";
import { type EditorRow, levelOf } from "./find-editor.ts";

/**
 * Writes an editor's level and why it changed, with the share of the price it pays from now on. Lock the editor first.
 * @param why.by "admin" fixes the level; with "record" and "lifted", it follows the record
 */
export async function writeLevel(
  ctx: Pick<CommandContext, "tx" | "now" | "fact">,
  editor: EditorRow,
  level: Level,
  { by, reason }: { by: "record" | "admin" | "lifted"; reason: string },
): Promise<void> {
  const fixed = by === "admin";
  await ctx.tx
    .updateTable("editors")
    .set({ level, levelFixedAt: fixed ? ctx.now : null, levelFixedReason: fixed ? reason : null })
    .where("uid", "=", editor.uid)
    .execute();
  await ctx.fact("editor.level_changed", {
    subjectId: editor.uid,
    data: {
      editorId: editor.uid,
      from: levelOf(editor),
      to: level,
      by,
      reason,
      shareBp: (await pricingNow(ctx)).pay.shareBp[level],
    },
    topics: [`user:${editor.uid}`, "staff"],
  });
}
