import { expect, test } from "vitest";
import { faultsOf } from "#app/platform/rules/core/flow.ts";
import { earningFlow, mayCheck, payoutFlow, runFlow } from "./flow.ts";

test("the flows of an earning, a payout, and a run are sound", () => {
  expect([...faultsOf(earningFlow), ...faultsOf(payoutFlow), ...faultsOf(runFlow)]).toEqual([]);
});
test("money that was sent can't be reversed or canceled, only returned", () => {
  expect(
    Object.entries(earningFlow.moves)
      .filter(([, m]) => (m.from as readonly string[]).includes("paid"))
      .map(([name]) => name),
  ).toEqual(["return"]);
  expect(
    Object.entries(payoutFlow.moves)
      .filter(([, m]) => (m.from as readonly string[]).includes("paid"))
      .map(([name]) => name),
  ).toEqual(["return"]);
  expect(runFlow.moves.cancel.from).not.toContain("sent");
});
test("the preparer can't be the approver", () =>
  expect([mayCheck("a", "a"), mayCheck("a", "b")]).toEqual([false, true]));
