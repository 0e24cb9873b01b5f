import { describe, expect, test } from "vitest";
import { faultsOf } from "#app/platform/rules/core/flow.ts";
import { DAY, HOUR, MINUTE, after } from "#app/platform/rules/core/time.ts";
import { DEADLINE_POLICY } from "#app/features/pricing/rules/order-life-figures.ts";
import { orderFlow } from "../flow.ts";
import {
  OWED,
  decideBy,
  decisionDueFrom,
  lateDecisionFlow,
  mayWaitBeyond,
  needsDecision,
  veryLateAt,
  waitFault,
} from "./late-order.ts";

const NOON = new Date("2026-11-21T12:00:00Z");
const dueAt = after(NOON, 8 * DAY);
const order = (more: object = {}) => ({
  status: "in_progress" as const,
  dueAt,
  windowMs: 8 * DAY,
  deliveredAt: null,
  editorDueAt: after(NOON, 7 * DAY),
  searchBeganAt: NOON,
  waitUntilAt: null,
  ...more,
});

describe("an order is very late", () => {
  test("from a quarter of its window past its due date on, until it's delivered", () => {
    expect(veryLateAt(order(), DEADLINE_POLICY)).toEqual(after(dueAt, 2 * DAY));
    expect(veryLateAt(order({ deliveredAt: NOON }), DEADLINE_POLICY)).toBeNull();
    expect(veryLateAt(order({ dueAt: null }), DEADLINE_POLICY)).toBeNull();
  });
  test("and staff decide while an editor still has to submit it, but only after the own deadline of one who took it over late", () => {
    for (const status of orderFlow.states)
      expect(decisionDueFrom(order({ status }), DEADLINE_POLICY), status).toEqual(
        OWED.includes(status) ? after(dueAt, 2 * DAY) : null,
      );
    expect(decisionDueFrom(order({ editorDueAt: after(dueAt, 4 * DAY) }), DEADLINE_POLICY)).toEqual(
      after(dueAt, 4 * DAY),
    );
  });
  test("a decision stays open while the clock is paused, and ends with a submission", () => {
    for (const status of [...OWED, "awaiting_client", "on_hold", "disputed"] as const)
      expect(needsDecision(order({ status })), status).toBe(true);
    for (const status of ["paid", "submitted", "qa_review", "delivered", "cancelled", "refunded"] as const)
      expect(needsDecision(order({ status })), status).toBe(false);
  });
  test("the time to decide is a tenth of the window, at least 30 minutes and at most a day", () => {
    expect(decideBy(NOON, 6 * HOUR, DEADLINE_POLICY)).toEqual(after(NOON, 36 * MINUTE));
    expect(decideBy(NOON, HOUR, DEADLINE_POLICY)).toEqual(after(NOON, 30 * MINUTE));
    expect(decideBy(NOON, 14 * DAY, DEADLINE_POLICY)).toEqual(after(NOON, DAY));
  });
});

describe("its author may wait", () => {
  const late = after(dueAt, 3 * DAY);
  test("beyond the automatic refund, once it's very late, with an editor or after one", () => {
    expect(mayWaitBeyond(order(), after(dueAt, DAY), DEADLINE_POLICY)).toBeNull();
    expect(mayWaitBeyond(order(), late, DEADLINE_POLICY)).toEqual(after(dueAt, 8 * DAY));
    // A date chosen earlier can be changed, because only the automatic refund counts.
    expect(mayWaitBeyond(order({ waitUntilAt: after(dueAt, 20 * DAY) }), late, DEADLINE_POLICY)).toEqual(
      after(dueAt, 8 * DAY),
    );
    expect(
      mayWaitBeyond(order({ status: "paid", searchBeganAt: after(NOON, DAY) }), late, DEADLINE_POLICY),
    ).not.toBeNull();
    expect(mayWaitBeyond(order({ status: "paid" }), late, DEADLINE_POLICY)).toBeNull();
    expect(mayWaitBeyond(order({ status: "submitted" }), late, DEADLINE_POLICY)).toBeNull();
  });
  test("until a date after it, up to 60 days later", () => {
    const refundAt = after(dueAt, 8 * DAY);
    expect(waitFault(after(refundAt, DAY), refundAt, late)).toBeNull();
    expect(waitFault(after(refundAt, 60 * DAY), refundAt, late)).toBeNull();
    expect(waitFault(refundAt, refundAt, late)).toContain("after the automatic refund");
    expect(waitFault(after(refundAt, 61 * DAY), refundAt, late)).toContain("60 days");
    // Already waiting, past the automatic refund.
    expect(waitFault(after(refundAt, DAY), refundAt, after(refundAt, 2 * DAY))).toContain("at least an hour");
    expect(waitFault(after(refundAt, 61 * DAY), refundAt, after(refundAt, 2 * DAY))).toBeNull();
  });
});

test("the flow of a decision is sound", () => expect(faultsOf(lateDecisionFlow)).toEqual([]));
