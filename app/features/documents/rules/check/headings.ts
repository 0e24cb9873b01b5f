import { proseOf, type Prose, type Word } from "./prose.ts";
import { StyleCount, mixedStyles } from "./styles.ts";
import type { Block, CheckText, Found, Rule, Spot } from "./finding.ts";

/** Headings, lists, captions: what their own numbers and marks contradict. */
export const headings: Rule = (manuscript) => [
  ...numbering(manuscript),
  ...listMarks(manuscript),
  ...captionMarks(manuscript),
];

/** Capitals in headings: only English has two ways. */
export const headingCase: Rule = (manuscript) => titleCase(proseOf(manuscript), manuscript);

const GROUP = "Headings, lists, captions" as const;

/** A heading's number as typed: "3.2", "A.1", "IV". */
const NUMBER =
  /^\s*(?:(?:chapter|section|part)\s+)?((?:[A-Z]\.)?\d{1,2}(?:\.\d{1,2}){0,5}|[A-Z](?:\.\d{1,2}){1,5})[.):]?[\s\u00a0]+(?=[\p{L}“"‘(])/iu;
const LONGEST_TITLE = 160;
const whole = (block: Block, at: number): Spot => ({ block: at, from: 0, to: block.text.length });

type Numbered = { at: number; number: string; level: number; typed: boolean };

/** The headings with a number, those without, and the numbers of titles that have no style. */
function numbersOf(blocks: readonly Block[]): {
  numbered: Numbered[];
  bare: { at: number; level: number }[];
  elsewhere: Set<string>;
} {
  const numbered: Numbered[] = [];
  const bare: { at: number; level: number }[] = [];
  const elsewhere = new Set<string>();
  for (const [at, { kind, level, text, label }] of blocks.entries()) {
    if (kind !== "heading" || level === 0) {
      const number = kind === "text" ? NUMBER.exec(text)?.[1] : undefined;
      if (number !== undefined) elsewhere.add(number);
      continue;
    }
    // Numbered paragraphs with a heading's style.
    if (text.length > LONGEST_TITLE) {
      const long = NUMBER.exec(text)?.[1];
      if (long !== undefined) elsewhere.add(long);
      continue;
    }
    const own = /\d/.test(label) ? label.replace(/^\D+(?=\d)|[.):\s]+$/g, "") : null;
    const number = own ?? NUMBER.exec(text)?.[1];
    if (number === undefined) bare.push({ at, level });
    else numbered.push({ at, number, level, typed: own === null });
  }
  return { numbered, bare, elsewhere };
}

function numbering({ blocks }: CheckText): Found[] {
  const { numbered, bare, elsewhere } = numbersOf(blocks);
  // One heading with a number may be about the number.
  if (numbered.filter(({ typed }) => typed).length < 3) return [];
  const found: Found[] = [];
  const add = (rule: string, message: string, at: number): void => {
    found.push({ group: GROUP, rule, message, forms: [], spots: [whole(blocks[at] as Block, at)], folded: false });
  };
  // The numbers seen, by the level of their heading.
  const levels = Array.from({ length: 11 }, () => new Set<string>());
  const seen = (of: string): boolean => levels.some((one) => one.has(of));
  let next = 0;
  for (const { number, typed, at, level } of numbered) {
    for (; next < bare.length && (bare[next]?.at ?? 0) < at; next++) {
      // Below a heading without a number, numbers may begin again.
      const above = bare[next]?.level ?? 0;
      if (above < level) for (const below of levels.slice(above + 1)) below.clear();
    }
    const before = siblingBefore(number);
    // The word processor counts its own numbers right.
    if (typed && seen(number)) add("number-twice", `Two headings have the number ${number}.`, at);
    else if (typed && before && !seen(before.sibling) && !elsewhere.has(before.sibling)) {
      const begun = before.parent === "" ? levels.some((of) => of.size > 0) : seen(before.parent);
      if (begun) add("number-gap", `Heading ${number} comes without ${before.sibling} before it.`, at);
    }
    levels[Math.min(10, level)]?.add(number);
  }
  // A whole sequence that looks wrong is one that we misread.
  return found.length > Math.max(3, numbered.length / 4) ? found.map((it) => ({ ...it, folded: true })) : found;
}

/** The number that comes before another, and what both belong to: 3.3 and 3 for 3.4. null for the first. */
function siblingBefore(number: string): { sibling: string; parent: string } | null {
  const parts = number.split(".");
  const last = Number(parts.pop());
  return last > 1 ? { sibling: [...parts, last - 1].join("."), parent: parts.join(".") } : null;
}

const closing = (text: string): string => {
  const end = /([.;,:?!…。；，：？！])?["”’)\]]*\s*$/.exec(text.slice(-12));
  const mark = end?.[1] ?? "";
  return mark;
};

function listMarks({ blocks }: CheckText): Found[] {
  const found: Found[] = [];
  let list: number[] = [];
  const end = (): void => {
    found.push(...oneList(blocks, list));
    list = [];
  };
  for (const [at, { kind, level, label }] of blocks.entries()) {
    if (kind === "note") continue;
    if (kind !== "list") end();
    else if (
      list.length > 0 &&
      /^\W*(?:1|a|i)\W*$/i.test(label) &&
      label !== "" &&
      blocks[list[0] as number]?.level === level
    ) {
      // The numbers begin again.
      end();
      list.push(at);
    } else if (
      list.length > 0 &&
      blocks[list[0] as number]?.level === level &&
      shapeOf(blocks[list[0] as number]?.label ?? "") !== shapeOf(label)
    ) {
      // Bullets after numbers are a list inside, whatever its level says.
      end();
      list.push(at);
    } else if (list.length > 0 && blocks[list[0] as number]?.level !== level) {
      // An inner list is on its own, and ends the outer one's run.
      if ((blocks[list[0] as number]?.level ?? 0) < level) continue;
      end();
      list.push(at);
    } else list.push(at);
  }
  end();
  return found;
}

/** How a label is written: "1." and "12." alike, and "(a)" otherwise. */
const shapeOf = (label: string): string => label.replace(/\d+/g, "1").replace(/\p{L}+/gu, "a");

/** Longer lists are notes or references that were made lists. */
const MOST_ITEMS = 40;

function oneList(blocks: readonly Block[], list: readonly number[]): Found[] {
  if (list.length < 3 || list.length > MOST_ITEMS) return [];
  // Numbered paragraphs aren't a list.
  if (list.every((at) => (blocks[at] as Block).text.length > 200)) return [];
  const count = new StyleCount();
  for (const [i, at] of list.entries()) {
    const block = blocks[at] as Block;
    const mark = closing(block.text);
    // The last item may close the sentence, and the one before has "and"; a colon opens an inner list.
    if (/[:?!…：？！]/.test(mark) || /(?:[,;]|\b)\s*(?:and|or)\s*$/.test(block.text)) continue;
    const isLast = i === list.length - 1;
    if (isLast && mark === ".") continue;
    // Its sentence goes on in a list inside, or ends with the list.
    if (isLast && mark === "" && (blocks[at + 1]?.kind === "list" || count.all.every(({ form }) => /[,;]/.test(form))))
      continue;
    const trimmed = block.text.trimEnd().length;
    count.add(mark, mark === "" ? "no mark" : mark, { block: at, from: Math.max(0, trimmed - 1), to: trimmed });
  }
  return mixedStyles(
    GROUP,
    "list-closing",
    "The items of a list close in different ways",
    count.all,
    (main, others) => {
      const other = others.reduce((sum, { spots }) => sum + spots.length, 0);
      // A list of clauses ends with a full stop, wherever the author sees its end.
      return other * 2 > main.spots.length || (main.form === ";" && others[0]?.form === ".");
    },
  );
}

/** "Table 1." and "Table 2:". */
function captionMarks({ blocks }: CheckText): Found[] {
  const kinds = new Map<string, StyleCount>();
  for (const [at, { kind, text }] of blocks.entries()) {
    if (kind !== "caption") continue;
    const match =
      /^\s*(Table|Figure|Fig\.?)[\s\u00a0]+((?:[A-Z][.-]?)?\d{1,3}(?:[.-]\d{1,3})?)[\s\u00a0]?([.:|–—])/iu.exec(text);
    if (!match) continue;
    const name = /^t/i.test(match[1] as string) ? "Table" : "Figure";
    let count = kinds.get(name);
    if (!count) kinds.set(name, (count = new StyleCount()));
    const mark = match[3] as string;
    count.add(mark, `${name} 1${mark}`, { block: at, from: match.index, to: match[0].length });
  }
  return [...kinds.values()].flatMap((count) =>
    mixedStyles(GROUP, "caption-mark", "The numbers of captions close in different ways", count.all),
  );
}

/** Short words that titles leave small. */
const SMALL = new Set(
  "a an the and but or nor for so yet as at by in of off on per to up via if from with into onto over upon than that about between through during after before under within without against among toward towards versus vs its their is are be".split(
    " ",
  ),
);

function titleCase({ words, parts, lexemes }: Prose, { blocks }: CheckText): Found[] {
  // Words that the text has with a capital only are names.
  const lower = new Set<string>();
  const names = new Set<string>();
  for (const { form, lower: small, uses } of lexemes) {
    if (form === small) lower.add(small);
    else if (uses.some((i) => words[i]?.capital && parts[(words[i] as Word).part]?.block.kind !== "heading"))
      names.add(small);
  }
  for (const name of names) if (lower.has(name)) names.delete(name);
  const levels = new Map<number, Record<"title" | "sentence", number[]>>();
  for (const [at, { kind, level, text }] of blocks.entries()) {
    if (kind !== "heading" || level === 0) continue;
    const said = caseOf(text, names);
    if (said === null) continue;
    let of = levels.get(level);
    if (!of) levels.set(level, (of = { title: [], sentence: [] }));
    of[said].push(at);
  }
  const found: Found[] = [];
  for (const [level, { title, sentence }] of levels) {
    if (title.length === 0 || sentence.length === 0) continue;
    const [main, other, mainName, otherName] =
      title.length > sentence.length ? [title, sentence, "title", "sentence"] : [sentence, title, "sentence", "title"];
    const forms = [
      { form: `${mainName} case`, count: main.length },
      { form: (blocks[other[0] as number] as Block).text.trim().slice(0, 80), count: other.length },
    ];
    found.push({
      group: GROUP,
      rule: "title-case",
      message: `Headings of level ${level} are in ${mainName} case (${main.length}) and in ${otherName} case (${other.length}).`,
      forms,
      spots: other.map((at) => whole(blocks[at] as Block, at)),
      folded: main.length < 2,
    });
  }
  return found;
}

/** Whether a heading's words have capitals; null if that can't be told. `names` have one anyway. */
export function caseOf(heading: string, names: ReadonlySet<string>): "title" | "sentence" | null {
  const text = heading.replace(NUMBER, "").replace(/^\s*\(?(?:[a-z]|[ivx]{1,5}|\d{1,2})[).]\s*/i, "");
  let capitals = 0;
  let small = 0;
  let first = true;
  for (const match of text.matchAll(/[\p{L}\p{M}][\p{L}\p{M}’'-]*|[:.?!—–]/gu)) {
    const [word] = match;
    // After a colon begins a title of its own.
    if (!/^\p{L}/u.test(word)) first = true;
    else if (first) first = false;
    else if (SMALL.has(word.toLowerCase()) || word.length < 4) continue;
    else if (/^\p{Ll}/u.test(word)) small++;
    // Names have capitals in any case, and abbreviations.
    else if (/^\p{Lu}\p{Ll}+/u.test(word) && !names.has(word.toLowerCase())) capitals++;
  }
  if (capitals > 0 && small === 0) return "title";
  return small > 0 && capitals === 0 ? "sentence" : null;
}
