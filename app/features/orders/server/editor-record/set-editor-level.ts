import { z } from "zod";
import { conflict } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { earnedLevel } from "#app/features/editors/rules/levels.ts";
import { can } from "#app/features/editors/rules/can.ts";
import { levelOf, lockEditor } from "#app/features/editors/server/find-editor.ts";
import { levelsAt } from "#app/features/editors/server/read-level-policy.ts";
import { ReasonToEditor } from "#app/features/editors/server/reason-to-editor.ts";
import { writeLevel } from "#app/features/editors/server/write-level.ts";
import { LEVELS, LEVEL_LABELS, type Level } from "#app/features/pricing/rules/editor-pay.ts";
import { getEditorStanding } from "./get-editor-standing.ts";

/**
 * An admin fixes an editor's level, with a reason the editor reads. It applies until an admin lifts it with
 * "automatic", which gives them the level their record has earned. Orders that are already assigned keep their pay.
 * Safe to repeat.
 * @param seen the level on the admin's screen
 * @throws not-found, refused, invalid; conflict when it has changed since
 */
export const setEditorLevel = command({
  input: z.object({
    editorId: z.string(),
    level: z.enum([...LEVELS, "automatic"], { error: "Choose a level." }),
    seen: z.string().max(20).optional(),
    reason: ReasonToEditor,
  }),
  load: ({ editorId }, { tx }) => lockEditor(tx, editorId),
  allow: (actor, editor) => can.stand(actor, editor.uid),
  async run({ input, thing: editor, tx, now, fact }): Promise<{ level: Level; changed: boolean }> {
    const before = levelOf(editor);
    const lifting = input.level === "automatic";
    if (lifting ? editor.levelFixedAt === null : editor.levelFixedAt !== null && input.level === before)
      return { level: before, changed: false };
    if (input.seen && input.seen !== before)
      throw conflict(
        "level_changed",
        `The level changed to ${LEVEL_LABELS[before].toLowerCase()} in the meantime.`,
        "Check the page, then decide again.",
      );
    const level =
      input.level === "automatic"
        ? earnedLevel("trial", await getEditorStanding(editor.uid, now, tx), await levelsAt(now, tx))
        : input.level;
    await writeLevel({ tx, now, fact }, editor, level, { by: lifting ? "lifted" : "admin", reason: input.reason });
    return { level, changed: true };
  },
});
