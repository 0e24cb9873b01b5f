/** How many words an editor can still take on: weekly words minus open orders. */
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { editorWindowMs } from "#app/features/pricing/rules/deadlines.ts";
import type { Capacity, ServiceCapacity } from "#app/features/pricing/rules/offer.ts";
import { overflowOf } from "#app/features/pricing/rules/price.ts";
import {
  PRICING_POLICY,
  SERVICES,
  TURNAROUNDS,
  type PricingPolicy,
  type Service,
  type Turnaround,
} from "#app/features/pricing/rules/policy.ts";
import type { EnglishVariant } from "#app/features/pricing/rules/taxonomy.ts";
import { dayOf, localTime } from "./calendar.ts";
import { canAccept, knowsField } from "./qualified.ts";
import type { EditorWithWork } from "./editor-for-matching.ts";

type Calendar = Pick<EditorWithWork, "weeklyWords" | "workingDays" | "daysOff" | "timeZone" | "openOrders">;

/**
 * The words an editor can do in a span, ignoring open orders: weekly words per week, at least one week's, reduced by the share of working days that
 * are off. 0 without a working day.
 */
export const wordsInSpan = (editor: Calendar, from: Date, to: Date): number => spansFrom(editor, from)(to);

/** `wordsInSpan` from one moment to many others: each day is looked at once. */
function spansFrom(editor: Calendar, from: Date): (to: Date) => number {
  const first = localTime(from, editor.timeZone).dayNumber;
  // Working days so far, and those of them that aren't off.
  const working: number[] = [];
  const there: number[] = [];
  return (to) => {
    if (to < from) return 0;
    const last = localTime(to, editor.timeZone).dayNumber - first;
    for (let n = working.length; n <= last; n++) {
      const { day, weekday } = dayOf(first + n);
      const works = editor.workingDays.includes(weekday);
      working.push((working[n - 1] ?? 0) + (works ? 1 : 0));
      there.push((there[n - 1] ?? 0) + (works && !editor.daysOff.includes(day) ? 1 : 0));
    }
    if (!working[last]) return 0;
    const weeks = Math.max(1, (to.getTime() - from.getTime()) / (7 * DAY));
    return Math.floor((editor.weeklyWords ?? 0) * weeks * (there[last]! / working[last]));
  };
}

/** Whether today is a day off in the editor's calendar. Editors get no invites on days off. */
export const isAway = (editor: Pick<Calendar, "daysOff" | "timeZone">, now: Date): boolean =>
  editor.daysOff.includes(localTime(now, editor.timeZone).day);

/** Words free for an order due then, with every open order still fitting by its own deadline. Never negative. */
export const freeWords = (editor: Calendar, now: Date, dueAt: Date): number => workloadOf(editor, now)(dueAt);

/**
 * `freeWords` of one editor for many dates. Price pages ask for hundreds of dates and dozens of editors, so days and orders are added up once.
 */
function workloadOf(editor: Calendar, now: Date): (dueAt: Date) => number {
  const span = spansFrom(editor, now);
  const orders = editor.openOrders;
  // What each order's own deadline leaves, for an order that is due before it.
  const left = orders.map(({ editorDueAt }) => span(editorDueAt) - wordsDueBy(orders, editorDueAt));
  const known = new Map<number, number>();
  return (dueAt) => {
    const before = known.get(dueAt.getTime());
    if (before !== undefined) return before;
    let free = span(dueAt) - wordsDueBy(orders, dueAt);
    for (const [n, order] of orders.entries()) if (order.editorDueAt > dueAt) free = Math.min(free, left[n]!);
    free = Math.max(0, free);
    known.set(dueAt.getTime(), free);
    return free;
  };
}

const wordsDueBy = (orders: Calendar["openOrders"], at: Date): number =>
  orders.reduce((words, o) => (o.editorDueAt <= at ? words + o.words : words), 0);

/** The part of an order that capacity depends on. Null means not chosen yet and limits nothing. */
export type CapacityQuestion = { words: number; subfield: string | null; variant: EnglishVariant | null };

const SEARCH_DAYS = 90;

/** An editor with what doesn't depend on the service. */
type Loaded = { editor: EditorWithWork; freeBy: (dueAt: Date) => number; busyUntil: number; ready: boolean };

/**
 * Input for the offer matrix: for each service and turnaround, the most words any one qualified editor has free, and the earliest possible date for
 * this many words, searched in half days over 90 days.
 */
export function capacityFor(
  question: CapacityQuestion,
  editors: readonly EditorWithWork[],
  now: Date,
  policy: PricingPolicy = PRICING_POLICY,
): Capacity {
  const byService = {} as Record<Service, ServiceCapacity>;
  const all = editors.map((editor): Loaded => ({
    editor,
    freeBy: workloadOf(editor, now),
    busyUntil: busyUntil(editor),
    ready: !isAway(editor, now) && editor.openOrders.length < (editor.parallelOrders ?? 0),
  }));
  for (const service of SERVICES) {
    const qualified = all.filter(({ editor }) => isQualified(editor, service, question));
    const ready = qualified.filter((e) => e.ready);
    const most = (windowMs: number, among: readonly Loaded[]) => {
      const dueAt = after(now, editorWindowMs(windowMs));
      return among.reduce((words, e) => Math.max(words, e.freeBy(dueAt)), 0);
    };
    const wordsByTurnaround: Partial<Record<Turnaround, number>> = {};
    for (const turnaround of TURNAROUNDS) {
      const extraMs = overflowOf(service, turnaround, question.words, policy)?.extraMs ?? 0;
      wordsByTurnaround[turnaround] = most(policy.windowMs[turnaround] + extraMs, ready);
    }
    const earliestAt = earliestFor(question.words, qualified, now);
    byService[service] = {
      words: Math.max(0, ...Object.values(wordsByTurnaround)),
      wordsByTurnaround,
      ...(earliestAt ? { earliestAt } : {}),
    };
  }
  return { freeWordsByService: byService };
}

/** The most words an editor with these weekly words could do in a span. */
const mostWordsIn = (weeklyWords: number | null, from: Date, to: Date): number =>
  (weeklyWords ?? 0) * Math.max(1, (to.getTime() - from.getTime()) / (7 * DAY));

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

/** Margin for words the form may add before it asks again. */
const HEADROOM = 2;

/**
 * Whether more editors could change the result for a service. They can't once someone has room for every possible turnaround, or once no remaining
 * editor's weekly words exceed the best so far. @param mostWeeklyWords of the editors not checked yet
 */
export function isSettled(
  service: Service,
  words: number,
  capacity: Capacity,
  mostWeeklyWords: number,
  now: Date,
  policy: PricingPolicy = PRICING_POLICY,
): boolean {
  return TURNAROUNDS.every((turnaround) => {
    const limit = policy.wordLimit[service][turnaround];
    if (limit === null || words > 2 * limit) return true;
    const free = capacity.freeWordsByService[service].wordsByTurnaround?.[turnaround] ?? 0;
    const windowMs = policy.windowMs[turnaround] + (overflowOf(service, turnaround, words, policy)?.extraMs ?? 0);
    return free >= words * HEADROOM || mostWordsIn(mostWeeklyWords, now, after(now, editorWindowMs(windowMs))) <= free;
  });
}

/** The client's earliest date for this many words, or null if no one is free within the search. */
function earliestFor(words: number, editors: readonly Loaded[], now: Date): Date | null {
  for (let windowMs = 12 * HOUR; windowMs <= SEARCH_DAYS * DAY; windowMs += 12 * HOUR) {
    const dueAt = after(now, editorWindowMs(windowMs));
    for (const { editor, freeBy, busyUntil: until } of editors) {
      if (mostWordsIn(editor.weeklyWords, now, dueAt) < words) continue;
      if (dueAt.getTime() > until && freeBy(dueAt) >= words) return after(now, windowMs);
    }
  }
  return null;
}

/** When an editor at their limit has finished enough open orders to start another, as a time. 0 for one who can start now. */
function busyUntil(editor: EditorWithWork): number {
  const dues = editor.openOrders.map((o) => o.editorDueAt.getTime()).toSorted((a, b) => a - b);
  const over = dues.length - (editor.parallelOrders ?? 0);
  return over >= 0 ? (dues[over] ?? Infinity) : 0;
}

function isQualified(editor: EditorWithWork, service: Service, question: CapacityQuestion): boolean {
  return (
    canAccept(editor) &&
    editor.services.includes(service) &&
    !editor.blockedByClient &&
    (question.variant === null || editor.variants.includes(question.variant)) &&
    knowsField(editor, service, question.subfield)
  );
}
