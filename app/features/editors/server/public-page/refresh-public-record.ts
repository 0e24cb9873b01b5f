import type { Fact } from "#app/platform/rules/core/fact.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { CLOCK } from "#app/platform/rules/core/actor.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database, json } from "#app/platform/server/core/database.ts";
import { forgetPages } from "#app/platform/server/public-pages/html-cache.ts";
import type { PublicRecord } from "../../rules/public-page.ts";
import { getEditorStanding } from "../get-editor-standing.ts";

/** An editor's record as a public page shows it, counted from their orders. */
export async function publicRecordOf(uid: string, at: Date): Promise<PublicRecord> {
  const { delivered, counted, late, rating, ratings } = await getEditorStanding(uid, at);
  return { delivered, counted, late, rating, ratings };
}

/**
 * Counts a public editor's record again, so that pages read only one row, however long the record is. Safe to repeat.
 */
export async function recountPublicRecord(uid: string): Promise<void> {
  const open = await database()
    .selectFrom("editors")
    .select("uid")
    .where("uid", "=", uid)
    .where("publicAt", "is not", null)
    .executeTakeFirst();
  if (!open) return;
  const record = await publicRecordOf(uid, now());
  await transact(CLOCK, async (ctx) => {
    await ctx.tx
      .updateTable("editor_pages")
      .set({ record: json(record), recordAt: ctx.now })
      .where("editorId", "=", uid)
      .execute();
    await forgetPages(ctx.tx);
  });
}

/** Reaction to an editor changing their page, or to a blocked account: rebuilds cached pages. */
export async function forgetEditorPages(fact: Fact): Promise<void> {
  if (!["editor.matching_changed", "account.disabled", "account.enabled"].includes(fact.kind)) return;
  await transact(CLOCK, (ctx) => forgetPages(ctx.tx));
}
