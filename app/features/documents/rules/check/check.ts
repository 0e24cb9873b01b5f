import {
  GROUPS,
  type Block,
  type CheckOptions,
  type CheckText,
  type Finding,
  type Findings,
  type Found,
  type Group,
  type Rule,
} from "./finding.ts";
import { abbreviations } from "./abbreviations.ts";
import { headingCase, headings } from "./headings.ts";
import { numberWords, numbers } from "./numbers.ts";
import { englishPunctuation, punctuation } from "./punctuation.ts";
import { spelling } from "./spelling.ts";
import { citations } from "./citations/citations.ts";
import { crossReferences } from "./cross-references.ts";
import { figures } from "./figures.ts";
import { leftBehind } from "./left-behind.ts";
import { SHEET_RULE, TERM_RULES, conventionOf, usesOf } from "./conventions.ts";
import { bySheet, styleSheet } from "./sheet.ts";
import { words } from "./words.ts";

/** Longer lists help nobody. The counts stay exact. */
const MAX_FINDINGS = 200;
const MAX_PLACES = 50;
/** Of what's written in one way throughout, a few places are enough. */
const UNIFORM_PLACES = 5;

/** All rules. `english`: only for manuscripts in English. */
export const RULES: readonly { rule: Rule; english: boolean }[] = [
  { rule: spelling, english: true },
  { rule: words, english: true },
  { rule: styleSheet, english: false },
  { rule: abbreviations, english: true },
  { rule: numbers, english: false },
  { rule: numberWords, english: true },
  { rule: punctuation, english: false },
  { rule: englishPunctuation, english: true },
  { rule: headings, english: false },
  { rule: headingCase, english: true },
  { rule: crossReferences, english: true },
  { rule: citations, english: false },
  { rule: figures, english: false },
  { rule: leftBehind, english: false },
];

/** Groups whose findings hold even in text that was read from pages. */
const FIRM: readonly Group[] = ["Spelling", "Abbreviations", "Figures that don't agree", "Left behind"];

/** What contradicts itself in a manuscript or the style sheet, by group and then in reading order. */
export function checkManuscript(manuscript: CheckText, options: CheckOptions): Findings {
  const english = manuscript.language === null || manuscript.language === "en";
  const all = RULES.flatMap((one) => (english || !one.english ? one.rule(manuscript, options) : []));
  const said = new Set(all.flatMap((one) => (one.rule === SHEET_RULE ? one.forms.map(({ form }) => form) : [])));
  const { found = [], uniform = [] } = Object.groupBy(
    all
      // What the sheet decides is said once, as a deviation from it.
      .filter((one) => !TERM_RULES.includes(one.rule) || !one.forms.every(({ form }) => said.has(form)))
      .map((one) => bySheet(one, options.sheet ?? [])),
    (one) => (one.uniform ? "uniform" : "found"),
  );
  const order = new Map<string, number>(GROUPS.map((group, at) => [group, at]));
  const first = ({ spots }: Found): number => spots[0]?.block ?? -1;
  const findings = found
    .map((one) => (manuscript.torn && !FIRM.includes(one.group) ? { ...one, folded: true } : one))
    .sort(
      (a, b) =>
        Number(a.folded) - Number(b.folded) ||
        (order.get(a.group) ?? 0) - (order.get(b.group) ?? 0) ||
        first(a) - first(b),
    );
  const shown = (those: readonly Found[], places: number): Finding[] =>
    those.slice(0, MAX_FINDINGS).map((one) => toFinding(manuscript, one, places));
  return { findings: shown(findings, MAX_PLACES), uniform: shown(uniform, UNIFORM_PLACES) };
}

function toFinding({ blocks }: CheckText, found: Found, most: number): Finding {
  const { spots, inFile = [], styles, uniform: _uniform, ...rest } = found;
  const convention = conventionOf(found.rule);
  return {
    ...rest,
    ...(convention && styles ? { uses: usesOf(convention, styles) } : {}),
    places: [
      ...inFile.map((text) => ({ section: "", text, block: -1, from: 0, to: 0 })),
      ...spots.slice(0, most).map((spot) => {
        const block = blocks[spot.block] as Block;
        return { section: block.section, text: around(block.text, spot.from, spot.to), ...spot };
      }),
    ],
    total: spots.length + inFile.length,
  };
}

const WORDS_AROUND = 5;
/** A place's own text is cut to this. */
const LONGEST = 160;
const REACH = 80;

/** A place with about five words on each side, in its own line, as it stands. */
function around(text: string, from: number, to: number): string {
  const end = Math.min(to, from + LONGEST);
  let start = from;
  let words = 0;
  for (; start > 0 && from - start < REACH; start--) {
    const before = text.charCodeAt(start - 1);
    if (before === 10 || before === 9) break;
    if (before === 32 && start < from && text.charCodeAt(start) !== 32 && ++words === WORDS_AROUND) break;
  }
  let stop = end;
  words = 0;
  for (; stop < text.length && stop - end < REACH; stop++) {
    const here = text.charCodeAt(stop);
    if (here === 10 || here === 9) break;
    if (here === 32 && stop > end && text.charCodeAt(stop - 1) !== 32 && ++words === WORDS_AROUND) break;
  }
  return text.slice(start, stop).trim();
}
