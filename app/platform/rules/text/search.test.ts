import { describe, expect, test } from "vitest";
import { marksIn, snippetOf, swapsOf, wordsOf } from "./search.ts";

const hits = (text: string, q: string): string[] =>
  marksIn(text, wordsOf(q)).flatMap((it) => (it.hit ? [it.text] : []));

describe("a search's words", () => {
  test("are its letters and digits, at most six, none longer than forty", () => {
    expect(wordsOf("Mei-Ling T")).toEqual(["mei", "ling", "t"]);
    expect(wordsOf("client@demo.test")).toEqual(["client", "demo", "test"]);
    expect(wordsOf("'; drop | (!&:*")).toEqual(["drop"]);
    expect(wordsOf(" !? ")).toEqual([]);
    expect(wordsOf("a b c d e f g h")).toHaveLength(6);
    expect(wordsOf("x".repeat(5_000))).toEqual(["x".repeat(40)]);
  });
  test("are tried with neighboring letters swapped, unless they're short or numbers", () => {
    expect(swapsOf("oesi")).toEqual(["eosi", "osei", "oeis"]);
    expect(swapsOf("anna")).toEqual(["nana", "anan"]);
    for (const word of ["osi", "2026", "s777001"]) expect(swapsOf(word)).toEqual([]);
  });
});

describe("marks", () => {
  test("cover the beginnings of words regardless of accents and case, and keep the whole text", () => {
    expect(hits("Tides of the Øresund", "øre tid")).toEqual(["Tid", "Øre"]);
    expect(hits("Crème brûlée", "creme brul")).toEqual(["Crème", "brûl"]);
    expect(hits("undertides", "tides")).toEqual([]);
    for (const text of ["Tides of the Øresund", "", "a <b>bold</b> 100% & more", "👩‍🔬 tides"])
      expect(
        marksIn(text, ["tid", "bold"])
          .map((it) => it.text)
          .join(""),
      ).toBe(text);
  });
});

describe("a snippet", () => {
  test("shows the matching word, cut between words", () => {
    const text = `${"before ".repeat(60)}needle ${"after ".repeat(60)}`;
    const snippet = snippetOf(text, ["needle"]);
    expect(snippet).toMatch(/^… before .*needle after .*after …$/);
    expect(snippet.length).toBeLessThan(180);
    expect(snippetOf("Short\n\ntext", ["short"])).toBe("Short text");
    expect(snippetOf(text, ["absent"])).toMatch(/^before .*before …$/);
    expect(snippetOf("x".repeat(1_000), ["x"]).length).toBeLessThan(180);
  });
});
