import { expect, test } from "vitest";
import { NO_OPTIONS, checkText } from "../../../testing/check-text.ts";
import { citations, orcidHolds } from "./citations.ts";
import { entriesOf } from "./entries.ts";
import { namedIn } from "./in-text.ts";
import { isSlip } from "./report.ts";

const entry = (text: string) => ({ kind: "reference" as const, text });
const messages = (texts: readonly string[], list: readonly string[]): string[] =>
  citations(checkText(...texts, ...list.map(entry)), NO_OPTIONS)
    .filter((one) => !one.folded)
    .map((one) => one.message);

test.each<[string, string[], string | null]>([
  ["Adler, B., & Moss, H. (2009). Two views of kinship. Studies in Practice, 14(2), 10–20.", ["Adler", "Moss"], "2009"],
  [
    "Adler, B. K., Moss, H., & van der Berg, T. (2009a). Two views. Studies, 14, 1-2.",
    ["Adler", "Moss", "van der Berg"],
    "2009a",
  ],
  ["22. Adler TB, Moss S, O’Neill K. Old forms. J Forms. 1996;24(4):320–46.", ["Adler", "Moss", "O’Neill"], "1996"],
  ["Adler, Jane, and John Moss. 2010. Old Forms. Oxford: Clarendon.", ["Adler", "Moss"], "2010"],
  ["[3] J. Adler and K. Moss, “Old forms,” Forms, vol. 3, pp. 1–9, 2011.", ["Adler", "Moss"], "2011"],
  [
    "Kinney, R, Crucitti, P and Latora, V (2005), ‘Modeling’, Eur. Phys. J., 46, 101.",
    ["Kinney", "Crucitti", "Latora"],
    "2005",
  ],
  ["World Health Organization. (2020). World report. Geneva: WHO.", ["World Health Organization"], "2020"],
  ["Colebrook, B. Notes on harvest. Studies in Practice, 3, 1–9.", ["Colebrook"], null],
])("%s", (text, authors, year) => {
  const [one] = entriesOf(checkText(entry(text)).blocks);
  expect([one!.authors, one!.year]).toEqual([authors, year]);
});

test.each<[string, string[]]>([
  ["It was so (Adler, 1990).", ["Adler 1990"]],
  ["It was so (see Adler & Moss, 1990a, b; Berg et al., 2001, p. 3).", ["Adler+Moss 1990a 1990b", "Berg 2001 et al."]],
  ["Adler and Moss (1990) and O’Neill’s (2001) view.", ["Adler+Moss 1990", "O’Neill 2001"]],
  ["Duckett S. (2002) said so.", ["Duckett 2002"]],
  ["(World Health Organization, 2020)", ["World Health Organization 2020"]],
  ["It began in spring (March, 2020) and was fast (Table 3, 2010).", []],
  ["The war (1914–1918) was long.", []],
])("%s", (text, expected) => {
  const said = namedIn(checkText(text).blocks).map(
    (one) => `${one.names.join("+")} ${one.years.join(" ")}${one.etAl ? " et al." : ""}`,
  );
  expect(said.toSorted()).toEqual(expected.toSorted());
});

test("a work without a year, and dashes for the authors of the entry before", () => {
  const list = [
    "Adler, Jane. n.d. “Old Forms (14 August 2009).” Accessed July 6, 2018.",
    "———. 2011. “New Forms.” Forms 3 (1): 1–9.",
    "World Health Organization. 2017. World Report. Geneva.",
    "———. 2018. “Later Report.” Geneva.",
  ];
  const entries = entriesOf(checkText(...list.map(entry)).blocks);
  expect(entries.map((one) => `${one.authors.join("+")} ${one.year}`)).toEqual([
    "Adler n.d.",
    "Adler 2011",
    "World Health Organization 2017",
    "World Health Organization 2018",
  ]);
  const text = "So (Adler, n.d.; Adler, 2011; World Health Organization, 2017; World Health Organization, 2018).";
  expect(messages([text], list)).toEqual([]);
});

const LIST = [
  "Adler, B., & Moss, H. (2009). Two views of kinship. Studies in Practice, 14(2), 10–20.",
  "Berg, T. (2011). Notes on harvest. Studies in Practice, 15(1), 33–50.",
  "Cole, A., Dunn, B., & East, C. (2001). Long fields. Field Notes, 3(3), 1–9.",
  "Neville, K. (1990). Short fields. Field Notes, 1(2), 80–99.",
  "Upton, S. (2004). Hedges. Field Notes, 4(2), 180–199.",
];
const ALL = "So it is (Adler & Moss, 2009; Berg, 2011; Cole et al., 2001; Neville, 1990; Upton, 2004).";

test.each<[string, string[]]>([
  [ALL, []],
  [`${ALL} And (Quillon, 2008).`, ["Quillon (2008) is cited and not listed."]],
  [ALL.replace("Upton, 2004", "Upton, 2005"), ["Upton: 2005 in the text, 2004 in the list."]],
  [ALL.replace("Neville", "Nevilel"), ["“Nevilel” in the text, “Neville” in the list."]],
  [ALL.replace("Adler & Moss", "Adler et al."), ["“Adler et al., 2009”: the entry has two authors."]],
  [ALL.replace("; Upton, 2004", ""), ["Upton (2004) is listed and not cited."]],
])("%s", (text, expected) => {
  expect(messages([text], LIST)).toEqual(expected);
});

test("entries against each other: twice, without a year, without pages, out of order, two of one year", () => {
  expect(messages([ALL], [...LIST, LIST[4]!])).toEqual(["Upton (2004) is in the list twice."]);
  expect(messages([ALL], LIST.with(1, "Berg, T. Notes on harvest. Studies in Practice, 15(1), 33–50."))).toEqual([
    "The entry Berg has no year.",
  ]);
  expect(messages([ALL], LIST.with(1, "Berg, T. (2011). Notes on harvest. Studies in Practice, 15(1)."))).toEqual([
    "The entry Berg (2011) has no pages.",
  ]);
  expect(messages([ALL], [LIST[0]!, LIST[2]!, LIST[1]!, LIST[3]!, LIST[4]!])).toEqual([
    "Cole (2001) isn't in alphabetical order.",
  ]);
  expect(messages([ALL], [...LIST, "Upton, S. (2004). Walls. Field Notes, 5(1), 11–19."])).toEqual([
    "“Upton, 2004” stands for 2 entries: tell them apart as 2004a and 2004b.",
  ]);
});

const NUMBERED = [
  "1. Adler T, Moss S. Old forms. J Forms. 1996;24(4):320–46.",
  "2. Berg K. New forms. J Forms. 1997;25(1):1–9.",
  "3. Cole L, Dunn M, East N. Long forms. J Forms. 1998;26(2):11–19.",
  "4. Neville P. Short forms. J Forms. 1999;27(3):21–29.",
];

test.each<[string, string[]]>([
  ["So [1], so [2,3], and so [4].", []],
  ["So [1–4].", []],
  ["So [1–4], and so [7].", ["[7] is cited, and the list ends at 4."]],
  ["So [1], [2], and [4].", ["Entry 3, Cole (1998), is listed and not cited."]],
  ["So [1], [3], [2], and [4].", ["[3] appears before [2]."]],
  ["As Adler et al. [1] say, [2–4].", ["“Adler et al. [1]”: the entry has two authors."]],
  ["As Cole et al. say [1], [2], and Cole et al. [3], [4].", []],
])("numbers: %s", (text, expected) => {
  expect(messages([text], NUMBERED)).toEqual(expected);
});

test("DOIs of a wrong form and ORCID iDs with a wrong check digit", () => {
  expect(messages(["See https://doi.org/10.1000/abc and doi:10.55/x1."], [])).toEqual([
    "“10.55/x1” doesn't have the form of a DOI, such as 10.1000/abc.",
  ]);
  expect(orcidHolds("0000-0002-1825-0097")).toBe(true);
  expect(orcidHolds("0000-0002-1694-233X")).toBe(true);
  expect(orcidHolds("0000-0002-1825-0098")).toBe(false);
  expect(messages(["ORCID iD: https://orcid.org/0000-0002-1825-0098."], [])).toEqual([
    "The check digit of the ORCID iD 0000-0002-1825-0098 is wrong.",
  ]);
});

test("a slip is one letter more, less, or other, or two swapped", () => {
  expect(isSlip("nevilel", "neville")).toBe(true);
  expect(isSlip("whitcomeb", "whitcombe")).toBe(true);
  expect(isSlip("smith", "smyth")).toBe(true);
  expect(isSlip("smith", "smiths")).toBe(true);
  expect(isSlip("smith", "smith")).toBe(false);
  expect(isSlip("smith", "jones")).toBe(false);
});

test("a list may be in the order of words or of letters", () => {
  const list = (...names: string[]) =>
    messages(
      names.map((name) => `It was so (${name}, 2009).`),
      names.map((name) => `${name}, B. (2009). A view of ${name}. Studies in Practice, 14(2), 10–20.`),
    ).filter((message) => message.includes("alphabetical"));
  expect(list("Adler", "De Wit", "Degenhardt", "Falk", "Groff")).toEqual([]);
  expect(list("Adler", "Degenhardt", "De Wit", "Falk", "Groff")).toEqual([]);
  expect(list("Adler", "Degenhardt", "Nik-Zainal", "Nikolaou", "Zorn")).toEqual([]);
  expect(list("Adler", "Degenhardt", "Han", "Falk", "Groff", "Zorn")).toHaveLength(1);
});

test("papers in one file have lists of their own, and a line without a full stop is no entry", () => {
  const work = "Adler, B., & Moss, H. (2009). Two views of kinship. Studies in Practice, 14(2), 10–20.";
  const said = (...blocks: Parameters<typeof checkText>) =>
    citations(checkText("It was so (Adler & Moss, 2009).", ...blocks), NO_OPTIONS)
      .filter((one) => !one.folded)
      .map(({ rule }) => rule);
  const others = ["Berg", "Cole", "Dorn", "Eder", "Falk"].map((name) =>
    entry(`${name}, B. (2009). A view of ${name}. Studies in Practice, 14(2), 10–20.`),
  );
  expect(said(entry(work), ...others, entry(work))).toContain("entry-twice");
  const heading = { kind: "heading" as const, text: "Second paper", level: 1 };
  expect(said(entry(work), ...others, heading, entry(work))).not.toContain("entry-twice");
  expect(said(...others, entry("Colebrook, B. Notes on the harvest. Studies in Practice, 3, 1–9."))).toContain(
    "no-year",
  );
  expect(said(...others, entry("New Cases, Deaths and Relative Survival View Data Table"))).not.toContain("no-year");
});
