import { expect, test } from "vitest";
import { NO_OPTIONS, checkText } from "../../testing/check-text.ts";
import { abbreviations } from "./abbreviations.ts";

const found = (...blocks: Parameters<typeof checkText>): string[] =>
  abbreviations(
    checkText(...blocks.map((it) => ({ section: "Methods", ...(typeof it === "string" ? { text: it } : it) }))),
    NO_OPTIONS,
  ).map(({ rule, message }) => `${rule}: ${/“(.+?)”/.exec(message)?.[1]}`);

test.each<[string, string[]]>([
  ["A site visit report (SVR) is made. The SVR is kept. Each SVR counts.", []],
  ["The SVR (site visit report) is made. The SVR is kept. Each SVR counts.", []],
  ["A site visit report, or SVR, is made. The SVR is kept. Each SVR counts.", []],
  ["The SVR is read. A site visit report (SVR) is made. The SVR is kept.", ["used-before-defined: SVR"]],
  ["A site visit report (SVR) is made. One SVR, two SVRs. A site visit report (SVR) is kept.", ["defined-twice: SVR"]],
  [
    "A site visit report (SVR) is made. One SVR, two SVRs. A standard visit record (SVR) is kept.",
    ["defined-two-ways: SVR"],
  ],
  ["A site visit report (SVR) is made.", ["defined-never-used: SVR"]],
  ["A site visit report (SVR) is made. The SVR is kept.", ["defined-used-once: SVR"]],
  ["The SVR is kept. Each SVR counts.", ["never-defined: SVR"]],
  ["Only one SVR is kept.", []],
  [
    "A site visit report (SVR) is made. One SVR, two SVRs. We saw the site visit report again.",
    ["long-form-again: site visit report"],
  ],
  ["A site visit report (SVR) is made. One SVR, two SVRs. Site visit reports are long.", []],
  // Small words, letters within words, and letters that the last word has too.
  ["The geographic information system (GIS) is old. One GIS, two GIS.", []],
  ["The body mass index (BMI) is high. One BMI, two BMIs.", []],
  ["The Department of Public Works (DPW) is old. One DPW, two DPWs.", []],
  ["The randomised controlled trial (RCT) is old. One RCT, two RCTs.", []],
  // Explained in brackets, with others or with other letters.
  ["Row- and column-compressed formats (CSR and CSC, respectively) are old. A CSR, a CSC, one CSR, one CSC.", []],
  ["The Information Working Group (APEC TEL) met. The TEL said so. The TEL went on.", []],
  ["Open source software (FLOSS) is free. One FLOSS, two FLOSS.", []],
  ["It turned to a CSR, CSC, or COO matrix. A COO matrix.", ["never-defined: COO"]],
  // Contents that were typed, and where authors work.
  ["Applying the SVR criteria\t56", []],
  ["1 School of Law, University of Bonn, CNRX, 53113 Bonn; 2 Institute of Physics, CNRX, 33400 Talence; 3 CNRX.", []],
  // One word has a sense of its own.
  ["A coordinate (COO) is made. One COO, two COOs. We saw the coordinate again.", []],
  // What needs no definition, or isn't an abbreviation.
  ["The EU and the UK have DNA. The EU and the UK have an ISBN.", []],
  ["Chapter XXX and Henry VIII, Chapter XXX and Henry VIII.", []],
  ["“The GPX said so,” and “the GPX went on.”", []],
  ["NOTE that a note is a note. NOTE it again.", []],
  ["SITE VISIT REPORTS OF THE YEAR ARE ALL HERE. SITE VISIT REPORTS.", []],
])("%s", (text, expected) => expect(found(text)).toEqual(expected));

test("an abstract has definitions of its own", () => {
  expect(
    found(
      { text: "A site visit report (SVR) is made. The SVR and the SVR.", section: "Abstract" },
      "A site visit report (SVR) is made. The SVR and the SVR.",
    ),
  ).toEqual([]);
});

test("a list of abbreviations and the notes of tables define too", () => {
  const text = "The SVR is kept. Each SVR counts.";
  expect(found(text, { text: "SVR: site visit report", section: "Abbreviations" })).toEqual([]);
  expect(found(text, { kind: "caption", text: "Table 1. Sites. SVR = site visit report." })).toEqual([]);
});
