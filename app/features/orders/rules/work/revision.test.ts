import { expect, test } from "vitest";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { DEADLINE_POLICY } from "#app/features/pricing/rules/order-life-figures.ts";
import { revisionRefusal } from "./revision.ts";

const at = new Date("2026-11-21T12:00:00Z");

test("a free revision is refused after two rounds, after its time, and once the files are deleted", () => {
  const order = { revisionsUsed: 1, revisionUntilAt: after(at, 30 * DAY) };
  expect(revisionRefusal(order, after(at, 30 * DAY), DEADLINE_POLICY)).toBeNull();
  expect(revisionRefusal(order, after(at, 30 * DAY + 1), DEADLINE_POLICY)).toContain("passed");
  expect(revisionRefusal({ ...order, revisionsUsed: 2 }, at, DEADLINE_POLICY)).toContain("used");
  expect(revisionRefusal({ ...order, deletionStartedAt: at }, at, DEADLINE_POLICY)).toContain("deleted");
});
