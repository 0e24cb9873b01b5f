import { expect, test } from "vitest";
import { NO_OPTIONS, checkText } from "../../testing/check-text.ts";
import { crossReferences } from "./cross-references.ts";

const caption = (text: string) => ({ kind: "caption" as const, text });
const heading = (text: string, label = "") => ({ kind: "heading" as const, text, label, level: 1 });
const messages = (...blocks: Parameters<typeof checkText>): string[] =>
  crossReferences(checkText(...blocks), NO_OPTIONS)
    .filter((one) => !one.folded)
    .map((one) => one.message);
const CAPTIONS = [caption("Table 1. Sample"), caption("Figure 1. Course"), caption("Fig. 2: Spread")];

test.each<[string, string[]]>([
  ["Table 1 and Figures 1 and 2 show it.", []],
  ["See tables 1, Figs. 1–2.", []],
  ["See Table 1, Fig. 1a and Fig. 2b.", []],
  ["See Table 1, Fig. 1A–C, E and Fig. 2(b).", []],
  ["See Table 1 and 5 of them, Figures 1–2, and 0 others.", []],
  ["See Table 1, Figures 1–2, and Supplementary Figure 8.", []],
  ["See Table 1, Figures 1–2 (Smith, 2010, Fig. 9; [5], pl. 3, Figs. 7–8).", []],
  ["See Table 1, Figure 1, Figure 2 and Figure 9.", ["Figure 9 is mentioned and isn't there."]],
  ["See Table 1 and Table 7, and Figures 1, 2.", ["Table 7 is mentioned and isn't there."]],
  ["See Table 1 and Figure 1.", ["Figure 2 is never mentioned in the text."]],
  ["See Table 1, Figure 2, then Figure 1.", ["Figure 2 is mentioned before Figure 1."]],
  ["See Table 1, Figures 1–2. It has the same count in its own Table 12 (Hallam et al., 2022).", []],
  ["See Table 1, Figures 1–2, and Table 3 of Smith (2010).", []],
  ["See Table 1, Figures 1–2, and Figure S3.", []],
  ["See Table 1 and Figures 1–2. Error! Reference source not found.", ["A cross-reference field has lost its target."]],
])("%s", (text, expected) => {
  expect(messages(text, ...CAPTIONS)).toEqual(expected);
});

test("a manuscript without captions may have them in a file of their own", () => {
  expect(messages("Table 7 and Figure 9 show it.")).toEqual([]);
});

test("captions that jump, and captions that are there twice", () => {
  expect(
    messages("See Figures 1, 2, and 4.", caption("Figure 1. A"), caption("Figure 2. B"), caption("Figure 4. D")),
  ).toEqual(["Captions jump from Figure 2 to Figure 4."]);
  expect(
    messages("See Figures 1 and 2.", caption("Figure 1. A"), caption("Figure 2. B"), caption("Figure 2. C")),
  ).toEqual(["There are two captions for Figure 2."]);
});

test("a name alone is a caption only if nothing else is", () => {
  expect(messages("See Table 1 and Fig. 1.", caption("Fig. 2"), ...CAPTIONS)).toEqual([]);
  expect(messages("See it.", caption("Table 1"), "Sample by group")).toEqual([]);
  expect(messages("See Table 2.", caption("Table 1"), "Sample by group")).toEqual([
    "Table 2 is mentioned and isn't there.",
    "Table 1 is never mentioned in the text.",
  ]);
});

test("equations, sections with typed and automatic numbers, and appendices", () => {
  const blocks = [heading("1 Introduction"), heading("Methods", "2."), heading("Appendix A: fields"), "y = a + bx (1)"];
  expect(messages("By Equation (1), in Section 2 and Appendix A.", ...blocks)).toEqual([]);
  expect(messages("By Eqs. (1) and (5), in Section 2, see Section 7, and (Appendix C).", ...blocks)).toEqual([
    "Equation (5) is mentioned and isn't there.",
    "Section 7 is mentioned and isn't there.",
    "Appendix C is mentioned and isn't there.",
  ]);
  expect(messages("Section 2 sets it out. Section 12 of the Act applies.", ...blocks)).toEqual([]);
});

test("a document that is an appendix itself mentions those of another", () => {
  const text = "Have they signed Appendix C?";
  expect(messages(heading("Appendix B"), text)).toEqual([]);
  expect(messages("First.", heading("Appendix A"), heading("Appendix B"), `${text} See Appendices A and B.`)).toEqual([
    "Appendix C is mentioned and isn't there.",
  ]);
});
