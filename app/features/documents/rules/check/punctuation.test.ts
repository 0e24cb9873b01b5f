import { expect, test } from "vitest";
import { NO_OPTIONS, checkText, marked } from "../../testing/check-text.ts";
import { englishPunctuation, punctuation } from "./punctuation.ts";

const found = (...blocks: Parameters<typeof checkText>): string[] => {
  const manuscript = checkText(...blocks);
  return [...punctuation(manuscript, NO_OPTIONS), ...englishPunctuation(manuscript, NO_OPTIONS)]
    .filter(({ folded }) => !folded)
    .map(({ rule, forms, spots }) =>
      forms.length === 0
        ? `${rule} at ${spots[0]?.from}`
        : `${rule}: ${forms.map(({ form, count }) => `${form} ${count}`).join(", ")}`,
    );
};

test.each<[string, string[]]>([
  ['He said “one” and “two” and "three".', ['straight-quotes: “…” 2, "…" 1']],
  ['He said “one” and “two” and “three".', ['straight-quotes: “…” 2, "…" 1']],
  ["It’s one’s own, don't you see.", ["straight-apostrophes: ’ 2, ' 1"]],
  ['A 5" pipe and a “quotation”.', []],
  ["He said “one” and “two” and “three”, then ‘more or less’.", ["single-level: “…” 3, ‘…’ 1"]],
  ["“They said ‘no’ and left,” one said. The farmers’ and the clerks’ accounts of the ’90s.", []],
  ["It read “no change on most. The rest follows.", ["quote-open at 8"]],
  ["It read no change” on most.", ["quote-close at 17"]],
  ["The round (held after the pilot was short.", ["bracket at 10"]],
  ["The round held after) the pilot was short.", ["bracket at 20"]],
  ["Two steps: a) one, and b) two; (1) one, 2) two; in [0, 1).", []],
  ["Our view—held so—is this. Our view — so — is that.", ["dash-space: word—word 2, word — word 2"]],
  ["The years 1990 – 1995 and the Kolmogorov–Smirnov test—so far.", []],
  ["The forms were read , sorted.", ["space-before at 19"]],
  ["Is it so ? It is : that is all.", ["space-before at 8"]],
  ["A ratio of 1 : 2 and x : y, so . . . and so on.", []],
  ["The pass was slow.Later it was fast.", ["space-after at 17"]],
  ["It was read,sorted.", ["space-after at 11"]],
  ["Use Node.js, example.com, e.g.this, 3.5 and 1,000 and ... so . . . on.", []],
  [
    "They took time, money, and patience. They took time, money and patience.",
    ["serial-comma: a, b, and c 1, a, b and c 1"],
  ],
  ["In spring, men and women. They took time, money, and patience. Both groups, men and women.", []],
  ["They took time, money, and patience. However, men and women came.", []],
  ["Some (e.g., one) and (e.g., two) and (eg three).", ["eg-form: e.g., 2, eg 1"]],
  ["By Lee et al. (2001), Poe et al. (2002), and Ray et al (2003).", ["etal-form: et al. 2, et al 1"]],
  ["Figure 1 is. Figure 2 is. Fig. 3 is.", ["fig-form: Figure 2, Fig. 1"]],
  ["Figure 1 is (Fig. 1), and so on (Fig. 2).", []],
])("%s", (text, expected) => expect(found(text)).toEqual(expected));

test("a quotation and a bracket of several paragraphs", () => {
  expect(found("“The first.", "“The second.”")).toEqual([]);
  expect(found("[Example: the first.", "The second.", "The third.]")).toEqual([]);
});

test("code, formulas, and the meaning of foreign words", () => {
  expect(found(marked("Call f(a[1 here.", "f(a[1", "code"), marked("Where (x is small.", "(x", "math"))).toEqual([]);
  expect(found("He said “one” and “two”.", marked("In Haus ‘the house’ it is.", "Haus", "italic"))).toEqual([]);
});
