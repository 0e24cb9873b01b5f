import type { Fact } from "#app/platform/rules/core/fact.ts";
import { database } from "#app/platform/server/core/database.ts";

/** The editor whose record a fact changes: the one it names, or else the one of its order. Null without one. */
export async function editorOfFact(fact: Fact): Promise<string | null> {
  const named = (fact.data as { editorId?: unknown }).editorId;
  if (typeof named === "string") return named;
  if (!fact.orderId) return null;
  const order = await database()
    .selectFrom("orders")
    .select("assignedTo")
    .where("id", "=", fact.orderId)
    .executeTakeFirst();
  return order?.assignedTo ?? null;
}
