import { expect, test } from "vitest";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { orderFlow } from "./flow.ts";
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
  expect(revisionTimes(order())).toEqual({
    promisedAt: DUE,
    passOnAt: after(DUE, 24 * HOUR),
    closableAt: after(DUE, 72 * HOUR),
    closesAt: after(DUE, 7 * DAY),
  });
});
test("the next editor has their own deadline, and the author's times count from the promised date", () => {
  const revisionDueAt = after(DUE, 2 * DAY);
  expect(revisionTimes(order({ revisionDueAt, revisionPromisedAt: DUE }))).toMatchObject({
    promisedAt: DUE,
    passOnAt: after(DUE, 3 * DAY),
    closableAt: after(DUE, 3 * DAY),
  });
});
test("only a delivered order with an open revision has them, and one without an editor is already being offered", () => {
  for (const status of orderFlow.states)
    expect(revisionTimes(order({ status })) !== null, status).toBe(REVISING.includes(status));
  expect(revisionTimes(order({ status: "paid" }))).toMatchObject({ passOnAt: null });
  expect(revisionTimes(order({ deliveredAt: null }))).toBeNull();
  expect(revisionTimes(order({ revisionDueAt: null }))).toBeNull();
});
