import { describe, expect, test } from "vitest";
import { BOUNDED_REGEXES } from "./bounded-regexes.ts";
import { objectionTo, regexesIn, workerOnly } from "./check-regexes.ts";

describe("the check of regular expressions", () => {
  test("finds every literal with its place", () => {
    expect(regexesIn("a.ts", 'const a = /x+$/gu;\nconst b = "/y/"; // /z/\nb.replace(/[/]/, "");')).toEqual([
      { file: "a.ts", line: 1, source: "x+$", flags: "gu" },
      { file: "a.ts", line: 3, source: "[/]", flags: "" },
    ]);
  });

  test("knows exponential and quadratic patterns, and accepts linear ones", async () => {
    const comments = String.raw`^\s*(?:<!--[\s\S]*?-->\s*)*<(?:html|body)\b`;
    expect(await objectionTo({ source: comments, flags: "i" })).not.toBeNull();
    expect(await objectionTo({ source: "^(?:a+)+$", flags: "" })).toContain("exponential");
    expect(await objectionTo({ source: String.raw`\s+$`, flags: "" })).toContain("polynomial");
    expect(await objectionTo({ source: String.raw`^\d+$`, flags: "" })).toBeNull();
  });

  test("leaves out files that only threads load", () => {
    const files = new Map([
      ["app/a-worker.ts", 'import { deep } from "./deep.ts"; import { shared } from "./shared.ts";'],
      ["app/deep.ts", ""],
      ["app/shared.ts", ""],
      ["app/page.ts", 'import { shared } from "./shared.ts"; import type { Deep } from "./deep.ts";'],
    ]);
    expect([...workerOnly(files)].sort()).toEqual(["app/a-worker.ts", "app/deep.ts"]);
  });

  test("each exception says its bound", () => {
    for (const { bound, files } of BOUNDED_REGEXES) {
      expect(bound.length).toBeGreaterThan(20);
      expect(files.length).toBeGreaterThan(0);
    }
  });
});
