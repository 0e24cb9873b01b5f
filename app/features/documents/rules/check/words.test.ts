import { expect, test } from "vitest";
import { NO_OPTIONS, checkText } from "../../testing/check-text.ts";
import { words } from "./words.ts";

const found = (...blocks: Parameters<typeof checkText>): string[] =>
  words(checkText(...blocks), NO_OPTIONS)
    .filter(({ folded }) => !folded)
    .map(({ rule, message, forms }) =>
      forms.length === 0
        ? `${rule}: ${message}`
        : `${rule}: ${forms.map(({ form, count }) => `${form} ${count}`).join(", ")}`,
    );

test.each<[string, string[]]>([
  // Compounds: the same noun in several forms; the plural is the same word.
  ["The dataset is here. Two datasets. A data set.", ["compound-forms: dataset 2, data set 1"]],
  ["Our web-site and their website.", ["compound-forms: web-site 1, website 1"]],
  ["The case-study is short. The case study was long.", ["compound-forms: case-study 1, case study 1"]],
  ["Their wellbeing is good. The well being of all.", ["compound-forms: wellbeing 1, well being 1"]],
  ["A follow-up is a followup. We follow up on it.", ["compound-forms: follow-up 1, followup 1"]],
  // A hyphen before a noun, and none after a verb.
  ["A well-known result is well known.", []],
  ["A long-term view is needed, since few effects last in the long term.", []],
  ["A decision-making process is decision making.", []],
  // Two words that happen to be next to each other.
  ["It may be so; maybe not. We set up the setup every day in everyday use.", []],
  ["An up-to-date list is kept up to date.", []],
  ["The rainfall is low. More rainfall. Rain falls in May, and rain falls in June.", []],
  ["The rainfalls are low. Two rain falls.", ["compound-forms: rainfalls 1, rain falls 1"]],
  ["The class is org.example.dataset and the data set is new.", []],
  // Prefixes.
  ["Nonresponse is low. The non-response rate.", ["prefix-forms: nonresponse 1, non-response 1"]],
  ["They recover the forms and re-cover the worn ones.", []],
  ["Pre-war and non-European.", []],
  // Doubled words.
  ["It is the the first.", ["doubled-word: “the the” has the same word twice."]],
  ["The the first.", ["doubled-word: “The the” has the same word twice."]],
  ["We saw the results results of it.", ["doubled-word: “results results” has the same word twice."]],
  ["It is clear that that reading had had an effect.", []],
  ["The Bison bison herd is here. It ends here. Here it ends.", []],
  // Capitals.
  ["On a Likert scale. Its Likert scale is. The likert scale was.", ["capital-forms: Likert scale 2, likert scale 1"]],
  [
    "By the internet. Over the internet. On the internet. Whether the Internet played a part.",
    ["capital-forms: internet 3, Internet 1"],
  ],
  ["By the table. See the table. In the table. As Table 2 shows.", []],
  ["Any technology, all technology, the technology. The Institute of Technology is old.", []],
  ["The data were old. All data were new. The data were few. Data were entered.", []],
  ["A role is a role. The role and the role. On the Role of the States.", []],
])("%s", (text, expected) => expect(found(text)).toEqual(expected));
