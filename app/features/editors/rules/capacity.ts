/** How many words an editor can still take on: the weekly words less open orders. */
import { DAY, HOUR, after } from "#app/platform/rules/time.ts";
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
import { localDays, localTime } from "./calendar.ts";
import { canAccept, knowsField } from "./qualified.ts";
import type { EditorWithWork } from "./editor-for-matching.ts";

type Calendar = Pick<EditorWithWork, "weeklyWords" | "workingDays" | "daysOff" | "timeZone" | "openOrders">;

/**
 * The words an editor can do in a span, open orders left aside: the weekly words for each week of it, at least one week's,
 * less the part of its working days that is off. Nothing when no working day is left in it.
 */
export function wordsInSpan(editor: Calendar, from: Date, to: Date): number {
  const working = localDays(from, to, editor.timeZone).filter((d) => editor.workingDays.includes(d.weekday));
  if (working.length === 0) return 0;
  const there = working.filter((d) => !editor.daysOff.includes(d.day)).length;
  const weeks = Math.max(1, (to.getTime() - from.getTime()) / (7 * DAY));
  return Math.floor((editor.weeklyWords ?? 0) * weeks * (there / working.length));
}

/** Whether today, on the editor's own calendar, is a day away: nothing is offered to them then, whenever it would be due. */
export const isAway = (editor: Pick<Calendar, "daysOff" | "timeZone">, now: Date): boolean =>
  editor.daysOff.includes(localTime(now, editor.timeZone).day);

/** Words free for an order due then. Every open order must still fit by its own deadline, with the new one before it. Never negative. */
export function freeWords(editor: Calendar, now: Date, dueAt: Date): number {
  const deadlines = [dueAt, ...editor.openOrders.map((o) => o.editorDueAt).filter((at) => at > dueAt)];
  let free = Infinity;
  for (const deadline of deadlines) {
    const taken = editor.openOrders.filter((o) => o.editorDueAt <= deadline).reduce((words, o) => words + o.words, 0);
    free = Math.min(free, wordsInSpan(editor, now, deadline) - taken);
  }
  return Math.max(0, free);
}

/** The part of an order that capacity depends on. What the visitor has not chosen yet is null and limits nothing. */
export type CapacityQuestion = { words: number; subfield: string | null; variant: EnglishVariant | null };

const SEARCH_DAYS = 90;

/**
 * What the offer matrix needs: for each service and turnaround the most words that any one qualified editor has free,
 * and the earliest date that holds for this many words, looked for in half days over 90 days.
 */
export function capacityFor(
  question: CapacityQuestion,
  editors: readonly EditorWithWork[],
  now: Date,
  policy: PricingPolicy = PRICING_POLICY,
): Capacity {
  const byService = {} as Record<Service, ServiceCapacity>;
  for (const service of SERVICES) {
    const qualified = editors.filter((e) => isQualified(e, service, question));
    const ready = qualified.filter((e) => !isAway(e, now) && e.openOrders.length < (e.parallelOrders ?? 0));
    const most = (windowMs: number, among: readonly EditorWithWork[]) =>
      among.reduce((words, e) => Math.max(words, freeWords(e, now, after(now, editorWindowMs(windowMs)))), 0);
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

/** The most words anyone with these weekly words could do in a span. */
const mostWordsIn = (weeklyWords: number | null, from: Date, to: Date): number =>
  (weeklyWords ?? 0) * Math.max(1, (to.getTime() - from.getTime()) / (7 * DAY));

/** What two groups of editors have together: the most that any one has, and the earliest of their dates. */
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

/** Room for what the form may still add to the words before it asks again. */
const HEADROOM = 2;

/**
 * Whether more editors could change the answer for a service: not once somebody has room for every turnaround that can be offered for this many
 * words, or nobody left works enough words a week to have more than the best so far.
 * @param mostWeeklyWords of anybody who has not been looked at
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

/** The client's earliest date for this many words; null when nobody could within the search. */
function earliestFor(words: number, editors: readonly EditorWithWork[], now: Date): Date | null {
  for (let windowMs = 12 * HOUR; windowMs <= SEARCH_DAYS * DAY; windowMs += 12 * HOUR) {
    const dueAt = after(now, editorWindowMs(windowMs));
    for (const editor of editors) {
      // An editor with all hands full begins when enough open orders are done.
      const dues = editor.openOrders.map((o) => o.editorDueAt.getTime()).toSorted((a, b) => a - b);
      const over = dues.length - (editor.parallelOrders ?? 0);
      const busyUntil = over >= 0 ? (dues[over] ?? Infinity) : 0;
      if (mostWordsIn(editor.weeklyWords, now, dueAt) < words) continue;
      if (dueAt.getTime() > busyUntil && freeWords(editor, now, dueAt) >= words) return after(now, windowMs);
    }
  }
  return null;
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
