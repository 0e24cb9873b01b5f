import { DEADLINE_POLICY } from "#app/features/pricing/rules/order-life-figures.ts";
import { describe, expect, test } from "vitest";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { orderFlow } from "../flow.ts";
import { type WorkClock, dueFlags, reassignReason } from "./work-flags.ts";

const T0 = new Date("2026-11-21T12:00:00Z");
const order = (n: Partial<WorkClock> = {}): WorkClock => ({
  status: "assigned",
  assignedAt: T0,
  editorDueAt: after(T0, 100 * HOUR),
  revisionDueAt: null,
  revisionsUsed: 0,
  pausedMs: 0,
  progressAt: null,
  uploadedAt: null,
  ...n,
});
const flags = (it: WorkClock, hours: number) =>
  dueFlags(it, after(T0, hours * HOUR), DEADLINE_POLICY).map((f) => f.key);

describe("an editor's clock", () => {
  test("raises nothing before a quarter of the window", () => expect(flags(order(), 24.9)).toEqual([]));
  test("raises 'unstarted' at a quarter, but only until the work starts", () => {
    expect(flags(order(), 25)).toEqual(["unstarted"]);
    expect(flags(order({ status: "in_progress" }), 25)).toEqual([]);
  });
  test("raises 'idle' at 60%, unless there was progress or an upload", () => {
    expect(flags(order({ status: "in_progress" }), 60)).toEqual(["idle"]);
    expect(flags(order({ status: "in_progress", progressAt: T0 }), 60)).toEqual([]);
    expect(flags(order({ status: "in_progress", uploadedAt: T0 }), 60)).toEqual([]);
  });
  test("raises 'unsubmitted' at 85%, and 'overdue' at the deadline", () => {
    expect(flags(order({ status: "in_progress", progressAt: T0 }), 85)).toEqual(["unsubmitted"]);
    expect(flags(order({ status: "in_progress", progressAt: T0 }), 100)).toEqual(["unsubmitted", "overdue"]);
  });
  test("runs only in states where the editor has to act", () => {
    const ticking = orderFlow.states.filter(
      (status) => flags(order({ status, revisionDueAt: after(T0, HOUR) }), 500).length > 0,
    );
    expect(ticking).toEqual(["assigned", "in_progress", "changes_required", "revision_requested", "in_revision"]);
  });
  test("leaves out pauses", () => {
    const paused = order({
      status: "in_progress",
      progressAt: T0,
      pausedMs: 50 * HOUR,
      editorDueAt: after(T0, 150 * HOUR),
    });
    expect(flags(paused, 134.9)).toEqual([]);
    expect(flags(paused, 135)).toEqual(["unsubmitted"]);
  });
  test("raises only 'overdue' on an order taken over after its deadline", () =>
    expect(flags(order({ editorDueAt: after(T0, -HOUR) }), 0)).toEqual(["overdue"]));
  test("raises 'overdue' for a revision by its own deadline in each round", () => {
    expect(flags(order({ status: "in_revision", revisionsUsed: 2, revisionDueAt: after(T0, 2 * DAY) }), 47)).toEqual(
      [],
    );
    expect(flags(order({ status: "in_revision", revisionsUsed: 2, revisionDueAt: after(T0, 2 * DAY) }), 48)).toEqual([
      "overdue:3",
    ]);
  });
});

test("offers a reassignment at half the window if unstarted, or at nine tenths without a sign of work", () => {
  const at = (hours: number) => after(T0, hours * HOUR);
  expect(reassignReason(order(), at(49), DEADLINE_POLICY)).toBeNull();
  expect(reassignReason(order(), at(50), DEADLINE_POLICY)).toContain("work hasn't started");
  expect(reassignReason(order({ status: "in_progress" }), at(89), DEADLINE_POLICY)).toBeNull();
  expect(reassignReason(order({ status: "in_progress" }), at(90), DEADLINE_POLICY)).toContain("no upload");
  expect(reassignReason(order({ status: "in_progress", uploadedAt: T0 }), at(90), DEADLINE_POLICY)).toBeNull();
});
