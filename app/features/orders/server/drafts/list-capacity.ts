import { pricingAt } from "#app/features/pricing/server/read-pricing.ts";
import type { Capacity } from "#app/features/pricing/rules/offer.ts";
import { SERVICES } from "#app/features/pricing/rules/policy.ts";
import { capacityFor, isSettled, mergeCapacity } from "#app/features/editors/rules/capacity.ts";
import type { CapacityQuestion } from "#app/features/editors/rules/free-words.ts";
import type { EditorWithWork } from "#app/features/editors/rules/editor-for-matching.ts";
import { type Reader, database } from "#app/platform/server/core/database.ts";
import { FROM_THE_TOP, type ReadyAfter, listReadyEditors } from "../lifecycle/list-ready-editors.ts";
import { listOpenOrders } from "../views/list-open-orders.ts";

/**
 * Editors of each service are read in batches, those with the most weekly words first, until more wouldn't change the
 * answer. Usually the first few are enough. There are at most three batches, however many editors are busy. The date
 * shown is then still possible, but perhaps not the earliest.
 */
const PARTS = [4, 12, 48];

/**
 * What qualified editors could still take on, for the price list: from their settings and open orders alone, so that it
 * costs the same however many orders there have been.
 * @param clientUid whose blocked editors do not count; null for a visitor
 * @param but the order being asked about, so that words already kept for it count as free
 */
export async function listCapacity(
  question: CapacityQuestion,
  clientUid: string | null,
  now: Date,
  db: Reader = database(),
  but: string | null = null,
): Promise<Capacity> {
  const seen = new Map<string, EditorWithWork>();
  const policy = await pricingAt(now, db);
  let capacity = capacityFor(question, [], now, policy);
  let open: ReadyAfter[] = SERVICES.map(FROM_THE_TOP);
  for (const part of PARTS) {
    if (open.length === 0) break;
    const byService = await listReadyEditors({ ...question, clientUid }, open, part, db);
    const editors = new Map([...byService.values()].flat().map((e) => [e.uid, e]));
    const work = await listOpenOrders([...editors.keys()], now, db, but);
    const withWork = [...editors.values()].map((e) => ({
      ...e,
      openOrders: work.get(e.uid) ?? [],
      blockedByClient: false,
    }));
    for (const e of withWork) seen.set(e.uid, e);
    capacity = mergeCapacity(capacity, capacityFor(question, withWork, now, policy));
    open = open.flatMap(({ service }): ReadyAfter[] => {
      const last = byService.get(service)!.at(part - 1);
      if (!last || isSettled(service, question.words, capacity, last.weeklyWords ?? 0, now, policy)) return [];
      return [{ service, weeklyWords: last.weeklyWords ?? 0, uid: last.uid }];
    });
  }
  // Words reserved for another order may move from one group's editors to another's.
  const all = [...seen.values()];
  const keeping = all.some((e) => e.openOrders.some((o) => o.untaken));
  return keeping ? mergeCapacity(capacity, capacityFor(question, all, now, policy)) : capacity;
}
