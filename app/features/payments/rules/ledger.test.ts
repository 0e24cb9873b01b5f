import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minor } from "#app/platform/rules/core/money.ts";
import {
  ACCOUNTS,
  balanceOf,
  duplicatePaymentIn,
  duplicatePaymentOut,
  earningPending,
  earningReduced,
  earningReversed,
  entryOf,
  goodwillGranted,
  orderAccepted,
  orderCancelled,
  paymentReceived,
  payoutPaid,
  payoutReturned,
  payoutStarted,
  providerFee,
  providerPayout,
  providerPayoutArrived,
  providerPayoutFailed,
  refund,
  refundParts,
  type Account,
  type Entry,
  type OrderAmounts,
} from "./ledger.ts";

const amounts: fc.Arbitrary<OrderAmounts> = fc
  .tuple(
    fc.integer({ min: 2_000, max: 5_000_000 }),
    fc.integer({ min: 0, max: 30 }),
    fc.integer({ min: 0, max: 2_700 }),
  )
  .map(([listMinor, off, taxBp]) => {
    const discountMinor = Math.round((listMinor * off) / 100);
    const taxMinor = Math.round(((listMinor - discountMinor) * taxBp) / 10_000);
    return { listMinor, discountMinor, taxMinor, totalMinor: listMinor - discountMinor + taxMinor };
  });

const order: OrderAmounts = { listMinor: 15_000, discountMinor: 1_500, taxMinor: 3_240, totalMinor: 16_740 };
const ann = { uid: "ann", amountMinor: 8_250 };
const balances = (entries: Entry[]) =>
  Object.fromEntries(
    (Object.keys(ACCOUNTS) as Account[]).map((a) => [a, balanceOf(entries, a)]).filter(([, b]) => b !== 0),
  );

describe("an entry", () => {
  test("that does not sum to zero, moves nothing, or names no editor is refused", () => {
    expect(() => entryOf("refund", [{ account: "bank", amountMinor: minor(1) }])).toThrow("out of balance");
    expect(() => entryOf("refund", [])).toThrow("moves no money");
    expect(() =>
      entryOf("payout_paid", [
        { account: "bank", amountMinor: minor(-1) },
        { account: "editor_in_payout", amountMinor: minor(1) },
      ]),
    ).toThrow("doesn't name the party");
  });
  test("refuses zero and negative amounts", () => {
    expect(() => payoutStarted({ uid: "ann", amountMinor: 0 })).toThrow("above zero");
    expect(() => providerFee(-1)).toThrow("above zero");
    expect(() => paymentReceived({ ...order, discountMinor: -1, totalMinor: 18_241 })).toThrow("not be negative");
  });
  test("of a payment whose parts do not add up is refused", () => {
    expect(() => paymentReceived({ ...order, totalMinor: 16_741 })).toThrow("out of balance by 1");
  });
});

describe("the life of an order", () => {
  test("from payment to the editor's bank leaves revenue, cost, and margin", () => {
    const entries = [
      paymentReceived(order),
      providerFee(500),
      earningPending([ann]),
      orderAccepted(15_000, [ann]),
      payoutStarted(ann),
      providerPayout(16_240),
      providerPayoutArrived(16_240),
      payoutPaid(ann),
    ];
    expect(balances(entries)).toEqual({
      bank: 7_990,
      revenue: -15_000,
      discounts: 1_500,
      tax_payable: -3_240,
      editor_cost: 8_250,
      provider_fees: 500,
    });
  });
  test("a partial refund before acceptance leaves the rest deferred", () => {
    const entries = [paymentReceived(order), refund(order, 0, 3_348, false)];
    expect(balances(entries)).toEqual({
      provider: 13_392,
      deferred_revenue: -12_000,
      discounts: 1_200,
      tax_payable: -2_592,
    });
  });
  test("after acceptance a refund no longer touches what was deferred", () => {
    const entries = [
      paymentReceived(order),
      earningPending([ann]),
      orderAccepted(15_000, [ann]),
      refund(order, 0, 16_740, true),
    ];
    expect(balances(entries)).toEqual({
      revenue: -15_000,
      refunds: 15_000,
      editor_cost: 8_250,
      editor_available: -8_250,
    });
  });
  test("canceling during work refunds part, keeps part, and pays the editor a share", () => {
    const entries = [
      paymentReceived(order),
      refund(order, 0, 10_044, false),
      orderCancelled(6_000, [{ uid: "ann", amountMinor: 3_300 }]),
    ];
    expect(balances(entries)).toEqual({
      provider: 6_696,
      revenue: -6_000,
      discounts: 600,
      tax_payable: -1_296,
      editor_cost: 3_300,
      editor_available: -3_300,
    });
  });
  test("reversing an earning after payout makes it the editor's debt", () => {
    const entries = [
      earningPending([ann]),
      orderAccepted(0, [ann]),
      payoutStarted(ann),
      payoutPaid(ann),
      earningReversed(ann, "available"),
    ];
    expect(balanceOf(entries, "editor_available", "ann")).toBe(8_250);
    expect(balanceOf(entries, "editor_cost")).toBe(0);
  });
  test("a returned payout can be paid again", () => {
    const started = [earningPending([ann]), orderAccepted(0, [ann]), payoutStarted(ann)];
    for (const entries of [
      [...started, payoutReturned(ann, false)],
      [...started, payoutPaid(ann), payoutReturned(ann, true)],
    ]) {
      expect(balanceOf(entries, "editor_available", "ann")).toBe(-8_250);
      expect(balanceOf(entries, "editor_in_payout", "ann")).toBe(0);
      expect(balanceOf(entries, "bank")).toBe(0);
    }
  });
  test("a duplicate payment leaves nothing behind once refunded", () => {
    const entries = [duplicatePaymentIn("pay_1", 16_740), duplicatePaymentOut("pay_1", 16_740)];
    expect(balances(entries)).toEqual({});
    expect(balanceOf(entries.slice(0, 1), "deferred_revenue", "pay_1")).toBe(-16_740);
  });
});

describe("the parts of a refund", () => {
  test("never exceed what was paid", () => {
    expect(() => refundParts(order, 16_740, 1)).toThrow("more than");
    expect(() => refund(order, 10_000, 6_741, true)).toThrow("more than");
  });
  test("of any series of full refunds add up to the order and are never negative", () => {
    fc.assert(
      fc.property(amounts, fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 6 }), (of, cuts) => {
        const stops = [...new Set([...cuts.map((c) => Math.round(c * of.totalMinor)), of.totalMinor])]
          .filter((s) => s > 0)
          .toSorted((a, b) => a - b);
        const back = { listMinor: 0, discountMinor: 0, taxMinor: 0 };
        let before = 0;
        for (const stop of stops) {
          const parts = refundParts(of, before, stop - before);
          for (const key of ["listMinor", "discountMinor", "taxMinor"] as const) {
            expect(parts[key]).toBeGreaterThanOrEqual(0);
            back[key] += parts[key];
          }
          before = stop;
        }
        expect(back).toEqual({ listMinor: of.listMinor, discountMinor: of.discountMinor, taxMinor: of.taxMinor });
      }),
    );
  });
});

/** One order and one editor that run any legal sequence of these moves. */
type World = {
  of: OrderAmounts;
  payMinor: number;
  entries: Entry[];
  paid: boolean;
  recognised: boolean;
  refunded: number;
  pending: number;
  available: number;
  inPayout: number;
  paidOut: number;
  twice: number;
  bank: number;
  transit: number;
};
const MOVES: Record<string, (w: World, share: number) => void> = {
  pay: (w) => {
    if (w.paid) return;
    w.entries.push(paymentReceived(w.of));
    w.paid = true;
  },
  fee: (w, share) => void w.entries.push(providerFee(1 + Math.floor(share * 900))),
  deliver: (w) => {
    if (!w.paid || w.recognised || w.pending > 0 || w.refunded === w.of.totalMinor) return;
    w.entries.push(earningPending([{ uid: "ann", amountMinor: w.payMinor }]));
    w.pending = w.payMinor;
  },
  accept: (w) => {
    if (!w.paid || w.recognised || w.pending === 0) return;
    const deferred = -balanceOf(w.entries, "deferred_revenue") - w.twice;
    w.entries.push(orderAccepted(deferred, [{ uid: "ann", amountMinor: w.pending }]));
    w.available += w.pending;
    w.pending = 0;
    w.recognised = true;
  },
  cancel: (w, share) => {
    if (!w.paid || w.recognised || w.pending > 0) return;
    const deferred = -balanceOf(w.entries, "deferred_revenue") - w.twice;
    if (deferred === 0) return;
    const earned = Math.floor(share * w.payMinor);
    w.entries.push(orderCancelled(deferred, earned > 0 ? [{ uid: "ann", amountMinor: earned }] : []));
    w.available += earned;
    w.recognised = true;
  },
  refund: (w, share) => {
    const left = w.of.totalMinor - w.refunded;
    const back = share > 0.8 ? left : Math.ceil(share * left);
    if (!w.paid || back === 0) return;
    w.entries.push(refund(w.of, w.refunded, back, w.recognised));
    w.refunded += back;
  },
  reduce: (w, share) => {
    const stage = w.pending > 0 ? "pending" : "available";
    const most = w.pending > 0 ? w.pending : w.available;
    const by = Math.floor(share * most);
    if (by <= 0 || by === most) return;
    w.entries.push(earningReduced({ uid: "ann", amountMinor: by }, stage));
    w[stage] -= by;
  },
  reverse: (w) => {
    if (w.pending === 0) return;
    w.entries.push(earningReversed({ uid: "ann", amountMinor: w.pending }, "pending"));
    w.pending = 0;
  },
  twice: (w) => {
    w.entries.push(duplicatePaymentIn("pay_2", w.of.totalMinor));
    w.twice += w.of.totalMinor;
  },
  back: (w) => {
    if (w.twice === 0) return;
    w.entries.push(duplicatePaymentOut("pay_2", w.twice));
    w.twice = 0;
  },
  goodwill: (w, share) => {
    const amountMinor = 1 + Math.floor(share * 2_000);
    w.entries.push(goodwillGranted({ uid: "ann", amountMinor }));
    w.available += amountMinor;
  },
  start: (w) => {
    if (w.available <= 0 || w.inPayout > 0) return;
    w.entries.push(payoutStarted({ uid: "ann", amountMinor: w.available }));
    w.inPayout = w.available;
    w.available = 0;
  },
  send: (w) => {
    if (w.inPayout === 0) return;
    w.entries.push(payoutPaid({ uid: "ann", amountMinor: w.inPayout }));
    w.paidOut += w.inPayout;
    w.bank -= w.inPayout;
    w.inPayout = 0;
  },
  fail: (w) => {
    if (w.inPayout > 0) {
      w.entries.push(payoutReturned({ uid: "ann", amountMinor: w.inPayout }, false));
      w.available += w.inPayout;
      w.inPayout = 0;
    } else if (w.paidOut > 0) {
      w.entries.push(payoutReturned({ uid: "ann", amountMinor: w.paidOut }, true));
      w.available += w.paidOut;
      w.bank += w.paidOut;
      w.paidOut = 0;
    }
  },
  settle: (w, share) => {
    const amount = 1 + Math.floor(share * 10_000);
    w.entries.push(providerPayout(amount));
    w.transit += amount;
  },
  arrive: (w) => {
    if (w.transit === 0) return;
    w.entries.push(providerPayoutArrived(w.transit));
    w.bank += w.transit;
    w.transit = 0;
  },
  lose: (w) => {
    if (w.transit === 0) return;
    w.entries.push(providerPayoutFailed(w.transit));
    w.transit = 0;
  },
};

test("any sequence of moves keeps every entry at zero, and each account at its expected balance", () => {
  const moves = fc.array(fc.tuple(fc.constantFrom(...Object.keys(MOVES)), fc.double({ min: 0, max: 1, noNaN: true })), {
    maxLength: 40,
  });
  fc.assert(
    fc.property(amounts, moves, (of, steps) => {
      const w: World = {
        of,
        payMinor: Math.round(of.listMinor * 0.55),
        entries: [],
        paid: false,
        recognised: false,
        refunded: 0,
        pending: 0,
        available: 0,
        inPayout: 0,
        paidOut: 0,
        twice: 0,
        bank: 0,
        transit: 0,
      };
      for (const [name, share] of steps) MOVES[name]!(w, share);
      for (const entry of w.entries) expect(entry.lines.reduce((a, l) => a + l.amountMinor, 0)).toBe(0);
      const has = (account: Account) => balanceOf(w.entries, account);
      expect([has("editor_pending"), has("editor_available"), has("editor_in_payout")]).toEqual([
        -w.pending || 0,
        -w.available || 0,
        -w.inPayout || 0,
      ]);
      expect(has("bank")).toBe(w.bank);
      expect(has("in_transit")).toBe(w.transit);
      if (w.recognised) expect(has("deferred_revenue")).toBe(-w.twice || 0);
      if (w.paid && w.refunded === of.totalMinor) {
        expect([has("deferred_revenue"), has("discounts"), has("tax_payable")]).toEqual([-w.twice || 0, 0, 0]);
        // Refunds have reversed the recognized revenue.
        expect(has("revenue") + has("refunds")).toBe(0);
      }
    }),
    { numRuns: 500 },
  );
});
