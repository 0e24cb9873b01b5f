import { MATCHING_POLICY } from "#app/features/matching/rules/matching-figures.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { TURNAROUNDS, TURNAROUND_MS } from "#app/features/pricing/rules/policy.ts";
import { HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { headStartMs, nextWave as nextOf, unassignedStage, type InviteSent, type WaveQuestion } from "./waves.ts";

const now = new Date("2026-11-24T10:00:00Z");
const uids = Array.from({ length: 12 }, (_, i) => `e${i + 1}`);
const question = (more: Partial<WaveQuestion> = {}): WaveQuestion => ({
  windowMs: 24 * HOUR,
  turnaround: "24h",
  preferred: [],
  rankedUids: uids,
  invites: [],
  inOpenPool: false,
  ...more,
});
const nextWave = (asked: WaveQuestion, at: Date) => nextOf(asked, at, MATCHING_POLICY);
const invites = (wave: number, from: number, to: number, state: InviteSent["state"] = "declined"): InviteSent[] =>
  uids.slice(from, to).map((uid) => ({ uid, wave, state, expiresAt: after(now, HOUR) }));

describe("who is invited", () => {
  test("invites the preferred editor first and alone, for a quarter of the window", () => {
    expect(nextWave(question({ preferred: [["e9"]] }), now)).toEqual({
      do: "invite",
      wave: 0,
      uids: ["e9"],
      expiresAt: after(now, 6 * HOUR),
    });
  });
  test("skips a preferred editor who isn't eligible", () => {
    expect(nextWave(question({ preferred: [["gone"]] }), now)).toMatchObject({ wave: 1 });
  });
  test("invites an organization's editors together, by rank, if its author chose none who can accept", () => {
    const pool = ["e7", "gone", "e2"];
    expect(nextWave(question({ preferred: [[], pool] }), now)).toMatchObject({ wave: 0, uids: ["e2", "e7"] });
    expect(nextWave(question({ preferred: [["gone"], pool] }), now)).toMatchObject({ wave: 0, uids: ["e2", "e7"] });
    expect(nextWave(question({ preferred: [["e9"], pool] }), now)).toMatchObject({ wave: 0, uids: ["e9"] });
    // Nobody is asked twice, and the others follow.
    expect(nextWave(question({ preferred: [[], pool], invites: invites(0, 1, 2) }), now)).toMatchObject({
      wave: 1,
      uids: ["e1", "e3", "e4"],
    });
  });
  test("then invites the best three, then six, each for an hour at 24 h", () => {
    expect(nextWave(question(), now)).toEqual({
      do: "invite",
      wave: 1,
      uids: ["e1", "e2", "e3"],
      expiresAt: after(now, HOUR),
    });
    expect(nextWave(question({ invites: invites(1, 0, 3) }), now)).toMatchObject({ wave: 2, uids: uids.slice(3, 9) });
  });
  test("then opens the pool and stops inviting", () => {
    const all = [...invites(1, 0, 3), ...invites(2, 3, 9)];
    expect(nextWave(question({ invites: all }), now)).toEqual({ do: "open-pool" });
    expect(nextWave(question({ invites: all, inOpenPool: true }), now)).toEqual({ do: "nothing" });
    expect(nextWave(question({ rankedUids: [] }), now)).toEqual({ do: "open-pool" });
  });
  test("waits while an invite is open, and sends the next wave when it expires", () => {
    const open = invites(1, 0, 3, "sent");
    expect(nextWave(question({ invites: open }), now)).toEqual({ do: "wait", until: after(now, HOUR) });
    expect(nextWave(question({ invites: open }), after(now, HOUR))).toMatchObject({ wave: 2 });
  });
  test("never invites anyone twice, and always ends", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 30 }), fc.boolean(), (count, preferred) => {
        const rankedUids = Array.from({ length: count }, (_, i) => `u${i}`);
        let q = question({ rankedUids, preferred: preferred ? [["u2"]] : [] });
        const asked: string[] = [];
        for (let steps = 0; steps < 10; steps++) {
          const next = nextWave(q, now);
          if (next.do === "open-pool") q = { ...q, inOpenPool: true };
          if (next.do === "nothing") break;
          if (next.do !== "invite") continue;
          asked.push(...next.uids);
          q = {
            ...q,
            invites: [
              ...q.invites,
              ...next.uids.map((uid) => ({
                uid,
                wave: next.wave,
                state: "declined" as const,
                expiresAt: next.expiresAt,
              })),
            ],
          };
        }
        expect(new Set(asked).size).toBe(asked.length);
        expect(asked.length).toBe(Math.min(count, preferred && count > 2 ? 10 : 9));
        expect(nextWave(q, now).do).toBe("nothing");
      }),
    );
  });
});

test("notifies support at 40% of the window and gives the client options at 60%", () => {
  const paid = now;
  const at = (h: number) => unassignedStage(paid, 100 * HOUR, after(paid, h * HOUR), MATCHING_POLICY);
  expect([at(39.9), at(40), at(59.9), at(60)]).toEqual(["matching", "support", "support", "client-choice"]);
});

test("invites are open for 12 h, 8 h, 4 h, 2 h, 1 h, 30 min, and 15 min", () => {
  expect(TURNAROUNDS.map((t) => MATCHING_POLICY.inviteExpiryMs[t])).toEqual([
    12 * HOUR,
    8 * HOUR,
    4 * HOUR,
    2 * HOUR,
    HOUR,
    30 * MINUTE,
    15 * MINUTE,
  ]);
});

test("only the preferred editor is invited for 25% of the window, 15 minutes to 12 hours", () => {
  expect(TURNAROUNDS.map((t) => headStartMs(TURNAROUND_MS[t], MATCHING_POLICY))).toEqual([
    12 * HOUR,
    12 * HOUR,
    12 * HOUR,
    12 * HOUR,
    6 * HOUR,
    3 * HOUR,
    1.5 * HOUR,
  ]);
  expect(headStartMs(20 * MINUTE, MATCHING_POLICY)).toBe(15 * MINUTE);
});
