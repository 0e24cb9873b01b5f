import { expect, test } from "vitest";
import { beginningOf, sampleChanges } from "./sample-changes.ts";

const textOf = (changes: readonly { text: string }[]): string => changes.map((one) => one.text).join("");

test("shows the beginning of an edit in whole words, and all of a short one", () => {
  const changes = sampleChanges("We measured the trees in May.", "We have measured the trees in may.");
  expect(beginningOf(changes)).toEqual(changes);
  const cut = beginningOf(changes, 20);
  expect(textOf(cut)).toBe("We have measured the …");
  expect(cut.some((one) => one.kind === "del")).toBe(true);
});
