import { DEADLINE_POLICY } from "#app/features/pricing/rules/order-life-figures.ts";
import { describe, expect, test } from "vitest";
import { orderFlow } from "./flow.ts";
import { EDITORS_PAST, EDITORS_TURN, clientGroupOf, statesOfGroup } from "./status-groups.ts";
import { waitingFor } from "./waiting/waiting.ts";

const AT = new Date("2026-11-21T12:00:00Z");
const order = (status: (typeof orderFlow.states)[number]) => ({
  status,
  heldFrom: null,
  totalMinor: 1,
  refundedMinor: 0,
  currency: "USD",
  quoteExpiresAt: AT,
  dueAt: AT,
  editorDueAt: AT,
  revisionDueAt: null,
  revisionsUsed: 0,
  pausedAt: null,
  autoAcceptAt: AT,
  revisionUntilAt: AT,
});
const around = (rated: boolean) => ({
  editorName: "Jonas",
  clientName: "Amara",
  openQueries: 0,
  rated,
  gateStopped: false,
});

describe("the groups of orders", () => {
  test.each(orderFlow.states)("%s: the group agrees with whose turn it is on the order's page", (status) => {
    for (const rated of [false, true]) {
      const turn = waitingFor(order(status), around(rated), "client", DEADLINE_POLICY).turn;
      expect(clientGroupOf(status, rated) === "waiting").toBe(turn === "you");
    }
    expect(EDITORS_TURN.includes(status)).toBe(
      waitingFor(order(status), around(true), "editor", DEADLINE_POLICY).turn === "you",
    );
  });
  test("an order is in exactly one group, and one that needs an editor isn't past", () => {
    expect((["waiting", "running", "done", "ended"] as const).flatMap(statesOfGroup).toSorted()).toEqual(
      [...orderFlow.states].toSorted(),
    );
    expect(EDITORS_PAST.filter((s) => EDITORS_TURN.includes(s))).toEqual([]);
  });
});
