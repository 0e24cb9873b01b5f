import { sql } from "kysely";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { deadlinesOfOrder } from "#app/features/pricing/server/read-deadlines.ts";
import { type ClientDecision, clientDecision } from "../../rules/work/client-decision.ts";
import { REVISING } from "../../rules/deadline/late-revision.ts";
import { UNDELIVERED } from "../../rules/deadline/lateness.ts";
import type { Order } from "../views/find-order.ts";

/** More late orders than this, and their author has other worries than our list. */
const MOST = 200;

/** The orders that ask their author for a decision now, the earliest end first. */
export async function findDecisions(uid: string): Promise<{ order: Order; decision: ClientDecision }[]> {
  const at = now();
  // Each order has the deadlines it was sold with. Only orders past a date are read, and the rule decides.
  const late = (await database()
    .selectFrom("orders")
    .selectAll()
    .where("userId", "=", uid)
    .where(
      sql<boolean>`("deliveredAt" is null and status = any(${[...UNDELIVERED]})
          and ("dueAt" <= ${at} or (status = 'paid' and flags ? 'clientOffered')))
        or ("deliveredAt" is not null and status = any(${[...REVISING]})
          and coalesce("revisionPromisedAt", "revisionDueAt") <= ${at})`,
    )
    .orderBy("id")
    .limit(MOST)
    .execute()) as Order[];
  const decided = await Promise.all(
    late.map(async (order) => {
      const decision = clientDecision(order, at, await deadlinesOfOrder(order));
      return decision ? [{ order, decision }] : [];
    }),
  );
  return decided.flat().toSorted((a, b) => a.decision.by.getTime() - b.decision.by.getTime());
}
