import type { PublicRecord } from "#app/features/editors/rules/public-page.ts";
import { hasPublicPage, writePublicRecord } from "#app/features/editors/server/public-page/write-public-page.ts";
import { now } from "#app/platform/server/core/clock.ts";
import type { Reader } from "#app/platform/server/core/database.ts";
import { getEditorStanding } from "./get-editor-standing.ts";

/** An editor's record as a public page shows it, counted from their orders. */
export async function publicRecordOf(uid: string, at: Date, db?: Reader): Promise<PublicRecord> {
  const { delivered, counted, late, rating, ratings } = await getEditorStanding(uid, at, db);
  return { delivered, counted, late, rating, ratings };
}

/**
 * Counts a public editor's record again, so that pages read only one row, however long the record is. Safe to repeat.
 */
export async function recountPublicRecord(uid: string): Promise<void> {
  if (await hasPublicPage(uid)) await writePublicRecord(uid, await publicRecordOf(uid, now()));
}
