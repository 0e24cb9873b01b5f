import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMs } from "#boot/testing/cpu-ms.ts";
import { tries } from "#boot/testing/tries.ts";
import { buildDocx } from "../docx/build-docx.ts";
import type { ParagraphSpec } from "../docx/docx-spec.ts";
import { documentFindings } from "./document-findings.ts";
import { readDocx } from "../docx/docx-reader.ts";
import { itemsOf } from "./finding-items.ts";
import { countFindings, type Finding, listedFindings, MAX_FINDINGS } from "./findings.ts";
import { checkGate } from "./gate.ts";
import { findingsBetween } from "./gate-findings.ts";
import { mixedSpellings } from "./mixed-spelling.ts";
import { divideIntoSections } from "../readers/sections.ts";
import { newModel, textParagraph, type Paragraph } from "../readers/text-model.ts";

type Line = string | Paragraph;
const model = (...lines: Line[]) =>
  divideIntoSections(
    newModel(
      "docx",
      lines.map((line) =>
        typeof line === "string"
          ? line.startsWith("# ")
            ? textParagraph(line.slice(2), "heading", 1)
            : textParagraph(line)
          : line,
      ),
    ),
  );
const short = (findings: readonly Finding[]): string[] =>
  findings.map(({ kind, before, after }) => `${kind}: ${before} > ${after}`);
/** The findings between two versions of one paragraph among unchanged ones. */
const between = (before: Line, after: Line): string[] =>
  short(
    findingsBetween(
      model("# Methods", "Nothing changes in this one of 17 words.", before, "Nor here."),
      model("# Methods", "Nothing changes in this one of 17 words.", after, "Nor here."),
    ),
  );

describe("numbers", () => {
  it.each([
    ["We asked 40 people in 5 towns.", "We asked 42 people in 5 towns.", ["number: 40 > 42"]],
    ["The dose was 12 mg a day.", "The dose was 12 g a day.", ["number: 12 mg > 12 g"]],
    ["It rose by 5 per cent over time.", "It rose by 5% over time.", []],
    ["It rose by 5 % over time.", "It rose by 6 % over time.", ["number: 5 % > 6 %"]],
    ["There were 1,000 of them.", "There were 1000 of them.", []],
    ["There were 12 sites in all.", "There were twelve sites in all.", []],
    ["There were twelve sites in all.", "There were 12 sites in all.", []],
    ["Values of .05 and 3,5 were seen.", "Values of 0.05 and 3.5 were seen.", []],
    ["It was -5 at night here.", "It was 5 at night here.", ["number: -5 > 5"]],
    ["It was −5 at night here.", "It was -5 at night here.", []],
    ["Pages 10-15 tell of it.", "Pages 10–15 tell of it.", []],
    ["Of 40 people asked, 12 had left.", "In all, 12 of the 40 people asked had left.", []],
    [
      "There were 12 men and 15 women in it.",
      "There were 15 men and 12 women in it.",
      ["number: 12 > 15", "number: 15 > 12"],
    ],
    ["There were 12 men and 15 women in it.", "There were 15 women and 12 men in it.", []],
    ["Ages were 3, 5 and 8 there.", "Ages were 8, 5 and 3 there.", []],
    ["A value of 1.50 was seen.", "A value of 1.5 was seen.", ["number: 1.50 > 1.5"]],
    ["It cost $40 in a shop.", "It cost $45 in a shop.", ["number: $40 > $45"]],
    ["H2O and COVID-19 are words, as is p53.", "H3O and COVID-20 are words, as is p54.", []],
    ["We saw some of them.", "We saw some 30 of them.", ["number:  > 30"]],
    ["We saw some 30 of them.", "We saw some of them.", ["number: 30 > "]],
    ["Version 1.2.3 was used by us.", "Version 1.2.4 was used by us.", ["number: 1.2.3 > 1.2.4"]],
    ["On the 3rd day it rained.", "On the 4th day it rained.", ["number: 3 > 4"]],
    ["Two limits should be kept in mind.", "Three limits should be kept in mind.", ["number: Two > Three"]],
    ["We saw twenty-one birds and two hundred and ten eggs.", "We saw 21 birds and 210 eggs.", []],
    [
      "It holds for two thirds of the sites.",
      "It holds for three quarters of the sites.",
      ["number: two thirds > three quarters"],
    ],
    ["It rose by ten percent over time.", "It rose by 10% over time.", []],
    [
      "It rose by ten per cent over time.",
      "It rose by twelve per cent over time.",
      ["number: ten per cent > twelve per cent"],
    ],
    ["Half of them left.", "Most of them left.", ["number: Half > "]],
    ["A dozen wells were dry.", "12 wells were dry.", []],
    ["Some 5 million people live there.", "Some 5,000,000 people live there.", []],
    ["Some 5 million people live there.", "Some 5 billion people live there.", ["number: 5 million > 5 billion"]],
    ["The first of the tests failed.", "The second of the tests failed.", ["number: first > second"]],
    ["First, we asked them. One can see why.", "We asked them. It's clear why.", []],
    ["One site was dry for most of the year.", "Two sites were dry for most of the year.", ["number: One > Two"]],
    ["The two groups differed.", "Both groups differed.", []],
    ["The two groups differed.", "All three groups differed.", ["number: two > three"]],
    ["A two-year study of rain.", "A three-year study of rain.", ["number: two > three"]],
    ["Hundreds of birds, and a non-zero result.", "Many birds, and a result.", []],
    ["The interval was 95 of cases.", "The interval was 95 per cent of cases.", []],
    ["The dose was 5 mg a day.", "The dose was 5 a day.", ["number: 5 mg > 5"]],
  ])("%s > %s", (before, after, found) => {
    expect(between(before, after)).toEqual(found);
  });

  it("are followed when a sentence moves to another paragraph", () => {
    const a = model(
      "First we asked 40 people. Then 12 towns were visited by us in June.",
      "The towns were small and far from here.",
      "All of them had a well and a church.",
    );
    const b = model(
      "First we asked 40 people.",
      "The towns were small and far from here.",
      "All of them had a well and a church. Then 12 towns were visited by us in June.",
    );
    expect(short(findingsBetween(a, b))).toEqual([]);
  });

  it("are no change in paragraphs that are joined and split", () => {
    const [one, two, three] = [
      "The memory of soil decays as 1/e in 30 days, as Delworth and Manabe (1988) showed for the models of their time.",
      "Koster and Suarez (2001) then gave 4 terms to it, and each of these terms is used below.",
      "We follow them in all that we do here, and we add what was seen at 12 sites.",
    ];
    const source = model("# Introduction", one, two, three, "# Methods", "And so on.");
    const [head, tail] = three.split(", and ") as [string, string];
    const edited = model("# Introduction", `${one} ${two}`, `${head}.`, `And ${tail}`, "# Methods", "And so on.");
    expect(short(findingsBetween(source, edited))).toEqual([]);
  });

  it("are found in table cells with nothing else", () => {
    const cell = (text: string, column: number): Paragraph => ({
      ...textParagraph(text, "tableCell"),
      cell: { table: 0, row: 0, column },
    });
    expect(short(findingsBetween(model(cell("12", 0), cell("30", 1)), model(cell("12", 0), cell("31", 1))))).toEqual([
      "number: 30 > 31",
    ]);
  });
});

it("a finding says where it is, with the words around it", () => {
  expect(
    findingsBetween(
      model("# Methods", "It is so. We asked 40 people in towns."),
      model("# Methods", "It is so. We asked 42 people in towns."),
    ),
  ).toMatchObject([
    {
      section: "Methods",
      paragraph: 2,
      leading: "It is so. We asked",
      before: "40",
      after: "42",
      trailing: "people in towns.",
    },
  ]);
});

describe("citations", () => {
  it.each([
    ["This was shown (Doe & Roe, 2020) twice.", "This was shown (Doe and Roe 2020) twice.", []],
    ["This was shown (Doe and Roe, 2020) twice.", "Doe and Roe (2020) showed this twice.", []],
    ["This was shown (Doe, 2020; Roe, 2019) twice.", "This was shown (Roe, 2019; Doe, 2020) twice.", []],
    ["This was shown (Doe, 2020) twice.", "This was shown (Doe, 2021) twice.", ["citation: Doe, 2020 > Doe, 2021"]],
    ["This was shown (Doe, 2020; Roe, 2019) twice.", "This was shown (Doe, 2020) twice.", ["citation: Roe, 2019 > "]],
    [
      "As Miller et al. (2018) say, it rains.",
      "As Muller et al. (2018) say, it rains.",
      ["citation: Miller et al. (2018) > Muller et al. (2018)"],
    ],
    ["This is known [1-3] well.", "This is known [1,2,3] well.", []],
    ["This is known [1-3] well.", "This is known [1,3] well.", ["citation: [2] > "]],
    ["It began (January 2020) here.", "It began (January 2021) here.", ["number: 2020 > 2021"]],
  ])("%s > %s", (before, after, found) => {
    expect(between(before, after).filter((one) => !one.startsWith("name"))).toEqual(found);
  });

  it("written by a program are compared too, though refreshing them needs no tracking", () => {
    const field = (text: string): ParagraphSpec => ({
      runs: [{ text: "As shown " }, { text, field: "ADDIN ZOTERO_ITEM CSL_CITATION" }, { text: " before." }],
    });
    const read = (text: string) => readDocx(buildDocx({ paragraphs: [field(text)] }));
    expect(short(findingsBetween(read("(Doe 2020)"), read("(Doe 2021)")))).toEqual(["citation: Doe 2020 > Doe 2021"]);
    expect(short(findingsBetween(read("12"), read("13")))).toEqual([]);
  });
});

describe("references", () => {
  const list = (...entries: string[]) => model("# Findings", "It rains.", "# References", ...entries);
  const [doe, roe, poe] = [
    "Doe, J. (2019). Rain in small towns. Journal of Rain, 4, 1-12.",
    "Roe, A. (2020). Snow and the sea. Winter Studies, 7, 33-40.",
    "Poe, E. (1845). The raven and others. Wiley.",
  ];
  it("lists entries that were added, removed or altered once each, and ignores reordering", () => {
    expect(short(findingsBetween(list(doe, roe), list(roe, doe)))).toEqual([]);
    expect(short(findingsBetween(list(doe, roe), list(doe, roe, poe)))).toEqual([`reference:  > ${poe}`]);
    expect(short(findingsBetween(list(doe, roe, poe), list(doe, poe)))).toEqual([`reference: ${roe} > `]);
    expect(short(findingsBetween(list(doe, roe), list(doe.replace("2019", "2018"), roe)))).toEqual([
      "reference: (2019). > (2018).",
    ]);
  });
  it("treats punctuation as style", () => {
    const found = findingsBetween(list(doe, roe), list(doe.replace("(2019).", "2019;"), roe));
    expect(found).toMatchObject([{ kind: "reference", severity: "note", section: "References" }]);
  });
});

describe("quotations, equations, labels, headings, addresses, names", () => {
  it.each([
    [
      "She said “it rained all day” to us.",
      "She said “it rained all night” to us.",
      ["quotation: “it rained all day” > “it rained all night”"],
    ],
    ['She said "it rained all day" to us.', "She told us ‘it rained all day.’", []],
    ["A “so-called” term of theirs.", "A “socalled” term of theirs.", []],
    [
      "See https://example.org/a for it.",
      "See https://example.org/b for it.",
      ["link: https://example.org/a > https://example.org/b"],
    ],
    ["See doi:10.1000/xyz1 for it.", "See https://doi.org/10.1000/xyz1 for it.", []],
    ["Figure 2. The towns we saw.", "Figure 3. The towns we saw.", ["caption: Figure 2 > Figure 3"]],
    ["Fig. 2: The towns we saw.", "Figure 2: The towns that we saw.", []],
    ["The work of Habermas is known.", "The work of Habermass is known.", ["name: Habermas > Habermass"]],
  ])("%s > %s", (before, after, found) => {
    expect(between(before, after)).toEqual(found);
  });

  it("sees a changed equation, with or without text", () => {
    const equation = (text: string, math: string): Paragraph => ({ ...textParagraph(text), compare: text + math });
    expect(between(equation("where energy is ", "E=mc2"), equation("where energy is ", "E=mc3"))).toEqual([
      "equation: E=mc2 > E=mc3",
    ]);
    expect(between(equation("", "E=mc2"), equation("", "E=mv2"))).toEqual(["equation: E=mc2 > E=mv2"]);
    expect(between(equation("where energy is ", "E=mc2"), equation("where the energy is ", "E=mc2"))).toEqual([]);
  });

  it("sees a changed block quotation", () => {
    const read = (text: string) =>
      readDocx(buildDocx({ paragraphs: [{ text: "She writes:" }, { text, style: "Quote" }] }));
    expect(
      short(
        findingsBetween(
          read("It rained all day and all of the night."),
          read("It rained all day and most of the night."),
        ),
      ),
    ).toEqual(["quotation: … all … > … most …"]);
  });

  it("sees a changed heading, and doesn't take its number for a figure", () => {
    expect(between("# 2 Results of it", "# 3 Findings of it")).toEqual(["heading: 2 Results of it > 3 Findings of it"]);
  });
});

describe("locked sections", () => {
  const text = [
    "# Introduction",
    "We begin with the rain in the towns.",
    "# Methods",
    "We asked forty people about it.",
    "# Results",
    "Most of them had seen rain.",
  ];
  const changed = (i: number, to: string) => text.map((line, at) => (at === i ? to : line));
  it("stops exactly what was changed in them", () => {
    const locked = [{ id: "s1", title: "Methods" }];
    const gate = (lines: string[]) => {
      const [source, final] = [model(...text), model(...lines)];
      return checkGate([source], source, final, { locked }).findings?.filter((one) => one.kind === "locked");
    };
    expect(gate(changed(3, "We asked forty people of it."))).toMatchObject([
      { severity: "stops", section: "Methods", paragraph: 4, before: "… about …", after: "… of …" },
    ]);
    expect(gate(changed(5, "Most had seen rain."))).toEqual([]);
    expect(gate([...text.slice(0, 4), "Then we asked some more of them.", ...text.slice(4)])).toMatchObject([
      { kind: "locked", before: "", after: "Then we asked some more of them." },
    ]);
    expect(gate(text.filter((_, i) => i !== 3))).toHaveLength(1);
    expect(gate(text)).toEqual([]);
  });
});

describe("the document as a whole", () => {
  it("finds spellings of a variant other than the one ordered", () => {
    const mixed = model("The colour of the center was grey, and we organized it. The color was fine.");
    expect(mixedSpellings(mixed, "UK")).toEqual([
      { found: "center", expected: "centre" },
      { found: "color", expected: "colour" },
    ]);
    expect(mixedSpellings(mixed, "US")).toEqual([{ found: "colour", expected: "color" }]);
    expect(mixedSpellings(mixed, null)).toEqual([{ found: "color", expected: "colour" }]);
    expect(mixedSpellings(model("We organise what they organize."), "UK")).toEqual([
      { found: "organize", expected: "organise" },
    ]);
  });

  it("finds changes under another name, names in the properties, and the author's unanswered comments", () => {
    const source = buildDocx({
      paragraphs: [{ text: "It rains here.", comments: [0] }, { text: "So it does." }],
      comments: [{ text: "Is this right?", author: "Ada" }],
      creator: "Ada",
    });
    const tracked = (answered: boolean) =>
      buildDocx({
        paragraphs: [
          {
            runs: [{ text: "It rains" }, { text: " often", ins: true, author: "Somebody" }, { text: " here." }],
            comments: answered ? [0, 1] : [0],
          },
          { text: "So it does." },
        ],
        comments: [
          { text: "Is this right?", author: "Ada" },
          ...(answered ? [{ text: "Yes.", author: "Jonas", replyTo: 0 }] : []),
        ],
        creator: "OFFICE-PC",
      });
    const found = (answered: boolean) =>
      short(documentFindings(readDocx(source), readDocx(tracked(answered)), { editor: "Jonas" }));
    expect(found(false)).toEqual([
      "foreign_change: Somebody > 1",
      "metadata: OFFICE-PC > ",
      "open_comment: Ada: Is this right? > ",
    ]);
    expect(found(true)).toEqual(["foreign_change: Somebody > 1", "metadata: OFFICE-PC > "]);
  });

  it("finds nothing if nothing changed, and nothing in another manuscript", () => {
    const source = readDocx(buildDocx({ paragraphs: [{ text: "It rained 12 times (Doe, 2020)." }] }));
    expect(checkGate([source], source, source).findings).toEqual([]);
    expect(
      checkGate(
        [source],
        model("Salt was taxed by 3 towns in turn along that coast."),
        model("Salt was taxed by 3 towns in turn along that coast."),
      ).findings,
    ).toEqual([]);
  });
});

describe("stored findings", () => {
  it("have the same key for the same change, and different keys for two alike", () => {
    const [a, b] = [model("It was 5 and 5 in all of it.", "More."), model("It was 6 and 6 in all of it.", "More.")];
    const keys = findingsBetween(a, b).map((one) => one.key);
    expect(new Set(keys).size).toBe(2);
    expect(findingsBetween(a, model("It was 6 and 6 in all of it.", "More of it.")).map((one) => one.key)).toEqual(
      keys,
    );
  });
  it("counts all and lists a limited number, those to confirm first", () => {
    const many = Array.from({ length: MAX_FINDINGS + 50 }, (_, i): Finding => ({
      key: `number.${i}`,
      kind: i % 2 ? "number" : "name",
      severity: i % 2 ? "look" : "note",
      section: "",
      paragraph: i,
      before: "",
      after: "",
      leading: "",
      trailing: "",
    }));
    expect(countFindings(many).map((one) => one.count)).toEqual([525, 525]);
    expect(listedFindings(many)).toHaveLength(MAX_FINDINGS);
    expect(listedFindings(many).filter((one) => one.severity === "look")).toHaveLength(525);
  });
});

describe("random edits", () => {
  const word = fc.constantFrom(
    "town",
    "river",
    "people",
    "asked",
    "slowly",
    "rain",
    "market",
    "measured",
    "during",
    "small",
  );
  const piece = fc.oneof(
    { weight: 4, arbitrary: word },
    { weight: 1, arbitrary: fc.integer({ min: 100, max: 999_999 }) },
  );
  const paragraph = fc.array(piece, { minLength: 4, maxLength: 30 });
  it("lists exactly the numbers that were edited", () => {
    fc.assert(
      fc.property(
        fc.array(paragraph, { minLength: 1, maxLength: 8 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 5 })),
        (paragraphs, dice) => {
          let next = 1_000_000;
          const edits: string[] = [];
          const edited = paragraphs.map((pieces, p) =>
            pieces.flatMap((one): (string | number)[] => {
              const die = dice.next().value;
              if (typeof one === "number") {
                if (die !== 0) return [one];
                // A number that's nowhere else.
                edits.push(`${p + 1} ${one} > ${++next}`);
                return [next];
              }
              return die === 0 ? [] : die === 1 ? [one, "indeed"] : [one];
            }),
          );
          const text = (pieces: readonly (string | number)[], p: number) =>
            `Paragraph ${"abcdefgh"[p]} says that ${pieces.join(" ")} and ends.`;
          const found = findingsBetween(model(...paragraphs.map(text)), model(...edited.map(text)));
          expect(found.map((one) => `${one.paragraph} ${one.before} > ${one.after}`).sort()).toEqual(edits.sort());
        },
      ),
      tries(300),
    );
  });

  it("never fails on any text", () => {
    const any = fc.array(
      fc
        .array(fc.constantFrom(...Array.from('“”"‘’«»()[]019.,;:%−–-/\\ AaDoeİß中ا𝒳\u00a0\u0000\ud800\n')), {
          maxLength: 60,
        })
        .map((signs) => signs.join("")),
      { maxLength: 6 },
    );
    fc.assert(
      fc.property(any, any, (a, b) => {
        const found = findingsBetween(model(...a), model(...b));
        for (const one of found) expect(one.key).toMatch(/^[a-z_]+\.[0-9a-z]+$/);
        expect(short(findingsBetween(model(...a), model(...a)))).toEqual([]);
      }),
    );
  });

  it("reads a line in linear time", () => {
    const text = `${"(Doe, 2020; “a b c 12 kg ".repeat(4_000)}`;
    expect(cpuMs(() => itemsOf(text, false))).toBeLessThan(2_000);
  });
});
