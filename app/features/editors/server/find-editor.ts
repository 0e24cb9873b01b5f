import { notFound } from "#app/platform/rules/core/errors.ts";
import { type Reader, type Tx, database } from "#app/platform/server/core/database.ts";
import type { Level } from "#app/features/pricing/rules/editor-pay.ts";
import type { Service } from "#app/features/pricing/rules/policy.ts";
import type { EnglishVariant } from "#app/features/pricing/rules/taxonomy.ts";
import type { MatchingSettings } from "../rules/editor-for-matching.ts";
import { quietHoursOf } from "../rules/readiness.ts";

/** An editor's row, with the profile's name. */
const rows = (db: Reader) =>
  db
    .selectFrom("editors as e")
    .innerJoin("users as u", "u.uid", "e.uid")
    .selectAll("e")
    .select(["u.displayName", "u.email"]);
export type EditorRow = NonNullable<Awaited<ReturnType<typeof findEditor>>>;

/** An editor by id, or null. */
export async function findEditor(uid: string, db: Reader = database()) {
  return (await rows(db).where("e.uid", "=", uid).executeTakeFirst()) ?? null;
}

/** An editor, locked for this transaction. @throws not-found */
export async function lockEditor(tx: Tx, uid: string): Promise<EditorRow> {
  const row = await rows(tx).where("e.uid", "=", uid).forUpdate("e").executeTakeFirst();
  if (!row) throw notFound("editor");
  return row;
}

/** An editor's settings in the rules' form: null or empty if unset. Days of the week are 0 Sunday to 6 Saturday. */
export const settingsOf = (
  editor: Pick<
    EditorRow,
    "fields" | "variants" | "services" | "weeklyWords" | "parallelOrders" | "calendar" | "quietHours" | "matchReady"
  >,
): MatchingSettings => ({
  fields: editor.fields,
  variants: editor.variants as EnglishVariant[],
  services: editor.services as Service[],
  weeklyWords: editor.weeklyWords,
  parallelOrders: editor.parallelOrders,
  workingDays: (editor.calendar?.workdays ?? []).map((day) => day % 7), // Editors who became ready before quiet hours existed have none.
  quietHours: quietHoursOf(editor.quietHours) ?? (editor.matchReady ? "none" : null),
});

export const levelOf = (editor: Pick<EditorRow, "level">): Level => editor.level as Level;
