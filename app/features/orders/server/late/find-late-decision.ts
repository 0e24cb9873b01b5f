import type { Selectable } from "kysely";
import type { LateDecisionsTable } from "#db/schema.ts";
import type { Reader } from "#app/platform/server/core/database.ts";

export type LateDecision = Selectable<LateDecisionsTable>;

/** The query of an order's open decision: staff still have to make it, or the date they proposed isn't agreed yet. */
export const openDecisionOf = (db: Reader, orderId: string) =>
  db
    .selectFrom("late_decisions")
    .selectAll()
    .where("orderId", "=", orderId)
    .where("status", "in", ["open", "proposed"]);
