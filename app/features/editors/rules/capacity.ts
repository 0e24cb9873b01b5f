/** What editors can still take on, for the price list. */
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { editorWindowMs } from "#app/features/pricing/rules/deadlines.ts";
import type { Capacity, ServiceCapacity } from "#app/features/pricing/rules/offer.ts";
import { overflowOf } from "#app/features/pricing/rules/price-limits.ts";
import {
  SERVICES,
  TURNAROUNDS,
  type PricingPolicy,
  type Service,
  type Turnaround,
  TURNAROUND_MS,
} from "#app/features/pricing/rules/policy.ts";
import type { EditorWithWork } from "./editor-for-matching.ts";
import {
  type CapacityQuestion,
  SEARCH_DAYS,
  freeBy as freeByOf,
  canStart,
  isQualified,
  mostWordsIn,
} from "./free-words.ts";
import { findPlan } from "./plan.ts";

/** Whether all of this editor's work at this service is reviewed before delivery, which leaves them less time. */
const isReviewed = ({ editor }: Loaded, service: Service): boolean => service === "expert" || editor.level === "trial";

/** Whether a second reader works on the order after its editor, which leaves that editor less time. */
const isRead = ({ secondReader = false }: CapacityQuestion, service: Service): boolean =>
  service === "expert" || secondReader;

/** An editor with what doesn't depend on the service. */
type Loaded = { editor: EditorWithWork; freeBy: (dueAt: Date) => number; startsFor: (dueAt: Date) => boolean };

/**
 * Input for the offer matrix: for each service and turnaround, the most words any one qualified editor has free, and
 * the earliest possible date for this many words, searched in half days over 90 days. Words kept for orders that no
 * editor has taken yet aren't free, unless those orders can all go to others.
 */
export function capacityFor(
  question: CapacityQuestion,
  editors: readonly EditorWithWork[],
  now: Date,
  policy: PricingPolicy,
): Capacity {
  const byService = {} as Record<Service, ServiceCapacity>;
  const all = editors.map((editor): Loaded => ({
    editor,
    freeBy: freeByOf(editor, now),
    startsFor: canStart(editor, now),
  }));
  for (const service of SERVICES) {
    const qualified = all.filter(({ editor }) => isQualified(editor, service, question));
    const keepers = qualified.some(({ editor }) => editor.openOrders.some((o) => o.untaken));
    const wordsByTurnaround: Partial<Record<Turnaround, number>> = {};
    for (const turnaround of TURNAROUNDS) {
      const extraMs = overflowOf(service, turnaround, question.words, policy)?.extraMs ?? 0;
      const dueIf = (reviewed: boolean) =>
        after(now, editorWindowMs(TURNAROUND_MS[turnaround] + extraMs, reviewed, isRead(question, service)));
      const dueAt = dueIf(service === "expert");
      const inTime = qualified.filter((e) => e.startsFor(dueIf(isReviewed(e, service))));
      const words = inTime.reduce((most, e) => Math.max(most, e.freeBy(dueIf(isReviewed(e, service)))), 0);
      const fits = words >= question.words || !keepers || policy.wordLimit[service][turnaround] === null;
      wordsByTurnaround[turnaround] =
        !fits && canMakeRoom(question, service, dueAt, editors, now) ? question.words : words;
    }
    const earliestAt = earliestFor(question, service, qualified, now);
    byService[service] = {
      words: Math.max(0, ...Object.values(wordsByTurnaround)),
      wordsByTurnaround,
      ...(earliestAt ? { earliestAt } : {}),
    };
  }
  return { freeWordsByService: byService };
}

/** Combines two groups of editors: the most words any one has, and the earliest date. */
export function mergeCapacity(a: Capacity, b: Capacity): Capacity {
  const byService = {} as Record<Service, ServiceCapacity>;
  for (const service of SERVICES) {
    const [one, other] = [a.freeWordsByService[service], b.freeWordsByService[service]];
    const wordsByTurnaround: Partial<Record<Turnaround, number>> = {};
    for (const turnaround of TURNAROUNDS)
      wordsByTurnaround[turnaround] = Math.max(
        one.wordsByTurnaround?.[turnaround] ?? one.words,
        other.wordsByTurnaround?.[turnaround] ?? other.words,
      );
    const dates = [one.earliestAt, other.earliestAt].filter((at) => at !== undefined);
    const earliestAt = dates.toSorted((x, y) => x.getTime() - y.getTime())[0];
    byService[service] = {
      words: Math.max(one.words, other.words),
      wordsByTurnaround,
      ...(earliestAt ? { earliestAt } : {}),
    };
  }
  return { freeWordsByService: byService };
}

/** Margin for words the form may add before it asks again: as many as there are, at most 2,000. */
const withMargin = (words: number): number => words + Math.min(words, 2_000);

/**
 * Whether more editors could change the result for a service. They can't once someone has room for every possible
 * turnaround, or once no remaining editor's weekly words exceed the best so far or are enough for the order.
 * @param mostWeeklyWords of the editors not checked yet
 */
export function isSettled(
  service: Service,
  words: number,
  capacity: Capacity,
  mostWeeklyWords: number,
  now: Date,
  policy: PricingPolicy,
): boolean {
  return TURNAROUNDS.every((turnaround) => {
    const limit = policy.wordLimit[service][turnaround];
    if (limit === null || words > 2 * limit) return true;
    const free = capacity.freeWordsByService[service].wordsByTurnaround?.[turnaround] ?? 0;
    const windowMs = TURNAROUND_MS[turnaround] + (overflowOf(service, turnaround, words, policy)?.extraMs ?? 0);
    const most = mostWordsIn(mostWeeklyWords, now, after(now, editorWindowMs(windowMs)));
    return free >= withMargin(words) || most <= free || most < words;
  });
}

/** The client's earliest date for this many words, or null if no one is free within the search. */
function earliestFor(question: CapacityQuestion, service: Service, editors: readonly Loaded[], now: Date): Date | null {
  const { words } = question;
  for (let windowMs = 12 * HOUR; windowMs <= SEARCH_DAYS * DAY; windowMs += 12 * HOUR) {
    for (const loaded of editors) {
      const { editor, freeBy, startsFor } = loaded;
      const dueAt = after(now, editorWindowMs(windowMs, isReviewed(loaded, service), isRead(question, service)));
      if (mostWordsIn(editor.weeklyWords, now, dueAt) < words) continue;
      if (freeBy(dueAt) >= words && startsFor(dueAt)) return after(now, windowMs);
    }
  }
  return null;
}

/** Whether an order fits after moving words that are only kept for others. */
const canMakeRoom = (
  { words, subfield, variant }: CapacityQuestion,
  service: Service,
  editorDueAt: Date,
  editors: readonly EditorWithWork[],
  now: Date,
): boolean =>
  findPlan({ orderId: "", service, subfield, variant, words, editorDueAt, notFor: [] }, editors, now) !== null;
