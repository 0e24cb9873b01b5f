import { describe, expect, test } from "vitest";
import { checkWording } from "./check-wording.ts";

const found = (source: string, file = "app/page.tsx") =>
  checkWording(file, source).map(({ line, found }) => [line, found]);

describe("the wording check", () => {
  test("finds a telltale word in a comment, a string, JSX text and a template", () => {
    expect(found(`// For whoever asks\nconst a = 1;`)).toEqual([[1, "whoever"]]);
    expect(found(`const a = 1;\nconst text = "$12.40 goes back to your card";`)).toEqual([[2, "goes back"]]);
    expect(found(`const it = () => (\n  <p>\n    Begin anew.\n  </p>\n);`)).toEqual([[3, "anew"]]);
    expect(found("const share = (n: number) => `${n} %`;")).toEqual([[1, "} %"]]);
  });

  test("finds a word right after an escaped line break", () => {
    expect(found(String.raw`const text = "Done.\nMeanwhile, we wait.";`)).toEqual([[1, "Meanwhile"]]);
  });

  test("finds them in Markdown, but not in its code", () => {
    expect(found("A line.\n\nIt was gone for ever.\n", "docs/tour.md")).toEqual([[3, "for ever"]]);
    expect(found("Run `whoever`.\n\n```sh\nwhoever\n```\n", "docs/tour.md")).toEqual([]);
  });

  test("leaves code, keys and plain English alone", () => {
    expect(found(`import a from "./anew.ts";\nconst stands = 20 % 3;\nexport const b = stands + a;`)).toEqual([]);
    expect(found(`const text = "20% off. Your price is held for 7 days, and we'll email you.";`)).toEqual([]);
  });

  test("finds the field's words said in another way", () => {
    expect(found("// Handed in by the editor.\n// Press the pay button.")).toEqual([
      [1, "Handed in "],
      [2, "Press the pay button"],
    ]);
    expect(found(`const text = "Your order was cancelled by an admin";`)).toEqual([[1, "cancelled"]]);
    expect(found(`const status = "cancelled";`)).toEqual([]);
  });

  test("asks for straight apostrophes, and leaves quotation marks alone", () => {
    expect(found(`const text = "You’ll get an email.";`)).toEqual([[1, "’"]]);
    expect(found(`const text = "‘affect’ or ‘effect’?";`)).toEqual([]);
  });

  test("asks for American spelling", () => {
    expect(found(`const text = "Your favourite colour";`)).toEqual([[1, "favourite"]]);
    expect(found(`const text = "We recognise it";`)).toEqual([[1, "recognise"]]);
    expect(found(`const text = "The order was fulfilled and analyzed";`)).toEqual([]);
  });

  test("finds plurals by hand, and leaves what differs otherwise alone", () => {
    const one = (source: string) => checkWording("app/page.tsx", source).map(({ instead }) => instead);
    const plural = ["count(n, noun) or plural(n, noun)"];
    expect(one('const a = `${n} ${n === 1 ? "word" : "words"}`;')).toEqual(plural);
    expect(one('const a = all.length === 1 ? "change needs" : "changes need";')).toEqual(plural);
    expect(one('const a = n === 1 ? "1 entry" : `${n} entries`;')).toEqual(plural);
    expect(one('const a = n === 1 ? "it" : "them";')).toEqual([]);
    expect(one('const a = n === 2 ? "word" : "words";')).toEqual([]);
    expect(one('const a = n === 1 ? "Open order" : "View orders";')).toEqual([]);
  });
});
