import { expect, test } from "vitest";
import { NO_OPTIONS, checkText, marked } from "../../testing/check-text.ts";
import { leftBehind } from "./left-behind.ts";

test.each<[string, string[]]>([
  ["The point is old. TODO: add the source.", ["todo"]],
  ["The list is TBD.", ["todo"]],
  ["A second pass used XXX rows.", ["xxx"]],
  ["Chapter XXX of the old handbook says so.", []],
  ["It is in pp. xi–xxx of the preface.", []],
  ["Louis XXX never reigned.", []],
  ["It spread by word of mouth [ref].", ["ref-placeholder"]],
  ["It is known (citation needed).", ["ref-placeholder"]],
  ["It is known [REF] and [insert table here].", ["ref-placeholder", "ref-placeholder"]],
  ["It is known (add the reference) or [??].", ["ref-placeholder", "ref-placeholder"]],
  ["Add 2 ml (add more if it's dry), and take the first (reference) group.", []],
  ["A central TANK-binding domain (TBD) is in it. The TBD binds.", []],
  ["It is known [12], and a ref[1] is code.", []],
  ["Lorem ipsum dolor sit amet.", ["lorem"]],
  ["Is it so??? We don't know.", ["question-marks"]],
  ["All is well, todo lists included.", []],
])("%s", (text, rules) => {
  expect(leftBehind(checkText(text), NO_OPTIONS).map((one) => one.rule)).toEqual(rules);
});

test("highlighted, hidden, inserted, and commented text is found where it is", () => {
  const found = leftBehind(
    checkText(
      marked("The site is close to the mean.", "close to", "highlight"),
      marked("Should we say which?", "Should we say which?", "hidden"),
      marked("They were longer and clearer.", "and clearer", "inserted"),
      marked("The series is easy to read.", "easy", "comment"),
    ),
    NO_OPTIONS,
  );
  expect(found.map((one) => [one.rule, one.spots[0]!.block])).toEqual([
    ["highlight", 0],
    ["hidden", 1],
    ["comment", 3],
    ["tracked", 2],
  ]);
});

test("the authors of a blind manuscript are found in its text and properties, but not in its references", () => {
  const manuscript = checkText(
    "The forms were read by Helena M. Brandt and by a clerk.",
    "H. Brandt signed them. Brandt is a village, too.",
    { kind: "reference", text: "Brandt, Helena. Old forms. 2001." },
  );
  manuscript.properties.push(
    { name: "docProps/core.xml creator", value: "Helena Brandt" },
    { name: "docProps/core.xml title", value: "Forms" },
    { name: "file name", value: "brandt-final.docx" },
  );
  const found = leftBehind(manuscript, { ...NO_OPTIONS, blindAuthors: ["Helena Brandt"] });
  expect(found.map((one) => [one.rule, one.spots.length, one.inFile ?? []])).toEqual([
    ["author-text", 2, []],
    ["author-props", 0, ["docProps/core.xml creator: Helena Brandt", "file name: brandt-final.docx"]],
  ]);
  expect(leftBehind(manuscript, NO_OPTIONS)).toEqual([]);
});
