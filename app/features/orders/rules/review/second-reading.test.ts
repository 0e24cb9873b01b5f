import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { personOf } from "#db/seed/cast.ts";
import { NOBODY, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { editorDueFrom } from "#app/features/pricing/rules/deadlines.ts";
import { TURNAROUNDS } from "#app/features/pricing/rules/policy.ts";
import { PAY_POLICY, PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import type { PriceInput } from "#app/features/pricing/rules/price-receipt.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { priceProblem } from "#app/features/pricing/rules/price-limits.ts";
import { type OrderStatus, orderFlow } from "../flow.ts";
import {
  canRead,
  readerPart,
  readerPay,
  readerRefund,
  readingDueAt,
  readingFlow,
  searchesReader,
  takeRefusal,
} from "./second-reading.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const dueAt = after(NOW, 7 * DAY);
const dates = { dueAt, windowMs: 7 * DAY, qaReason: "expert", service: "expert" };
const order = (status: OrderStatus) => ({
  ...dates,
  status,
  secondReader: true,
  deliveredAt: null,
  assignedAt: NOW,
  editorDueAt: editorDueFrom(dueAt, 7 * DAY, true, true),
  pausedMs: 0,
});
const priced = (it: Partial<PriceInput>) =>
  priceOrder(
    {
      service: "copyediting",
      turnaround: "7d",
      billableWords: 5_000,
      estimatePdf: false,
      addOns: { secondReader: true },
      consentOverflow: true,
      ...it,
    },
    PRICING_POLICY,
  );

describe("the flow of a second reading", () => {
  test("every state can be reached, and final states are final", () => {
    const moves = Object.values(readingFlow.moves);
    for (const state of readingFlow.states.filter((s) => s !== readingFlow.start))
      expect(
        moves.some((m) => m.to === state),
        state,
      ).toBe(true);
    for (const end of readingFlow.ends)
      expect(moves.some((m) => (m.from as readonly string[]).includes(end))).toBe(false);
  });
});

describe("the search for a second reader", () => {
  test("starts once half of the editor's time is over, not before, and moves with what was paused", () => {
    const it = order("in_progress");
    const half = after(NOW, (it.editorDueAt.getTime() - NOW.getTime()) / 2);
    expect(searchesReader(it, after(half, -1))).toBe(false);
    expect(searchesReader(it, half)).toBe(true);
    expect(searchesReader({ ...it, pausedMs: 2 * HOUR }, half)).toBe(false);
  });
  test("starts at once where the editor has submitted, and never after its window or a delivery", () => {
    expect(searchesReader(order("submitted"), NOW)).toBe(true);
    expect(searchesReader(order("second_reading"), NOW)).toBe(true);
    expect(searchesReader(order("second_reading"), readingDueAt(dates)!)).toBe(false);
    expect(searchesReader({ ...order("submitted"), deliveredAt: NOW }, NOW)).toBe(false);
    expect(searchesReader({ ...order("submitted"), secondReader: false }, NOW)).toBe(false);
    for (const status of ["paid", "on_hold", "qa_review", "delivered", "cancelled"] as const)
      expect(searchesReader(order(status), after(NOW, 5 * DAY))).toBe(false);
  });
});

describe("taking a second reading", () => {
  test("is possible from assignment to the end of its window", () => {
    for (const status of orderFlow.states) {
      const no = takeRefusal(order(status), NOW);
      const open = ["paid", "assigned", "in_progress", "awaiting_client", "submitted", "second_reading"].includes(
        status,
      );
      expect(no === null, status).toBe(open);
    }
    expect(takeRefusal(order("second_reading"), readingDueAt(dates)!)?.code).toBe("reading_over");
    expect(takeRefusal(order("on_hold"), NOW)?.code).toBe("on_hold");
  });
});

describe("the deadline of a reading", () => {
  test("leaves time for the review, and follows the due date", () => {
    expect(readingDueAt(dates)).toEqual(editorDueFrom(dueAt, 7 * DAY, true));
    expect(readingDueAt({ ...dates, qaReason: "none" })).toEqual(editorDueFrom(dueAt, 7 * DAY, false));
    expect(readingDueAt({ ...dates, qaReason: null, service: "copyediting" })).toEqual(
      editorDueFrom(dueAt, 7 * DAY, false),
    );
    expect(readingDueAt({ ...dates, dueAt: after(dueAt, DAY) })).toEqual(after(readingDueAt(dates)!, DAY));
    expect(readingDueAt({ ...dates, dueAt: null })).toBeNull();
  });
});

describe("what a second reader's part is", () => {
  test("25% of the list price on expert orders, the reader's line on others", () => {
    const expert = priced({ service: "expert", addOns: {} });
    expect(readerPart(expert, PAY_POLICY)).toBe(Math.round(expert.listMinor / 4));
    expect(readerPay({ price: expert, payBp: 10_000 }, "senior", PAY_POLICY)).toBe(
      Math.round(expert.editorBasisMinor / 4),
    );
    const addOn = priced({});
    expect(readerPart(addOn, PAY_POLICY)).toBe(addOn.lines.find((l) => l.code === "second-reader")!.amountMinor);
    expect(readerPay({ price: addOn, payBp: 10_000 }, "lead", PAY_POLICY)).toBe(
      Math.round(readerPart(addOn, PAY_POLICY) * 0.65),
    );
    expect(readerPart(priced({ addOns: {} }), PAY_POLICY)).toBe(0);
  });
  test("is refunded as far as it was paid: less with a discount, more with tax, less after a cheaper date", () => {
    const plain = priced({});
    expect(readerRefund(plain, plain.totalMinor, PAY_POLICY)).toBe(readerPart(plain, PAY_POLICY));
    const off = priced({ discount: { kind: "coupon", code: "X", label: "X", percent: 10 } });
    expect(readerRefund(off, off.totalMinor, PAY_POLICY)).toBe(Math.ceil(readerPart(off, PAY_POLICY) * 0.9));
    expect(readerRefund(plain, plain.totalMinor / 2, PAY_POLICY)).toBe(Math.ceil(readerPart(plain, PAY_POLICY) / 2));
  });
  test("is never more than what was paid", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("proofreading" as const, "copyediting" as const, "expert" as const),
        fc.constantFrom(...TURNAROUNDS),
        fc.integer({ min: 1, max: 20_000 }),
        fc.integer({ min: 0, max: 30 }),
        (service, turnaround, billableWords, percent) => {
          const input = {
            service,
            turnaround,
            billableWords,
            estimatePdf: false,
            addOns: { secondReader: true },
            consentOverflow: true,
            discount: { kind: "coupon" as const, code: "X", label: "X", percent },
          };
          if (priceProblem(input, PRICING_POLICY)) return;
          const price = priceOrder(input, PRICING_POLICY);
          const back = readerRefund(price, price.totalMinor, PAY_POLICY);
          expect(back).toBeGreaterThanOrEqual(0);
          expect(back).toBeLessThan(price.totalMinor);
        },
      ),
    );
  });
});

describe("who may do what with a reading", () => {
  const [jonas, priya, ada, sam, amara] = (["jonas", "priya", "ada", "sam", "amara"] as const).map(personOf);
  test("only its reader works on it, from taking it to its end", () => {
    const mine = { status: "taken", readerId: priya!.uid };
    expect(canRead.work(priya!, mine)).toBe(true);
    expect(canRead.work({ ...priya!, emailVerified: false }, mine)).toBe(false);
    for (const status of ["searching", "done", "skipped", "void"])
      expect(canRead.work(priya!, { ...mine, status })).toBe(false);
    for (const actor of [jonas!, ada!, sam!, amara!, NOBODY, SYSTEM]) expect(canRead.work(actor, mine)).toBe(false);
  });
  test("its reader and admins see the outcome", () => {
    const done = { status: "done", readerId: priya!.uid };
    expect([priya!, ada!].every((a) => canRead.view(a, done))).toBe(true);
    expect([jonas!, sam!, amara!].some((a) => canRead.view(a, done))).toBe(false);
  });
});
