import { expect, test } from "vitest";
import { isSnippetName, snippetAt, snippetName } from "./snippet.ts";

const snippets = [{ name: "serial", body: "Your sheet has the serial comma." }];
const typed = (text: string): string => {
  const found = snippetAt(text, text.length, snippets);
  return found ? text.slice(0, found.from) + found.body + text.slice(found.to) : text;
};

test.each([
  [";serial ", "Your sheet has the serial comma. "],
  ["Note:\n;Serial\n", "Note:\nYour sheet has the serial comma.\n"],
  [";serial", ";serial"],
  [";other ", ";other "],
  ["a;serial ", "a;serial "],
  ["serial ", "serial "],
])("%j becomes %j", (text, expected) => expect(typed(text)).toBe(expected));

test("a shortcut can be typed", () => {
  expect(snippetName(" ;Serial ")).toBe("serial");
  expect(["serial", "p-value", "größe", "2"].every(isSnippetName)).toBe(true);
  expect(["", "two words", "-x", "a;b", "x".repeat(31)].some(isSnippetName)).toBe(false);
});
