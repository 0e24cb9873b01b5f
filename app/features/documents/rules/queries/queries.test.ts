import { describe, expect, it } from "vitest";
import { buildDocx } from "../docx/build-docx.ts";
import type { DocxSpec } from "../docx/docx-spec.ts";
import { asks, readQueries } from "./queries.ts";
import { optionsIn } from "./query-options.ts";

describe("questions", () => {
  it.each([
    "Which year is meant?",
    "Please check.",
    "Could you name the databases you searched",
    "AU: the table is cited before it appears",
    "Query 3: second author missing",
    "[AQ2] Initials",
    "Please also confirm the sample size.",
    "A source is needed for the skill of the forecast.",
    "Let me know whether this is the same cohort.",
    "I changed “in the morning” to “first”. Please check.",
    "“effect”?",
    "Bitte prüfen Sie die Jahreszahl.",
    "Bitte Quelle angeben",
    "Meinen Sie „wirksam“ oder „wirkungsvoll“?",
    "Frage: Ist das dieselbe Stichprobe",
    "Können Sie den Satz kürzen?",
    "Veuillez préciser l’année.",
    "这是同一个样本吗？",
    "Jahr??",
  ])("asks: %s", (comment) => expect(asks(comment)).toBe(true));

  it.each([
    "Recorded is the better word here.",
    "Please note that the journal wants figures above ten.",
    "House style.",
    "I turned your question “Why does it rain?” into a statement.",
    "See https://example.org/search?q=soil for the rule.",
    "Author and year are in the wrong order.",
    "Bitte beachten: neue Rechtschreibung.",
    "Done, thank you.",
    "Changed throughout (?)",
    "Auch im Text geändert.",
    "",
  ])("doesn't ask: %s", (comment) => expect(asks(comment)).toBe(false));
});

const options = (comment: string, quote: string, leading = "", trailing = "") =>
  optionsIn(comment, { quote, leading, trailing });
const words = (comment: string, quote: string, leading = "", trailing = "") =>
  options(comment, quote, leading, trailing).map(({ label, edit }) =>
    edit?.kind === "replace" ? `${edit.from} > ${edit.text}` : (edit?.kind ?? label),
  );

describe("the choices in a comment", () => {
  it.each<[string, string, string[]]>([
    ["‘affect’ or ‘effect’?", "affect", ["keep", "affect > effect"]],
    ["Do you mean “affect” or “effect”?", "the Affect of rain on soils", ["keep", "Affect > Effect"]],
    ["Do you mean affect or effect?", "affect", ["keep", "affect > effect"]],
    ['Should this be "its" or "their" here?', "its", ["keep", "its > their"]],
    ["its or their?", "its", ["keep", "its > their"]],
    ["Meinen Sie „wirksam“ oder „wirkungsvoll“?", "wirksam", ["keep", "wirksam > wirkungsvoll"]],
    ["Is “little”, “few” or “fewer” meant?", "few", ["few > little", "keep", "few > fewer"]],
    ["“strong” or “marked”?", "big", ["big > strong", "big > marked", "keep"]],
    ["Delete?", "very", ["delete", "keep"]],
    ["This repeats the abstract. Can this sentence be cut?", "As said above, it rained.", ["delete", "keep"]],
    ["Streichen?", "sehr", ["delete", "keep"]],
    ["OK to delete this?", "very", ["delete", "keep"]],
    ["Should this be “effect”?", "affect", ["affect > effect", "keep"]],
    ["(a) “the data” or (b) “these data”?", "the data", ["keep", "the data > these data"]],
    [
      "Which do you mean: (a) the wet season, or (b) the whole year?",
      "season",
      ["(a) the wet season", "(b) the whole year"],
    ],
    ["AU: “who” or “whom”?", "who", ["keep", "who > whom"]],
  ])("%s on “%s”", (comment, quote, expected) => expect(words(comment, quote)).toEqual(expected));

  it.each<[string, string, string?, string?]>([
    // Neither is in the passage.
    ["Is the rate smaller, or the time earlier?", "The effect had vanished by midnight."],
    ["Do you mean the districts or the clinics?", "They were visited in March."],
    ["Which year is meant?", "then"],
    // A statement, not a question.
    ["I changed “affect or “effect” here.", "effect"],
    ["“affect” or “effect” would both do. Which year?", "affect"],
    // Too long for the words they would replace.
    [
      "Would “could also be judged” express your view?",
      "should be judged after the delay as well as the coverage by a panel of experts",
    ],
    // About words other than the anchored ones.
    ["“Every twenty years” goes beyond the results. Perhaps “about every twenty years”?", "its foot"],
    ["Perhaps “about every twenty years”?", "at its foot."],
    // Its words are already next to the passage.
    ["Do you mean “helps them nowhere”?", "not at all in most places", "it knows that it helps them"],
    // It occurs twice.
    ["its or their?", "its form and its size"],
    ["Shall I delete the second half, or move it?", "one two three four"],
  ])("none: %s", (comment, quote, leading = "", trailing = "") =>
    expect(options(comment, quote, leading, trailing)).toEqual([]),
  );

  it("an answer has only words if the passage spans paragraphs", () =>
    expect(options("‘affect’ or ‘effect’?", "affect\nmore")).toEqual([]));
});

describe("reading a document's queries", () => {
  const spec: DocxSpec = {
    author: "Jonas Weber",
    paragraphs: [
      { heading: 1, text: "Methods" },
      { runs: [{ text: "Rain has an " }, { text: "affect", comments: [0] }, { text: " on soils." }] },
      {
        runs: [
          { text: "It was " },
          { text: "seldom", del: true, comments: [1] },
          { text: "rarely", ins: true, comments: [2] },
          { text: " dry." },
        ],
        comments: [3],
      },
      { text: "First.", comments: [4] },
      { text: "Last.", comments: [6, 8] },
    ],
    comments: [
      { text: "“affect” or “effect”?" },
      { text: "I took this out. Is that right?" },
      { text: "A plainer word." },
      { text: "Which year?", resolved: true },
      { text: "Which site?" },
      { text: "The northern one.", author: "Amara Osei", replyTo: 4 },
      { text: "Which unit?" },
      { text: "Meters I suppose.", replyTo: 6 },
      { text: "Is this mine?", author: "Amara Osei" },
      { text: "It is theirs; or do you mean ours?", replyTo: 8 },
    ],
  };
  it("finds each thread's open question, with its anchored words", () => {
    const all = readQueries(buildDocx(spec));
    expect(all.map(({ id, asks: open, quote, deleted, editable }) => ({ id, open, quote, deleted, editable }))).toEqual(
      [
        { id: "0", open: true, quote: "affect", deleted: false, editable: true },
        { id: "1", open: true, quote: "seldom", deleted: true, editable: false },
        { id: "2", open: false, quote: "rarely", deleted: false, editable: true },
        { id: "3", open: false, quote: "It was rarely dry.", deleted: false, editable: true },
        { id: "4", open: false, quote: "First.", deleted: false, editable: true },
        { id: "6", open: true, quote: "Last.", deleted: false, editable: true },
        { id: "8", open: true, quote: "Last.", deleted: false, editable: true },
      ],
    );
    expect(all[0]).toMatchObject({
      section: "Methods",
      leading: "Rain has an ",
      trailing: " on soils.",
      author: "Jonas Weber",
      options: [{ label: "Keep “affect”" }, { label: "Replace “affect” with “effect”" }],
    });
    expect(all[5]).toMatchObject({ text: "Which unit?\n\nMeters I suppose.", said: [] });
    expect(all[6]).toMatchObject({
      text: "It is theirs; or do you mean ours?",
      said: [{ author: "Amara Osei", text: "Is this mine?" }],
    });
  });
  it("leaves out comments from the earlier document", () => {
    expect(
      readQueries(buildDocx(spec), [{ author: "Jonas Weber", text: "“affect” or “effect”?" }]).map((one) => one.id),
    ).not.toContain("0");
    expect(
      readQueries(buildDocx(spec), [{ author: "Amara Osei", text: "Is this mine?" }]).map((one) => one.id),
    ).toContain("8");
  });
  it("shows formulas among the words, where the passage was cut, too", () => {
    const power = (base: string, exponent: string) =>
      `<m:oMath><m:sSup><m:e><m:r><m:t>${base}</m:t></m:r></m:e><m:sup><m:r><m:t>${exponent}</m:t></m:r></m:sup></m:sSup></m:oMath>`;
    const words = "Rain falls on loam and sand. ".repeat(12);
    const [query] = readQueries(
      buildDocx({
        paragraphs: [
          {
            runs: [
              { text: `${words}It is `, equation: power("a", "2") },
              { text: " or " },
              { text: "even ", equation: power("b", "3"), comments: [0] },
              { text: " now, not ", equation: power("c", "4") },
              { text: `. ${words}`, equation: power("d", "5") },
            ],
          },
        ],
        comments: [{ text: "Is this right?" }],
      }),
    );
    if (!query) throw new Error("no question");
    expect([query.leading.startsWith("…"), query.trailing.endsWith("…")]).toEqual([true, true]);
    expect(query.formulas.map(({ part, from, to }) => [part, query[part].slice(from, to)])).toEqual([
      ["leading", "a2"],
      ["quote", "b3"],
      ["trailing", "c4"],
    ]);
    expect(query.formulas[1]?.nodes).toMatchObject([{ n: "msup" }]);
    expect(query.editable).toBe(false);
  });
  it("has none in a document without comments", () =>
    expect(readQueries(buildDocx({ paragraphs: [{ text: "Plain?" }] }))).toEqual([]));
});
