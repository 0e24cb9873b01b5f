import { type FreeFrom, freeFrom } from "#app/features/editors/rules/free-words.ts";
import { findEditorSettings } from "#app/features/editors/server/find-editor-settings.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { listOpenOrders } from "../views/list-open-orders.ts";

/** When each of these editors is free, by the rule that finds editors for orders. Null: they take no orders now. */
export async function listFreeDates(
  uids: readonly string[],
  now: Date,
  db: Reader = database(),
): Promise<ReadonlyMap<string, FreeFrom | null>> {
  const [editors, open] = await Promise.all([findEditorSettings(uids, db), listOpenOrders(uids, now, db)]);
  return new Map(
    editors.map((editor) => [
      editor.uid,
      freeFrom({ ...editor, openOrders: open.get(editor.uid) ?? [], blockedByClient: false }, now),
    ]),
  );
}
