import { expect, test } from "vitest";
import { HOUR, after } from "#app/platform/rules/core/time.ts";
import { MATCHING_POLICY } from "./matching-figures.ts";
import { foresee } from "./foresee.ts";
import type { WaveQuestion } from "./waves.ts";

const now = new Date("2026-11-24T10:00:00Z");
const uids = ["e1", "e2", "e3", "e4", "e5"];
const question = (more: Partial<WaveQuestion> = {}): WaveQuestion => ({
  windowMs: 24 * HOUR,
  turnaround: "24h",
  preferred: [],
  rankedUids: uids,
  invites: [],
  inOpenPool: false,
  ...more,
});

test("an unanswered search goes through its waves to the open pool", () => {
  expect(foresee(question(), now, MATCHING_POLICY)).toEqual([
    { do: "invite", at: now, wave: 1, uids: ["e1", "e2", "e3"], until: after(now, HOUR) },
    { do: "invite", at: after(now, HOUR), wave: 2, uids: ["e4", "e5"], until: after(now, 2 * HOUR) },
    { do: "open-pool", at: after(now, 2 * HOUR) },
  ]);
});
test("the preferred editor is invited first and alone", () => {
  expect(foresee(question({ preferred: [["e4"]] }), now, MATCHING_POLICY)[0]).toMatchObject({
    wave: 0,
    uids: ["e4"],
    until: after(now, 6 * HOUR),
  });
});
test("waits for open invites first", () => {
  const invites = [{ uid: "e1", wave: 1, state: "sent" as const, expiresAt: after(now, HOUR) }];
  expect(foresee(question({ invites }), now, MATCHING_POLICY).map((s) => s.do)).toEqual([
    "wait",
    "invite",
    "open-pool",
  ]);
});
test("an order in the pool, or without matches, has no further step", () => {
  expect(foresee(question({ inOpenPool: true }), now, MATCHING_POLICY)).toEqual([]);
  expect(foresee(question({ rankedUids: [] }), now, MATCHING_POLICY)).toEqual([{ do: "open-pool", at: now }]);
});
