import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minor } from "#app/platform/rules/core/money.ts";
import { ACCOUNT_NAMES, ACCOUNTS, type Account } from "./chart-of-accounts.ts";
import { NOTHING_UNEARNED, balanceOf, entryOf, type Entry, type OrderAmounts, type Unearned } from "./ledger.ts";
import {
  duplicatePaymentIn,
  duplicatePaymentOut,
  orderAccepted,
  orderCancelled,
  orderDelivered,
  paymentReceived,
} from "./order-entries.ts";
import {
  earningPending,
  earningReduced,
  earningReversed,
  goodwillGranted,
  payoutPaid,
  payoutReturned,
  payoutStarted,
} from "./earning-entries.ts";
import { type BookedTax, lessPromised, refund, refundParts, unearnedPart } from "./refund-entries.ts";
import { providerFee, providerPayout, providerPayoutArrived, providerPayoutFailed } from "./provider-entries.ts";

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
/** The tax in two parts, as in Quebec. */
const owed = ({ taxMinor }: OrderAmounts) => {
  const federal = Math.floor(taxMinor / 3);
  return [
    { authority: "CA", amountMinor: federal },
    { authority: "CA-QC", amountMinor: taxMinor - federal },
  ];
};
const booked = (of: OrderAmounts): BookedTax[] => owed(of).map((tax) => ({ ...tax, refundedMinor: 0 }));
const ann = { uid: "ann", amountMinor: 8_250 };
const whole: Unearned = { listMinor: 15_000, discountMinor: 1_500 };
const balances = (entries: Entry[]) =>
  Object.fromEntries(ACCOUNT_NAMES.map((a) => [a, balanceOf(entries, a)]).filter(([, b]) => b !== 0));

test("the chart has a unique number and a sentence for each account", () => {
  const rows = Object.values(ACCOUNTS);
  expect(new Set(rows.map((it) => it.code)).size).toBe(rows.length);
  expect(new Set(rows.map((it) => it.label)).size).toBe(rows.length);
  for (const { code, what } of rows) {
    expect(code).toMatch(/^[1-7]\d{3}$/);
    expect(what).toMatch(/^[A-Z].+\.$/);
  }
});

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
    expect(() => paymentReceived({ ...order, discountMinor: -1, totalMinor: 18_241 }, owed(order))).toThrow(
      "not be negative",
    );
  });
  test("of a payment whose parts do not add up is refused", () => {
    expect(() => paymentReceived({ ...order, totalMinor: 16_741 }, owed(order))).toThrow("out of balance by 1");
  });
});

describe("the life of an order", () => {
  test("from payment to the editor's bank leaves revenue, cost, and margin", () => {
    const entries = [
      paymentReceived(order, owed(order)),
      providerFee(500),
      earningPending([ann]),
      orderDelivered(whole),
      orderAccepted(NOTHING_UNEARNED, [ann]),
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
  test("until delivery, a payment is owed as work, and none of it is income or an expense", () => {
    expect(balances([paymentReceived(order, owed(order))])).toEqual({
      provider: 16_740,
      deferred_revenue: -15_000,
      deferred_discounts: 1_500,
      tax_payable: -3_240,
    });
  });
  test("delivery books the whole result, and acceptance doesn't change it", () => {
    const delivered = [paymentReceived(order, owed(order)), orderDelivered(whole), earningPending([ann])];
    const result = (entries: Entry[]) =>
      (["revenue", "discounts", "editor_cost"] as const).map((a) => balanceOf(entries, a));
    expect(result(delivered)).toEqual([-15_000, 1_500, 8_250]);
    expect(result([...delivered, orderAccepted(NOTHING_UNEARNED, [ann])])).toEqual(result(delivered));
  });
  test("a partial refund before delivery leaves the rest deferred", () => {
    const entries = [paymentReceived(order, owed(order)), refund(order, 0, 3_348, whole, booked(order))];
    expect(balances(entries)).toEqual({
      provider: 13_392,
      deferred_revenue: -12_000,
      deferred_discounts: 1_200,
      tax_payable: -2_592,
    });
  });
  test("after delivery, a refund no longer changes deferred amounts", () => {
    const entries = [
      paymentReceived(order, owed(order)),
      earningPending([ann]),
      orderDelivered(whole),
      orderAccepted(NOTHING_UNEARNED, [ann]),
      refund(order, 0, 16_740, NOTHING_UNEARNED, booked(order)),
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
      paymentReceived(order, owed(order)),
      refund(order, 0, 10_044, whole, booked(order)),
      orderCancelled({ listMinor: 6_000, discountMinor: 600 }, [{ uid: "ann", amountMinor: 3_300 }]),
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
      orderAccepted(NOTHING_UNEARNED, [ann]),
      payoutStarted(ann),
      payoutPaid(ann),
      earningReversed(ann, "available"),
    ];
    expect(balanceOf(entries, "editor_available", "ann")).toBe(8_250);
    expect(balanceOf(entries, "editor_cost")).toBe(0);
  });
  test("what's owed on a payout as its recipient is input tax, until the payout comes back", () => {
    for (const editorInEu of [true, false]) {
      const abroad = { ...ann, recipientTaxMinor: 1_568, editorInEu };
      const started = payoutStarted(abroad);
      const accounts = ["input_tax", "reverse_charge", "reverse_charge_eu"] as const;
      const taxes = (entries: Entry[]) => accounts.map((account) => balanceOf(entries, account));
      expect(taxes([started])).toEqual(editorInEu ? [1_568, 0, -1_568] : [1_568, -1_568, 0]);
      expect(balanceOf([started], "editor_in_payout", "ann")).toBe(-8_250);
      for (const wasPaid of [true, false]) expect(taxes([started, payoutReturned(abroad, wasPaid)])).toEqual([0, 0, 0]);
    }
    expect(() => payoutStarted({ ...ann, recipientTaxMinor: -1 })).toThrow("negative");
  });
  test("a returned payout can be paid again", () => {
    const started = [earningPending([ann]), orderAccepted(NOTHING_UNEARNED, [ann]), payoutStarted(ann)];
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
    expect(() => refund(order, 10_000, 6_741, NOTHING_UNEARNED, booked(order))).toThrow("more than");
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

describe("the parts of refunds when the bank returns some", () => {
  test("add up to the order once everything is refunded, and are never negative", () => {
    const step = fc.oneof(
      fc.record({ refund: fc.double({ min: 0.001, max: 1, noNaN: true }) }),
      fc.record({ returned: fc.nat(9) }),
    );
    fc.assert(
      fc.property(amounts, fc.array(step, { maxLength: 12 }), (of, steps) => {
        const done: { amountMinor: number; listMinor: number; discountMinor: number; taxMinor: number }[] = [];
        const sumOf = (key: keyof (typeof done)[number]) => done.reduce((sum, it) => sum + it[key], 0);
        const back = (amountMinor: number) => {
          const booked = { discountMinor: sumOf("discountMinor"), taxMinor: sumOf("taxMinor") };
          const parts = refundParts(of, sumOf("amountMinor"), amountMinor, booked);
          for (const part of Object.values(parts)) expect(part).toBeGreaterThanOrEqual(0);
          expect(parts.listMinor - parts.discountMinor + parts.taxMinor).toBe(amountMinor);
          done.push({ amountMinor, ...parts });
        };
        for (const it of steps) {
          const left = of.totalMinor - sumOf("amountMinor");
          if ("returned" in it) done.splice(it.returned % Math.max(1, done.length), 1);
          else if (left > 0) back(Math.max(1, Math.round(left * it.refund)));
        }
        if (of.totalMinor > sumOf("amountMinor")) back(of.totalMinor - sumOf("amountMinor"));
        expect([sumOf("listMinor"), sumOf("discountMinor"), sumOf("taxMinor")]).toEqual([
          of.listMinor,
          of.discountMinor,
          of.taxMinor,
        ]);
      }),
    );
  });
});

describe("the discount on unearned amounts", () => {
  const unearned = fc
    .tuple(fc.nat(100_000), fc.nat(100))
    .map(([listMinor, share]): Unearned => ({ listMinor, discountMinor: Math.floor((listMinor * share) / 100) }));
  const within = ({ listMinor, discountMinor }: Unearned, of: Unearned) => {
    expect(listMinor).toBeGreaterThanOrEqual(0);
    expect(discountMinor).toBeGreaterThanOrEqual(0);
    expect(discountMinor).toBeLessThanOrEqual(of.discountMinor);
    expect(of.discountMinor - discountMinor).toBeLessThanOrEqual(of.listMinor - listMinor);
  };
  test("never exceeds its list price, whatever is refunded of it", () => {
    fc.assert(
      fc.property(unearned, unearned, (deferred, parts) =>
        within(unearnedPart({ ...parts, taxMinor: 0 } as never, deferred), deferred),
      ),
    );
  });
  test("nor does what is earned while something has to stay", () => {
    fc.assert(
      fc.property(unearned, unearned, (deferred, promised) => {
        const earned = lessPromised(deferred, promised);
        within(earned, deferred);
        expect(earned.discountMinor).toBeLessThanOrEqual(earned.listMinor);
      }),
    );
  });
});

/** One order and one editor that run any legal sequence of these moves. */
type World = {
  of: OrderAmounts;
  payMinor: number;
  entries: Entry[];
  /** The order's payment and its extra charges, each with what was refunded of it. */
  payments: { of: OrderAmounts; refunded: number; taxes: BookedTax[] }[];
  delivered: boolean;
  accepted: boolean;
  cancelled: boolean;
  /** Whether something was paid after the last delivery. */
  toDeliver: boolean;
  pending: number;
  available: number;
  inPayout: number;
  paidOut: number;
  twice: number;
  bank: number;
  transit: number;
};
const unearnedIn = (w: World): Unearned => ({
  listMinor: -balanceOf(w.entries, "deferred_revenue") - w.twice || 0,
  discountMinor: balanceOf(w.entries, "deferred_discounts"),
});
const MOVES: Record<string, (w: World, share: number) => void> = {
  pay: (w) => {
    if (w.payments.length > 0) return;
    w.entries.push(paymentReceived(w.of, owed(w.of)));
    w.payments.push({ of: w.of, refunded: 0, taxes: booked(w.of) });
    w.toDeliver = true;
  },
  charge: (w, share) => {
    if (w.payments.length === 0 || w.payments.length > 2 || w.cancelled) return;
    const listMinor = 500 + Math.floor(share * 9_000);
    const discountMinor = share > 0.5 ? Math.floor(listMinor * 0.15) : 0;
    const of = { listMinor, discountMinor, taxMinor: 0, totalMinor: listMinor - discountMinor };
    w.entries.push(paymentReceived(of, owed(of)));
    w.payments.push({ of, refunded: 0, taxes: booked(of) });
    w.toDeliver = true;
  },
  fee: (w, share) => void w.entries.push(providerFee(1 + Math.floor(share * 900))),
  deliver: (w) => {
    if (w.payments.length === 0 || w.cancelled) return;
    const unearned = unearnedIn(w);
    if (unearned.listMinor > 0) w.entries.push(orderDelivered(unearned));
    w.toDeliver = false;
    if (w.delivered) return;
    w.delivered = true;
    w.entries.push(earningPending([{ uid: "ann", amountMinor: w.payMinor }]));
    w.pending = w.payMinor;
  },
  accept: (w) => {
    if (!w.delivered || w.accepted || w.pending === 0) return;
    w.entries.push(orderAccepted(unearnedIn(w), [{ uid: "ann", amountMinor: w.pending }]));
    w.available += w.pending;
    w.pending = 0;
    w.accepted = true;
    w.toDeliver = false;
  },
  cancel: (w, share) => {
    if (w.delivered || w.cancelled) return;
    const kept = unearnedIn(w);
    if (kept.listMinor === 0) return;
    const earned = Math.floor(share * w.payMinor);
    w.entries.push(orderCancelled(kept, earned > 0 ? [{ uid: "ann", amountMinor: earned }] : []));
    w.available += earned;
    w.cancelled = true;
    w.toDeliver = false;
  },
  refund: (w, share) => {
    const payment = w.payments[Math.floor(share * 97) % Math.max(1, w.payments.length)];
    if (!payment) return;
    const left = payment.of.totalMinor - payment.refunded;
    const back = share > 0.6 ? left : Math.ceil(share * left);
    if (back === 0) return;
    const entry = refund(payment.of, payment.refunded, back, unearnedIn(w), payment.taxes);
    w.entries.push(entry);
    payment.refunded += back;
    for (const tax of payment.taxes) tax.refundedMinor += balanceOf([entry], "tax_payable", tax.authority);
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
        payments: [],
        delivered: false,
        accepted: false,
        cancelled: false,
        toDeliver: false,
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
      const { listMinor, discountMinor } = unearnedIn(w);
      expect(discountMinor).toBeGreaterThanOrEqual(0);
      expect(listMinor).toBeGreaterThanOrEqual(discountMinor);
      // Until delivery or cancellation, an order is neither income nor cost, and nothing is left over after it.
      if (!w.delivered && !w.cancelled)
        expect([has("revenue"), has("discounts"), has("refunds"), has("editor_cost")]).toEqual([0, 0, 0, 0]);
      if (!w.toDeliver) expect([listMinor, discountMinor]).toEqual([0, 0]);
      if (w.payments.length > 0 && w.payments.every((p) => p.refunded === p.of.totalMinor)) {
        expect([has("deferred_revenue"), has("deferred_discounts"), has("discounts"), has("tax_payable")]).toEqual([
          -w.twice || 0,
          0,
          0,
          0,
        ]);
        // Each authority's own account, too.
        for (const authority of ["CA", "CA-QC"])
          expect([authority, balanceOf(w.entries, "tax_payable", authority)]).toEqual([authority, 0]);
        // Refunds have reversed the recognized revenue.
        expect(has("revenue") + has("refunds")).toBe(0);
      }
    }),
    { numRuns: 500 },
  );
});
