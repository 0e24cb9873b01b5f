import jstat from "jstat";
import type { Block, CheckText, Found, Rule, Spot } from "./finding.ts";
import { sentenceAround } from "./sentences-around.ts";

const { jStat } = jstat;

/** Figures that contradict each other: counts and percentages, shares of a whole, totals, and p-values. */
export const figures: Rule = (manuscript) => {
  const found: Found[] = [];
  for (const [block, it] of manuscript.blocks.entries()) {
    if (it.kind === "code" || it.kind === "reference" || it.kind === "heading") continue;
    if (!/\d/.test(it.text)) continue;
    countsIn(it, block, found);
    sharesIn(it, block, found);
    testsIn(it, block, found);
  }
  return [...found, ...totals(manuscript)];
};

const add = (found: Found[], rule: string, message: string, spots: Spot[], folded = false): void => {
  found.push({ group: "Figures that don't agree", rule, message, forms: [], spots, folded });
};

const numberOf = (said: string): number =>
  Number(said.replaceAll(/[,\u00a0\u202f ]/g, "").replace(/^([<>]?)\./, "$10."));
const decimalsOf = (said: string): number => /\.(\d+)$/.exec(said)?.[1]?.length ?? 0;

/** "12 of 40 (35%)", "12/40 (35%)", "12 (35%) of 40", "35% (12 of 40)". */
const WHOLE = String.raw`\d{1,3}(?:,\d{3}){1,3}|\d{1,7}`;
const SHARE = String.raw`\d{1,3}(?:\.\d{1,3})?`;
const OF = String.raw`\s{0,2}(?:\bof(?: the| all| these| those| our)?\b|\bout of(?: the)?\b|/)\s{0,2}`;
const COUNTS: readonly { pattern: RegExp; part: number; whole: number; share: number }[] = [
  {
    pattern: new RegExp(
      String.raw`(?<![\d.,–-])(${WHOLE})${OF}(${WHOLE})(?: [\p{L}’'-]{1,30}){0,3}\s{0,2}[(\[](${SHARE})\s?%`,
      "gu",
    ),
    part: 1,
    whole: 2,
    share: 3,
  },
  {
    pattern: new RegExp(
      String.raw`(?<![\d.,–-])(${WHOLE})\s{0,2}\((${SHARE})\s?%\)${OF}(${WHOLE})(?![\d.,]*\d|\s?%)`,
      "gu",
    ),
    part: 1,
    whole: 3,
    share: 2,
  },
  {
    pattern: new RegExp(String.raw`(?<![\d.,–-])(${SHARE})\s?%\s{0,2}\((?:n\s?=\s?)?(${WHOLE})${OF}(${WHOLE})\)`, "gu"),
    part: 2,
    whole: 3,
    share: 1,
  },
];

function countsIn({ text }: Block, block: number, found: Found[]): void {
  if (!text.includes("%")) return;
  for (const { pattern, ...at } of COUNTS)
    for (const match of text.matchAll(pattern)) {
      const part = numberOf(match[at.part]!);
      const whole = numberOf(match[at.whole]!);
      const said = match[at.share]!;
      if (whole === 0 || part > whole) continue;
      const share = (100 * part) / whole;
      // Half of the last digit, and a hair for halves that were rounded down.
      const off = Math.abs(share - Number(said));
      if (off <= 0.5 * 10 ** -decimalsOf(said) + 1e-9) continue;
      // "12/40" may be a score, a date, or a ratio.
      const folded = match[0].includes("/") && off > 30;
      add(
        found,
        "count-percent",
        `“${match[0]}”: ${part.toLocaleString("en-US")} of ${whole.toLocaleString("en-US")} is ${share.toFixed(Math.max(decimalsOf(said), share < 1 ? 1 : 0))}%.`,
        [{ block, from: match.index, to: match.index + match[0].length }],
        folded,
      );
    }
}

/** Three or more percentages in a row, with nothing but commas and "and" between. */
const SHARES = new RegExp(
  String.raw`(?<![\d.])${SHARE}\s?%?(?:\s?,\s|\s?;\s|,?\s(?:and|or)\s)(?:${SHARE}\s?%?(?:\s?,\s|\s?;\s|,?\s(?:and|or)\s)){1,10}${SHARE}\s?%`,
  "g",
);
/** What's said of the parts of one whole. */
const OF_WHOLE =
  /\b(?:shares?|proportions?|distribut\w{1,5}|split|divided|breakdown|made up|comprised|accounted|consisted|remaining|the rest|respectively|by (?:month|year|site|group|age|sex|season|region)\b[^.]{0,40}\bwere)\b/i;

function sharesIn({ text }: Block, block: number, found: Found[]): void {
  if (!text.includes("%")) return;
  for (const match of text.matchAll(SHARES)) {
    const said = match[0].match(/\d{1,3}(?:\.\d{1,3})?/g) ?? [];
    const sum = said.reduce((total, one) => total + Number(one), 0);
    const rounding = said.reduce((total, one) => total + 0.5 * 10 ** -decimalsOf(one), 0);
    const off = Math.abs(sum - 100);
    if (off <= rounding + 1e-9 || off > 12) continue;
    const decimals = Math.max(...said.map(decimalsOf));
    add(
      found,
      "sum-percent",
      `“${match[0]}” add up to ${sum.toFixed(decimals)}%.`,
      [{ block, from: match.index, to: match.index + match[0].length }],
      off > 6 || !OF_WHOLE.test(sentenceAround(text, match.index, match.index + match[0].length)),
    );
  }
}

const STATISTIC = String.raw`[-−–]?\d{0,6}(?:\.\d{1,6})?`;
const DF = String.raw`\d{1,6}(?:\.\d{1,4})?`;
const P = String.raw`\s{0,2}[,;]\s{0,2}(?:and\s)?[pP]\s{0,2}([=<>≤≥])\s{0,2}(\d?\.\d{1,8})`;
/** Test statistics with their p-value, as APA and most journals print them. */
const TESTS: readonly {
  name: string;
  pattern: RegExp;
  p: (statistic: number, df1: number, df2: number) => number;
  twoTailed: boolean;
}[] = [
  {
    name: "t",
    pattern: new RegExp(String.raw`(?<![\p{L}\d])t\s?\(\s?(${DF})()\s?\)\s{0,2}=\s{0,2}(${STATISTIC})${P}`, "gu"),
    p: (t, df) => 2 * (1 - jStat.studentt.cdf(Math.abs(t), df)),
    twoTailed: true,
  },
  {
    name: "F",
    pattern: new RegExp(
      String.raw`(?<![\p{L}\d])F\s?\(\s?(${DF})\s?[,;]\s?(${DF})\s?\)\s{0,2}=\s{0,2}(${STATISTIC})${P}`,
      "gu",
    ),
    p: (f, df1, df2) => 1 - jStat.centralF.cdf(f, df1, df2),
    twoTailed: false,
  },
  {
    name: "r",
    pattern: new RegExp(String.raw`(?<![\p{L}\d])r\s?\(\s?(${DF})()\s?\)\s{0,2}=\s{0,2}(${STATISTIC})${P}`, "gu"),
    p: (r, df) => (Math.abs(r) >= 1 ? 0 : 2 * (1 - jStat.studentt.cdf(Math.abs(r) * Math.sqrt(df / (1 - r * r)), df))),
    twoTailed: true,
  },
  {
    name: "χ²",
    pattern: new RegExp(
      String.raw`(?:[χΧ𝜒]\s?(?:²|2|\^2)?|\b[Cc]hi-squared?|(?<![\p{L}\d])X(?:²|2))\s?\(\s?(${DF})(?:\s?[,;]\s?[Nn]\s?=\s?(${WHOLE}))?\s?\)\s{0,2}=\s{0,2}(${STATISTIC})${P}`,
      "gu",
    ),
    p: (x, df) => 1 - jStat.chisquare.cdf(x, df),
    twoTailed: false,
  },
  {
    name: "z",
    pattern: new RegExp(String.raw`(?<![\p{L}\d])[zZ]()()\s{0,2}=\s{0,2}(${STATISTIC})${P}`, "gu"),
    p: (z) => 2 * (1 - jStat.normal.cdf(Math.abs(z), 0, 1)),
    twoTailed: true,
  },
];
const ONE_TAILED = /\b(?:one|single|1)[- ]?(?:tailed|sided)\b|\bone direction\b|\bdirectional\b/i;
const P_ZERO = /(?<![\p{L}\d])[pP]\s{0,2}=\s{0,2}0?\.0{2,8}(?!\d)/gu;

function testsIn({ text }: Block, block: number, found: Found[]): void {
  for (const match of text.matchAll(P_ZERO))
    add(found, "p-zero", `“${match[0]}”: a p-value is never zero. Write “p < 0.001”.`, [
      { block, from: match.index, to: match.index + match[0].length },
    ]);
  if (!/[pP]\s{0,2}[=<>≤≥]/.test(text)) return;
  for (const { name, pattern, p, twoTailed } of TESTS)
    for (const match of text.matchAll(pattern)) {
      const [said, df1 = "", df2 = "", statistic = "", sign = "", stated = ""] = match;
      const value = numberOf(statistic.replace(/[−–]/, "-"));
      if (!Number.isFinite(value) || statistic === "" || /^[-−–]$/.test(statistic)) continue;
      const half = 0.5 * 10 ** -decimalsOf(statistic);
      const of = (size: number): number => p(size, Number(df1), Number(df2));
      const size = Math.abs(value);
      // The largest and the smallest p that the rounded statistic may stand for.
      const most = of(Math.max(0, size - half));
      const least = of(name === "r" ? Math.min(0.999_999, size + half) : size + half);
      if (!Number.isFinite(most) || !Number.isFinite(least)) continue;
      if (fits(sign, stated, least, most)) continue;
      const sentence = sentenceAround(text, match.index, match.index + said.length);
      const halfFits = twoTailed && fits(sign, stated, least / 2, most / 2);
      if (halfFits && ONE_TAILED.test(sentence)) continue;
      const exact = of(size);
      const shown = exact < 0.001 ? "p < 0.001" : `p = ${exact.toFixed(3)}`;
      add(
        found,
        `p-${name === "χ²" ? "chi2" : name}`,
        halfFits
          ? `“${said}” gives ${shown}. The stated value is right for a one-tailed test, which isn't named.`
          : `“${said}” gives ${shown}${twoTailed ? ", two-tailed" : ""}.`,
        [{ block, from: match.index, to: match.index + said.length }],
        halfFits,
      );
    }
}

/** Whether a stated p-value agrees with a range, within its own rounding. */
function fits(sign: string, stated: string, least: number, most: number): boolean {
  const p = Number(stated.startsWith(".") ? `0${stated}` : stated);
  const half = 0.5 * 10 ** -decimalsOf(stated) + 1e-9;
  if (sign === "<" || sign === "≤") return least < p + half;
  if (sign === ">" || sign === "≥") return most > p - half;
  return least <= p + half && most >= p - half;
}

const TOTAL = /^\s*(?:grand\s)?(?:total|sum|totals|all|overall)\s*(?:\([nN]\))?\s*$/i;
const PART_TOTAL = /\b(?:sub-?total|total)\b/i;
/** Columns that don't add up: means, shares, rates, statistics. */
const NO_SUM =
  /mean|average|median|%|percent|ratio|rate|share|\bp\b|\bSD\b|\bSE\b|\bCI\b|score|index|coefficient|range|year|age|per\b/i;
const INTEGER = /^\s*(?:\d{1,3}(?:[,\u202f\u00a0 ]\d{3})+|\d{1,9})\s*$/;

/** Columns of counts whose last row says "Total" and doesn't say their sum. */
function totals({ blocks }: CheckText): Found[] {
  const tables = new Map<number, { block: number; row: number; column: number; text: string }[]>();
  for (const [block, { cell, text }] of blocks.entries()) {
    if (!cell) continue;
    const cells = tables.get(cell.table) ?? [];
    cells.push({ block, row: cell.row, column: cell.column, text });
    tables.set(cell.table, cells);
  }
  const found: Found[] = [];
  for (const cells of tables.values()) {
    const labels = cells.filter((one) => one.column === 0);
    const last = labels.filter((one) => TOTAL.test(one.text));
    if (last.length !== 1 || labels.some((one) => one !== last[0] && PART_TOTAL.test(one.text))) continue;
    const at = last[0]!.row;
    const columns = Map.groupBy(
      cells.filter((one) => one.column > 0),
      (one) => one.column,
    );
    const blocksOf = cells.map((one) => one.block);
    const caption = captionOf(blocks, blocksOf.reduce(least), blocksOf.reduce(greatest));
    for (const column of columns.values()) {
      const head = column
        .filter((one) => one.row === 0)
        .map((one) => one.text)
        .join(" ");
      const total = column.find((one) => one.row === at);
      const parts = column.filter((one) => one.row > 0 && one.row < at);
      if (!total || !INTEGER.test(total.text) || parts.length < 2 || NO_SUM.test(head)) continue;
      if (column.filter((one) => one.row === at).length > 1 || !parts.every((one) => INTEGER.test(one.text))) continue;
      // A cell that's empty has no block: the row must be complete.
      if (new Set(parts.map((one) => one.row)).size !== labels.filter((one) => one.row > 0 && one.row < at).length)
        continue;
      const sum = parts.reduce((before, one) => before + numberOf(one.text), 0);
      const said = numberOf(total.text);
      if (sum === said) continue;
      add(
        found,
        "column-total",
        `${caption?.name ?? "A table"}: the total is ${said.toLocaleString("en-US")}, and the column adds up to ${sum.toLocaleString("en-US")}.`,
        [...(caption ? [caption.spot] : []), { block: total.block, from: 0, to: total.text.length }],
        Math.abs(sum - said) > 0.5 * Math.max(sum, said),
      );
    }
  }
  return found;
}

const least = (a: number, b: number): number => Math.min(a, b);
const greatest = (a: number, b: number): number => Math.max(a, b);

/** The caption before a table, or after it. */
function captionOf(blocks: readonly Block[], first: number, last: number): { name: string; spot: Spot } | null {
  for (const at of [first - 1, first - 2, last + 1]) {
    const block = blocks[at];
    if (block?.kind !== "caption") continue;
    const name = /^\s*table\s+[\w.]{1,8}/i.exec(block.text)?.[0];
    if (name)
      return {
        name: name.trim().replace(/\.$/, ""),
        spot: { block: at, from: 0, to: Math.min(block.text.length, 60) },
      };
  }
  return null;
}
