import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import type { EditorWithWork, OpenOrder, UntakenOrder } from "./editor-for-matching.ts";
import { tries } from "#boot/testing/tries.ts";
import { NEEDED_BY_BP, canStart, freeBy, freeFrom, isAway, wordsInSpan } from "./free-words.ts";

const NOW = new Date("2026-11-23T10:00:00Z");

type Work = readonly OpenOrder[];
type Case = Pick<EditorWithWork, "weeklyWords" | "parallelOrders" | "workingDays" | "daysOff"> & { openOrders: Work };

const untaken = (it: OpenOrder): UntakenOrder => ({
  ...it,
  orderId: "ord_1",
  service: "copyediting",
  subfield: "linguistics",
  variant: "UK",
  notFor: [],
});
/** Deadlines in steps of half a day, so that several fall on the same moment; some have passed. */
const dueAt = fc.integer({ min: -4, max: 60 }).map((n) => after(NOW, n * 12 * HOUR));
const editors: fc.Arbitrary<EditorWithWork> = fc
  .record<Case>({
    weeklyWords: fc.option(fc.integer({ min: 0, max: 40_000 })),
    parallelOrders: fc.option(fc.integer({ min: 0, max: 8 })),
    workingDays: fc.uniqueArray(fc.integer({ min: 0, max: 6 })),
    daysOff: fc.uniqueArray(fc.constantFrom("2026-11-23", "2026-11-24", "2026-11-25", "2026-12-01")),
    openOrders: fc.array(
      fc
        .record({ words: fc.integer({ min: 0, max: 9_000 }), editorDueAt: dueAt, kept: fc.boolean() })
        .map(({ kept, ...it }): OpenOrder => (kept ? { ...it, untaken: untaken(it) } : it)),
      { maxLength: 10 },
    ),
  })
  // The rest has nothing to do with how much work there is.
  .map((it) => ({ ...it, timeZone: "Europe/Berlin" }) as unknown as EditorWithWork);

/** What's meant by `freeBy`, order by order. */
function plainFree(editor: EditorWithWork, at: Date): number {
  const dueBy = (then: Date) =>
    editor.openOrders.filter((o) => o.editorDueAt <= then).reduce((sum, o) => sum + o.words, 0);
  const room = (then: Date) => wordsInSpan(editor, NOW, then) - dueBy(then);
  const later = editor.openOrders.filter((o) => o.editorDueAt > at).map((o) => room(o.editorDueAt));
  return Math.max(0, Math.min(room(at), ...later));
}

const latestStart = (due: Date): number => NOW.getTime() + ((due.getTime() - NOW.getTime()) * NEEDED_BY_BP) / 10_000;

/** When an editor with these orders can start another one. */
function plainStart(editor: EditorWithWork, open: Work): number {
  const dues = open.map((o) => o.editorDueAt.getTime()).toSorted((a, b) => a - b);
  const over = dues.length - (editor.parallelOrders ?? 0);
  const finished = over < 0 ? 0 : Math.max(dues[over] ?? Infinity, NOW.getTime() + DAY);
  let days = 0;
  while (isAway(editor, after(NOW, days * DAY))) days++;
  return Math.max(finished, days === 0 ? 0 : after(NOW, days * DAY).getTime());
}

/** What's meant by `canStart`, order by order. */
function plainCanStart(editor: EditorWithWork, due: Date): boolean {
  const open = editor.openOrders;
  if (plainStart(editor, open) > latestStart(due)) return false;
  return open
    .filter((o) => o.untaken)
    .every((it) => {
      const others = open.filter((o) => o !== it);
      const inTime = (work: Work) => plainStart(editor, work) <= latestStart(it.editorDueAt);
      return inTime([...others, { words: 0, editorDueAt: due }]) || !inTime(others);
    });
}

describe("free words", () => {
  test("many dates at once give what each date gives order by order", () => {
    fc.assert(
      fc.property(editors, fc.array(dueAt, { minLength: 1, maxLength: 20 }), (editor, dates) => {
        const free = freeBy(editor, NOW);
        expect(dates.map(free)).toEqual(dates.map((at) => plainFree(editor, at)));
      }),
      tries(6_000),
    );
  });

  test("another order can start exactly when it and every kept order can, one by one", () => {
    fc.assert(
      fc.property(editors, fc.array(dueAt, { minLength: 1, maxLength: 20 }), (editor, dates) => {
        const starts = canStart(editor, NOW);
        expect(dates.map(starts)).toEqual(dates.map((at) => plainCanStart(editor, at)));
      }),
      tries(6_000),
    );
  });

  test("a kept order that needs the last place keeps another one out", () => {
    const due = { words: 1_000, editorDueAt: after(NOW, 3 * DAY) };
    const kept: OpenOrder = { ...due, untaken: untaken(due) };
    const editor = {
      weeklyWords: 20_000,
      parallelOrders: 2,
      workingDays: [1, 2, 3, 4, 5],
      daysOff: [],
      timeZone: "Europe/Berlin",
      openOrders: [{ words: 1_000, editorDueAt: after(NOW, 20 * DAY) }, kept],
    } as unknown as EditorWithWork;
    const starts = (parallelOrders: number) => canStart({ ...editor, parallelOrders }, NOW)(after(NOW, 30 * DAY));
    expect([starts(2), starts(3)]).toEqual([false, true]);
  });
});

describe("when an editor is free", () => {
  const editor = {
    identityApproved: true,
    agreementSigned: true,
    matchReady: true,
    weeklyWords: 10_000,
    parallelOrders: 2,
    workingDays: [1, 2, 3, 4, 5],
    daysOff: [],
    timeZone: "Europe/Berlin",
    openOrders: [],
  } as unknown as EditorWithWork;
  const due = (days: number, words = 2_000): OpenOrder => ({ words, editorDueAt: after(NOW, days * DAY) });
  const free = (over: Partial<EditorWithWork>) => freeFrom({ ...editor, ...over }, NOW);

  test("is today while there's room, and their next working day otherwise", () => {
    expect(free({})).toEqual({ day: "2026-11-23", is: "now" });
    expect(free({ openOrders: [due(2)] })).toEqual({ day: "2026-11-23", is: "now" });
    expect(free({ workingDays: [2] })).toEqual({ day: "2026-11-24", is: "from" });
  });
  test("is after an order that has to be finished first", () => {
    expect(free({ openOrders: [due(3), due(4)] })).toEqual({ day: "2026-11-26", is: "from" });
  });
  test("is when their week has room for another thousand words", () => {
    const is = free({ openOrders: [due(2, 9_500)] });
    expect(is?.is).toBe("from");
    expect(is!.day > "2026-11-30").toBe(true);
    expect(free({ weeklyWords: 600 })).toEqual({ day: "2026-11-23", is: "now" });
  });
  test("is when they're back from days off, and not before", () => {
    expect(free({ daysOff: ["2026-11-23", "2026-11-24"] })).toEqual({ day: "2026-11-25", is: "back" });
    expect(free({ daysOff: ["2026-11-23"], openOrders: [due(3), due(4)] })).toEqual({ day: "2026-11-26", is: "from" });
  });
  test("is never while they take no orders", () => {
    expect([free({ paused: true }), free({ accountBlocked: true }), free({ workingDays: [] })]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
