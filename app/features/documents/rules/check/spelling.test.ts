import { describe, expect, test } from "vitest";
import { NO_OPTIONS, checkText, isFinding, marked } from "../../testing/check-text.ts";
import { spelling } from "./spelling.ts";
import { sideOf } from "./variants.ts";

const found = (...blocks: Parameters<typeof checkText>): string[] =>
  spelling(checkText(...blocks), NO_OPTIONS)
    .filter(isFinding)
    .map(({ rule, forms }) => `${rule}: ${forms.map(({ form, count }) => `${form} ${count}`).join(", ")}`);

describe("words that speak for a variant", () => {
  test.each([
    ["organisation", "ise"],
    ["hypothesised", "ise"],
    ["emphasize", "ize"],
    ["synthesizing", "ize"],
    ["behavioural", "UK"],
    ["centered", "US"],
    ["analysed", "UK"],
    ["modelling", "UK"],
    ["haemorrhagic", "UK"],
    ["favorite", "US"],
    // The same in both.
    ["analyses", null],
    ["surprised", null],
    ["unsupervised", null],
    ["improvisation", null],
    ["enterprises", null],
    ["otherwise", null],
    ["piecewise", null],
    ["crises", null],
    ["resized", null],
    ["pagesize", null],
    ["seizing", null],
    ["vigorous", null],
    ["humorous", null],
    ["practise", "UK"],
    ["practice", null],
    ["program", null],
    ["programme", "UK"],
    ["metres", "UK"],
    ["defence", "UK"],
    ["fulfilled", null],
    ["fulfilment", "UK"],
    ["literally", null],
    ["judgment", null],
  ])("%s", (word, side) => expect(sideOf(word)).toBe(side));
});

test.each<[string, string[]]>([
  ["The color of the behaviour.", ["us-uk: color 1, behaviour 1"]],
  ["A colour and its behaviour, but one color.", ["us-uk: colour 1, behaviour 1, color 1"]],
  ["We organized the colours and recognized the behaviour.", []],
  ["We organized and recognized it, and summarised the colours.", ["ise-ize: organized 1, recognized 1, summarised 1"]],
  // Quotations, names, addresses, and titles in italics.
  ["The color is “the colour and the flavour”.", []],
  ["The color of the Labour Party and the Pearl Harbour Survey.", []],
  ["Labour Party members saw the color.", []],
  ["The color is at https://example.org/colour-centre and so on.", []],
  ["The World Health Organization is well organised.", []],
  // Accents.
  ["The naïve view is naïve. A naive view isn't.", ["accent-lost: naïve 2, naive 1"]],
  ["Near São Paulo. In São Paulo. From Sao Paulo.", ["accent-lost: São 2, Sao 1"]],
  ["A résumé and a résumé. They resume work.", []],
  ["By Søren, with Søren. From Soren.", ["accent-lost: Søren 2, Soren 1"]],
  ["By Müller, with Müller. From Mueller.", ["accent-lost: Müller 2, Mueller 1"]],
  // Names.
  [
    `By Lindqvist, with Lindqvist. It says Lindqvist. ${"It goes on. ".repeat(20)}Not by Lindquist.`,
    ["name-two-spellings: Lindqvist 3, Lindquist 1"],
  ],
  [
    `Near Cracow. To Cracow. From Cracow. ${"It goes on. ".repeat(20)}In Krakow.`,
    ["name-two-spellings: Cracow 3, Krakow 1"],
  ],
  ["In Austria and in Austria. The Austrian way, an Austrian rule.", []],
  ["The Martin rule and the Martin test. Martins do it.", []],
])("%s", (text, expected) => expect(found(text)).toEqual(expected));

test("italics, references, quotations, and code don't count", () => {
  expect(found("The color.", marked("He read Colour and Light then.", "Colour and Light", "italic"))).toEqual([]);
  expect(found("The color.", marked("Set the colour here.", "colour", "code"))).toEqual([]);
  expect(found("The color.", { kind: "reference", text: "Lee (2010). The colour of behaviour." })).toEqual([]);
  expect(found("The color.", { kind: "quote", text: "The colour of behaviour." })).toEqual([]);
});

test("names that the reference list has in both spellings are two people's", () => {
  const text = "By Lindqvist, with Lindqvist. It says Lindqvist.";
  const far = "x ".repeat(100);
  expect(found(text, `${far}Not by Lindquist.`, { kind: "reference", text: "Lindquist, A. (2001). A title." })).toEqual(
    [],
  );
});
