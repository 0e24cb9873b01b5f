import { expect, test } from "vitest";
import { NO_OPTIONS, checkText, isFinding } from "../../testing/check-text.ts";
import { numberWords, numbers } from "./numbers.ts";

const found = (...blocks: Parameters<typeof checkText>): string[] => {
  const manuscript = checkText(...blocks);
  return [...numbers(manuscript, NO_OPTIONS), ...numberWords(manuscript, NO_OPTIONS)]
    .filter(isFinding)
    .map(({ rule, forms }) => `${rule}: ${forms.map(({ form, count }) => `${form} ${count}`).join(", ")}`);
};

test.each<[string, string[]]>([
  ["There were 12,480 and 13,500 people, then 14 300.", ["separators: 12,480 2, 14 300 1"]],
  ["There were 12,480 people and 14300 trees.", ["separators: 12,480 1, 14300 1"]],
  ["There were 12,480 people. Case 20417 and case 20966 were joined in 2014.", []],
  ["There were 12,480 people in Table 1 200 times, and [12,345] said so.", []],
  ["It was 0.74 and 0.75, then 0,82 for all.", ["decimal-comma: 0.74 2, 0,82 1"]],
  ["It was 1.74 and 2.75, then it fell to 2,4 for all.", ["decimal-comma: 1.74 2, 2,4 1"]],
  ["It was 0.74 in (0,1) and [0,1]; items 3,5 and 9.", []],
  ["Set at 15 mm and 20 mm, then 5mm.", ["unit-space: 15 mm 2, 5mm 1"]],
  ["At 15 °C and 20 °C, then 5°C.", ["degree-space: 15 °C 2, 5°C 1"]],
  ["Use 250 mL and 100 mL, then 50 ml.", ["unit-case: mL 2, ml 1"]],
  ["Use 5 mW and 5 MW, 3 mm and 3 Mm.", []],
  ["A rate of 62% and 71%, then 38 %.", ["percent-space: 62% 2, 38 % 1"]],
  ["In 2011–2016 and 3–5 days, then 1998-2004.", ["range-hyphen: 2011–2016 2, 1998-2004 1"]],
  ["In 2011–2016 by ISO 9001-2, and the kit bore the number 555-0142; on 2019-03-12.", []],
  ["In 2011–2016 the score was 3-2, see [4-6].", []],
  ["It fell to −3.2 and −2.6, then to -4.1.", ["minus: − 2, - 1".replace("− 2, - 1", "−3.2 2, -4.1 1")]],
  ["It fell to −3.2 in 5 - 3 steps of the re-4 kind.", []],
  ["A grid of 3 × 4 and 5 × 6, then 6 x 8.", ["times: 3 × 4 2, 6 x 8 1"]],
  ["A grid of 3 × 4. Let x be the distance; f of x is 3.", []],
  ["It has four rooms and three rooms. The next has 3 rooms.", ["number-words: four rooms 2, 3 rooms 1"]],
  ["It has four forms. Items 3, 5, and 9 were forms. In 7 of 23 forms it was so.", []],
  ["We saw four cases. Then 4 cases of 120 were lost.", []],
  [
    "On March 12, 2019, and May 1, 2020; then on 9 October 2019.",
    ["dates-two-formats: March 12, 2019 2, 9 October 2019 1"],
  ],
  ["On March 12, 2019. The page was accessed 9 October 2019.", []],
])("%s", (text, expected) => expect(found(text)).toEqual(expected));

test("tables and quotations have numbers of their own", () => {
  expect(found("There were 12,480.", { kind: "cell", text: "14 300" }, "He said “62 %” of 62%.")).toEqual([]);
});
