import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type ValuedLine, valueAt, valuedLines } from "./entry-values.ts";
import { type EntryLine, NOTHING_UNEARNED, NO_STANDING, debit } from "./ledger.ts";
import { orderDelivered, paymentReceived } from "./order-entries.ts";
import { refund, unearnedPart, refundParts } from "./refund-entries.ts";

const sumOf = (lines: readonly ValuedLine[], of: "amountMinor" | "valueMinor") =>
  lines.reduce((sum, line) => sum + (line[of] ?? 0), 0);

test("an amount is worth what its currency is, with its own decimals", () => {
  expect(valueAt(10_000, "EUR", 1_082_800_000)).toBe(10_828);
  expect(valueAt(-10_000, "JPY", 6_655_000)).toBe(-6_655);
  expect(valueAt(1, "JPY", 6_655_000)).toBe(1);
  expect(Object.is(valueAt(0, "EUR", 1), 0)).toBe(true);
});

/** The journal of one order in one currency, with what's carried on its accounts. */
function journalOf(currency: string, orderNanos: number) {
  const posted: ValuedLine[] = [];
  const on = (account: string, party = "") => posted.filter((l) => l.account === account && l.party === party);
  return {
    posted,
    balance: (account: string, of: "amountMinor" | "valueMinor") => sumOf(on(account), of),
    post(lines: readonly EntryLine[], dayNanos: number) {
      const valued = valuedLines(lines, currency, { dayNanos, orderNanos }, (account, party) => ({
        amountMinor: sumOf(on(account, party), "amountMinor"),
        valueMinor: sumOf(on(account, party), "valueMinor"),
      }));
      posted.push(...valued);
      return valued;
    },
  };
}
const rates = fc.integer({ min: 5_000_000, max: 1_500_000_000 });

describe("whatever happens to an order, at whatever rates", () => {
  test("each entry balances in its currency and in the books', and nothing is left of what was deferred", () => {
    fc.assert(
      fc.property(
        fc.record({
          currency: fc.constantFrom("EUR", "JPY"),
          listMinor: fc.integer({ min: 10, max: 5_000_000 }),
          discountBp: fc.integer({ min: 0, max: 3_000 }),
          taxBp: fc.integer({ min: 0, max: 2_500 }),
          paidAt: rates,
          days: fc.array(
            fc.record({ rate: rates, share: fc.integer({ min: 1, max: 10_000 }), delivers: fc.boolean() }),
            {
              maxLength: 5,
            },
          ),
          last: rates,
        }),
        ({ currency, listMinor, discountBp, taxBp, paidAt, days, last }) => {
          // Every other order is refunded at the rate at which it was paid.
          const on = (rate: number) => (listMinor % 2 === 0 ? paidAt : rate);
          const discountMinor = Math.floor((listMinor * discountBp) / 10_000);
          const taxMinor = Math.floor(((listMinor - discountMinor) * taxBp) / 10_000);
          const totalMinor = listMinor - discountMinor + taxMinor;
          const order = { listMinor, discountMinor, taxMinor, totalMinor };
          const journal = journalOf(currency, paidAt);
          const post = (lines: readonly EntryLine[], rate: number) => {
            const valued = journal.post(lines, on(rate));
            expect([sumOf(valued, "amountMinor"), sumOf(valued, "valueMinor")]).toEqual([0, 0]);
            return valued;
          };
          const paid = post(
            paymentReceived(order, [{ authority: "DE", amountMinor: taxMinor as never }]).lines,
            paidAt,
          );
          expect(paid.some(({ account }) => account === "exchange_differences")).toBe(false);
          const unearned = { listMinor, discountMinor };
          let refundedMinor = 0;
          let booked = { discountMinor: 0, taxMinor: 0 };
          const giveBack = (amountMinor: number, rate: number) => {
            if (amountMinor <= 0) return;
            const parts = refundParts(order, refundedMinor, amountMinor, booked);
            const taxes = [{ authority: "DE" as const, amountMinor: taxMinor, refundedMinor: booked.taxMinor }];
            const { lines } = refund(order, refundedMinor, amountMinor, unearned, taxes, booked);
            const early = unearnedPart(parts, unearned);
            post(lines, rate);
            unearned.listMinor -= early.listMinor;
            unearned.discountMinor -= early.discountMinor;
            refundedMinor += amountMinor;
            booked = {
              discountMinor: booked.discountMinor + parts.discountMinor,
              taxMinor: booked.taxMinor + parts.taxMinor,
            };
          };
          for (const { rate, share, delivers } of days) {
            giveBack(Math.floor(((totalMinor - refundedMinor) * share) / 20_000), rate);
            if (!delivers || unearned.listMinor === 0) continue;
            const earned = post(orderDelivered(unearned).lines, rate);
            // A sale is worth what was paid, whatever the rate is on the day of the delivery.
            expect(earned.some(({ account }) => account === "exchange_differences")).toBe(false);
            Object.assign(unearned, NOTHING_UNEARNED);
          }
          giveBack(totalMinor - refundedMinor, last);
          for (const account of ["deferred_revenue", "deferred_discounts"]) {
            expect(journal.balance(account, "amountMinor")).toBe(0);
            expect(journal.balance(account, "valueMinor")).toBe(0);
          }
          expect(journal.balance("provider", "amountMinor")).toBe(0);
        },
      ),
    );
  });
});

test("what an organization owes is paid at the day's rate, and the difference is realized then", () => {
  const journal = journalOf("EUR", 1_100_000_000);
  const order = { listMinor: 10_000, discountMinor: 0, taxMinor: 0, totalMinor: 10_000 };
  const lab = { party: "org_1", standing: NO_STANDING };
  journal.post(paymentReceived(order, [], lab).lines, 1_100_000_000);
  expect(journal.balance("deferred_revenue", "valueMinor")).toBe(-11_000);
  const paid = journal.post([debit("bank", 10_000), debit("receivables", -10_000, "org_1")], 1_200_000_000);
  expect(paid).toEqual([
    { account: "bank", party: "", amountMinor: 10_000, valueMinor: 12_000 },
    { account: "receivables", party: "org_1", amountMinor: -10_000, valueMinor: -11_000 },
    { account: "exchange_differences", party: "", amountMinor: 0, valueMinor: -1_000 },
  ]);
});
