import { PAY_POLICY, PRICING_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { payFor } from "#app/features/pricing/rules/editor-pay.ts";
import { priceOrder } from "#app/features/pricing/rules/price.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import {
  type PayState,
  countedHandBacks,
  keptWords,
  offerFor,
  partDone,
  revisionOffer,
  sharesOf,
  wordsLeft,
} from "./editor-shares.ts";
import { readerPay, readerRefund } from "../review/second-reading.ts";
import { DEADLINE_POLICY } from "#app/features/pricing/rules/order-life-figures.ts";

const FRESH: PayState = { keptBp: 0, payBp: 10_000, revisionPayMinor: null };
const half = { words: 2_500, billableWords: 5_000, hasCopy: true };

describe("the part of an editor who leaves", () => {
  test("is paid by the words the next one doesn't have to redo, and the next one is paid for the rest", () => {
    expect(partDone(FRESH, 8_250, half, DEADLINE_POLICY)).toEqual({ partBp: 5_000, keptBp: 5_000, payMinor: 4_125 });
    expect(offerFor({ ...FRESH, keptBp: 5_000 }, 9_000)).toBe(4_500);
  });
  test("is nothing without a copy to continue in, however many words were reported", () => {
    expect(partDone(FRESH, 8_250, { ...half, hasCopy: false }, DEADLINE_POLICY)).toEqual({
      partBp: 0,
      keptBp: 0,
      payMinor: 0,
    });
  });
  test("is at most 70% of the order, because the next editor has to read everything", () => {
    expect(partDone(FRESH, 10_000, { ...half, words: 5_000 }, DEADLINE_POLICY)).toEqual({
      partBp: 7_000,
      keptBp: 7_000,
      payMinor: 7_000,
    });
  });
  test("counts only what was added to an earlier editor's part", () => {
    expect(partDone({ keptBp: 5_000 }, 4_500, { ...half, words: 3_000 }, DEADLINE_POLICY)).toEqual({
      partBp: 1_000,
      keptBp: 6_000,
      payMinor: 900,
    });
    expect(partDone({ keptBp: 5_000 }, 4_500, { ...half, words: 2_000 }, DEADLINE_POLICY)).toMatchObject({
      partBp: 0,
      payMinor: 0,
    });
  });
  test("leaves fewer words to the next one", () => {
    const order = { billableWords: 5_000, keptBp: 4_000, deliveredAt: null };
    expect(keptWords(order)).toBe(2_000);
    expect(wordsLeft(order)).toBe(3_000);
    expect(wordsLeft({ ...order, deliveredAt: new Date(0) })).toBe(750);
  });
});

test("another policy counts more of what's done, and pays another revision", () => {
  const policy = { handover: { mostKeptBp: 9_000, revisionBp: 2_000 } };
  expect(partDone(FRESH, 10_000, { ...half, words: 5_000 }, policy)).toMatchObject({ payMinor: 9_000 });
  expect(revisionOffer(8_250, policy)).toBe(1_650);
});

describe("a reassigned revision", () => {
  const delivery = { editorId: "ann", payMinor: 8_250 };
  test("moves 15% of the pay for the delivery to the editor who does it", () => {
    const revisionPayMinor = revisionOffer(delivery.payMinor, DEADLINE_POLICY);
    expect(sharesOf({ handovers: [], delivery, revisers: ["ben"], revisionPayMinor })).toEqual([
      { editorId: "ann", part: "delivery", payMinor: 7_013 },
      { editorId: "ben", part: "revision", payMinor: 1_237 },
    ]);
  });
  test("moves nothing when the editor who delivered does it after all", () => {
    expect(sharesOf({ handovers: [], delivery, revisers: ["ann"], revisionPayMinor: 1_237 })).toEqual([
      { editorId: "ann", part: "delivery", payMinor: 8_250 },
    ]);
  });
  test("pays an editor who does both rounds once", () => {
    const shares = sharesOf({ handovers: [], delivery, revisers: ["ben", "ben"], revisionPayMinor: 1_237 });
    expect(shares.filter((s) => s.editorId === "ben")).toHaveLength(1);
  });
});

/** What can happen to an order, as commands make it happen. */
type Step =
  | { do: "hand-back"; words: number; hasCopy: boolean }
  | { do: "assign"; editor: number }
  | { do: "cheaper"; payBp: number }
  | { do: "submit" };

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant("hand-back" as const), words: fc.nat({ max: 6_000 }), hasCopy: fc.boolean() }),
    fc.record({ do: fc.constant("assign" as const), editor: fc.nat({ max: 3 }) }),
    fc.record({ do: fc.constant("cheaper" as const), payBp: fc.integer({ min: 3_000, max: 10_000 }) }),
    fc.record({ do: fc.constant("submit" as const) }),
  ),
  { maxLength: 24 },
);

/** Runs the steps as the commands do, and returns what everybody is paid. Steps that don't apply are skipped. */
function play(fulls: readonly number[], happened: readonly Step[], rounds = 2) {
  let order = { ...FRESH, editorPayMinor: 0, deliveryPayMinor: null as number | null };
  let editor: number | null = null;
  let deliverer: number | null = null;
  const handovers: { editorId: string; payMinor: number }[] = [];
  const revisers: string[] = [];
  let delivered = 0;
  for (const step of happened) {
    if (step.do === "assign" && editor === null) {
      editor = step.editor;
      order.editorPayMinor = deliverer === editor ? order.deliveryPayMinor! : offerFor(order, fulls[step.editor]!);
    } else if (step.do === "hand-back" && editor !== null) {
      if (deliverer === null) {
        const part = partDone(order, order.editorPayMinor, { ...step, billableWords: 5_000 }, DEADLINE_POLICY);
        handovers.push({ editorId: `e${editor}`, payMinor: part.payMinor });
        order = { ...order, keptBp: part.keptBp };
      } else order = { ...order, revisionPayMinor: revisionOffer(order.deliveryPayMinor!, DEADLINE_POLICY) };
      editor = null;
    } else if (step.do === "cheaper" && editor !== null && deliverer === null && step.payBp < order.payBp) {
      order = {
        ...order,
        editorPayMinor: Math.floor((order.editorPayMinor * step.payBp) / order.payBp),
        payBp: step.payBp,
      };
    } else if (step.do === "submit" && editor !== null && delivered <= rounds) {
      if (deliverer === null) {
        deliverer = editor;
        order.deliveryPayMinor = order.editorPayMinor;
      } else revisers.push(`e${editor}`);
      delivered++;
    }
  }
  const delivery = deliverer === null ? null : { editorId: `e${deliverer}`, payMinor: order.deliveryPayMinor! };
  return {
    shares: sharesOf({ handovers, delivery, revisers, revisionPayMinor: order.revisionPayMinor }),
    working: editor !== null && deliverer === null ? order.editorPayMinor : 0,
  };
}

describe("in any sequence of assigning, handing back, delivering and revising", () => {
  const fulls = fc.array(fc.integer({ min: 0, max: 500_000 }), { minLength: 4, maxLength: 4 });
  test("all editors of one order together are never promised more than the editors' share", () => {
    fc.assert(
      fc.property(fulls, steps, (full, happened) => {
        const { shares, working } = play(full, happened);
        const total = shares.reduce((sum, s) => sum + s.payMinor, 0) + working;
        expect(shares.every((s) => s.payMinor >= 0)).toBe(true);
        expect(total).toBeLessThanOrEqual(Math.max(...full));
      }),
      { numRuns: 2_000 },
    );
  });
  test("a reassigned revision changes who is paid, and not how much in all", () => {
    fc.assert(
      fc.property(fulls, steps, (full, happened) => {
        const first = happened.findIndex((s) => s.do === "submit");
        const all = play(full, happened);
        const without = play(full, happened.slice(0, first + 1));
        if (first < 0 || !without.shares.some((s) => s.part === "delivery")) return;
        const sum = (shares: typeof all.shares) => shares.reduce((n, s) => n + s.payMinor, 0);
        expect(sum(all.shares)).toBe(sum(without.shares));
      }),
    );
  });
  test("an editor who does all of it is paid all of it", () => {
    const all = play([8_250, 1, 1, 1], [{ do: "assign", editor: 0 }, { do: "submit" }, { do: "submit" }]);
    expect(all.shares).toEqual([{ editorId: "e0", part: "delivery", payMinor: 8_250 }]);
  });
});

describe("with a second reader", () => {
  const LEVELS = ["trial", "standard", "senior", "lead"] as const;
  test("the editors and the reader of an order are never paid more than their shares of its list price", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("expert" as const, "copyediting" as const),
        fc.integer({ min: 200, max: 40_000 }),
        fc.oneof(fc.constant(10_000), fc.integer({ min: 1, max: 10_000 })),
        steps,
        fc.boolean(),
        (service, words, payBp, happened, read) => {
          const price = priceOrder(
            {
              service,
              turnaround: "14d",
              billableWords: Math.min(words, 20_000),
              estimatePdf: false,
              addOns: { secondReader: true },
              consentOverflow: true,
            },
            PRICING_POLICY,
          );
          const full = LEVELS.map((level) => payFor(price, level, PAY_POLICY).editorMinor);
          const { shares, working } = play(full, happened);
          const reading = read ? readerPay({ price, payBp }, "lead", PAY_POLICY) : 0;
          const total = shares.reduce((sum, s) => sum + s.payMinor, 0) + working + reading;
          const most = payFor(price, "lead", PAY_POLICY, "lead");
          expect(total).toBeLessThanOrEqual(most.editorMinor + most.secondReaderMinor);
          // What the author gets back without a reader is at least what the reader would have been paid.
          if (payBp === 10_000)
            expect(readerRefund(price, price.totalMinor, PAY_POLICY)).toBeGreaterThanOrEqual(reading);
        },
      ),
      { numRuns: 500 },
    );
  });

  test("the reader's share is their own, no matter who delivers or revises", () => {
    const shares = sharesOf({
      handovers: [],
      delivery: { editorId: "e1", payMinor: 10_000 },
      revisers: ["e2"],
      revisionPayMinor: 1_500,
      reading: { editorId: "r", payMinor: 4_000 },
    });
    expect(shares).toEqual([
      { editorId: "r", part: "reading", payMinor: 4_000 },
      { editorId: "e1", part: "delivery", payMinor: 8_500 },
      { editorId: "e2", part: "revision", payMinor: 1_500 },
    ]);
    expect(
      sharesOf({
        handovers: [],
        delivery: null,
        revisers: [],
        revisionPayMinor: null,
        reading: { editorId: "r", payMinor: 4_000 },
      }),
    ).toEqual([{ editorId: "r", part: "reading", payMinor: 4_000 }]);
  });
});

describe("a pattern of handing orders back", () => {
  const once = { withinMs: 90 * DAY, forgiven: 1 };
  const day = (n: number) => after(new Date("2026-01-01T00:00:00Z"), n * DAY);
  test("forgives as many as the policy says", () => {
    expect(countedHandBacks([day(0), day(1), day(2)], { withinMs: 90 * DAY, forgiven: 2 })).toEqual([day(2)]);
    expect(countedHandBacks([day(0), day(40)], { withinMs: 30 * DAY, forgiven: 1 })).toEqual([]);
  });
  test("forgives one in 90 days, and counts those beyond it", () => {
    expect(countedHandBacks([day(0)], once)).toEqual([]);
    expect(countedHandBacks([day(50), day(0)], once)).toEqual([day(50)]);
    expect(countedHandBacks([day(0), day(91), day(120)], once)).toEqual([day(120)]);
  });
});
