import { sql } from "kysely";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { OPEN_WITH_EDITOR } from "../../rules/flow.ts";

export type Neighbor = { id: string; number: string; title: string };

/**
 * The editor's open orders due just before and just after one of them, to go from one to the next. Null at either end,
 * or for an order that isn't open.
 */
export async function findNeighbors(
  editorId: string,
  orderId: string,
  db: Reader = database(),
): Promise<{ previous: Neighbor | null; next: Neighbor | null }> {
  // An editor has as many open orders as their settings allow: a handful.
  const open = await db
    .selectFrom("orders as o")
    .select(["o.id", "o.number", "o.title"])
    .where("o.assignedTo", "=", editorId)
    .where("o.status", "in", [...OPEN_WITH_EDITOR])
    .orderBy(sql`coalesce(o."revisionDueAt", o."editorDueAt")`)
    .orderBy("o.id")
    .limit(200)
    .execute();
  const at = open.findIndex((o) => o.id === orderId);
  return at < 0 ? { previous: null, next: null } : { previous: open[at - 1] ?? null, next: open[at + 1] ?? null };
}
