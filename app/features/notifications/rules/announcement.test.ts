import { expect, test } from "vitest";
import { severityLabel } from "./announcement.ts";

test("staff see P0 to P2; authors and editors see words, or no label if they don't have to act", () => {
  expect([0, 1, 2].map((of) => severityLabel(of, true))).toEqual(["P0", "P1", "P2"]);
  expect([0, 1, 2].map((of) => severityLabel(of, false))).toEqual(["Urgent", "Important", null]);
  expect(severityLabel(7, true)).toBeNull();
});
