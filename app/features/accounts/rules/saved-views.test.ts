import { expect, test } from "vitest";
import { viewSearch } from "./saved-views.ts";

const SHAPE = { sorts: ["due", "name"], defaultSort: "due", filters: { status: ["", "open"], editor: null } };
const kept = (search: string) => viewSearch(new URLSearchParams(search), SHAPE);

test("a view saves search, sort, and filters, and nothing else", () => {
  expect(kept("status=open&page=3&q=Weber&sort=-name&utm_source=x")).toBe("q=Weber&sort=-name&status=open");
});
test("two URLs with the same meaning are one view", () => {
  expect(kept("editor=e1&status=open&sort=due&q=")).toBe(kept("status=open&editor=e1"));
  expect(kept("?page=2")).toBe("");
});
test("text that is too long is cut", () => {
  expect(kept(`q=${"x".repeat(900)}`)).toHaveLength(202);
});
