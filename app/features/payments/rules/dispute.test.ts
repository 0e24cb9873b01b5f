import { expect, test } from "vitest";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { disputeStatus, isOpenDispute, reasonWords, reminderDue } from "./dispute.ts";

const DUE = new Date("2026-12-01T12:00:00Z");
const none = { evidenceDueAt: DUE, remindedAt: null, lastRemindedAt: null };

test("admins are reminded three days and one day before the deadline, once each, and not after it", () => {
  expect(reminderDue(none, after(DUE, -4 * DAY))).toBeNull();
  expect(reminderDue(none, after(DUE, -3 * DAY))).toBe("first");
  const first = { ...none, remindedAt: after(DUE, -3 * DAY) };
  expect(reminderDue(first, after(DUE, -2 * DAY))).toBeNull();
  expect(reminderDue(first, after(DUE, -DAY))).toBe("last");
  expect(reminderDue({ ...first, lastRemindedAt: after(DUE, -DAY) }, after(DUE, -HOUR))).toBeNull();
  expect(reminderDue(none, after(DUE, -HOUR))).toBe("last");
  expect(reminderDue({ ...none, lastRemindedAt: after(DUE, -HOUR) }, after(DUE, -HOUR))).toBeNull();
  expect(reminderDue(none, DUE)).toBeNull();
  expect(reminderDue({ ...none, evidenceDueAt: null }, DUE)).toBeNull();
});

test("each of the provider's statuses maps to one of our states, even an unknown one", () => {
  expect(disputeStatus("warning_needs_response")).toBe("needs_response");
  expect(disputeStatus("warning_under_review")).toBe("under_review");
  expect(disputeStatus("warning_closed")).toBe("closed");
  expect(disputeStatus("prevented")).toBe("closed");
  expect(disputeStatus("something_new")).toBe("under_review");
  expect(["won", "lost", "closed"].map((s) => isOpenDispute(disputeStatus(s === "closed" ? "prevented" : s)))).toEqual([
    false,
    false,
    false,
  ]);
  expect(reasonWords("product_not_received")).toBe("The work wasn't received");
  expect(reasonWords("constructor")).toBe("The bank gave no reason");
});
