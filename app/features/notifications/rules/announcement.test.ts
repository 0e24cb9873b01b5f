import { expect, test } from "vitest";
import { severityLabel } from "./announcement.ts";

test("staff read P0 to P2; authors and editors read words, and none where nothing is asked of them", () => {
  expect([0, 1, 2].map((of) => severityLabel(of, true))).toEqual(["P0", "P1", "P2"]);
  expect([0, 1, 2].map((of) => severityLabel(of, false))).toEqual(["Urgent", "Important", null]);
  expect(severityLabel(7, true)).toBeNull();
});
