import type { Selectable } from "kysely";
import type { LateDecisionsTable } from "#db/schema.ts";
import type { Reader } from "#app/platform/server/core/database.ts";

export type LateDecision = Selectable<LateDecisionsTable>;

/** The query of the decision that staff still have to make about an order, or that needs an agreed date. */
export const openDecisionOf = (db: Reader, orderId: string) =>
  db
    .selectFrom("late_decisions")
    .selectAll()
    .where("orderId", "=", orderId)
    .where("status", "in", ["open", "proposed"]);
