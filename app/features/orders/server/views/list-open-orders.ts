import type { OpenOrder } from "#app/features/editors/rules/editor-for-matching.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { OPEN_WITH_EDITOR } from "../../rules/flow.ts";

/** The query of what these editors have accepted and not submitted yet. */
export const openOrdersOf = (db: Reader, uids: readonly string[]) =>
  db
    .selectFrom("orders")
    .select(["assignedTo", "billableWords", "editorDueAt", "revisionDueAt", "status"])
    .where("assignedTo", "in", uids)
    .where("status", "in", OPEN_WITH_EDITOR);
type Row = Awaited<ReturnType<ReturnType<typeof openOrdersOf>["execute"]>>[number];

/** Open orders by editor. A revision is at most a twentieth of an order: it takes a place, but no words. */
export function openOrdersBy(rows: readonly Row[], now: Date): ReadonlyMap<string, readonly OpenOrder[]> {
  const open = new Map<string, OpenOrder[]>();
  for (const row of rows) {
    const revision = row.status.includes("revision");
    const of = open.get(row.assignedTo!) ?? [];
    open.set(row.assignedTo!, of);
    of.push({
      words: revision ? 0 : row.billableWords,
      editorDueAt: (revision ? row.revisionDueAt : row.editorDueAt) ?? now,
    });
  }
  return open;
}

/** What these editors have accepted and not submitted yet, by editor. */
export const listOpenOrders = async (
  uids: readonly string[],
  now: Date,
  db: Reader = database(),
): Promise<ReadonlyMap<string, readonly OpenOrder[]>> =>
  uids.length === 0 ? new Map() : openOrdersBy(await openOrdersOf(db, uids).execute(), now);
