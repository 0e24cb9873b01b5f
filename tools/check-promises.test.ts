import path from "node:path";
import { describe, expect, test } from "vitest";
import { blocksOf, checkPromises, assertionFaults, promiseFaults, readPage, testFaults } from "./check-promises.ts";

const kept = { "late.some": { file: "late.test.ts", test: "refunds 20%" } };
const figures = { "late.some": "20%" };
const faults = (text: string, used?: ReadonlySet<string>) =>
  promiseFaults([{ file: "terms.md", text }], kept, figures, used).map((f) => `${f.line}: ${f.reason}`);
const USED = new Set(["late.some"]);

describe("a legal text", () => {
  test("passes if every block names its promises or none", () =>
    expect(faults("# Late\n\nWe refund {{late.some}}. {#late.some}\n\nBe kind. {-}")).toEqual([]));

  test.each([
    ["a block without a mark", "We refund you.", "1: names no promise and isn't marked {-}"],
    ["a promise that nothing keeps", "We fly you home. {#flight}", "1: nothing keeps the promise flight"],
    ["a figure that isn't known", "We refund {{late.most}}. {#late.some}", "1: there is no figure late.most"],
    ["a typed percentage", "We refund 20%. {#late.some}", "typed: take it from app/legal-figures.ts"],
    ["a typed time", "Within 14 days. {#late.some}", "the figure “14 days” is typed"],
    ["a typed amount", "At least $25.00. {#late.some}", "the figure “$25.00” is typed"],
  ])("is refused with %s", (_, text, reason) => expect(faults(text, USED).join()).toContain(reason));

  test("that no longer makes a promise leaves its test without a text", () =>
    expect(faults("Be kind. {-}")).toEqual(["1: no text makes the promise late.some"]));

  test("is parsed without front matter, headings, and table headers", () =>
    expect(blocksOf("---\ntitle: T\n---\n## H\n\n| a | b |\n|---|---|\n| 1 | 2 |\n- item").map((b) => b.text)).toEqual([
      "| 1 | 2 |",
      "- item",
    ]));
});

test("a promise needs its test to exist", () => {
  expect(testFaults(kept, () => 'test("refunds 20%", () => {})')).toEqual([]);
  expect(testFaults(kept, () => "")).toHaveLength(1);
  expect(testFaults(kept, () => null)).toHaveLength(1);
});

test("a public page names its promises and contains no typed figure", () => {
  const page = (text: string) => readPage({ file: "page.tsx", text });
  expect(page('export const q = { promises: ["late.some"], answer: `We refund ${x} of the price.` };')).toEqual({
    faults: [],
    ids: ["late.some"],
  });
  expect(page("export const P = () => <p>Free for 14 days.</p>;").faults).toHaveLength(1);
  expect(page('export const a = "We refund 50% of it.";').faults).toHaveLength(1);
  expect(page("export const a = `Late by ${n} minutes: 100% back.`;").faults).toHaveLength(1);
  expect(page("export const P = () => <p>From $x per 1,000 words</p>;").faults).toEqual([]);
});

test("every promise in the project has a test", () => {
  const { promises, faults: found } = checkPromises(path.resolve(import.meta.dirname, ".."));
  expect(promises).toBeGreaterThan(60);
  expect(found).toEqual([]);
});

test("an assertion that isn't made, or that nothing measures, is found", () => {
  const of = [{ says: "Every edit is tracked.", in: "a.ts", test: { file: "a.test.ts", test: "finds an edit" } }];
  const faults = (files: Record<string, string>) => assertionFaults(of, (file) => files[file] ?? null).length;
  expect(faults({ "a.ts": "Every edit is tracked.", "a.test.ts": "finds an edit" })).toBe(0);
  expect(faults({ "a.ts": "Edits are tracked.", "a.test.ts": "finds an edit" })).toBe(1);
  expect(faults({ "a.ts": "Every edit is tracked.", "a.test.ts": "finds edits" })).toBe(1);
});
