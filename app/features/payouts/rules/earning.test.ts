import { expect, test } from "vitest";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { earningsOf, promotionOf, type LevelRecord } from "./earning.ts";

const receipt = (service: "copyediting" | "expert", secondReader = false) =>
  priceOrder({
    service,
    turnaround: "7d",
    billableWords: 5_000,
    estimatePdf: false,
    addOns: { secondReader },
    consentOverflow: false,
  });

test("an order earns its editor the share of the level", () => {
  expect(earningsOf(receipt("copyediting"), { uid: "ann", level: "senior" }, null)).toEqual([
    { uid: "ann", role: "editor", level: "senior", amountMinor: 9_000 },
  ]);
});
test("a second reader earns in addition to the editor", () => {
  expect(
    earningsOf(receipt("expert"), { uid: "ann", level: "lead" }, { uid: "ben", level: "senior" }).map((e) => [
      e.uid,
      e.amountMinor,
    ]),
  ).toEqual([
    ["ann", 19_500],
    ["ben", 10_000],
  ]);
  expect(
    earningsOf(receipt("copyediting", true), { uid: "ann", level: "standard" }, { uid: "ben", level: "senior" }).map(
      (e) => e.amountMinor,
    ),
  ).toEqual([8_250, 2_700]);
});
test("pays nobody for a second reading that nobody does", () => {
  expect(earningsOf(receipt("expert"), { uid: "ann", level: "standard" }, null)).toHaveLength(1);
  expect(
    earningsOf(receipt("copyediting"), { uid: "ann", level: "standard" }, { uid: "ben", level: "senior" }),
  ).toHaveLength(1);
});

const record = (more: Partial<LevelRecord>): LevelRecord => ({
  level: "standard",
  completedOrders: 50,
  qaPassedOrders: 10,
  averageRating: 4.6,
  lateOrders: 1,
  ...more,
});
test.each<[string, Partial<LevelRecord>, string | null]>([
  ["trial with 10 passed reviews", { level: "trial", completedOrders: 10 }, "standard"],
  ["trial with 9 passed reviews", { level: "trial", qaPassedOrders: 9 }, null],
  ["standard with 50 orders at 4.6 and 2% late", {}, "senior"],
  ["standard with 49 orders", { completedOrders: 49 }, null],
  ["standard at 4.59", { averageRating: 4.59 }, null],
  ["standard without a rating", { averageRating: null }, null],
  ["standard with 2 of 50 late", { lateOrders: 2 }, null],
  [
    "senior: lead is granted, not earned",
    { level: "senior", completedOrders: 500, averageRating: 5, lateOrders: 0 },
    null,
  ],
])("%s", (_, more, level) => expect(promotionOf(record(more))).toBe(level));
