import type { Capacity } from "#app/features/pricing/rules/offer.ts";
import { type CapacityQuestion, capacityFor } from "#app/features/editors/rules/capacity.ts";
import { listEditorsForMatching } from "#app/features/editors/server/list-editors-for-matching.ts";
import { type Reader, database } from "#app/platform/server/database.ts";

/** What qualified editors could still take on, for the price list. @param clientUid whose blocked editors do not count; null for a visitor */
export async function listCapacity(
  question: CapacityQuestion,
  clientUid: string | null,
  now: Date,
  db: Reader = database(),
): Promise<Capacity> {
  return capacityFor(question, await listEditorsForMatching(now, clientUid, db), now);
}
