import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test, vi } from "vitest";
import { checkText } from "../../testing/check-text.ts";
import { buildDocx } from "../docx/build-docx.ts";
import { readMarkdown, readText } from "../readers/read-plain.ts";
import { docxCheckText, modelCheckText } from "./check-text.ts";
import { RULES, checkManuscript } from "./check.ts";
import type { CheckText, Finding, Group } from "./finding.ts";

const options = { styleGuide: null, blindAuthors: [] };
const findingsOf = (manuscript: CheckText) => checkManuscript(manuscript, options).findings;

describe("what the check reads", () => {
  test("a .docx: hidden and inserted text in, deleted text out, marks, and kinds", () => {
    const { text } = docxCheckText(
      buildDocx({
        paragraphs: [
          { text: "Methods", heading: 1 },
          { runs: [{ text: "We " }, { text: "saw", del: true }, { text: "found", ins: true }, { text: " it" }] },
          { runs: [{ text: "A title", italic: true }, { text: " in it." }] },
          { text: "Table 1. Sites by year" },
          { text: "Table 1 shows the sites." },
          { text: "References", heading: 1 },
          { text: "Lee, A. (2001). A title. Journal, 1, 2–3." },
        ],
      }),
    );
    expect(text.blocks.map(({ kind, text: it, section }) => [kind, it, section])).toEqual([
      ["heading", "Methods", "Methods"],
      ["text", "We found it", "Methods"],
      ["text", "A title in it.", "Methods"],
      ["caption", "Table 1. Sites by year", "Methods"],
      ["text", "Table 1 shows the sites.", "Methods"],
      ["heading", "References", "References"],
      ["reference", "Lee, A. (2001). A title. Journal, 1, 2–3.", "References"],
    ]);
    expect(text.blocks[1]?.marks.map(({ mark, from, to }) => [mark, from, to])).toEqual([
      ["deleted-here", 3, 3],
      ["inserted", 3, 8],
    ]);
    expect(text.blocks[2]?.marks).toEqual([{ mark: "italic", from: 0, to: 7 }]);
    expect(text.trackedChanges).toBe(2);
  });

  test("a caption as long as a page, and a paragraph that begins like one", () => {
    const long = "It has a part for each site, and the parts are alike. ".repeat(50);
    expect(
      modelCheckText(readText(`Figure 2. Sites. ${long}\n\nTable 2 Shows. ${long}`)).blocks.map(({ kind }) => kind),
    ).toEqual(["caption", "text"]);
  });

  test("plain text and Markdown", () => {
    expect(modelCheckText(readText("Methods\n\nWe saw it.")).blocks.map(({ text }) => text)).toEqual([
      "Methods",
      "We saw it.",
    ]);
    expect(
      modelCheckText(readMarkdown("# Methods\n\n| a | b |\n|---|---|\n| c | d |")).blocks.map(({ kind }) => kind),
    ).toEqual(["heading", "cell", "cell", "cell", "cell"]);
  });
});

describe("a report", () => {
  test("has five words around each place, in its own line", () => {
    const [finding] = findingsOf(
      checkText(
        "One two three four five six seven.\nNow one two three four five six data set seven eight nine ten eleven twelve. A dataset, the dataset.",
      ),
    );
    expect(finding?.places.map(({ text }) => text)).toEqual([
      "two three four five six data set seven eight nine ten eleven",
    ]);
  });

  test("is bounded, with exact counts", () => {
    const many = findingsOf(
      checkText(
        ..."x"
          .repeat(300)
          .split("")
          .map((_, i) => `It is the the ${i} and so on.`),
      ),
    );
    expect(many).toHaveLength(200);
    const [one] = findingsOf(checkText(`${"The dataset. ".repeat(99)}${"The data set. ".repeat(60)}`));
    expect([one?.places.length, one?.total, one?.forms[1]?.count]).toEqual([50, 60, 60]);
  });

  test("has no findings of English in other languages", () => {
    const german = { ...checkText("Die Farbe der der Daten: data set, dataset."), language: "de" };
    expect(findingsOf(german)).toEqual([]);
  });
});

/** Texts that are all of what a rule looks for. */
const HOSTILE: Record<string, string> = {
  quotes: "“a ‘b” ’c \"d' ",
  "opening quotes": "“",
  brackets: "([(])(",
  digits: "1 234,5-6.7x8 9",
  commas: "a, b, c and d, ",
  capitals: "ABC DEF (GHI) Jk Lm ",
  "one long word": "A",
  apostrophes: "'a'b ",
  hyphens: "a-b-c-d-",
  dots: "a.b.c e.g. et al. ",
  dashes: "a — b—c – d - ",
  compounds: "the data set dataset data-set ",
  accents: "é",
  definitions: "some visit report (SVR) ",
};

/** How many characters rules look at, as far as that can be counted without a clock: by their calls of `charCodeAt`. */
function steps(manuscript: CheckText): number {
  const calls = vi.spyOn(String.prototype, "charCodeAt");
  try {
    for (const { rule } of RULES) rule(manuscript, options);
    return calls.mock.calls.length;
  } finally {
    calls.mockRestore();
  }
}

test.each(Object.entries(HOSTILE))("work grows with the text and not faster: %s", (_, unit) => {
  const of = (size: number) => steps(checkText({ text: unit.repeat(size / unit.length), section: "Methods" }));
  expect(of(16_000)).toBeLessThan(of(4_000) * 5 + 1_000);
});

const folder = new URL("../../../../../../shared/checks/manuscripts/", import.meta.url);
const there = existsSync(folder);
if (!there) console.warn("Skipped: manuscripts with planted faults (../shared/checks is not there).");

type Row = Record<string, string>;
function table(name: string): Row[] {
  const [head = "", ...lines] = readFileSync(new URL(name, folder), "utf8").trim().split("\n");
  const names = head.split("\t");
  return lines.map((line) => Object.fromEntries(line.split("\t").map((cell, i) => [names[i] as string, cell])));
}

/** The unfolded findings of a manuscript, and its text. */
function checked(row: Row, file: string): { findings: Finding[]; text: CheckText } {
  const { text } = docxCheckText(readFileSync(new URL(file, folder)));
  text.language = "en";
  const { findings } = checkManuscript(text, {
    styleGuide: row["citations"]?.includes("APA") ? "apa" : "vancouver",
    blindAuthors: (row["blind_authors"] ?? "").split("; "),
  });
  return { findings: findings.filter(({ folded }) => !folded), text };
}

/** Whether a finding has a place that touches a fragment, which is in one block or more. */
const touches = ({ places }: Finding, { blocks }: CheckText, fragment: string): boolean =>
  places.some(({ block, text }) => {
    if (block < 0) return false;
    const all = blocks[block]?.text ?? "";
    const from = all.indexOf(fragment);
    const at = all.indexOf(text);
    return from >= 0 && at >= 0 && at < from + fragment.length && from < at + text.length;
  });

describe.skipIf(!there)("planted faults", () => {
  const rows = there ? table("manuscripts.tsv") : [];

  test("at least 95 of 100 are found in each group", () => {
    const planted = new Map<string, { all: number; found: number }>();
    for (const row of rows) {
      const { findings, text } = checked(row, `${row["name"]}.docx`);
      for (const fault of table(`${row["name"]}.truth.tsv`)) {
        const group = fault["group"] as Group;
        const score = planted.get(group) ?? { all: 0, found: 0 };
        planted.set(group, score);
        score.all++;
        const own = findings.filter((one) => one.group === group);
        const fragments = (fault["fragments"] ?? "").split(" || ").filter((it) => it !== "");
        const named = fault["type"] === "author-props" && own.some((one) => one.places.some(({ block }) => block < 0));
        if (named || own.some((one) => fragments.some((it) => touches(one, text, it)))) score.found++;
      }
    }
    for (const [group, { all, found }] of planted) expect(found / all, group).toBeGreaterThanOrEqual(0.95);
  });

  test("their twins without faults have no findings", () => {
    for (const row of rows)
      expect(checked(row, `${row["name"]}.clean.docx`).findings.map(({ message }) => message)).toEqual([]);
  });
});
