import { expect, test } from "vitest";
import { DEADLINE_POLICY } from "#app/features/pricing/rules/order-life-figures.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { clientDecision } from "./client-decision.ts";
import type { OrderStatus } from "../flow.ts";
import { waitingFor } from "../waiting/waiting.ts";

const paidAt = new Date("2026-11-20T12:00:00Z");
const dueAt = after(paidAt, 4 * DAY);
const order = {
  status: "in_progress" as OrderStatus,
  paidAt,
  dueAt,
  windowMs: 4 * DAY,
  deliveredAt: null as Date | null,
  waitUntilAt: null as Date | null,
  revisionDueAt: null as Date | null,
  revisionPromisedAt: null as Date | null,
  flags: {} as Record<string, string>,
};
const at = (more: Partial<typeof order>, now: Date) => clientDecision({ ...order, ...more }, now, DEADLINE_POLICY);

test("a very late order asks its author to wait or take a refund, until they choose to wait or it's delivered", () => {
  expect(at({}, after(dueAt, 23 * HOUR))).toBeNull();
  expect(at({}, after(dueAt, DAY))).toEqual({ kind: "late", by: after(dueAt, 4 * DAY) });
  expect(at({ waitUntilAt: after(dueAt, 6 * DAY) }, after(dueAt, DAY))).toBeNull();
  expect(at({ status: "awaiting_client" }, after(dueAt, DAY))).toBeNull();
  expect(at({ status: "accepted", deliveredAt: dueAt }, after(dueAt, DAY))).toBeNull();
});

test("an order that nobody takes asks once its author was offered the choice", () => {
  const now = after(paidAt, 3 * DAY);
  expect(at({ status: "paid" }, now)).toBeNull();
  expect(at({ status: "paid", flags: { clientOffered: now.toISOString() } }, now)).toEqual({
    kind: "no_editor",
    by: dueAt,
  });
});

test("a very late revision asks its author to wait or close it", () => {
  const late = { status: "in_revision" as const, deliveredAt: dueAt, revisionDueAt: after(dueAt, DAY) };
  expect(at(late, after(dueAt, DAY + 71 * HOUR))).toBeNull();
  expect(at(late, after(dueAt, DAY + 72 * HOUR))).toEqual({ kind: "late_revision", by: after(dueAt, 8 * DAY) });
});

test("the author reads the choice with its money, and staff read what they have to do", () => {
  const facts = { editorName: null, clientName: null, openQueries: 0, rated: false, gateStopped: false };
  const row = {
    ...order,
    heldFrom: null,
    totalMinor: 6_219,
    refundedMinor: 0,
    currency: "USD",
    quoteExpiresAt: null,
    editorDueAt: dueAt,
    revisionsUsed: 0,
    pausedAt: null,
    autoAcceptAt: null,
    revisionUntilAt: null,
  };
  const decision = at({}, after(dueAt, DAY));
  const around = { ...facts, decision, offerMinor: 6_219, decideByAt: after(dueAt, DAY) };
  expect(waitingFor(row, around, "client", DEADLINE_POLICY)).toMatchObject({
    turn: "you",
    waitsFor: "Your order is late, and we're sorry. Wait for it or take a refund of $62.19.",
    by: after(dueAt, 4 * DAY),
    action: { code: "choose" },
  });
  expect(waitingFor(row, around, "support", DEADLINE_POLICY).action?.code).toBe("decide");
  expect(waitingFor(row, around, "editor", DEADLINE_POLICY).action?.code).toBe("submit");
});
