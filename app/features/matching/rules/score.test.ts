import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { MATCHING_POLICY } from "./matching-figures.ts";
import {
  explainRank,
  fairnessOf,
  fitOf,
  qualityScore,
  rankEditors,
  ratingShare,
  statsOf,
  sumOf,
  weighted,
} from "./score.ts";
import { editorFor, orderFor } from "#app/features/editors/rules/testing.ts";

const now = new Date("2026-11-24T10:00:00Z");
const bare = { ...MATCHING_POLICY, assumed: { valueBp: 0, weight: 0 } };
const many = (value: number, n = 20) => Array.from({ length: n }, (_, i) => ({ at: after(now, -i * DAY), value }));
const events = { qa: [], ratings: [], onTime: [], responses: [], repeats: [] };

describe("the record", () => {
  test("counts an event of 90 days ago half, and of 180 a quarter", () => {
    expect(
      weighted(
        sumOf(
          [
            { at: now, value: 1 },
            { at: after(now, -90 * DAY), value: 0 },
          ],
          now,
          bare,
        ),
        now,
        bare,
      ),
    ).toBeCloseTo(2 / 3);
    expect(
      weighted(
        sumOf(
          [
            { at: now, value: 1 },
            { at: after(now, -180 * DAY), value: 0 },
          ],
          now,
          bare,
        ),
        now,
        bare,
      ),
    ).toBeCloseTo(4 / 5);
  });
  test("of a newcomer equals the prior", () =>
    expect(qualityScore(statsOf(events, now, MATCHING_POLICY), now, MATCHING_POLICY).score).toBeCloseTo(
      MATCHING_POLICY.assumed.valueBp / 10_000,
    ));
  test("weighs QA 40, rating 25, on time 20, response 10 and repeat clients 5%", () => {
    const of = (key: keyof typeof events) =>
      qualityScore(statsOf({ ...events, [key]: [{ at: now, value: 1 }] }, now, bare), now, bare).score;
    expect([of("qa"), of("ratings"), of("onTime"), of("responses"), of("repeats")]).toEqual([
      0.4, 0.25, 0.2, 0.1, 0.05,
    ]);
    expect(Object.values(MATCHING_POLICY.weights).reduce((a, b) => a + b)).toBe(10_000);
  });
  test("always gives a score between 0 and 1", () => {
    const some = fc.array(
      fc.record({
        at: fc.integer({ min: -2_000, max: 5 }).map((d) => after(now, d * DAY)),
        value: fc.double({ min: 0, max: 1, noNaN: true }),
      }),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(some, some, some, some, some, (qa, ratings, onTime, responses, repeats) => {
        const { score } = qualityScore(
          statsOf({ qa, ratings, onTime, responses, repeats }, now, MATCHING_POLICY),
          now,
          MATCHING_POLICY,
        );
        expect(score).toBeGreaterThanOrEqual(0);
        expect(score).toBeLessThanOrEqual(1 + 1e-12);
      }),
    );
  });
  test("doesn't depend on when its events were summed", () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.record({
            at: fc.integer({ min: 0, max: 900 }).map((d) => after(now, -d * DAY)),
            value: fc.double({ min: 0, max: 1, noNaN: true }),
          }),
          { maxLength: 12 },
        ),
        fc.integer({ min: 0, max: 400 }),
        (past, days) => {
          const later = after(now, days * DAY);
          expect(weighted(sumOf(past, now, MATCHING_POLICY), later, MATCHING_POLICY)).toBeCloseTo(
            weighted(sumOf(past, later, MATCHING_POLICY), later, MATCHING_POLICY),
            10,
          );
        },
      ),
    );
  });
  test("converts stars to a share", () => expect([1, 3, 5].map(ratingShare)).toEqual([0, 0.5, 1]));
});

describe("the rank", () => {
  const order = orderFor();
  const uids = (...editors: ReturnType<typeof editorFor>[]) =>
    rankEditors(editors, order, now, MATCHING_POLICY).map((r) => r.uid);
  test("favors the better record, the closer subfield and the lighter week", () => {
    expect(
      uids(
        editorFor({ uid: "a" }),
        editorFor({ uid: "b", stats: statsOf({ ...events, qa: many(1) }, now, MATCHING_POLICY) }),
      ),
    ).toEqual(["b", "a"]);
    expect(uids(editorFor({ uid: "a", fields: ["oncology"] }), editorFor({ uid: "b" }))).toEqual(["b", "a"]);
    expect(uids(editorFor({ uid: "a", recentWords: 20_000 }), editorFor({ uid: "b" }))).toEqual(["b", "a"]);
  });
  test("doesn't depend on the order of the editors", () => {
    const all = ["d", "b", "a", "c"].map((uid) => editorFor({ uid }));
    expect(uids(...all)).toEqual(["a", "b", "c", "d"]);
    expect(uids(...all.toReversed())).toEqual(["a", "b", "c", "d"]);
  });
  test("is null for ineligible editors, who come last with reasons", () => {
    const ranked = rankEditors(
      [
        editorFor({
          uid: "a",
          identityApproved: false,
          stats: statsOf({ ...events, qa: many(1) }, now, MATCHING_POLICY),
        }),
        editorFor({ uid: "b" }),
      ],
      order,
      now,
      MATCHING_POLICY,
    );
    expect(ranked.map((r) => [r.uid, r.rank])).toEqual([
      ["b", 1],
      ["a", null],
    ]);
    expect(explainRank(ranked[1]!, 1)).toEqual(["Your identity hasn't been verified yet."]);
    expect(explainRank(ranked[0]!, 1)[0]).toBe("You were the only editor who matched.");
  });
  test("fit and fairness stay within bounds", () => {
    expect([
      fitOf(editorFor(), "cardiology", MATCHING_POLICY),
      fitOf(editorFor(), "oncology", MATCHING_POLICY),
    ]).toEqual([1, 0.7]);
    expect(
      [0, 10_000, 20_000, 90_000].map((recentWords) => fairnessOf(editorFor({ recentWords }), MATCHING_POLICY)),
    ).toEqual([1, 0.75, 0.5, 0.5]);
  });
});
