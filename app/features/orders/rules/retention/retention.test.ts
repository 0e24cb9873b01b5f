import { describe, expect, test } from "vitest";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { orderFlow } from "../flow.ts";
import { KeepDaysInput } from "./retention-input.ts";
import { ENDED, KEEP_DAYS, dueAfter, keptFrom } from "./retention.ts";

const NOW = new Date("2026-11-21T12:00:00Z");
const EARLIER = after(NOW, -40 * DAY);

describe("how long files are kept", () => {
  test("counts from acceptance, cancellation, or expiry, and starts again when a revision is accepted", () => {
    for (const to of ["accepted", "cancelled", "expired"])
      expect(keptFrom({ keepFromAt: EARLIER }, to, NOW), to).toEqual({ keepFromAt: NOW, deletionAskedAt: null });
    expect(keptFrom({ keepFromAt: EARLIER }, "revision_requested", NOW)).toEqual({
      keepFromAt: null,
      deletionAskedAt: null,
    });
  });

  test("doesn't start again at a refund, a close, or a return from a hold", () => {
    for (const to of ["refunded", "closed", "back", "disputed", "on_hold"])
      expect(keptFrom({ keepFromAt: EARLIER }, to, NOW), to).toEqual({});
    expect(keptFrom({ keepFromAt: null }, "refunded", NOW)).toEqual({ keepFromAt: NOW, deletionAskedAt: null });
  });

  test("is 30, 90, or 365 days and nothing else", () => {
    for (const days of KEEP_DAYS) {
      expect(KeepDaysInput.safeParse(days).success).toBe(true);
      expect(dueAfter(NOW, days)).toEqual(after(NOW, days * DAY));
    }
    for (const wrong of [0, 31, 91, -90, "90", 1e9, Number.NaN])
      expect(KeepDaysInput.safeParse(wrong).success).toBe(false);
    expect(dueAfter(null, 90)).toBeNull();
  });

  test("every final state counts as ended", () => {
    expect(orderFlow.ends.every((end) => ENDED.includes(end))).toBe(true);
  });
});
