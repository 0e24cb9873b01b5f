import type { Fact } from "#app/platform/rules/core/fact.ts";
import { database } from "#app/platform/server/core/database.ts";

/** Reaction to a request for help with an order: support may open its files for some time. Safe to repeat. */
export async function allowHelp(fact: Fact): Promise<void> {
  if (!fact.orderId) return;
  await database()
    .updateTable("orders")
    .set({ helpAskedAt: fact.at })
    .where("id", "=", fact.orderId)
    .where((q) => q.or([q("helpAskedAt", "is", null), q("helpAskedAt", "<", fact.at)]))
    .execute();
}
