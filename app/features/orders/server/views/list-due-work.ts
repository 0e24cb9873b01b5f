import type { Person } from "#app/platform/rules/core/actor.ts";
import { sql } from "kysely";
import { OPEN_WITH_EDITOR } from "../../rules/flow.ts";
import { type OrderRow, described, orders, row } from "./list-orders.ts";

const MOST = 100;

/** The orders an editor has accepted and not delivered yet, earliest deadline first. */
export async function listDueWork(actor: Person): Promise<OrderRow[]> {
  const found = await described(
    orders().where("o.assignedTo", "=", actor.uid).where("o.status", "in", OPEN_WITH_EDITOR),
  )
    .orderBy(sql`coalesce(o."revisionDueAt", o."editorDueAt") asc nulls last`)
    .orderBy("o.id")
    .limit(MOST)
    .execute();
  return Promise.all(found.map((o) => row(o, "editor")));
}
