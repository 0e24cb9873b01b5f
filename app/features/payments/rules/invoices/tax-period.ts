import { dayOf } from "#app/platform/rules/core/day.ts";
import { periodAt } from "#app/features/tax/rules/returns.ts";
import { readDay } from "#app/platform/rules/core/list-query.ts";

/** The period of a tax report in a page's address, as first and last day; the current quarter without one. */
export function taxPeriod(search: URLSearchParams, now: Date): { from: string; until: string } {
  const [from, until] = [readDay(search.get("from")), readDay(search.get("until"))];
  if (from !== null && until !== null && from <= until) return { from, until };
  return periodAt("quarterly", dayOf(now));
}
