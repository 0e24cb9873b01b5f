import { expect, test } from "vitest";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { DEADLINE_POLICY } from "#app/features/pricing/rules/order-life-figures.ts";
import { orderFlow } from "../flow.ts";
import { REVISING, revisionTimes } from "./late-revision.ts";

const DUE = new Date("2026-11-21T12:00:00Z");
const order = (more: object = {}) => ({
  status: "in_revision" as const,
  deliveredAt: after(DUE, -DAY),
  revisionDueAt: DUE,
  revisionPromisedAt: null,
  ...more,
});

test("a late revision goes to another editor at 24 hours, can be closed at 72, and closes after a week", () => {
  expect(revisionTimes(order(), DEADLINE_POLICY)).toEqual({
    promisedAt: DUE,
    passOnAt: after(DUE, 24 * HOUR),
    closableAt: after(DUE, 72 * HOUR),
    closesAt: after(DUE, 7 * DAY),
  });
});
test("the next editor has their own deadline, and the author's times count from the promised date", () => {
  const revisionDueAt = after(DUE, 2 * DAY);
  expect(revisionTimes(order({ revisionDueAt, revisionPromisedAt: DUE }), DEADLINE_POLICY)).toMatchObject({
    promisedAt: DUE,
    passOnAt: after(DUE, 3 * DAY),
    closableAt: after(DUE, 3 * DAY),
  });
});
test("only a delivered order with an open revision has them, and one without an editor is already being offered", () => {
  for (const status of orderFlow.states)
    expect(revisionTimes(order({ status }), DEADLINE_POLICY) !== null, status).toBe(REVISING.includes(status));
  expect(revisionTimes(order({ status: "paid" }), DEADLINE_POLICY)).toMatchObject({ passOnAt: null });
  expect(revisionTimes(order({ deliveredAt: null }), DEADLINE_POLICY)).toBeNull();
  expect(revisionTimes(order({ revisionDueAt: null }), DEADLINE_POLICY)).toBeNull();
});
test("another policy has other times", () => {
  const lateRevision = { passOnMs: 12 * HOUR, closableMs: 5 * DAY, closesMs: 6 * DAY };
  expect(revisionTimes(order(), { lateRevision })).toEqual({
    promisedAt: DUE,
    passOnAt: after(DUE, 12 * HOUR),
    closableAt: after(DUE, 5 * DAY),
    closesAt: after(DUE, 6 * DAY),
  });
});
