import { z } from "zod";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { command } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { can } from "../../rules/policy.ts";
import { MAX_SAMPLE, missingForPublic, sampleProblems } from "../../rules/public-page.ts";
import { lockEditor } from "../find-editor.ts";
import { publicRecordOf } from "./refresh-public-record.ts";

const Sample = z
  .string()
  .max(MAX_SAMPLE, `Shorten this to ${MAX_SAMPLE.toLocaleString("en-US")} characters or fewer.`)
  .transform((text) => text.replaceAll("\r\n", "\n").trim());

/**
 * Saves an editor's public page settings: whether there is a page, and its sample. Safe to repeat.
 * @throws invalid (public_page) while the profile is incomplete, or the editor may not show the sample
 */
export const savePublicPage = command({
  input: z.object({
    editorId: z.string(),
    shown: z.boolean(),
    sampleBefore: Sample,
    sampleAfter: Sample,
    /** The editor's confirmation that the sample's author agreed to its publication. */
    mayShow: z.boolean(),
  }),
  load: ({ editorId }, { tx }) => lockEditor(tx, editorId),
  allow: (actor, editor) => can.publish(actor, editor.uid) || "Only editors themselves can make their page public.",
  async run({ input, thing: editor, ...ctx }): Promise<{ shown: boolean }> {
    const { shown, sampleBefore, sampleAfter, mayShow } = input;
    const fields = sampleProblems({ before: sampleBefore, after: sampleAfter });
    if (sampleBefore && sampleAfter && !mayShow)
      fields.mayShow = "Confirm that you may show this text, or leave the sample empty.";
    if (shown) {
      const missing = missingForPublic({
        ...editor,
        identityApproved: editor.identityApprovedAt !== null,
        agreementSigned: editor.agreementSignedAt !== null,
      });
      if (missing.length > 0) fields.shown = `Still missing: ${missing.join(", ")}.`;
    }
    const first = Object.values(fields)[0];
    if (first) throw invalid("public_page", first, "Correct this and save again.", fields);
    const page = { sampleBefore, sampleAfter, updatedAt: ctx.now };
    await ctx.tx
      .insertInto("editor_pages")
      .values({ editorId: editor.uid, ...page })
      .onConflict((c) => c.column("editorId").doUpdateSet(page))
      .execute();
    if (shown)
      await ctx.tx
        .updateTable("editor_pages")
        .set({ record: json(await publicRecordOf(editor.uid, ctx.now)), recordAt: ctx.now })
        .where("editorId", "=", editor.uid)
        .execute();
    if (shown !== (editor.publicAt !== null)) {
      await ctx.tx
        .updateTable("editors")
        .set({ publicAt: shown ? ctx.now : null })
        .where("uid", "=", editor.uid)
        .execute();
      await ctx.fact("editor.public_page", {
        subjectId: editor.uid,
        topics: [`user:${editor.uid}`],
        data: { editorId: editor.uid, shown },
      });
    }
    await forgetPages(ctx.tx);
    return { shown };
  },
});
