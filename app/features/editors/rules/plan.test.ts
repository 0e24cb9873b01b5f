import { PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tries } from "#boot/testing/tries.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { editorWindowMs } from "#app/features/pricing/rules/deadlines.ts";
import { capacityFor } from "./capacity.ts";
import type { EditorWithWork, OpenOrder, UntakenOrder } from "./editor-for-matching.ts";
import { hasRoom, isQualified, wordsInSpan } from "./free-words.ts";
import { findPlan } from "./plan.ts";
import { editorFor } from "./testing.ts";

const now = new Date("2026-11-24T10:00:00Z"); // a Tuesday
const untaken = (more: Partial<UntakenOrder> = {}): UntakenOrder => ({
  orderId: "ord_1",
  service: "copyediting",
  subfield: "cardiology",
  variant: "US",
  words: 6_000,
  editorDueAt: after(now, 6 * DAY),
  notFor: [],
  ...more,
});
const keeping = (...orders: UntakenOrder[]): OpenOrder[] =>
  orders.map((it) => ({ words: it.words, editorDueAt: it.editorDueAt, untaken: it }));
const offered = (words: number, editors: EditorWithWork[]) =>
  capacityFor({ words, subfield: "cardiology", variant: "US" }, editors, now, PRICING_POLICY).freeWordsByService
    .copyediting.wordsByTurnaround!["7d"]!;

describe("words of orders that no editor has taken yet", () => {
  test("are not sold again", () => {
    const ann = editorFor({ weeklyWords: 10_000, openOrders: keeping(untaken()) });
    expect(offered(4_000, [ann])).toBe(4_000);
    expect(offered(4_001, [ann])).toBeLessThan(4_001);
  });
  test("are counted once, however many editors could do the order", () => {
    const ann = editorFor({ weeklyWords: 10_000, openOrders: keeping(untaken()) });
    const ben = editorFor({ uid: "ben", weeklyWords: 10_000 });
    expect(offered(10_000, [ann, ben])).toBe(10_000);
    // A manuscript needs one editor: half the room with each of two editors isn't enough.
    const busy = editorFor({ uid: "ben", weeklyWords: 10_000, openOrders: keeping(untaken({ orderId: "ord_2" })) });
    expect(offered(6_000, [ann, busy])).toBe(4_000);
  });
  test("move to another editor when that frees the only one who can take the next order", () => {
    const law = "law-general";
    const ann = editorFor({ weeklyWords: 10_000, fields: ["cardiology", law], openOrders: keeping(untaken()) });
    const ben = editorFor({ uid: "ben", weeklyWords: 10_000 });
    const next = untaken({ orderId: "ord_2", subfield: law, words: 9_000 });
    expect(findPlan(next, [ann, ben], now)).toEqual({
      editorId: "ann",
      moves: [{ orderId: "ord_1", editorId: "ben" }],
    });
    expect(findPlan(next, [ann, { ...ben, parallelOrders: 0 }], now)).toBeNull();
    expect(
      findPlan(next, [{ ...ann, openOrders: keeping(untaken({ notFor: ["ben"] })) }, ben], now),
      "who declined it can't get it back",
    ).toBeNull();
  });
  test("leave room for an urgent order when they are due later", () => {
    const long = untaken({ words: 30_000, editorDueAt: after(now, 13 * DAY) });
    expect(offered(5_000, [editorFor({ openOrders: keeping(long) })])).toBeGreaterThanOrEqual(5_000);
  });
});

const FIELDS = ["cardiology", "law-general", "mathematics-pure"];
const orders = fc.record({
  words: fc.integer({ min: 500, max: 12_000 }),
  subfield: fc.constantFrom(...FIELDS),
  days: fc.constantFrom(1, 3, 7),
});
const editors = fc.array(
  fc.record({
    weeklyWords: fc.integer({ min: 3_000, max: 20_000 }),
    fields: fc.subarray(FIELDS, { minLength: 1 }),
    parallelOrders: fc.integer({ min: 1, max: 4 }),
    workingDays: fc.subarray([0, 1, 2, 3, 4, 5, 6], { minLength: 3 }),
    daysOff: fc.subarray(["2026-11-25", "2026-11-27", "2026-12-01", "2026-12-02"]),
    timeZone: fc.constantFrom("UTC", "Pacific/Auckland", "America/Los_Angeles"),
  }),
  { minLength: 1, maxLength: 4 },
);

/** The reference implementation: tries every way to give each order to somebody who has room for it. */
function anyPlan(all: readonly UntakenOrder[], among: readonly EditorWithWork[], at: Date): boolean {
  const [first, ...rest] = all;
  if (!first) return true;
  return among.some((editor, n) => {
    if (!isQualified(editor, first.service, first)) return false;
    if (!hasRoom(editor, first.words, first.editorDueAt, at)) return false;
    const with_ = { ...editor, openOrders: [...editor.openOrders, ...keeping(first)] };
    return anyPlan(
      rest,
      among.map((e, m) => (m === n ? with_ : e)),
      at,
    );
  });
}

/** A simulation in which editors take any orders they like, in any sequence, and submit at the deadline. */
class Shop {
  editors: EditorWithWork[];
  constructor(of: Partial<EditorWithWork>[]) {
    this.editors = of.map((is, n) => editorFor({ ...is, uid: `e${n}` }));
  }
  untaken = () => this.editors.flatMap((e) => e.openOrders.flatMap((o) => (o.untaken ? [o.untaken] : [])));
  without = (orderId: string) =>
    this.editors.map((e) => ({ ...e, openOrders: e.openOrders.filter((o) => o.untaken?.orderId !== orderId) }));
  keep(order: UntakenOrder, editorId: string) {
    this.editors = this.without(order.orderId).map((e) =>
      e.uid === editorId ? { ...e, openOrders: [...e.openOrders, ...keeping(order)] } : e,
    );
  }
  /** Applies a plan. */
  follow(order: UntakenOrder, plan: { editorId: string; moves: { orderId: string; editorId: string }[] }) {
    for (const { orderId, editorId } of plan.moves)
      this.keep(
        this.untaken().find((o) => o.orderId === orderId)!,
        editorId,
      );
    this.keep(order, plan.editorId);
  }
  take(order: UntakenOrder, editorId: string) {
    this.editors = this.without(order.orderId).map((e) =>
      e.uid === editorId
        ? { ...e, openOrders: [...e.openOrders, { words: order.words, editorDueAt: order.editorDueAt }] }
        : e,
    );
  }
  submitDue(at: Date) {
    this.editors = this.editors.map((e) => ({
      ...e,
      openOrders: e.openOrders.filter((o) => o.untaken || o.editorDueAt > at),
    }));
  }
}

describe("weeks of orders, editors and calendars", () => {
  const weeks = fc.record({
    editors,
    days: fc.array(fc.array(fc.record({ order: orders, takers: fc.infiniteStream(fc.nat(11)) }), { maxLength: 4 }), {
      minLength: 5,
      maxLength: 15,
    }),
  });
  test("never promise more words than editors have, and never refuse an order that could be done", () => {
    let [sold, refused] = [0, 0];
    fc.assert(
      fc.property(weeks, (it) => {
        const shop = new Shop(it.editors);
        let id = 0;
        for (const [day, arrivals] of it.days.entries()) {
          const dawn = after(now, day * DAY);
          shop.submitDue(dawn);
          const takeOne = (pick: number) => {
            const order = shop.untaken()[pick % Math.max(1, shop.untaken().length)];
            if (!order) return;
            const rest = shop.without(order.orderId);
            const able = rest.flatMap((e) => {
              const plan = findPlan(order, rest, dawn, { only: e.uid });
              return plan ? [{ uid: e.uid, plan }] : [];
            });
            expect(able.length, "a promised order has somebody who can take it").toBeGreaterThan(0);
            const { uid, plan } = able[pick % able.length]!;
            shop.follow(order, plan);
            shop.take(order, uid);
            const taker = shop.editors.find((e) => e.uid === uid)!;
            const real = taker.openOrders.filter((o) => !o.untaken);
            for (const { editorDueAt } of real.filter((o) => o.editorDueAt >= order.editorDueAt)) {
              const due = real.filter((o) => o.editorDueAt <= editorDueAt);
              expect(due.reduce((words, o) => words + o.words, 0)).toBeLessThanOrEqual(
                wordsInSpan(taker, dawn, editorDueAt),
              );
            }
          };
          for (const { order, takers } of arrivals) {
            const { value: pick } = takers.next();
            const wanted: UntakenOrder = {
              orderId: `ord_${++id}`,
              service: "copyediting",
              variant: "US",
              subfield: order.subfield,
              words: order.words,
              editorDueAt: after(dawn, editorWindowMs(order.days * DAY)),
              notFor: [],
            };
            const plan = findPlan(wanted, shop.editors, dawn);
            if (plan) {
              sold++;
              shop.follow(wanted, plan);
            } else {
              refused++;
              const bare = shop.editors.map((e) => ({ ...e, openOrders: e.openOrders.filter((o) => !o.untaken) }));
              expect(anyPlan([wanted, ...shop.untaken()], bare, dawn), "refused although it could be kept").toBe(false);
            }
            if (pick % 3 === 0) takeOne(pick);
          }
          // No matter who asks first, everything promised is taken by the end of the day.
          for (let n = day; shop.untaken().length > 0; n++) takeOne(n);
        }
      }),
      tries(60),
    );
    // Both outcomes must occur, or the test would prove nothing.
    expect(Math.min(sold, refused)).toBeGreaterThan(20);
  });

  test("price pages agree with the plan", () => {
    fc.assert(
      fc.property(editors, fc.array(orders, { maxLength: 5 }), orders, (who, before, next) => {
        const shop = new Shop(who);
        for (const [n, order] of before.entries()) {
          const wanted = untaken({
            ...order,
            orderId: `ord_${n}`,
            editorDueAt: after(now, editorWindowMs(order.days * DAY)),
          });
          const plan = findPlan(wanted, shop.editors, now);
          if (plan) shop.follow(wanted, plan);
        }
        const { wordsByTurnaround } = capacityFor({ ...next, variant: "US" }, shop.editors, now, PRICING_POLICY)
          .freeWordsByService.copyediting;
        for (const [turnaround, ms] of [
          ["24h", 24 * HOUR],
          ["3d", 3 * DAY],
          ["7d", 7 * DAY],
        ] as const) {
          const wanted = untaken({ ...next, orderId: "new", editorDueAt: after(now, editorWindowMs(ms)) });
          // Above the limit the window is longer.
          if (next.words > 7_000) continue;
          expect(wordsByTurnaround![turnaround]! >= next.words).toBe(findPlan(wanted, shop.editors, now) !== null);
        }
      }),
      tries(100),
    );
  });
});
