import { DEADLINE_POLICY } from "#app/features/pricing/rules/order-life-figures.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { APPROVAL_POLICY } from "#app/features/pricing/rules/approval-figures.ts";
import { HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { wordsDifferMuch } from "#app/features/orders/rules/change/word-difference.ts";
import { REFUND_POLICY } from "./refund-figures.ts";
import { cancellationTerms, type CancellableOrder } from "./cancellation-terms.ts";
import { partDoneBp } from "./part-done.ts";
import { bestRefund, lateCase, refundFor, supportMayApprove } from "./refund.ts";
import { REFUND_CASES, type RefundCase, type RefundFacts } from "./refund-table.ts";

const facts = (more: Partial<RefundFacts> = {}): RefundFacts => ({
  table: REFUND_POLICY,
  currency: "USD",
  paidMinor: 10_000,
  refundedMinor: 0,
  compensatedMinor: 0,
  editorPayMinor: 5_500,
  editorFault: true,
  delivered: true,
  partDoneBp: 0,
  withdrawalRight: false,
  ...more,
});
const shares = (name: RefundCase, more: Partial<RefundFacts> = {}) => {
  const r = refundFor(name, facts(more));
  return [r.clientMinor, r.editorMinor, r.companyMinor];
};

describe("the table: client, editor, company of $100 paid and $55 of pay", () => {
  test.each<[string, RefundCase, Partial<RefundFacts>, number[]]>([
    ["no editor by 60% of the window", "no-editor", {}, [10_000, 0, 0]],
    ["we decline", "we-decline", {}, [10_000, 0, 0]],
    ["canceled before acceptance", "cancel-before-acceptance", {}, [10_000, 0, 0]],
    ["canceled within the hour, unopened", "cancel-unopened", {}, [10_000, 0, 0]],
    [
      "canceled during work, nothing done: 10% is kept",
      "cancel-after-acceptance",
      { partDoneBp: 0 },
      [9_000, 550, 450],
    ],
    ["canceled during work, a third done", "cancel-after-acceptance", { partDoneBp: 3_333 }, [6_667, 1_833, 1_500]],
    [
      "canceled during work, nearly done: at most 70% is kept",
      "cancel-after-acceptance",
      { partDoneBp: 9_500 },
      [3_000, 3_850, 3_150],
    ],
    [
      "withdrawn as a consumer: no 10% minimum",
      "cancel-after-acceptance",
      { partDoneBp: 400, withdrawalRight: true },
      [9_600, 220, 180],
    ],
    ["withdrawn as a consumer, all done", "cancel-after-submission", { withdrawalRight: true }, [0, 5_500, 4_500]],
    ["canceled after submission", "cancel-after-submission", {}, [0, 5_500, 4_500]],
    ["late up to 25%, the editor's fault", "late-some", {}, [2_000, 4_950, 3_050]],
    ["late up to 25%, not the editor's fault", "late-some", { editorFault: false }, [2_000, 5_500, 2_500]],
    ["late above 25%", "late-much", {}, [5_000, 4_125, 875]],
    [
      "late above 25%, not the editor's fault: we bear the cost",
      "late-much",
      { editorFault: false },
      [5_000, 5_500, -500],
    ],
    ["late above 100%", "late-beyond", {}, [10_000, 0, 0]],
    [
      "late above 100%, not the editor's fault, delivered",
      "late-beyond",
      { editorFault: false },
      [10_000, 5_500, -5_500],
    ],
    [
      "canceled while late up to 25%: half is kept, and the editor has their share of it",
      "cancel-late",
      { delivered: false, partDoneBp: 9_000 },
      [5_000, 2_750, 2_250],
    ],
    [
      "canceled while late up to 25%, not the editor's fault, nine tenths done",
      "cancel-late",
      { editorFault: false, delivered: false, partDoneBp: 9_000 },
      [5_000, 4_950, 50],
    ],
    [
      "canceled while late above 25%, the editor's fault",
      "cancel-very-late",
      { delivered: false, partDoneBp: 9_000 },
      [10_000, 0, 0],
    ],
    [
      "canceled while late above 25%, not the editor's fault, half done",
      "cancel-very-late",
      { editorFault: false, delivered: false, partDoneBp: 5_000 },
      [10_000, 2_750, -2_750],
    ],
    ["delay caused by the client", "client-delay", {}, [0, 5_500, 4_500]],
    ["quality, minor", "quality-minor", {}, [5_000, 5_500, -500]],
    ["quality, major", "quality-major", {}, [10_000, 5_500, -5_500]],
    ["paid twice", "duplicate-payment", { duplicateMinor: 10_000 }, [10_000, 5_500, 4_500]],
    [
      "fewer words",
      "fewer-words",
      { recalculated: { totalMinor: 9_000, editorPayMinor: 4_950 } },
      [1_000, 4_950, 4_050],
    ],
  ])("%s", (_, name, more, expected) => expect(shares(name, more)).toEqual(expected));
});

describe("one row applies, once", () => {
  test("the best one for the client", () => {
    expect(bestRefund(["late-some", "quality-minor"], facts()).case).toBe("quality-minor");
    expect(bestRefund(["late-much", "quality-minor"], facts())).toMatchObject({
      case: "quality-minor",
      editorMinor: 5_500,
    });
    expect(() => bestRefund([], facts())).toThrow("No row");
  });
  test("a refund under one row counts toward a better one", () => {
    const r = refundFor("quality-minor", facts({ refundedMinor: 2_000, compensatedMinor: 2_000 }));
    expect(r.clientMinor).toBe(3_000);
    expect(r.basis.at(-1)).toBe("$20.00 has already been refunded and counts toward this.");
  });
  test("a refunded word difference lowers the price and doesn't count as a row", () => {
    expect(refundFor("late-much", facts({ refundedMinor: 1_000 })).clientMinor).toBe(4_500);
  });
  test("never more than what is left of the payment, never negative", () => {
    fc.assert(
      fc.property(
        fc.record({
          paidMinor: fc.nat(1_000_000),
          refunded: fc.double({ min: 0, max: 1, noNaN: true }),
          compensated: fc.double({ min: 0, max: 1, noNaN: true }),
          editorPayMinor: fc.nat(600_000),
          editorFault: fc.boolean(),
          delivered: fc.boolean(),
          partDoneBp: fc.integer({ min: 0, max: 10_000 }),
          withdrawalRight: fc.boolean(),
        }),
        fc.constantFrom(...REFUND_CASES.filter((c) => c !== "duplicate-payment")),
        ({ refunded, compensated, ...f }, name) => {
          const refundedMinor = Math.floor(refunded * f.paidMinor);
          const given = facts({
            ...f,
            refundedMinor,
            compensatedMinor: Math.floor(compensated * refundedMinor),
            recalculated: { totalMinor: Math.floor(f.paidMinor / 2), editorPayMinor: 0 },
          });
          const r = refundFor(name, given);
          expect(r.clientMinor).toBeGreaterThanOrEqual(0);
          expect(r.clientMinor).toBeLessThanOrEqual(given.paidMinor - given.refundedMinor);
          expect(r.editorMinor).toBeLessThanOrEqual(given.editorPayMinor);
          expect(r.editorMinor).toBeGreaterThanOrEqual(0);
          expect(r.clientMinor + r.editorMinor + r.companyMinor).toBe(given.paidMinor - given.refundedMinor);
          expect(r.basis.length).toBeGreaterThan(0);
        },
      ),
    );
  });
  test("editors lose pay only for a deadline that they missed", () => {
    for (const name of ["late-some", "late-much", "late-beyond"] as const)
      expect(refundFor(name, facts({ editorFault: false })).editorMinor).toBe(5_500);
  });
});

test("lateness begins after 30 minutes and changes rows at 25% and 100% of the window", () => {
  const day = 24 * HOUR;
  expect(
    [30 * MINUTE, 30 * MINUTE + 1, 6 * HOUR, 6 * HOUR + 1, day, day + 1].map((ms) => lateCase(ms, day, REFUND_POLICY)),
  ).toEqual([null, "late-some", "late-some", "late-much", "late-much", "late-beyond"]);
});

describe("canceling", () => {
  const paidAt = new Date("2026-11-24T10:00:00Z");
  const order = (more: Partial<CancellableOrder> = {}): CancellableOrder => ({
    table: REFUND_POLICY,
    currency: "USD",
    paidMinor: 10_000,
    refundedMinor: 0,
    compensatedMinor: 0,
    editorPayMinor: 5_500,
    paidAt,
    acceptedAt: after(paidAt, HOUR),
    openedAt: after(paidAt, HOUR),
    submittedAt: null,
    deliveredAt: null,
    editorDueAt: after(paidAt, 21 * HOUR),
    clientDueAt: after(paidAt, 24 * HOUR),
    cancel: DEADLINE_POLICY.cancel,
    windowMs: 24 * HOUR,
    pausedMs: 0,
    billableWords: 5_000,
    progressWords: null,
    takenOverLate: false,
    withdrawalRight: false,
    ...more,
  });
  const cancelled = (more: Partial<CancellableOrder>, hours: number) => {
    const t = cancellationTerms(order(more), after(paidAt, hours * HOUR));
    return [t.case, t.clientMinor, t.editorMinor];
  };
  test.each<[string, Partial<CancellableOrder>, number, (string | number)[]]>([
    [
      "before an editor accepted, days later",
      { acceptedAt: null, openedAt: null, editorDueAt: null },
      20,
      ["cancel-before-acceptance", 10_000, 0],
    ],
    [
      "within the hour, unopened",
      { acceptedAt: after(paidAt, MINUTE), openedAt: null },
      1,
      ["cancel-unopened", 10_000, 0],
    ],
    [
      "within the hour, opened",
      { acceptedAt: after(paidAt, MINUTE), openedAt: after(paidAt, 2 * MINUTE) },
      1,
      ["cancel-after-acceptance", 9_000, 550],
    ],
    ["half of the editor's window gone", {}, 11, ["cancel-after-acceptance", 5_000, 2_750]],
    [
      "the same with 4,000 of 5,000 words reported",
      { progressWords: 4_000 },
      11,
      ["cancel-after-acceptance", 3_000, 3_850],
    ],
    [
      "after a submission before the deadline",
      { submittedAt: after(paidAt, 20 * HOUR) },
      22,
      ["cancel-after-submission", 0, 5_500],
    ],
    [
      "after delivery in time",
      { submittedAt: after(paidAt, 20 * HOUR), deliveredAt: after(paidAt, 21 * HOUR) },
      60,
      ["cancel-after-submission", 0, 5_500],
    ],
    [
      "within the 30 minutes of grace: the same as before the deadline",
      {},
      24.5,
      ["cancel-after-acceptance", 3_000, 3_850],
    ],
    ["late by up to a quarter: half", {}, 24.51, ["cancel-late", 5_000, 2_750]],
    ["late by exactly a quarter: half", {}, 30, ["cancel-late", 5_000, 2_750]],
    ["late by more than a quarter: everything", {}, 30.01, ["cancel-very-late", 10_000, 0]],
    [
      "late by up to a quarter with 1,000 of 5,000 words reported: paying for those is better for the client",
      { progressWords: 1_000 },
      26,
      ["cancel-after-acceptance", 8_000, 1_100],
    ],
    [
      "late by up to a quarter with exactly half reported: both rows refund the same",
      { progressWords: 2_500 },
      26,
      ["cancel-after-acceptance", 5_000, 2_750],
    ],
    [
      "late by up to a quarter, unopened within the hour after payment",
      {
        clientDueAt: after(paidAt, 15 * MINUTE),

        windowMs: 4 * HOUR,
        openedAt: null,
        acceptedAt: after(paidAt, MINUTE),
      },
      0.8,
      ["cancel-unopened", 10_000, 0],
    ],
    ["late, taken over when already late", { takenOverLate: true }, 26, ["cancel-late", 5_000, 5_500]],
    ["very late, taken over when already late", { takenOverLate: true }, 31, ["cancel-very-late", 10_000, 5_500]],
    [
      "submitted after the deadline and not delivered",
      { submittedAt: after(paidAt, 25 * HOUR) },
      26,
      ["cancel-late", 5_000, 2_750],
    ],
    [
      "submitted within the grace period and not delivered: late all the same",
      { submittedAt: after(paidAt, 24.2 * HOUR) },
      31,
      ["cancel-very-late", 10_000, 0],
    ],
    [
      "delivered two hours late: the row for lateness is better",
      { submittedAt: after(paidAt, 25 * HOUR), deliveredAt: after(paidAt, 26 * HOUR) },
      30,
      ["late-some", 2_000, 4_950],
    ],
    [
      "nobody accepted it and the deadline has passed",
      { acceptedAt: null, openedAt: null, editorDueAt: null },
      30,
      ["cancel-before-acceptance", 10_000, 0],
    ],
  ])("%s", (_, more, hours, expected) => expect(cancelled(more, hours)).toEqual(expected));

  test("what was refunded for the order's lateness counts toward the half", () =>
    expect(cancelled({ refundedMinor: 2_000, compensatedMinor: 2_000 }, 26)).toEqual(["cancel-late", 3_000, 2_750]));

  test("being later never lowers the refund after the deadline, and waiting past each limit raises it to that row", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 24 * 60, max: 60 * 60 }),
        fc.integer({ min: 0, max: 24 * 60 }),
        fc.option(fc.integer({ min: 0, max: 5_000 }), { nil: null }),
        fc.boolean(),
        (at, wait, progressWords, takenOverLate) => {
          const terms = (minutes: number) =>
            cancellationTerms(order({ progressWords, takenOverLate }), after(paidAt, minutes * MINUTE));
          const [now, later] = [terms(at), terms(at + wait)];
          expect(later.clientMinor).toBeGreaterThanOrEqual(now.clientMinor);
          expect(now.clientMinor).toBeGreaterThanOrEqual(at > 30 * 60 ? 10_000 : at > 24 * 60 + 30 ? 5_000 : 3_000);
          // The editor who caused the delay never has more than their share of what is kept.
          if (!takenOverLate) expect(now.editorMinor).toBeLessThanOrEqual(((10_000 - now.clientMinor) * 55) / 100 + 1);
        },
      ),
    );
  });

  describe("a consumer who withdraws", () => {
    const withdrawn = (more: Partial<CancellableOrder>, hours: number) =>
      cancellationTerms(order({ withdrawalRight: true, ...more }), after(paidAt, hours * HOUR));

    test("gets everything back until someone begins, no matter how long ago the editor accepted", () => {
      const terms = withdrawn({ openedAt: null }, 20);
      expect([terms.clientMinor, terms.editorMinor]).toEqual([10_000, 0]);
      expect(cancellationTerms(order({ openedAt: null }), after(paidAt, 20 * HOUR)).clientMinor).toBeLessThan(10_000);
    });

    test.each<[string, number, number | null, number]>([
      ["nothing done since: all of it back", 2_000, 2_000, 8_000 - 3_200 + 2_000],
      ["half of the rest done since: half of it back", 2_000, 3_500, 8_000 - 5_600 + 1_000],
      ["everything was done before it was paid: all of it back", 5_000, 5_000, 8_000 - 5_600 + 2_000],
      ["nobody had begun, and half is done now", 0, 2_500, 4_000 + 1_000],
    ])("pays for what was bought later from then on: %s", (_, wordsThen, wordsNow, back) => {
      const terms = withdrawn(
        {
          progressWords: wordsNow,
          extras: [{ amountMinor: 2_000, doneBp: wordsThen * 2 }],
        },
        11,
      );
      expect(terms.clientMinor).toBe(back);
      // The editor gets the same share of their pay as we keep of the price.
      expect(terms.editorMinor).toBe(Math.round((5_500 * (10_000 - back)) / 10_000));
      expect(terms.basis.join(" ")).toContain("Of the $20.00 you paid for later");
    });

    test("without the right, later purchases count like the rest", () =>
      expect(
        cancellationTerms(
          order({ progressWords: 2_000, extras: [{ amountMinor: 2_000, doneBp: 4_000 }] }),
          after(paidAt, 11 * HOUR),
        ).clientMinor,
      ).toBe(6_000));

    test("pays for the part done alone, even if it's a hundredth", () =>
      expect(withdrawn({ progressWords: 50 }, 11)).toMatchObject({ clientMinor: 9_900, editorMinor: 55 }));

    test("pays for what an earlier editor did", () =>
      expect(withdrawn({ openedAt: null, keptBp: 2_000, acceptedAt: after(paidAt, 10 * HOUR) }, 10).clientMinor).toBe(
        8_000,
      ));

    test("whatever was done: never gets less than by canceling, pays for no more than the part done, and gets less the more is done", () => {
      fc.assert(
        fc.property(
          fc.record({
            paidMinor: fc.integer({ min: 1, max: 500_000 }),
            progress: fc.option(fc.integer({ min: 0, max: 5_000 })),
            more: fc.integer({ min: 0, max: 5_000 }),
            opened: fc.boolean(),
            submitted: fc.boolean(),
            refundedBp: fc.integer({ min: 0, max: 10_000 }),
            minutes: fc.integer({ min: 60, max: 30 * 60 }),
          }),
          ({ paidMinor, progress, more, opened, submitted, refundedBp, minutes }) => {
            const at = after(paidAt, minutes * MINUTE);
            const refundedMinor = Math.floor((paidMinor * refundedBp) / 10_000);
            const it = order({
              paidMinor,
              refundedMinor,
              compensatedMinor: refundedMinor,
              editorPayMinor: Math.floor(paidMinor * 0.55),
              progressWords: progress,
              openedAt: opened || progress ? after(paidAt, HOUR) : null,
              submittedAt: submitted ? after(paidAt, HOUR) : null,
            });
            const consumer = cancellationTerms({ ...it, withdrawalRight: true }, at);
            const others = cancellationTerms(it, at);
            expect(consumer.clientMinor).toBeGreaterThanOrEqual(others.clientMinor);
            expect(consumer.clientMinor).toBeLessThanOrEqual(paidMinor - refundedMinor);
            expect(consumer.clientMinor).toBeGreaterThanOrEqual(0);
            if (consumer.case !== "cancel-after-acceptance") return;
            const doneBp = it.openedAt === null ? 0 : partDoneBp(it, at);
            // What is kept is the part done, to the cent, and everything when nobody has begun.
            const keptMinor = paidMinor - refundedMinor - consumer.clientMinor;
            expect(keptMinor).toBeLessThanOrEqual(Math.ceil((paidMinor * doneBp) / 10_000));
            expect(consumer.editorMinor).toBeLessThanOrEqual(Math.ceil((it.editorPayMinor * doneBp) / 10_000));
            if (progress === null) return;
            const later = cancellationTerms(
              { ...it, withdrawalRight: true, progressWords: Math.min(5_000, progress + more) },
              at,
            );
            expect(later.clientMinor).toBeLessThanOrEqual(consumer.clientMinor);
          },
        ),
      );
    });
  });

  test("an unpaid order costs nothing and has no refund", () => {
    const terms = cancellationTerms(order({ paidAt: null, paidMinor: 0, acceptedAt: null }), paidAt);
    expect([terms.clientMinor, terms.sentence]).toEqual([0, "The order hasn't been paid, so nothing will be charged."]);
  });
  test("the client reads the amount before confirming", () => {
    expect(cancellationTerms(order(), after(paidAt, 11 * HOUR)).sentence).toBe(
      "If you cancel now, we'll refund $50.00 of $100.00.",
    );
    expect(cancellationTerms(order({ submittedAt: after(paidAt, HOUR) }), after(paidAt, 11 * HOUR)).sentence).toBe(
      "If you cancel now, you won't get a refund.",
    );
  });
  test.each<[string, Partial<CancellableOrder>, string]>([
    ["elapsed time", {}, "50% of the editor's time has passed, and they haven't reported progress."],
    ["reported words", { progressWords: 358 }, "The editor has reported 7% of the words as edited."],
    [
      "an earlier editor",
      { keptBp: 2_000 },
      "With an earlier editor's work and the time that has passed, 60% counts as done.",
    ],
    ["nothing, for a consumer", { withdrawalRight: true, openedAt: null }, "Nobody has opened the files yet."],
  ])("the share done names what measured it: %s", (_, more, sentence) =>
    expect(cancellationTerms(order(more), after(paidAt, 11 * HOUR)).basis[0]).toBe(sentence),
  );
  test("paused time doesn't count as work", () => {
    expect(
      partDoneBp(order({ editorDueAt: after(paidAt, 31 * HOUR), pausedMs: 10 * HOUR }), after(paidAt, 21 * HOUR)),
    ).toBe(5_000);
    expect(partDoneBp(order({ acceptedAt: null }), after(paidAt, 21 * HOUR))).toBe(0);
  });
  test("waiting without reported progress never raises the refund before the deadline", () => {
    fc.assert(
      fc.property(fc.integer({ min: 60, max: 24 * 60 }), fc.integer({ min: 0, max: 600 }), (at, wait) => {
        fc.pre(at + wait <= 24 * 60);
        const back = (minutes: number) => cancellationTerms(order(), after(paidAt, minutes * MINUTE)).clientMinor;
        expect(back(at + wait)).toBeLessThanOrEqual(back(at));
      }),
    );
  });
});

test("a difference of at most 100 words and 2% is ignored", () => {
  expect([
    wordsDifferMuch(10_000, 9_900),
    wordsDifferMuch(10_000, 9_899),
    wordsDifferMuch(1_000, 980),
    wordsDifferMuch(1_000, 979),
    wordsDifferMuch(1_000, 1_021),
  ]).toEqual([false, true, false, true, true]);
});

test("support may approve up to $100 and half of what was paid", () => {
  expect([
    supportMayApprove(10_000, 20_000, APPROVAL_POLICY),
    supportMayApprove(10_001, 30_000, APPROVAL_POLICY),
    supportMayApprove(6_000, 10_000, APPROVAL_POLICY),
  ]).toEqual([true, false, false]);
});
