import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { newId } from "#app/platform/rules/core/ids.ts";
import { QA_PARTS, type QaScores, drawOf, qaPasses, qaReason, qaTotal } from "./qa.ts";
import { QA_POLICY } from "./qa-figures.ts";

const scores = (n: Partial<QaScores> = {}): QaScores => ({
  accuracy: 35,
  language: 25,
  instructions: 20,
  formatting: 10,
  letter: 10,
  ...n,
});

describe("which submissions are reviewed", () => {
  test("the first ten orders of an editor are, the eleventh is not for that reason", () => {
    for (const editorQaDone of [0, 9])
      expect(qaReason({ orderId: "ord_1", service: "proofreading", editorQaDone, gateRead: true }, QA_POLICY)).toBe(
        "trial",
      );
    expect(
      qaReason({ orderId: "ord_1", service: "proofreading", editorQaDone: 10, gateRead: true }, QA_POLICY),
    ).not.toBe("trial");
  });
  test("every expert order is, no matter who edited it", () => {
    expect(qaReason({ orderId: "ord_1", service: "expert", editorQaDone: 500, gateRead: true }, QA_POLICY)).toBe(
      "expert",
    );
  });
  test("a copy that the gate couldn't read is always reviewed by a person", () => {
    expect(qaReason({ orderId: "ord_1", service: "proofreading", editorQaDone: 500, gateRead: false }, QA_POLICY)).toBe(
      "unread_format",
    );
  });
  test("about one in ten of the rest are, and the same order always gets the same answer", () => {
    const ids = Array.from({ length: 4_000 }, () => newId("order"));
    const drawn = ids.filter(
      (orderId) =>
        qaReason({ orderId, service: "copyediting", editorQaDone: 20, gateRead: true }, QA_POLICY) === "sample",
    );
    expect(drawn.length).toBeGreaterThan(320);
    expect(drawn.length).toBeLessThan(480);
    for (const orderId of drawn)
      expect(qaReason({ orderId, service: "copyediting", editorQaDone: 99, gateRead: true }, QA_POLICY)).toBe("sample");
  });
  test("other rates review more first orders and a larger sample", () => {
    const rates = { ...QA_POLICY, firstOrders: 20, sampleOneIn: 2 };
    expect(qaReason({ orderId: "ord_1", service: "proofreading", editorQaDone: 19, gateRead: true }, rates)).toBe(
      "trial",
    );
    const ids = Array.from({ length: 1_000 }, () => newId("order"));
    const drawn = ids.filter((orderId) =>
      qaReason({ orderId, service: "copyediting", editorQaDone: 20, gateRead: true }, rates),
    );
    expect(drawn.length).toBeGreaterThan(400);
    expect(drawn.length).toBeLessThan(600);
  });
  test("a sample number stays within its bounds", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 1, max: 1000 }),
        (text, below) => drawOf(text, below) >= 0 && drawOf(text, below) < below,
      ),
    );
  });
});

describe("the rubric", () => {
  test("adds up to one hundred", () => expect(QA_PARTS.reduce((n, p) => n + QA_POLICY.points[p.code], 0)).toBe(100));
  test("passes at eighty and not at seventy-nine", () => {
    expect(qaTotal(scores({ accuracy: 15 }))).toBe(80);
    expect(qaPasses(scores({ accuracy: 15 }), false, QA_POLICY)).toBe(true);
    expect(qaPasses(scores({ accuracy: 14 }), false, QA_POLICY)).toBe(false);
  });
  test("passes at the mark that the order was sold with", () => {
    const stricter = { passMark: 81 };
    expect(qaPasses(scores({ accuracy: 15 }), false, stricter)).toBe(false);
    expect(qaPasses(scores({ accuracy: 16 }), false, stricter)).toBe(true);
  });
  test("an ignored instruction means a redo, however good the rest is", () =>
    expect(qaPasses(scores(), true, QA_POLICY)).toBe(false));
});
