import { describe, expect, test } from "vitest";
import { readFrontMatter } from "./front-matter.ts";

describe("front matter", () => {
  test("is read line by line, and a value may contain colons", () => {
    expect(readFrontMatter("---\ntitle: Terms: the whole\neffectiveOn: 2026-11-21\n---\n\n# Hello\n")).toEqual({
      head: { title: "Terms: the whole", effectiveOn: "2026-11-21" },
      body: "# Hello",
    });
  });
  test("may be missing", () => {
    expect(readFrontMatter("Just text")).toEqual({ head: {}, body: "Just text" });
  });
  test("must be closed, and contain only names and values", () => {
    expect(() => readFrontMatter("---\ntitle: x\n")).toThrow("not closed");
    expect(() => readFrontMatter("---\nnonsense\n---\n")).toThrow("name: value");
  });
});
