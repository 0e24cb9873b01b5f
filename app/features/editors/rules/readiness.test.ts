import { describe, expect, test } from "vitest";
import type { MatchingSettings } from "./editor-for-matching.ts";
import { inQuietHours } from "./calendar.ts";
import { NO_QUIET_HOURS, isMatchReady, quietHoursOf, readinessSteps } from "./readiness.ts";

const ALL: MatchingSettings = {
  fields: ["ecology"],
  variants: ["UK"],
  services: ["proofreading"],
  weeklyWords: 10_000,
  parallelOrders: 2,
  workingDays: [1, 2],
  quietHours: "none",
};
const EMPTY: MatchingSettings = {
  fields: [],
  variants: [],
  services: [],
  weeklyWords: null,
  parallelOrders: null,
  workingDays: [],
  quietHours: null,
};
const DONE = { identityApproved: true, agreementSigned: true, confidentialitySigned: true };

describe("an editor is ready to be matched", () => {
  test("with all seven settings, and not without any one of them", () => {
    expect(isMatchReady(ALL)).toBe(true);
    for (const key of Object.keys(ALL) as (keyof MatchingSettings)[])
      expect(isMatchReady({ ...ALL, [key]: EMPTY[key] }), key).toBe(false);
  });
  test("not with zero words a week or zero orders at once", () => {
    expect(isMatchReady({ ...ALL, weeklyWords: 0 })).toBe(false);
    expect(isMatchReady({ ...ALL, parallelOrders: 0 })).toBe(false);
  });
});

describe("the checklist", () => {
  test("names every missing step and where to complete it", () => {
    const steps = readinessSteps(EMPTY, {
      identityApproved: false,
      agreementSigned: false,
      confidentialitySigned: false,
    });
    expect(steps.every((s) => !s.done)).toBe(true);
    expect(new Set(steps.map((s) => s.key)).size).toBe(10);
  });
  test("is complete when everything is done", () => {
    expect(readinessSteps(ALL, DONE).filter((s) => !s.done)).toEqual([]);
  });
  test("the confidentiality agreement is needed for samples, not for orders", () => {
    const open = readinessSteps(ALL, { ...DONE, confidentialitySigned: false }).filter((s) => !s.done);
    expect(open).toMatchObject([{ key: "confidentiality", opens: "samples" }]);
  });
});

describe("quiet hours", () => {
  test("none is a valid answer that contains no instant", () => {
    expect(quietHoursOf(NO_QUIET_HOURS)).toBe("none");
    expect(inQuietHours(NO_QUIET_HOURS, "UTC", new Date("2026-11-21T00:00:00Z"))).toBe(false);
  });
  test("unset is different from none", () => {
    expect(quietHoursOf(null)).toBeNull();
    expect(quietHoursOf({ from: "22:00", to: "07:00" })).toEqual({ from: "22:00", to: "07:00" });
  });
});
