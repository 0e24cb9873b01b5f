import { type PricingPolicy, SERVICES, TURNAROUNDS } from "#app/features/pricing/rules/policy.ts";
import type { Capacity } from "#app/features/pricing/rules/offer.ts";
import { now } from "#app/platform/server/core/clock.ts";
import { database } from "#app/platform/server/core/database.ts";
import { log } from "#app/platform/server/core/log.ts";
import { processWide } from "#app/platform/server/core/process-wide.ts";
import { sql } from "kysely";
import { isWithoutEditor } from "../../rules/deadline/no-editor.ts";

export type PriceCapacity = "free" | "some_dates" | "none";
type View = { orderId: string; seenAt: Date; subfield: string | null; words: number; capacity: PriceCapacity };

/** More than a process sees in ten seconds. Beyond it, views are dropped to save memory. */
const MOST_KEPT = 20_000;
const AT_ONCE = 500;
const holder = processWide<{ __stetPriceViews?: Map<string, View> }>();
const views = () => (holder.__stetPriceViews ??= new Map());

/** How much of the price list editors have capacity for, for this many words: all of it, some dates, or nothing. */
export function capacityWord(words: number, capacity: Capacity, policy: PricingPolicy): PriceCapacity {
  if (isWithoutEditor(words, capacity, policy)) return "none";
  const blocked = SERVICES.some((service) => {
    const free = capacity.freeWordsByService[service];
    return TURNAROUNDS.some((turnaround) => {
      const limit = policy.wordLimit[service][turnaround];
      return limit !== null && words <= 2 * limit && (free.wordsByTurnaround?.[turnaround] ?? free.words) < words;
    });
  });
  return blocked ? "some_dates" : "free";
}

/** Notes in memory that somebody saw an order's price. Reading a page never writes; `storePriceViews` does. */
export function notePriceView(
  orderId: string,
  subfield: string | null,
  words: number,
  capacity: Capacity,
  policy: PricingPolicy,
): void {
  if (!views().has(orderId) && views().size >= MOST_KEPT) return;
  const seenAt = views().get(orderId)?.seenAt ?? now();
  views().set(orderId, { orderId, seenAt, subfield, words, capacity: capacityWord(words, capacity, policy) });
}

/** Stores the views noted since the last run: when an order's price was first seen, and what the latest view showed. */
export async function storePriceViews(): Promise<void> {
  while (views().size > 0) {
    const some = [...views().values()].slice(0, AT_ONCE);
    for (const { orderId } of some) views().delete(orderId);
    try {
      await storeSome(some);
    } catch (error) {
      for (const view of some) if (!views().has(view.orderId)) views().set(view.orderId, view);
      log.error("couldn't store price views", error);
      return;
    }
  }
}

/** Skips orders deleted since. All processes store in the same order, to avoid deadlocks. */
const storeSome = (some: readonly View[]) =>
  sql`
    insert into price_views ("orderId", "seenAt", subfield, words, capacity)
    select v."orderId", v."seenAt", v.subfield, v.words, v.capacity
    from jsonb_to_recordset(${JSON.stringify(some)}::jsonb)
      as v("orderId" text, "seenAt" timestamptz, subfield text, words int, capacity text)
    join orders o on o.id = v."orderId" order by v."orderId"
    on conflict ("orderId") do update set subfield = excluded.subfield, words = excluded.words,
      capacity = excluded.capacity`.execute(database());
