import { z } from "zod";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { invalid } from "#app/platform/rules/core/errors.ts";
import { type CommandContext, transact } from "#app/platform/server/core/command.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import { MAX_SAMPLE, type PublicRecord, missingForPublic, sampleProblems } from "../../rules/public-page.ts";
import type { EditorRow } from "../find-editor.ts";

const Sample = z
  .string()
  .max(MAX_SAMPLE, `Shorten this to ${MAX_SAMPLE.toLocaleString("en-US")} characters or fewer.`)
  .transform((text) => text.replaceAll("\r\n", "\n").trim());

export const PublicPageInput = z.object({
  editorId: z.string(),
  shown: z.boolean(),
  sampleBefore: Sample,
  sampleAfter: Sample,
  /** The editor's confirmation that the sample's author agreed to its publication. */
  mayShow: z.boolean(),
  showOrcid: z.boolean().default(false),
});

/**
 * Writes an editor's public page settings: whether there is a page, and its sample. Lock the editor first.
 * @param recordOf counts the record that a public page shows
 * @throws invalid (public_page) while the profile is incomplete, or the editor may not show the sample
 */
export async function writePublicPage(
  ctx: Pick<CommandContext, "tx" | "now" | "fact">,
  editor: EditorRow,
  input: z.infer<typeof PublicPageInput>,
  recordOf: () => Promise<PublicRecord>,
): Promise<void> {
  const { shown, sampleBefore, sampleAfter, mayShow, showOrcid } = input;
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
  const page = { sampleBefore, sampleAfter, showOrcid, updatedAt: ctx.now };
  await ctx.tx
    .insertInto("editor_pages")
    .values({ editorId: editor.uid, ...page })
    .onConflict((c) => c.column("editorId").doUpdateSet(page))
    .execute();
  if (shown)
    await ctx.tx
      .updateTable("editor_pages")
      .set({ record: json(await recordOf()), recordAt: ctx.now })
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
}

/** Whether an editor has chosen to have a public page. */
export const hasPublicPage = async (uid: string): Promise<boolean> =>
  (await database()
    .selectFrom("editors")
    .select("uid")
    .where("uid", "=", uid)
    .where("publicAt", "is not", null)
    .executeTakeFirst()) !== undefined;

/** Replaces the record that an editor's public page shows. */
export async function writePublicRecord(uid: string, record: PublicRecord): Promise<void> {
  await transact(CLOCK, async (ctx) => {
    await ctx.tx
      .updateTable("editor_pages")
      .set({ record: json(record), recordAt: ctx.now })
      .where("editorId", "=", uid)
      .execute();
    await forgetPages(ctx.tx);
  });
}
