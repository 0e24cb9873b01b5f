import { expect, test } from "vitest";
import { PAID, PREPAID, isPaymentNote, payableWords } from "./invoice.ts";
import { electronicSupply, paidNote, supplyOf, withSupply } from "./supply.ts";

const order = { label: "Order", value: "S-1" };
// The last millisecond of a day in UTC, as documents count days.
const delivered = { deliveredAt: new Date("2026-11-30T23:59:59.999Z") };
const expected = { dueAt: new Date("2026-12-01T00:00:00Z") };

test("before delivery the expected day is given, and after it the day", () => {
  const before = withSupply([order], expected);
  expect(before).toEqual([order, { label: "Date of supply", value: "On delivery, expected by Dec 1, 2026" }]);
  expect(withSupply(before, delivered)).toEqual([order, { label: "Date of supply", value: "Nov 30, 2026" }]);
  expect(withSupply([order], { dueAt: null })[1]?.value).toBe("On delivery");
});

test("only what's paid before delivery is called paid in advance", () => {
  expect([paidNote(expected), paidNote(delivered)]).toEqual([PREPAID, PAID]);
  expect(electronicSupply(expected)).toEqual({ prepaid: true });
  expect(electronicSupply(expected, payableWords(30))).toEqual({});
  expect(electronicSupply(delivered, payableWords(30))).toEqual({ suppliedOn: "2026-11-30" });
  expect([PAID, PREPAID, payableWords(30), "Reverse charge"].map(isPaymentNote)).toEqual([true, true, true, false]);
});

test("an invoice is about the delivery that follows it", () => {
  const [dueAt, revisionDueAt, deliveredAt] = [1, 9, 5].map((date) => new Date(Date.UTC(2026, 11, date))) as [
    Date,
    Date,
    Date,
  ];
  const of = (at: Date | null, issued: Date) => supplyOf({ dueAt, revisionDueAt, deliveredAt: at }, issued);
  expect(of(null, dueAt)).toEqual({ dueAt });
  expect(of(deliveredAt, dueAt)).toEqual({ deliveredAt });
  expect(of(deliveredAt, deliveredAt)).toEqual({ deliveredAt });
  // New words of a revision are paid after the delivery.
  expect(of(deliveredAt, new Date(deliveredAt.getTime() + 1))).toEqual({ dueAt: revisionDueAt });
});
