import { describe, expect, test } from "vitest";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { orderFlow } from "../flow.ts";
import { timeOverAt } from "./lateness.ts";

const paidAt = new Date("2026-11-24T10:00:00Z");
const order = (more: Partial<Parameters<typeof timeOverAt>[0]> = {}) => ({
  status: "paid" as const,
  dueAt: after(paidAt, 7 * DAY),
  windowMs: 7 * DAY,
  searchBeganAt: paidAt,
  deliveredAt: null,
  waitUntilAt: null,
  ...more,
});

describe("an order's time is over", () => {
  test("at its due date if no editor took it, or at the later date if one was chosen", () => {
    expect(timeOverAt(order())).toEqual({ at: after(paidAt, 7 * DAY), why: "no-editor" });
    const chosenAt = after(paidAt, 5 * DAY);
    expect(timeOverAt(order({ searchBeganAt: chosenAt, dueAt: after(chosenAt, 7 * DAY) }))).toEqual({
      at: after(paidAt, 12 * DAY),
      why: "no-editor",
    });
  });
  test("when it's late by its whole window, if an editor has it or left it", () => {
    const late = { at: after(paidAt, 14 * DAY), why: "late-beyond" };
    for (const status of ["assigned", "in_progress", "changes_required"] as const)
      expect(timeOverAt(order({ status }))).toEqual(late);
    expect(timeOverAt(order({ searchBeganAt: after(paidAt, 2 * DAY) }))).toEqual(late);
  });
  test("when the date that its client chose to wait for has passed, never before the automatic refund", () => {
    const until = (day: number) => timeOverAt(order({ status: "in_progress", waitUntilAt: after(paidAt, day * DAY) }));
    expect(until(20)).toEqual({ at: after(paidAt, 20 * DAY), why: "late-beyond" });
    expect(until(10)).toEqual({ at: after(paidAt, 14 * DAY), why: "late-beyond" });
    expect(timeOverAt(order({ waitUntilAt: after(paidAt, 20 * DAY) }))?.at).toEqual(after(paidAt, 7 * DAY));
  });
  test("never while its clock is paused, after a submission, or once delivered", () => {
    const ending = ["paid", "assigned", "in_progress", "changes_required"];
    for (const status of orderFlow.states.filter((s) => !ending.includes(s)))
      expect(timeOverAt(order({ status })), status).toBeNull();
    expect(timeOverAt(order({ deliveredAt: paidAt }))).toBeNull();
  });
});
