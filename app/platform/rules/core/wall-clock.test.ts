import { describe, expect, test } from "vitest";
import { instantOf, wallClock } from "./wall-clock.ts";

describe("wall clock time", () => {
  test("shows an instant in its zone and converts back to it", () => {
    for (const [iso, zone, wall] of [
      ["2026-11-24T13:05:00Z", "UTC", "2026-11-24T13:05"],
      ["2026-11-24T13:05:00Z", "Europe/Stockholm", "2026-11-24T14:05"],
      ["2026-11-24T20:30:00Z", "Asia/Kolkata", "2026-11-25T02:00"],
      ["2026-07-01T00:00:00Z", "America/New_York", "2026-06-30T20:00"],
      ["2026-11-24T00:00:00Z", "Europe/Stockholm", "2026-11-24T01:00"],
    ] as const) {
      expect(wallClock(new Date(iso), zone)).toBe(wall);
      expect(instantOf(wall, zone)).toEqual(new Date(iso));
    }
  });

  test("takes the first of a repeated hour, and moves a skipped one forward", () => {
    expect(instantOf("2026-10-25T02:30", "Europe/Stockholm")).toEqual(new Date("2026-10-25T00:30:00Z"));
    expect(wallClock(instantOf("2026-03-29T02:30", "Europe/Stockholm")!, "Europe/Stockholm")).toBe("2026-03-29T03:30");
  });

  test("rejects what isn't a date", () => {
    for (const wall of ["", "tomorrow", "2026-13-01T00:00", "2026-02-30T10:00", "2026-11-24"])
      expect(instantOf(wall, "UTC")).toBeNull();
  });
});
