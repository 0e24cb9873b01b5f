import { describe, expect, test } from "vitest";
import { personOf } from "#db/seed/cast.ts";
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { mayWriteOn, readingRole } from "./reading-thread.ts";

const [amara, mei, jonas, priya, noor, sam, ada] = (
  ["amara", "mei", "jonas", "priya", "noor", "sam", "ada"] as const
).map(personOf);
const order = { status: "second_reading", userId: amara!.uid, assignedTo: jonas!.uid };
const taken = { status: "taken", readerId: priya!.uid };

describe("the conversation about a second reading", () => {
  test("is for its reader, the order's editor, and staff, and never for the author", () => {
    expect([amara, mei, noor, NOBODY].map((who) => readingRole(who!, order, taken))).toEqual([null, null, null, null]);
    expect([priya, jonas, sam, ada].map((who) => readingRole(who!, order, taken))).toEqual([
      "reader",
      "editor",
      "support",
      "admin",
    ]);
    // An admin who placed the order is its author here.
    expect(readingRole(ada!, { ...order, userId: ada!.uid }, taken)).toBeNull();
  });

  test("isn't a former reader's anymore", () => {
    expect(readingRole(priya!, order, { status: "taken", readerId: noor!.uid })).toBeNull();
    expect(readingRole(priya!, order, { status: "searching", readerId: null })).toBeNull();
    expect(readingRole(priya!, order, { status: "void", readerId: priya!.uid })).toBeNull();
  });

  test("accepts messages from the acceptance of the reading until its order ends", () => {
    const may = (status: string, reading: { status: string; readerId: string | null }) =>
      mayWriteOn(priya!, { ...order, status }, reading);
    expect(may("in_progress", taken)).toBe(true);
    expect(may("second_reading", taken)).toBe(true);
    expect(may("in_revision", { ...taken, status: "done" })).toBe(true);
    for (const status of ["accepted", "closed", "cancelled", "refunded"])
      expect([status, may(status, { ...taken, status: "done" })]).toEqual([status, false]);
    expect(may("delivered", { ...taken, status: "skipped" })).toBe(false);
    expect(mayWriteOn(sam!, order, { status: "searching", readerId: null })).toBe(false);
  });
});
