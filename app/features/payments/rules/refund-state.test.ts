import { expect, test } from "vitest";
import { REFUND_STATES, WHAT_NEXT, refundStateOf } from "./refund-state.ts";

test("each status of a refund has its own state and wording for the client", () => {
  const states = (["requested", "sent", "succeeded", "failed"] as const).map(refundStateOf);
  expect(states).toEqual(["pending", "on its way", "back", "held up"]);
  expect(new Set(states.map((s) => REFUND_STATES[s])).size).toBe(4);
  expect(new Set(states.map((s) => WHAT_NEXT[s])).size).toBe(4);
});
