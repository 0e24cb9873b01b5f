import { isMarked, proseOf, spotOf, type Part, type Prose, type Word } from "./prose.ts";
import { StyleCount, mixedStyles } from "./styles.ts";
import type { Block, CheckText, Found, Rule } from "./finding.ts";

/** Numbers, units, and symbols that are written in two ways. */
export const numbers: Rule = (manuscript) => {
  const parts = proseOf(manuscript).parts.filter(({ block, plain }) => RUNNING.has(block.kind) && /\d/.test(plain));
  return [
    ...separators(parts),
    // In a language with decimal commas, what has a point is often a number of a clause.
    ...decimals(parts).map((found) => (hasDecimalPoints(manuscript) ? found : { ...found, folded: true })),
    ...units(parts),
    ...percents(parts),
    ...ranges(parts),
    ...minuses(parts),
    ...crosses(parts),
  ];
};

/** Numbers in words, and dates: only English. */
export const numberWords: Rule = (manuscript) => {
  const prose = proseOf(manuscript);
  return [...dates(prose.parts), ...smallNumbers(prose)];
};

const GROUP = "Numbers, units, symbols" as const;
/** Tables have their own rules for numbers. */
const RUNNING: ReadonlySet<Block["kind"]> = new Set(["text", "list", "note", "caption"]);

/** Runs a pattern over each part, and counts what `read` says of each match. Patterns are linear: see the tests. */
function tally(
  parts: readonly Part[],
  pattern: RegExp,
  read: (match: RegExpExecArray, part: Part) => { style: string; from?: number; to?: number } | null,
  into = new StyleCount(),
): StyleCount {
  for (const part of parts) {
    for (const match of part.plain.matchAll(pattern)) {
      const said = read(match, part);
      if (said === null) continue;
      const from = said.from ?? match.index;
      const to = said.to ?? match.index + match[0].length;
      into.add(said.style, part.block.text.slice(from, to), spotOf(part, from, to));
    }
  }
  return into;
}

/** The word before a place, without its marks. */
const wordBefore = (text: string, at: number): string =>
  /([\p{L}\p{N}#]+)[.,:]?[\s\u00a0(]*$/u.exec(text.slice(Math.max(0, at - 32), at))?.[1] ?? "";

/** What a number is the name of, not a count: "case 20417", "Table 12". */
const NAMED =
  /^(?:#|n[or]|nos|number|numbers|id|ids|case|cases|item|items|grant|project|protocol|patent|code|form|file|lot|batch|serial|version|line|lines|page|pages|pp?|table|tables|figure|figures|fig|figs|section|sections|sect?|chapter|chapters|chap|appendix|equation|equations|eqs?|step|steps|question|questions|q|type|types|level|levels|stage|stages|phase|phases|group|groups|grade|grades|class|room|box|model|models|study|studies|experiment|experiments|trial|wave|waves|round|day|days|week|weeks|year|month|article|articles|art|rule|rules|part|parts|point|points|score|scores|scale|option|options|part|reference|references|refs?|note|notes|vol|volume|issue|postcode|zip|tel|phone|fax|iso|din|en|astm|license|licence|award|number|contract|registration|approval|order|ticket|sample|samples|site|sites|participant|participants|respondent|respondents|patient|patients|subject|subjects|informant|interviewee|interview|p|isbn|issn|pmid|act|law|regulation|directive|resolution|decree|paragraph|para|paras|clause|verse)$/i;

function separators(parts: readonly Part[]): Found[] {
  const count = new StyleCount();
  tally(
    parts,
    /(?<![\d.,\p{L}+\-–−/#[])(?<!\d[ \u00a0])\d{1,3}(?:,\d{3}){1,4}(?![\d\p{L}]|[,.]\d)/gu,
    ({ 0: it, index }, { plain }) =>
      NAMED.test(wordBefore(plain, index)) || isInBrackets(plain, index, it) ? null : { style: "comma" },
    count,
  );
  tally(
    parts,
    /(?<![\d.,\p{L}+\-–−/#[])(?<!\d[ \u00a0])\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3}){1,4}(?![\d\p{L}]|[,.–-]\d|[ \u00a0]\d)/gu,
    ({ 0: it, index }, { plain }) =>
      NAMED.test(wordBefore(plain, index)) || isAfterOther(plain, index, it) ? null : { style: "space" },
    count,
  );
  // Without a separator, only what counts something: codes have many digits too.
  tally(
    parts,
    /(?<![\d.,\p{L}+\-–−/#[($€£])\d{5,6}(?=[ \u00a0]\p{Ll}{3,30}s\b)/gu,
    ({ 0: it, index }, { plain }) =>
      it.startsWith("0") || NAMED.test(wordBefore(plain, index)) || !/^\p{Ll}+$/u.test(wordBefore(plain, index))
        ? null
        : { style: "none" },
    count,
  );
  return mixedStyles(GROUP, "separators", "Large numbers are written in different ways", count.all);
}

/** "[12,345]" may be two citations. */
const isInBrackets = (text: string, at: number, it: string): boolean =>
  text[at - 1] === "[" || text[at + it.length] === "]";

/** "In Table 1 200 cases", "on May 3 250 people": two numbers in a row. */
const isAfterOther = (text: string, at: number, it: string): boolean =>
  /^(?:january|february|march|april|may|june|july|august|september|october|november|december|in|and|to)$/i.test(
    wordBefore(text, at),
  ) &&
  it.length <= 6 &&
  /^\d{1,2}\D/.test(it);

const UNIT =
  "km|cm|mm|µm|μm|um|nm|kg|mg|µg|μg|ng|ml|mL|ML|µl|μl|µL|μL|dl|dL|cl|cL|nL|ms|min|hrs?|Hz|hz|kHz|khz|KHz|MHz|Mhz|mhz|GHz|Ghz|kPa|kpa|MPa|hPa|kJ|kW|MW|mV|kV|mA|mol|mmol|nM|mM|µM|μM|dB|db|eV|keV|MeV|GB|MB|kB|TB|bp|kDa|rpm|kcal|kWh|kwh|KG|Kg|KM|Km|Kcal|KWh|KPa|HZ|DB|cc|ppm|ha|lb|lbs|ft|sec";

const hasDecimalPoints = ({ language }: CheckText): boolean => language === null || language === "en";

function decimals(parts: readonly Part[]): Found[] {
  const count = new StyleCount();
  tally(
    parts,
    /(?<![\d.,\p{L}/-])\d{1,4}\.\d{1,4}(?![\d.]|,\d|\p{L})/gu,
    ({ index }, { plain }) => (NAMED.test(wordBefore(plain, index)) ? null : { style: "point" }),
    count,
  );
  const unit = new RegExp(
    String.raw`^(?:[\s\u00a0]?(?:%|‰|°|(?:${UNIT}|m|g|l|L|h|s|V|W|N|J|Pa)(?![\p{L}\p{N}])))`,
    "u",
  );
  tally(
    parts,
    /(?<![\d.,\p{L}/[{-])\d{1,3},\d{1,4}(?![\d,]|\p{L})/gu,
    ({ 0: it, index }, { plain, block }) => {
      const after = plain.slice(index + it.length, index + it.length + 8);
      // Intervals and pairs: (0,1), [0,1].
      if (/[([{]/.test(plain[index - 1] ?? "") && /^[)\]}]/.test(after)) return null;
      const zero = /^0,\d/.test(it) && !/^[\])}]/.test(after);
      if (/,\d{1,2}$/.test(it) && VALUE.test(wordBefore(plain, index)) && !isRaised(block, index))
        return { style: "comma" };
      return zero || (unit.test(after) && !/,\d{3}$/.test(it)) ? { style: "comma" } : null;
    },
    count,
  );
  // A comma alone is the language's own.
  return mixedStyles(GROUP, "decimal-comma", "Decimals have a point and a comma", count.all);
}

/** Words before a value: "it fell to 2,4". */
const VALUE =
  /^(?:of|to|at|was|is|were|are|be|been|reached|by|from|about|around|approximately|only|than|over|under|nearly|almost|averaged)$/;
/** Raised numbers are citations or notes. */
const isRaised = (block: Block, at: number): boolean => isMarked(block, "superscript", at, at + 1);

/** Units that have one spelling; capitals make no other unit of them. */
const CASES = new Set(["ml", "µl", "dl", "cl", "nl", "kg", "km", "hz", "khz", "ghz", "kpa", "kwh", "db"]);

function units(parts: readonly Part[]): Found[] {
  const spaces = new StyleCount();
  const degrees = new StyleCount();
  const cases = new Map<string, StyleCount>();
  const pattern = new RegExp(
    String.raw`(?<![\p{L}\d.,_/#-])\d{1,9}(?:[.,]\d{1,6})?([ \u00a0\u2009\u202f]?)(${UNIT}|[lLgmhVW])(?![\p{L}\p{N}_])`,
    "gu",
  );
  for (const part of parts) {
    for (const match of part.plain.matchAll(pattern)) {
      const [all, space = "", unit = ""] = match;
      const spot = spotOf(part, match.index, match.index + all.length);
      // "Figure 5g", and 5 million.
      const before = part.plain.slice(Math.max(0, match.index - 1), match.index);
      if (unit.length === 1 && (/[$€£]/.test(before) || NAMED.test(wordBefore(part.plain, match.index)))) continue;
      spaces.add(space === "" ? "closed" : "open", all, spot);
      const key = unit.toLowerCase().replace("μ", "µ");
      if (!CASES.has(key) && key !== "l") continue;
      let count = cases.get(key);
      if (!count) cases.set(key, (count = new StyleCount()));
      count.add(unit.replace("μ", "µ"), unit, spot);
    }
    for (const match of part.plain.matchAll(
      /(?<![\p{L}\d.,_/-])\d{1,9}(?:[.,]\d{1,6})?([ \u00a0\u2009\u202f]?)°[ \u00a0]?[CF](?![\p{L}])/gu,
    ))
      degrees.add(
        match[1] === "" ? "closed" : "open",
        match[0],
        spotOf(part, match.index, match.index + match[0].length),
      );
  }
  // Millilitres with a capital go with litres with one.
  return [
    ...mixedStyles(GROUP, "unit-space", "Units have a space before them or not", spaces.all),
    ...mixedStyles(GROUP, "degree-space", "Degrees have a space before them or not", degrees.all),
    ...[...cases.values()].flatMap((count) =>
      mixedStyles(GROUP, "unit-case", "A unit is written in different ways", count.all),
    ),
  ];
}

function percents(parts: readonly Part[]): Found[] {
  const having = parts.filter(({ plain }) => plain.includes("%"));
  const count = tally(having, /\d([ \u00a0\u2009\u202f]?)%/g, ({ 1: space, index, 0: it }, { plain }) => {
    let from = index;
    while (from > 0 && index - from < 12 && /[\d.,]/.test(plain[from - 1] as string)) from--;
    return { style: space === "" ? "closed" : "open", from, to: index + it.length };
  });
  return mixedStyles(GROUP, "percent-space", "Percent signs have a space before them or not", count.all);
}

function ranges(parts: readonly Part[]): Found[] {
  const count = tally(
    parts.filter(({ plain }) => /\d[-‐‑–]\d/.test(plain)),
    /(?<![\d.,\p{L}+\-–—−/#:[@])(\d{1,4})([-‐‑–])(\d{1,4})(?![\d\p{L}_/:@]|[.,]\d|[-‐‑–—]\d)/gu,
    ({ 0: it, 1: low = "", 2: dash = "", 3: high = "", index }, { plain, block }) => {
      if (!isRange(low, high) || plain[index + it.length] === "]") return null;
      const before = wordBefore(plain, index);
      // Codes: "ISO 9001-2", "kit number 555-612".
      if (/^\p{Lu}/u.test(before) && !startsSentence(plain, index, before)) return null;
      if (/^(?:numbers?|no|tel|phone|code|model|score|ratio)$/i.test(before)) return null;
      if (isRaised(block, index)) return null;
      return { style: dash === "–" ? "dash" : "hyphen" };
    },
  );
  return mixedStyles(GROUP, "range-hyphen", "Ranges have a dash or a hyphen", count.all);
}

const startsSentence = (text: string, at: number, word: string): boolean => {
  const from = text.lastIndexOf(word, at);
  return from <= 0 || /[.?!]["”’)]*[\s\u00a0]+$/.test(text.slice(Math.max(0, from - 4), from));
};

/** Whether the second number goes on from the first: "12–15", "1998–2004", "1998–99". */
function isRange(low: string, high: string): boolean {
  if ((low.length > 1 && low.startsWith("0")) || (high.length > 1 && high.startsWith("0") && high.length !== 2))
    return false;
  if (low.length === 4 && high.length === 2) return /^(?:1[5-9]|20)/.test(low) && Number(low.slice(2)) < Number(high);
  if (high.startsWith("0")) return false;
  return Number(low) < Number(high) && high.length <= low.length + 2;
}

function minuses(parts: readonly Part[]): Found[] {
  const count = tally(
    parts.filter(({ plain }) => /[-‐–−]\d/.test(plain)),
    /(?<=[\s\u00a0(=<>≤≥,;[±]|^)([-‐–−])(\d{1,6}(?:\.\d{1,6})?)(?![\d\p{L}/]|[-–−]\d)/gu,
    ({ 1: sign, index }, { plain }) => {
      // A dash between words, or the end of a range: "5 –7".
      if (/[\d\p{L}%][\s\u00a0]$/u.test(plain.slice(Math.max(0, index - 2), index)) && sign === "–") return null;
      if (/\d[\s\u00a0]$/.test(plain.slice(Math.max(0, index - 2), index))) return null;
      return { style: sign === "−" ? "minus" : sign === "–" ? "dash" : "hyphen" };
    },
  );
  return mixedStyles(GROUP, "minus", "Negative numbers have different signs", count.all);
}

function crosses(parts: readonly Part[]): Found[] {
  const count = tally(
    parts.filter(({ plain }) => /[\d ]×|\d[ \u00a0]?x/.test(plain)),
    /(?<![\d\p{L}.,])\d{1,6}(?:[.,]\d{1,4})?[ \u00a0\u2009]?([x×])[ \u00a0\u2009]?\d{1,6}(?![\p{L}])/gu,
    ({ 1: sign, 0: it }) => (it.startsWith("0x") ? null : { style: sign === "×" ? "cross" : "letter" }),
  );
  return mixedStyles(GROUP, "times", "Times signs are written in different ways", count.all);
}

const MONTH =
  "(?:January|February|March|April|May|June|July|August|September|October|November|December|Jan\\.?|Feb\\.?|Mar\\.?|Apr\\.?|Jun\\.?|Jul\\.?|Aug\\.?|Sept?\\.?|Oct\\.?|Nov\\.?|Dec\\.?)";
const DATES = new RegExp(
  String.raw`(?<![\p{L}\d.,/-])(?:(\d{1,2}(?:st|nd|rd|th)?[ \u00a0](?:of )?${MONTH},?[ \u00a0]\d{4})|(${MONTH}[ \u00a0]\d{1,2}(?:st|nd|rd|th)?,?[ \u00a0]\d{4})|((?:19|20)\d\d-[01]\d-[0-3]\d)|([0-3]?\d[/.][0-3]?\d[/.](?:19|20)\d\d))(?![\p{L}\d/-])`,
  "gu",
);

function dates(parts: readonly Part[]): Found[] {
  const count = tally(
    // Notes have the dates of sources.
    parts.filter(({ block, plain }) => (block.kind === "text" || block.kind === "list") && /\d{4}/.test(plain)),
    DATES,
    (match, { plain }) => {
      if (
        /(?:accessed|retrieved|visited|viewed|cited|available|updated)[^.]{0,24}$/i.test(
          plain.slice(Math.max(0, match.index - 40), match.index),
        )
      )
        return null;
      return { style: String([1, 2, 3, 4].findIndex((at) => match[at] !== undefined)) };
    },
  );
  return mixedStyles(GROUP, "dates-two-formats", "Dates have different formats", count.all);
}

const WORDS = new Set(["two", "three", "four", "five", "six", "seven", "eight", "nine"]);
/** What's measured or named has digits whatever the rule for counts. */
const MEASURED =
  /^(?:years?|months?|weeks?|days?|hours?|minutes?|seconds?|points?|items?|times?|percent|degrees?|meters?|metres?|liters?|litres?|grams?|dollars?|euros?|pounds?|miles?|inches|feet|cells?|bits?|bytes?|of|and|or|to|in|at|is|was|were|are|has|as|vs|pages?|classes|levels?|units?|decimals?|digits?|dimensions?|standard|mm|cm|km|kg|mg|ml)$/i;

/** Numbers below ten as digits before a noun that elsewhere has a number in words. */
function smallNumbers({ parts, words, lexemes }: Prose): Found[] {
  const nouns = new Map<string, StyleCount>();
  const isRunning = (part: Part): boolean => part.block.kind === "text" || part.block.kind === "list";
  const add = (noun: string, style: "word" | "digit", part: Part, from: number, to: number): void => {
    let count = nouns.get(noun);
    if (!count) nouns.set(noun, (count = new StyleCount()));
    count.add(style, part.block.text.slice(from, to), spotOf(part, from, to));
  };
  for (const { form, uses } of lexemes) {
    if (!WORDS.has(form)) continue;
    for (const i of uses) {
      const { part: index, from, next } = words[i] as Word;
      const noun = words[i + 1];
      const part = parts[index] as Part;
      if (
        next === " " &&
        noun &&
        noun.next !== "-" &&
        words[i - 1]?.next !== "-" &&
        isRunning(part) &&
        isCounted(noun.form)
      )
        add(noun.form, "word", part, from, noun.to);
    }
  }
  if (nouns.size === 0) return [];
  for (const part of parts) {
    if (!isRunning(part)) continue;
    for (const match of part.plain.matchAll(/[2-9][ \u00a0](\p{Ll}{3,30}s)(?![\p{L}\p{N}-])/gu)) {
      const [all, noun = ""] = match;
      if (!nouns.has(noun) || /[\p{L}\p{N}.,–/=<>#(-]/u.test(part.plain[match.index - 1] ?? "")) continue;
      // "Item 3 …", "Table 2 …", and "12 of 30": names and statistics.
      const before = wordBefore(part.plain, match.index);
      if (NAMED.test(before) || /^[A-Z\d]/.test(before) || hasLargeNumber(part.plain, match.index)) continue;
      add(noun, "digit", part, match.index, match.index + all.length);
    }
  }
  return [...nouns.values()].flatMap((count) =>
    count.of("digit")
      ? mixedStyles(GROUP, "number-words", "Numbers below ten are written in different ways", count.all)
      : [],
  );
}

/** Whether a word may be what's counted: "rooms", but not "years" and "analysis". */
const isCounted = (noun: string): boolean =>
  /^\p{Ll}{3,30}s$/u.test(noun) && !MEASURED.test(noun) && !/(?:ss|is|us)$/.test(noun);

/** Beside a number of two digits, the small ones are digits too. */
function hasLargeNumber(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 100), at);
  const after = text.slice(at, at + 100);
  const end = after.indexOf(". ");
  const sentence = before.slice(before.lastIndexOf(". ") + 1) + (end < 0 ? after : after.slice(0, end));
  return /(?<![.\d])\d{2,}|\d\.\d|%/.test(
    sentence.replace(/\((?:[^()]{0,60}\b(?:1[5-9]|20)\d\d[a-z]?)\)|\[\d[\d, –-]*\]/g, ""),
  );
}
