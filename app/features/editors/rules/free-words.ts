/**
 * How many words an editor can still take on: weekly words minus open orders and those kept for orders that no editor
 * has taken yet.
 */
import { DAY, after } from "#app/platform/rules/core/time.ts";
import type { Service } from "#app/features/pricing/rules/policy.ts";
import type { EnglishVariant } from "#app/features/pricing/rules/taxonomy.ts";
import { dayOf, localTime } from "./calendar.ts";
import { canAccept, knowsField } from "./qualified.ts";
import type { EditorWithWork } from "./editor-for-matching.ts";

/** The part of an order that capacity depends on. Null means not chosen yet and limits nothing. */
export type CapacityQuestion = {
  words: number;
  subfield: string | null;
  variant: EnglishVariant | null;
  /** Whether a second reader was ordered. */
  secondReader?: boolean;
};

/** How far ahead the search for a date goes. */
export const SEARCH_DAYS = 90;

type Calendar = Pick<EditorWithWork, "weeklyWords" | "workingDays" | "daysOff" | "timeZone" | "openOrders">;

/**
 * The words an editor can do in a span, ignoring open orders: weekly words per week, at least one week's, reduced by
 * the share of working days that are off. 0 without a working day.
 */
export const wordsInSpan = (editor: Calendar, from: Date, to: Date): number => spansFrom(editor, from)(to);

/** `wordsInSpan` from one moment to many others. Each day is read only once. */
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
export const freeWords = (editor: Calendar, now: Date, dueAt: Date): number => freeBy(editor, now)(dueAt);

/**
 * `freeWords` of one editor for many dates. Price pages need hundreds of dates and dozens of editors, so days and
 * orders are summed only once.
 */
export function freeBy(editor: Calendar, now: Date): (dueAt: Date) => number {
  const span = spansFrom(editor, now);
  const orders = editor.openOrders.toSorted((a, b) => a.editorDueAt.getTime() - b.editorDueAt.getTime());
  const dues = orders.map((o) => o.editorDueAt.getTime());
  // The words of the first so many orders.
  const words = [0];
  for (const [n, order] of orders.entries()) words.push(words[n]! + order.words);
  const dueBy = (at: number): number => words[countUpTo(dues, at)]!;
  // The least that the deadlines of an order and of those due after it leave for one due before them.
  const left = [Infinity];
  for (const { editorDueAt } of orders.toReversed())
    left.push(Math.min(left.at(-1)!, span(editorDueAt) - dueBy(editorDueAt.getTime())));
  const known = new Map<number, number>();
  return (dueAt) => {
    const at = dueAt.getTime();
    const before = known.get(at);
    if (before !== undefined) return before;
    const later = dues.length - countUpTo(dues, at);
    const free = Math.max(0, Math.min(span(dueAt) - dueBy(at), left[later]!));
    known.set(at, free);
    return free;
  };
}

/** How many of these sorted numbers aren't greater than one. */
function countUpTo(sorted: readonly number[], value: number): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (sorted[middle]! <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** The most words an editor with these weekly words could do in a span. */
export const mostWordsIn = (weeklyWords: number | null, from: Date, to: Date): number =>
  (weeklyWords ?? 0) * Math.max(1, (to.getTime() - from.getTime()) / (7 * DAY));

/** An order needs its editor by this share of its time. By default, support is notified then if there is none. */
export const NEEDED_BY_BP = 4_000;
const latestStart = (now: Date, dueAt: Date): number =>
  now.getTime() + ((dueAt.getTime() - now.getTime()) * NEEDED_BY_BP) / 10_000;

/** When an editor who is away is back, as a time; 0 for one who is there. */
function backAt(editor: EditorWithWork, now: Date): number {
  let back = 0;
  for (let days = 0; isAway(editor, after(now, days * DAY)); days++) {
    if (days === SEARCH_DAYS) return Infinity;
    back = after(now, (days + 1) * DAY).getTime();
  }
  return back;
}

/** When an editor can start another order while they have so many. A late one is expected within a day. */
function startFor(editor: EditorWithWork, now: Date): (open: number) => number {
  const dues = editor.openOrders.map((o) => o.editorDueAt.getTime()).toSorted((a, b) => a - b);
  const most = editor.parallelOrders ?? 0;
  const back = backAt(editor, now);
  return (open) => Math.max(open < most ? 0 : Math.max(dues[open - most] ?? Infinity, now.getTime() + DAY), back);
}

/**
 * Whether an editor can start another order due then in time, and whether every order whose words they keep could still
 * be started in time by them. An editor at their limit has to finish an order first, and one who is away has to be
 * back.
 */
export function canStart(editor: EditorWithWork, now: Date): (dueAt: Date) => boolean {
  const startsAt = startFor(editor, now);
  const open = editor.openOrders.length;
  // What can start in time is due after the orders that have to be finished before it: it never takes the place of one
  // of them. So for a kept order, only the number of others matters, not when they are due.
  const [beside, without] = [startsAt(open), startsAt(open - 1)];
  const keepsAll = editor.openOrders.every((it) => {
    const by = latestStart(now, it.editorDueAt);
    // What can't start in time anyway isn't made late by another order.
    return !it.untaken || beside <= by || without > by;
  });
  return (dueAt) => keepsAll && beside <= latestStart(now, dueAt);
}

/** Whether an editor has the room and the time for another order due then. */
export const hasRoom = (editor: EditorWithWork, words: number, dueAt: Date, now: Date): boolean =>
  freeWords(editor, now, dueAt) >= words && canStart(editor, now)(dueAt);

/** The words of an order that an editor has room for when they count as free. */
export const FREE_WORDS = 1_000;

/**
 * When an editor is free: today, from a day on, or back on that day from days off. The day is one in their time zone,
 * such as "2026-11-30".
 */
export type FreeFrom = { day: string; is: "now" | "from" | "back" };

/**
 * The first of an editor's working days on which they can start another order and have `FREE_WORDS` left beside those
 * they have, or their weekly words if that's fewer.
 * @returns null if they take no orders, or have no such day in the next 90
 */
export function freeFrom(editor: EditorWithWork, now: Date): FreeFrom | null {
  if (!canAccept(editor) || editor.accountBlocked) return null;
  const free = freeBy(editor, now);
  const start = startFor(editor, now)(editor.openOrders.length);
  const words = Math.min(FREE_WORDS, editor.weeklyWords ?? 0);
  // From days off they come back to their first working day, and later only because of other orders.
  let cameBack = !isAway(editor, now);
  for (let days = 0; days <= SEARCH_DAYS; days++) {
    const at = after(now, days * DAY);
    const { day, weekday } = localTime(at, editor.timeZone);
    if (!editor.workingDays.includes(weekday) || editor.daysOff.includes(day)) continue;
    if (start <= at.getTime() && free(at) >= words) return { day, is: days === 0 ? "now" : cameBack ? "from" : "back" };
    cameBack = true;
  }
  return null;
}

/** Whether an editor's settings and credentials cover an order, whatever else they have to do. */
export function isQualified(editor: EditorWithWork, service: Service, question: CapacityQuestion): boolean {
  return (
    canAccept(editor) &&
    editor.services.includes(service) &&
    !editor.blockedByClient &&
    (question.variant === null || editor.variants.includes(question.variant)) &&
    knowsField(editor, service, question.subfield)
  );
}
