import { expect, test } from "vitest";
import { editorWindowMs, qaWindowMs } from "#app/features/pricing/rules/deadlines.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { untakenDueAt } from "./unassigned-due.ts";

const now = new Date("2026-03-02T09:00:00Z");
const order = {
  dueAt: null,
  revisionDueAt: null,
  takeoverDueAt: null,
  windowMs: 7 * DAY,
  service: "copyediting",
  secondReader: false,
};

test("an unpaid order is due as if it were paid now", () => {
  expect(untakenDueAt(order, now)).toEqual(after(now, editorWindowMs(7 * DAY)));
});
test("a paid order keeps its date, however late an editor takes it", () => {
  const dueAt = after(now, 5 * DAY);
  expect(untakenDueAt({ ...order, dueAt }, now)).toEqual(after(dueAt, editorWindowMs(7 * DAY) - 7 * DAY));
});
test("an expert order leaves time for its review", () => {
  const plain = untakenDueAt(order, now);
  expect(untakenDueAt({ ...order, service: "expert" }, now)).toEqual(after(plain, -qaWindowMs(7 * DAY)));
});
test("an order with a second reader leaves them the last quarter", () => {
  expect(untakenDueAt({ ...order, secondReader: true }, now)).toEqual(after(now, 0.75 * editorWindowMs(7 * DAY)));
});
test("a revision has its own date", () => {
  const revisionDueAt = after(now, 2 * DAY);
  expect(untakenDueAt({ ...order, dueAt: after(now, -DAY), revisionDueAt }, now)).toEqual(revisionDueAt);
});
test("an order taken over late has the deadline it was given", () => {
  const takeoverDueAt = after(now, 2 * DAY);
  expect(untakenDueAt({ ...order, dueAt: after(now, -DAY), takeoverDueAt }, now)).toEqual(takeoverDueAt);
});
