import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { TURNAROUNDS, TURNAROUND_MS } from "./policy.ts";
import { DEADLINE_POLICY } from "./order-life-figures.ts";
import { PRICING_POLICY } from "./pricing-figures.ts";
import {
  acceptReminderAts,
  autoAcceptAt,
  cancelIsFree,
  editorDueAt,
  editorDueFrom,
  editorFlags,
  editorWindowMs,
  queryTimes,
  quoteExpiresAt,
  readerDueFrom,
  readerSearchAt,
  reassignTimes,
  revisionNewWords,
  revisionTurnaroundMs,
  revisionUntilAt,
} from "./deadlines.ts";

const at = new Date("2026-11-24T10:00:00Z");
const windows = TURNAROUNDS.map((t) => TURNAROUND_MS[t]);

describe("the editor's window", () => {
  test("is the client's less 10%, at least 45 minutes and at most a day less", () => {
    expect(windows.map((w) => w - editorWindowMs(w))).toEqual([
      24 * HOUR,
      16.8 * HOUR,
      7.2 * HOUR,
      4.8 * HOUR,
      2.4 * HOUR,
      72 * MINUTE,
      45 * MINUTE,
    ]);
  });
  test("moves by the paused time", () => {
    expect(editorDueAt(at, 24 * HOUR, 3 * HOUR)).toEqual(after(at, 24.6 * HOUR));
  });
  test("is flagged at 25%, 60%, 85%, and 100%, and reassignment offered at 50% and 90%", () => {
    const due = after(at, 100 * MINUTE);
    expect(editorFlags(at, due, DEADLINE_POLICY)).toEqual({
      unstartedAt: after(at, 25 * MINUTE),
      idleAt: after(at, 60 * MINUTE),
      unsubmittedAt: after(at, 85 * MINUTE),
      overdueAt: due,
    });
    expect(reassignTimes(at, due, DEADLINE_POLICY)).toEqual({
      unstartedAt: after(at, 50 * MINUTE),
      nothingUploadedAt: after(at, 90 * MINUTE),
    });
  });
  test("that has passed when an order is accepted flags right away, never before", () => {
    expect(editorFlags(at, after(at, -HOUR), DEADLINE_POLICY).overdueAt).toEqual(at);
  });
  test("leaves its last quarter to the second reader, who has until its end", () => {
    for (const reviewed of [false, true])
      for (const w of windows) {
        const [first, both] = [editorWindowMs(w, reviewed, true), editorWindowMs(w, reviewed)];
        expect(first).toBe(both - Math.round(both / 4));
        const due = after(at, w);
        expect(readerDueFrom(due, w, reviewed)).toEqual(editorDueFrom(due, w, reviewed));
        expect(editorDueFrom(due, w, reviewed, true) < readerDueFrom(due, w, reviewed)).toBe(true);
        expect(readerDueFrom(due, w, reviewed) < due).toBe(true);
      }
  });
  test("is half over when the search for a second reader starts", () => {
    expect(readerSearchAt(at, after(at, 10 * HOUR))).toEqual(after(at, 5 * HOUR));
  });
  test("is always shorter than the client's and longer than zero", () => {
    fc.assert(
      fc.property(fc.integer({ min: 6 * HOUR, max: 60 * DAY }), (w) => {
        expect(editorWindowMs(w)).toBeLessThan(w);
        expect(editorWindowMs(w)).toBeGreaterThan(0);
      }),
    );
  });
});

test("a delivery is accepted automatically after 7 days, 14 from 20,000 words, with reminders on day 3 and 6", () => {
  expect(autoAcceptAt(at, 19_999, DEADLINE_POLICY)).toEqual(after(at, 7 * DAY));
  expect(autoAcceptAt(at, 20_000, DEADLINE_POLICY)).toEqual(after(at, 14 * DAY));
  expect(acceptReminderAts(at, DEADLINE_POLICY)).toEqual([after(at, 3 * DAY), after(at, 6 * DAY)]);
});

describe("a free revision", () => {
  test("can be requested for 30 days, 60 from 20,000 words", () => {
    expect(revisionUntilAt(at, 19_999, DEADLINE_POLICY)).toEqual(after(at, 30 * DAY));
    expect(revisionUntilAt(at, 20_000, DEADLINE_POLICY)).toEqual(after(at, 60 * DAY));
  });
  test("takes 24 h on orders of up to 24 h, or else 48 h or 20% of the window", () => {
    expect(TURNAROUNDS.map((t) => revisionTurnaroundMs(t, TURNAROUND_MS[t], DEADLINE_POLICY))).toEqual([
      67.2 * HOUR,
      48 * HOUR,
      48 * HOUR,
      48 * HOUR,
      24 * HOUR,
      24 * HOUR,
      24 * HOUR,
    ]);
    expect(revisionTurnaroundMs("24h", 30 * HOUR, DEADLINE_POLICY)).toBe(24 * HOUR);
  });
  test("can include 300 new words or 5%", () => {
    expect([
      revisionNewWords(1_000, DEADLINE_POLICY),
      revisionNewWords(6_001, DEADLINE_POLICY),
      revisionNewWords(10_000, DEADLINE_POLICY),
    ]).toEqual([300, 300, 500]);
  });
});

test("a quote is held 7 days", () => expect(quoteExpiresAt(at, PRICING_POLICY)).toEqual(after(at, 7 * DAY)));

test("canceling is free until an editor accepts, or for an hour after payment while unopened", () => {
  const order = { paidAt: at, acceptedAt: null as Date | null, openedAt: null as Date | null };
  expect(cancelIsFree(order, after(at, 5 * DAY), DEADLINE_POLICY)).toBe(true);
  expect(cancelIsFree({ ...order, acceptedAt: at }, after(at, HOUR), DEADLINE_POLICY)).toBe(true);
  expect(cancelIsFree({ ...order, acceptedAt: at }, after(at, HOUR + 1), DEADLINE_POLICY)).toBe(false);
  expect(cancelIsFree({ ...order, acceptedAt: at, openedAt: at }, after(at, MINUTE), DEADLINE_POLICY)).toBe(false);
});

test("a blocking question gets reminders at 24 and 72 h and ends after 7 days", () => {
  expect(queryTimes(at, DEADLINE_POLICY)).toEqual({
    reminderAts: [after(at, 24 * HOUR), after(at, 72 * HOUR)],
    giveUpAt: after(at, 7 * DAY),
  });
});
