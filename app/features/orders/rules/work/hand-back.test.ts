import { expect, test } from "vitest";
import { orderFlow } from "../flow.ts";
import { handBackRefusal } from "./hand-back.ts";

test("an editor may hand back an order in every state in which they work on it, and in no other", () => {
  const open = orderFlow.states.filter((status) => handBackRefusal(status) === null);
  expect(open.toSorted()).toEqual(
    ["assigned", "awaiting_client", "changes_required", "in_progress", "in_revision", "revision_requested"].toSorted(),
  );
});
