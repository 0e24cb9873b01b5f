import { expect, test } from "vitest";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { earningsOf } from "./earning.ts";

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
