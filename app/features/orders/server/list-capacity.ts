import type { Capacity } from "#app/features/pricing/rules/offer.ts";
import { type CapacityQuestion, capacityFor, isSettled, mergeCapacity } from "#app/features/editors/rules/capacity.ts";
import type { EditorSettings } from "#app/features/editors/rules/editor-for-matching.ts";
import { listReadyEditors } from "#app/features/editors/server/find-editor-settings.ts";
import { type Reader, database } from "#app/platform/server/database.ts";
import { listOpenOrders } from "./list-open-orders.ts";

/** Editors are looked at in parts, those with the most weekly words first, until more of them would not change the answer. */
const PART = 64;
/** A price page ends, however many editors are busy: what is promised then is still true, if not the earliest date there is. */
const PARTS_AT_MOST = 8;

/**
 * What qualified editors could still take on, for the price list: from their settings and open orders alone, so that it costs the
 * same however many orders there have been.
 * @param clientUid whose blocked editors do not count; null for a visitor
 */
export async function listCapacity(
  question: CapacityQuestion,
  clientUid: string | null,
  now: Date,
  db: Reader = database(),
): Promise<Capacity> {
  let capacity = capacityFor(question, [], now);
  let last: EditorSettings | null = null;
  for (let part = 0; part < PARTS_AT_MOST; part++) {
    const editors = await listReadyEditors({ ...question, clientUid }, last, PART, db);
    const open = await listOpenOrders(
      editors.map((e) => e.uid),
      now,
      db,
    );
    const withWork = editors.map((e) => ({ ...e, openOrders: open.get(e.uid) ?? [], blockedByClient: false }));
    capacity = mergeCapacity(capacity, capacityFor(question, withWork, now));
    last = editors.at(-1) ?? null;
    if (editors.length < PART || isSettled(question.words, capacity, last?.weeklyWords ?? 0, now)) break;
  }
  return capacity;
}
