import { can } from "#app/features/editors/rules/can.ts";
import { lockEditor } from "#app/features/editors/server/find-editor.ts";
import { PublicPageInput, writePublicPage } from "#app/features/editors/server/public-page/write-public-page.ts";
import { command } from "#app/platform/server/core/command.ts";
import { publicRecordOf } from "./recount-public-record.ts";

/**
 * Saves an editor's public page settings: whether there is a page, and its sample. Safe to repeat.
 * @throws invalid (public_page) while the profile is incomplete, or the editor may not show the sample
 */
export const savePublicPage = command({
  input: PublicPageInput,
  load: ({ editorId }, { tx }) => lockEditor(tx, editorId),
  allow: (actor, editor) => can.publish(actor, editor.uid) || "Only editors themselves can make their page public.",
  async run({ input, thing: editor, ...ctx }): Promise<{ shown: boolean }> {
    await writePublicPage(ctx, editor, input, () => publicRecordOf(editor.uid, ctx.now, ctx.tx));
    return { shown: input.shown };
  },
});
