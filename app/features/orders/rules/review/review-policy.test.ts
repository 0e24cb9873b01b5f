import { describe, expect, test } from "vitest";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { NOBODY, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { personOf } from "#db/seed/cast.ts";
import { QA_POLICY } from "./qa-figures.ts";
import { type ReviewForPolicy, appealRefusal, canReview, takenUntil } from "./review-policy.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const [amara, jonas, priya, ada] = [personOf("amara"), personOf("jonas"), personOf("priya"), personOf("ada")];
const review = (it: Partial<ReviewForPolicy> = {}): ReviewForPolicy => ({
  status: "waiting",
  editorId: priya.uid,
  assignedTo: priya.uid,
  clientId: amara.uid,
  readerId: null,
  takenBy: null,
  reviewerId: null,
  firstReviewerId: null,
  ...it,
});

describe("who may take a review", () => {
  test("never the order's second reader, not even as an admin", () => {
    expect(canReview.take(jonas, review({ readerId: jonas.uid }), true)).toBe(false);
    expect(canReview.take(ada, review({ readerId: ada.uid }), false)).toBe(false);
  });

  test("a lead editor or an admin, nobody else", () => {
    expect(canReview.take(jonas, review(), true)).toBe(true);
    expect(canReview.take(ada, review(), false)).toBe(true);
    for (const actor of [jonas, personOf("sam"), personOf("uma"), NOBODY, SYSTEM])
      expect(canReview.take(actor, review(), false)).toBe(false);
  });
  test("never the author, the order's editors, or the reviewer whose score is appealed", () => {
    expect(canReview.take(jonas, review({ editorId: jonas.uid }), true)).toBe(false);
    expect(canReview.take(jonas, review({ assignedTo: jonas.uid }), true)).toBe(false);
    expect(canReview.take(jonas, review({ clientId: jonas.uid }), true)).toBe(false);
    expect(canReview.take(ada, review({ firstReviewerId: ada.uid }), false)).toBe(false);
  });
  test("nobody with an unverified address may, whatever their role", () => {
    expect(canReview.take({ ...jonas, emailVerified: false }, review(), true)).toBe(false);
  });
});

describe("who may see and decide it", () => {
  test("a lead editor only what they took, an admin any", () => {
    expect(canReview.decide(jonas, review(), true)).toBe(false);
    expect(canReview.decide(jonas, review({ takenBy: priya.uid }), true)).toBe(false);
    expect(canReview.decide(jonas, review({ takenBy: jonas.uid }), true)).toBe(true);
    expect(canReview.decide(ada, review({ takenBy: jonas.uid }), false)).toBe(true);
    expect(canReview.decide(jonas, review({ takenBy: jonas.uid }), false)).toBe(false);
  });
  test("the work is closed once it is decided, and the editor, the reviewer, and admins see the result", () => {
    const decided = review({ status: "passed", takenBy: jonas.uid, reviewerId: jonas.uid });
    expect(canReview.openWork(jonas, decided, true)).toBe(false);
    expect([priya, jonas, ada].map((actor) => canReview.readResult(actor, decided))).toEqual([true, true, true]);
    expect([amara, personOf("sam"), NOBODY].map((actor) => canReview.readResult(actor, decided))).toEqual([
      false,
      false,
      false,
    ]);
  });
  test("only the editor may appeal", () => {
    expect([priya, jonas, ada, amara].map((actor) => canReview.appeal(actor, review()))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

test("a score can be appealed once, for seven days, and an appeal's own score can't", () => {
  const decided = { kind: "delivery", status: "failed", decidedAt: after(NOW, -7 * DAY), appealed: false };
  expect(appealRefusal(decided, NOW, QA_POLICY)).toBeNull();
  expect(appealRefusal(decided, after(NOW, 1), QA_POLICY)?.code).toBe("appeal_late");
  expect(appealRefusal({ ...decided, appealed: true }, NOW, QA_POLICY)?.code).toBe("appealed");
  expect(appealRefusal({ ...decided, kind: "appeal" }, NOW, QA_POLICY)?.code).toBe("appeal_final");
  expect(appealRefusal({ ...decided, status: "waiting", decidedAt: null }, NOW, QA_POLICY)?.code).toBe("not_decided");
});

test("a reviewer has a review until it's due, for 45 minutes to 12 hours", () => {
  expect(takenUntil(NOW, after(NOW, 3 * HOUR), QA_POLICY)).toEqual(after(NOW, 3 * HOUR));
  expect(takenUntil(NOW, after(NOW, 3 * DAY), QA_POLICY)).toEqual(after(NOW, 12 * HOUR));
  expect(takenUntil(NOW, after(NOW, -HOUR), QA_POLICY)).toEqual(after(NOW, 45 * MINUTE));
});
