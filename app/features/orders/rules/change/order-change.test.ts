import { DEADLINE_POLICY } from "#app/features/pricing/rules/order-life-figures.ts";
import { PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import { describe, expect, test } from "vitest";
import { faultsOf } from "#app/platform/rules/core/flow.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { type Wanted, changeFlow, changePayableUntil, changedOrder, isChangeable } from "./order-change.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
/** 5,000 words of copyediting in 7 days for $150, paid now. */
const order = (words = 5_000) => {
  const price = priceOrder(
    {
      service: "copyediting",
      turnaround: "7d",
      billableWords: words,
      estimatePdf: false,
      addOns: {},
      consentOverflow: true,
    },
    PRICING_POLICY,
  );
  return { price, windowMs: price.windowMs, dueAt: after(NOW, price.windowMs), editorDueAt: after(NOW, 6 * DAY) };
};
const want = (it: Partial<Wanted>): Wanted => ({ service: "copyediting", addOns: {}, newDueAt: null, ...it });
const changed = (it: Partial<Wanted>, words?: number) => changedOrder(order(words), want(it), NOW, PRICING_POLICY);
const due = (days: number) => after(NOW, days * DAY);

test("every state of a change leads to an end", () => {
  expect(faultsOf(changeFlow)).toEqual([]);
});

describe("an earlier date", () => {
  test("costs as much as the cheapest turnaround that is fast enough", () => {
    expect(changed({ newDueAt: due(3) })).toMatchObject({
      after: { turnaround: "3d", totalMinor: 19_000 },
      earlierMs: 4 * DAY,
      what: ["Turnaround of 3 days instead of 7 days"],
    });
    expect(changed({ newDueAt: due(5) }).after.totalMinor).toBe(19_000);
    expect(changed({ newDueAt: due(2) }).after.totalMinor).toBe(22_500);
  });
  test("costs nothing more while the turnaround's own time still fits", () => {
    // 45,900 words are above the limit and take two hours longer.
    const long = order(45_900);
    const newDueAt = after(long.dueAt, -2 * HOUR);
    expect(() => changedOrder(long, want({ newDueAt }), NOW, PRICING_POLICY)).toThrow(/by then/);
    expect(
      changedOrder({ ...long, windowMs: long.windowMs + 2 * HOUR }, want({ newDueAt }), NOW, PRICING_POLICY),
    ).toMatchObject({
      after: { totalMinor: long.price.totalMinor },
      earlierMs: 2 * HOUR,
    });
  });
  test("is refused if the service takes longer, if it's too soon for the editor, and for a later date", () => {
    expect(() => changed({ newDueAt: due(0.2), service: "substantive" })).toThrow(/less than an hour|by then/);
    expect(() => changed({ newDueAt: after(NOW, DAY + HOUR / 2) })).toThrow(/less than an hour/);
    expect(() => changed({ newDueAt: due(8) })).toThrow(/before the current one/);
  });
});

describe("another scope", () => {
  test("costs what the order would have cost with it", () => {
    expect(changed({ service: "substantive" })).toMatchObject({
      after: { service: "substantive", totalMinor: 25_000 },
      earlierMs: 0,
      what: ["Substantive editing instead of copyediting"],
    });
    expect(changed({ addOns: { figuresAndTables: 4, coverLetter: true } })).toMatchObject({
      after: { totalMinor: 15_000 + 1_200 + 2_500 },
      what: ["With cover-letter edit", "Figures and tables: 4 instead of 0"],
    });
    expect(changed({ service: "proofreading" }).after.totalMinor).toBe(9_500);
  });
  test("moves the date if the service takes longer for this many words", () => {
    expect(changed({ service: "substantive" }, 25_300).earlierMs).toBe(-HOUR);
  });
  test("is refused if nothing changes, or it isn't sold for this many words", () => {
    expect(() => changed({})).toThrow(/Choose what to change/);
    expect(() => changed({ addOns: { journalFormatting: true } }, 9_000)).toThrow(/available for up to 8,000/);
  });
});

test("an order can be changed while its editor is in time, and nothing about its date was agreed", () => {
  const at = { status: "in_progress" as const, deliveredAt: null, dueAt: due(7), editorDueAt: due(6), payBp: 10_000 };
  expect(isChangeable(at)).toBe(true);
  expect(isChangeable({ ...at, editorDueAt: due(8) })).toBe(false);
  expect(isChangeable({ ...at, payBp: 9_000 })).toBe(false);
  expect(isChangeable({ ...at, deliveredAt: NOW })).toBe(false);
  for (const status of ["paid", "awaiting_client", "submitted", "on_hold"] as const)
    expect(isChangeable({ ...at, status })).toBe(false);
});

test("a near date leaves less time to pay", () => {
  expect(changePayableUntil(NOW, due(7), DEADLINE_POLICY)).toEqual(after(NOW, DAY));
  expect(changePayableUntil(NOW, after(NOW, 8 * HOUR), DEADLINE_POLICY)).toEqual(after(NOW, 2 * HOUR));
  expect(changePayableUntil(NOW, after(NOW, HOUR), DEADLINE_POLICY)).toEqual(after(NOW, HOUR / 2));
});
