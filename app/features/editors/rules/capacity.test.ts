import fc from "fast-check";
import { tries } from "#boot/testing/tries.ts";
import { describe, expect, test } from "vitest";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { type Capacity, offerMatrix } from "#app/features/pricing/rules/offer.ts";
import { SERVICES, type Service } from "#app/features/pricing/rules/policy.ts";
import { PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import { dayOf, localTime } from "./calendar.ts";
import { capacityFor, isSettled, mergeCapacity } from "./capacity.ts";
import { freeWords, wordsInSpan } from "./free-words.ts";
import type { EditorWithWork } from "./editor-for-matching.ts";
import { editorFor } from "./testing.ts";

const now = new Date("2026-11-24T10:00:00Z"); // a Tuesday
const week = after(now, 7 * DAY);

describe("an editor's words in a span", () => {
  test("are the weekly words for up to a week, and more for more", () => {
    expect([
      wordsInSpan(editorFor(), now, after(now, 6 * HOUR)),
      wordsInSpan(editorFor(), now, week),
      wordsInSpan(editorFor(), now, after(now, 14 * DAY)),
    ]).toEqual([20_000, 20_000, 40_000]);
  });
  test("shrink with days off, and are 0 without working days", () => {
    expect(
      wordsInSpan(editorFor({ daysOff: ["2026-11-25", "2026-11-26", "2026-11-27"] }), now, after(now, 6 * DAY)),
    ).toBe(8_000);
    const saturday = new Date("2026-11-28T08:00:00Z");
    expect(wordsInSpan(editorFor(), saturday, after(saturday, 12 * HOUR))).toBe(0);
  });
  test("follow the editor's calendar, not ours", () => {
    // Friday evening in London is Saturday in Auckland.
    const friday = new Date("2026-11-27T18:00:00Z");
    expect(wordsInSpan(editorFor({ timeZone: "Europe/London" }), friday, after(friday, 2 * HOUR))).toBe(20_000);
    expect(wordsInSpan(editorFor({ timeZone: "Pacific/Auckland" }), friday, after(friday, 2 * HOUR))).toBe(0);
  });
});

/** The reference implementation: goes through every calendar day in the span. */
function wordsDayByDay(editor: EditorWithWork, to: Date): number {
  const days: string[] = [];
  for (let at = now; at <= to; at = after(at, HOUR)) {
    const { day, weekday } = localTime(at, editor.timeZone);
    if (editor.workingDays.includes(weekday) && days.at(-1) !== day) days.push(day);
  }
  const { day, weekday } = localTime(to, editor.timeZone);
  if (to >= now && editor.workingDays.includes(weekday) && days.at(-1) !== day) days.push(day);
  if (days.length === 0) return 0;
  const there = days.filter((it) => !editor.daysOff.includes(it)).length;
  const weeks = Math.max(1, (to.getTime() - now.getTime()) / (7 * DAY));
  return Math.floor((editor.weeklyWords ?? 0) * weeks * (there / days.length));
}

describe("free words", () => {
  test("are the weekly words minus open orders", () => {
    expect(
      freeWords(
        editorFor({
          openOrders: [
            { words: 6_000, editorDueAt: after(now, 2 * DAY) },
            { words: 4_000, editorDueAt: after(now, DAY) },
          ],
        }),
        now,
        week,
      ),
    ).toBe(10_000);
  });
  test("leave room for an order due later", () => {
    const editor = editorFor({ openOrders: [{ words: 18_000, editorDueAt: after(now, 6 * DAY) }] });
    expect(freeWords(editor, now, after(now, DAY))).toBe(2_000);
  });
  test("count a late order, which still has to be done", () => {
    expect(freeWords(editorFor({ openOrders: [{ words: 5_000, editorDueAt: after(now, -DAY) }] }), now, week)).toBe(
      15_000,
    );
  });
  test("are what is left of each span until a deadline, counted day by day", () => {
    const hours = fc.integer({ min: -60, max: 900 });
    const editors = fc.record({
      weeklyWords: fc.integer({ min: 0, max: 40_000 }),
      workingDays: fc.subarray([0, 1, 2, 3, 4, 5, 6]),
      daysOff: fc.subarray(["2026-11-24", "2026-11-25", "2026-11-30", "2026-12-02", "2026-12-11"]),
      timeZone: fc.constantFrom("UTC", "Pacific/Auckland", "America/Los_Angeles", "Asia/Kolkata"),
      openOrders: fc.array(
        fc.record({ words: fc.integer({ min: 0, max: 30_000 }), editorDueAt: hours.map((h) => after(now, h * HOUR)) }),
        { maxLength: 5 },
      ),
    });
    fc.assert(
      fc.property(editors, hours, (is, h) => {
        const editor = editorFor(is);
        const dueAt = after(now, h * HOUR);
        const deadlines = [dueAt, ...is.openOrders.map((o) => o.editorDueAt).filter((at) => at > dueAt)];
        const left = deadlines.map(
          (deadline) =>
            wordsDayByDay(editor, deadline) -
            is.openOrders.filter((o) => o.editorDueAt <= deadline).reduce((words, o) => words + o.words, 0),
        );
        expect(freeWords(editor, now, dueAt)).toBe(Math.max(0, Math.min(...left)));
      }),
      tries(300),
    );
  });
  test("are never negative and never grow with another open order", () => {
    const orders = fc.array(
      fc.record({
        words: fc.integer({ min: 1, max: 30_000 }),
        editorDueAt: fc.integer({ min: -48, max: 600 }).map((h) => after(now, h * HOUR)),
      }),
      { maxLength: 5 },
    );
    fc.assert(
      fc.property(
        orders,
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 9_000 }),
        (openOrders, hours, words) => {
          const due = after(now, hours * HOUR);
          const before = freeWords(editorFor({ openOrders }), now, due);
          const then = freeWords(editorFor({ openOrders: [...openOrders, { words, editorDueAt: due }] }), now, due);
          expect(then).toBeLessThanOrEqual(before);
          expect(before).toBeGreaterThanOrEqual(0);
          // Accepting an order that fits uses exactly its words.
          if (words <= before) expect(then).toBe(before - words);
        },
      ),
    );
  });
});

describe("capacity for the offers", () => {
  const question = { words: 5_000, subfield: "cardiology", variant: "US" as const };
  test("is the most one qualified editor has free, not the total", () => {
    const c = capacityFor(
      question,
      [editorFor({ weeklyWords: 4_000 }), editorFor({ uid: "ben", weeklyWords: 3_000 })],
      now,
      PRICING_POLICY,
    );
    expect(c.freeWordsByService.copyediting.wordsByTurnaround?.["7d"]).toBe(4_000);
  });
  test("leaves out editors who aren't ready, don't know the field, or are at their limit", () => {
    const busy = { words: 1, editorDueAt: after(now, 30 * DAY) };
    for (const out of [
      { matchReady: false },
      { fields: ["law"] },
      { variants: ["AU" as const] },
      { parallelOrders: 1, openOrders: [busy] },
    ])
      expect(capacityFor(question, [editorFor(out)], now, PRICING_POLICY).freeWordsByService.copyediting.words).toBe(0);
    expect(
      capacityFor(question, [editorFor({ doctorate: false })], now, PRICING_POLICY).freeWordsByService.expert.words,
    ).toBe(0);
  });
  test("ignores what the visitor hasn't chosen yet", () => {
    expect(
      capacityFor(
        { words: 100, subfield: null, variant: null },
        [editorFor({ fields: ["law"], variants: ["AU"] })],
        now,
        PRICING_POLICY,
      ).freeWordsByService.copyediting.words,
    ).toBeGreaterThan(0);
  });
  test("names a date on which the words are really free", () => {
    const editor = editorFor({ weeklyWords: 2_000 });
    const { earliestAt } = capacityFor(question, [editor], now, PRICING_POLICY).freeWordsByService.copyediting;
    expect(earliestAt && freeWords(editor, now, after(earliestAt, -DAY))).toBeGreaterThanOrEqual(5_000);
    const cell = offerMatrix(
      { billableWords: 5_000, estimatePdf: false, addOns: {}, consentOverflow: false },
      capacityFor(question, [editor], now, PRICING_POLICY),
      { now, timeZone: "UTC" },
      PRICING_POLICY,
    ).copyediting["7d"];
    expect(cell).toMatchObject({ offered: false, code: "no-editor-free", earliestAt });
  });
  test("names the end of an open order if everyone is at their limit, and no date if no one is qualified", () => {
    const due = after(now, 3 * DAY);
    const full = editorFor({ parallelOrders: 1, openOrders: [{ words: 10, editorDueAt: due }] });
    expect(
      capacityFor(question, [full], now, PRICING_POLICY).freeWordsByService.copyediting.earliestAt?.getTime(),
    ).toBeGreaterThan(due.getTime());
    expect(capacityFor(question, [], now, PRICING_POLICY).freeWordsByService.copyediting).not.toHaveProperty(
      "earliestAt",
    );
  });
});

test("days and times are local", () => {
  const at = new Date("2026-11-24T23:30:00Z");
  expect(localTime(at, "Europe/Helsinki")).toEqual({
    day: "2026-11-25",
    dayNumber: Date.parse("2026-11-25") / DAY,
    weekday: 3,
    minute: 90,
  });
  expect(localTime(at, "America/New_York")).toMatchObject({ day: "2026-11-24", weekday: 2, minute: 18 * 60 + 30 });
  expect(dayOf(localTime(at, "UTC").dayNumber)).toEqual({ day: "2026-11-24", weekday: 2 });
});

describe("capacity read in batches", () => {
  const someEditor = fc.record({
    weeklyWords: fc.integer({ min: 500, max: 60_000 }),
    parallelOrders: fc.integer({ min: 0, max: 4 }),
    services: fc.subarray(["proofreading", "copyediting", "substantive", "expert"] as const),
    busy: fc.array(
      fc.record({ words: fc.integer({ min: 100, max: 30_000 }), days: fc.integer({ min: -2, max: 20 }) }),
      {
        maxLength: 3,
      },
    ),
  });
  const editors = fc.array(someEditor, { minLength: 1, maxLength: 20 }).map((all) =>
    all
      .toSorted((a, b) => b.weeklyWords - a.weeklyWords)
      .map(({ busy, ...e }, i) =>
        editorFor({
          ...e,
          uid: `e${i}`,
          openOrders: busy.map((o) => ({ words: o.words, editorDueAt: after(now, o.days * DAY) })),
        }),
      ),
  );
  const asked = (words: number) => ({ words, subfield: "cardiology", variant: "US" as const });

  test("is the same as read all at once", () => {
    fc.assert(
      fc.property(
        editors,
        fc.integer({ min: 100, max: 40_000 }),
        fc.integer({ min: 1, max: 19 }),
        (all, words, cut) => {
          const [first, rest] = [all.slice(0, cut), all.slice(cut)];
          expect(
            mergeCapacity(
              capacityFor(asked(words), first, now, PRICING_POLICY),
              capacityFor(asked(words), rest, now, PRICING_POLICY),
            ),
          ).toEqual(capacityFor(asked(words), all, now, PRICING_POLICY));
        },
      ),
      { numRuns: 60 },
    );
  });

  test("can stop early once more editors can't change the result", () => {
    fc.assert(
      fc.property(
        editors,
        fc.integer({ min: 100, max: 40_000 }),
        fc.integer({ min: 1, max: 19 }),
        (all, words, cut) => {
          const part = capacityFor(asked(words), all.slice(0, cut), now, PRICING_POLICY);
          const every = capacityFor(asked(words), all, now, PRICING_POLICY);
          const mostLeft = all[Math.min(cut, all.length) - 1]!.weeklyWords ?? 0;
          const offered = (capacity: Capacity, service: Service) =>
            Object.values(
              offerMatrix(
                { billableWords: words, estimatePdf: false, addOns: {}, consentOverflow: true },
                capacity,
                {
                  now,
                  timeZone: "UTC",
                },
                PRICING_POLICY,
              )[service],
            ).map((o) => o.offered);
          for (const service of SERVICES)
            if (isSettled(service, words, part, mostLeft, now, PRICING_POLICY))
              expect(offered(part, service)).toEqual(offered(every, service));
        },
      ),
      { numRuns: 60 },
    );
  });
});
