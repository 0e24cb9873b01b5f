import { BLOT, isAffiliation, isMarked, isWordCharacter, proseOf, spotOf, type Part } from "./prose.ts";
import { StyleCount, mixedStyles } from "./styles.ts";
import type { Block, Found, Rule, Spot } from "./finding.ts";

/** Punctuation that contradicts itself, or lacks its partner. */
export const punctuation: Rule = (manuscript) => {
  const { parts } = proseOf(manuscript);
  const running = parts.filter(({ block }) => RUNNING.has(block.kind));
  const english = manuscript.language === "en" || manuscript.language === null;
  // Other languages have other marks, and a program's source leaves some behind.
  const sure = english && manuscript.exact;
  return [
    ...straightAndCurly(running).map((found) =>
      // A quotation in another language keeps its own.
      english || found.rule !== "straight-quotes" ? found : { ...found, folded: true },
    ),
    ...levels(running),
    ...[...unbalancedQuotes(running), ...brackets(running), ...dashes(running)].map((found) =>
      sure ? found : { ...found, folded: true },
    ),
    ...spaces(running, english).map((found) => (manuscript.exact ? found : { ...found, folded: true })),
  ];
};

/** What only English has: serial commas, and Latin abbreviations. */
export const englishPunctuation: Rule = (manuscript) => {
  const { parts } = proseOf(manuscript);
  const running = parts.filter(({ block }) => RUNNING.has(block.kind));
  return [...serialCommas(running), ...shortForms(running), ...labels(running)];
};

const GROUP = "Punctuation" as const;
const RUNNING: ReadonlySet<Block["kind"]> = new Set(["text", "list", "note", "caption"]);

const one = (rule: string, message: string, spot: Spot, folded = false): Found => ({
  group: GROUP,
  rule,
  message,
  forms: [],
  spots: [spot],
  folded,
});

function straightAndCurly(parts: readonly Part[]): Found[] {
  const doubles = new StyleCount();
  const apostrophes = new StyleCount();
  for (const part of parts) {
    const { block, quotes } = part;
    for (const { from, to, kind, open, close } of quotes.pairs) {
      if (kind === "double") {
        const straight = open === '"' || close === '"';
        const curly = (open === "“" || open === "„") && !straight;
        if (straight || curly)
          doubles.add(straight ? "straight" : "curly", straight ? '"…"' : "“…”", spotOf(part, from, to));
      }
    }
    for (const match of block.text.matchAll(/['’]/g))
      if (isBetweenLetters(block.text, match.index) && !isCode(block, match.index))
        apostrophes.add(match[0], match[0], spotOf(part, match.index, match.index + 1));
  }
  return [
    ...mixedStyles(GROUP, "straight-quotes", "Quotation marks are straight and curly", doubles.all),
    ...mixedStyles(GROUP, "straight-apostrophes", "Apostrophes are straight and curly", apostrophes.all),
  ];
}

const isBetweenLetters = (text: string, at: number): boolean =>
  isWordCharacter(text, at + 1) && at > 0 && isWordCharacter(text, at - 1);

const isCode = (block: Block, at: number): boolean =>
  isMarked(block, "code", at, at + 1) || isMarked(block, "math", at, at + 1);

/** Single and double marks for quotations that aren't inside another. */
function levels(parts: readonly Part[]): Found[] {
  const count = new StyleCount();
  for (const part of parts) {
    for (const { from, to, kind, inner, open } of part.quotes.pairs) {
      // A letter in single marks, or a meaning after a foreign word, isn't a quotation.
      if (inner || (kind === "single" && (to - from < 5 || open === "'" || isGloss(part, from)))) continue;
      count.add(kind, kind === "double" ? "“…”" : "‘…’", spotOf(part, from, to));
    }
  }
  return mixedStyles(
    GROUP,
    "single-level",
    "Quotations are in double and in single marks",
    count.all,
    (main, others) => (others[0]?.spots.length ?? 0) * 3 > main.spots.length + 2,
  );
}

/** The meaning of a word in italics: *Haus* ‘house’. */
const isGloss = ({ block }: Part, from: number): boolean =>
  [1, 2, 3, 4].some((before) => isMarked(block, "italic", from - before, from - before + 1));

function unbalancedQuotes(parts: readonly Part[]): Found[] {
  const found: Found[] = [];
  for (const [i, part] of parts.entries()) {
    const { quotes, block } = part;
    for (const at of quotes.unclosed) {
      // A quotation of several paragraphs opens in each and closes in the last.
      const next = parts[i + 1];
      if (at === quotes.unclosed.at(-1) && next && /^\s*[“„«"]/.test(next.block.text)) continue;
      found.push(one("quote-open", "A quotation opens and doesn't close.", spotOf(part, at, at + 1)));
    }
    for (const at of quotes.unopened) {
      // Inches, and the end of a quotation from the paragraph before.
      if (/\d/.test(block.text[at - 1] ?? "") || parts[i - 1]?.quotes.unclosed.length) continue;
      found.push(one("quote-close", "A quotation closes that never opened.", spotOf(part, at, at + 1)));
    }
  }
  return found;
}

/** How many paragraphs a bracket may enclose. */
const FURTHEST = 12;
const PAIRS: Record<string, string> = { ")": "(", "]": "[" };

function brackets(parts: readonly Part[]): Found[] {
  const found: Found[] = [];
  /** A bracket around several paragraphs, and where it opened. */
  let outer: { sign: string; block: number; finding: Found } | null = null;
  for (const part of parts) {
    const { plain } = part;
    if (!/[()[\]]/.test(plain)) continue;
    const open: number[] = [];
    const lone: number[] = [];
    for (const { 0: c, index: i } of plain.matchAll(/[()[\]]/g)) {
      if (c === "(" || c === "[") open.push(i);
      else {
        const last = open.at(-1);
        if (last !== undefined && plain[last] === PAIRS[c]) open.pop();
        // Half-open intervals: [0, 1).
        else if (last !== undefined && /^[\s\d.,∞−-]*$/.test(plain.slice(last + 1, Math.min(i, last + 40)))) open.pop();
        else if (!isListMark(plain, i)) lone.push(i);
      }
    }
    // A formula that we can't read has marks of its own.
    if (open.length + lone.length > 3) continue;
    for (const at of lone) {
      if (isSmiley(plain, at)) continue;
      if (outer && PAIRS[plain[at] as string] === outer.sign && part.at - outer.block <= FURTHEST) {
        outer.finding.spots = [];
        outer = null;
      } else found.push(one("bracket", "A bracket closes that never opened.", spotOf(part, at, at + 1)));
    }
    for (const at of open) {
      if (isSmiley(plain, at)) continue;
      const finding = one("bracket", "A bracket opens and doesn't close.", spotOf(part, at, at + 1));
      found.push(finding);
      outer = { sign: plain[at] as string, block: part.at, finding };
    }
  }
  return found.filter(({ spots }) => spots.length > 0);
}

/** "a) …", "1) …", "iv) …". */
const isListMark = (text: string, at: number): boolean =>
  /(?:^|[\s,;:(\u00a0])(?:\p{L}|\d{1,3}|[ivx]{1,5})$/iu.test(text.slice(Math.max(0, at - 8), at));
const isSmiley = (text: string, at: number): boolean => /[:;]-?$/.test(text.slice(Math.max(0, at - 2), at));

function dashes(parts: readonly Part[]): Found[] {
  const count = new StyleCount();
  const examples: Record<string, string> = {
    "—": "word—word",
    " — ": "word — word",
    " – ": "word – word",
    " - ": "word - word",
  };
  for (const part of parts) {
    if (part.block.kind === "caption" || !/[—–]| -/.test(part.plain) || isAffiliation(part.block.text)) continue;
    for (const match of part.plain.matchAll(
      /[\p{L}\p{N})”’%.,\ufffc]([ \u00a0\u2009]?)([—–-])([ \u00a0\u2009]?)(?=[\p{L}“‘(\ufffc])/gu,
    )) {
      const [, before = "", dash = "", after = ""] = match;
      if ((before === "") !== (after === "")) continue;
      const open = before !== "";
      if (!open && dash !== "—") continue;
      // "5 – x" is a formula or a range.
      if (open && dash !== "—" && /\d/.test(match[0].charAt(0))) continue;
      if (
        open &&
        dash !== "—" &&
        !/\p{L}{2}/u.test(part.plain.slice(match.index + match[0].length, match.index + match[0].length + 2))
      )
        continue;
      const style = open ? ` ${dash} ` : dash;
      // At the beginning of a line it's a bullet, or parts a title.
      if (match.index < 2 || (part.block.kind === "list" && open && match.index < 60)) continue;
      count.add(style, examples[style] ?? style, spotOf(part, match.index + 1, match.index + match[0].length));
    }
  }
  return mixedStyles(GROUP, "dash-space", "Dashes between words are written in different ways", count.all);
}

function spaces(parts: readonly Part[], english: boolean): Found[] {
  const found: Found[] = [];
  for (const part of parts) {
    const { plain, block } = part;
    for (const { 0: mark, index } of plain.matchAll(/[,.;:?!]/g)) {
      const c = plain.charCodeAt(index - 1);
      const after = plain.charCodeAt(index + 1);
      if (c === 32 || c === 0xa0) {
        if (!isSpaced(plain, index) || isCode(block, index) || (!english && mark !== "," && mark !== ".")) continue;
        found.push(one("space-before", `There's a space before a ${NAMES[mark]}.`, spotOf(part, index - 1, index + 1)));
      } else if (after !== 32 && TOUCHING.test(plain.slice(Math.max(0, index - 2), index + 3))) {
        if (isName(plain, index) || isCode(block, index)) continue;
        found.push(one("space-after", `There's no space after a ${NAMES[mark]}.`, spotOf(part, index, index + 1)));
      }
    }
  }
  return found;
}

/** A mark between two words: "slow.Later", "read,sorted". */
const TOUCHING = /^\p{Ll}{2}(?:\.\p{Lu}\p{Ll}|[;,]\p{L}{2})/u;

/** Whether a mark stands between a space after a word and another space. An ellipsis has spaces: ". . .". */
const isSpaced = (text: string, at: number): boolean =>
  (text[at] === ":" ? /^\p{Ll}{3}$/u.test(text.slice(at - 4, at - 1)) : /^[\p{L})]$/u.test(text.charAt(at - 2))) &&
  /^(?:[\s\u00a0]|$)/.test(text.slice(at + 1, at + 2)) &&
  text.slice(at + 1, at + 3) !== " .";

const NAMES: Record<string, string> = {
  ",": "comma",
  ".": "period",
  ";": "semicolon",
  ":": "colon",
  "?": "question mark",
  "!": "exclamation mark",
};

/** File names, addresses, and names of programs have marks without spaces: "Node.Js", "a.b.Com". */
function isName(text: string, at: number): boolean {
  const before = /[^\s\u00a0]*$/.exec(text.slice(Math.max(0, at - 40), at))?.[0] ?? "";
  const after = /^[^\s\u00a0]*/.exec(text.slice(at + 1, at + 41))?.[0] ?? "";
  if (/^[\s\u00a0]*[=(]/.test(text.slice(at + 1 + after.length, at + 4 + after.length))) return true;
  return (
    /[\d_/\\@:=.]|\p{Ll}\p{Lu}/u.test(before) || /[\d_/\\@=(]|\.\p{L}|\p{Ll}\p{Lu}/u.test(after) || after.includes(BLOT)
  );
}

/** Words that stand between commas without being an item of a list. */
const ASIDE =
  /^(?:however|therefore|thus|hence|moreover|furthermore|indeed|too|also|instead|then|finally|first|second|third|respectively|though|rather|in turn|in fact|of course|for example|for instance|that is|in general|in particular|by contrast|in contrast|as well|if any|if so)$/i;
/** Verbs, prepositions, and pronouns: what follows is a clause, not an item. */
const CLAUSE =
  /^(?:i|we|he|she|it|they|you|this|that|these|those|there|which|who|where|when|while|as|if|because|since|although|though|but|so|in|on|at|by|for|from|of|to|with|is|are|was|were|be|been|has|have|had|do|does|did|can|could|may|might|must|shall|should|will|would|not)$/i;

const SERIES = new RegExp(
  String.raw`(?<![\p{L}’'-])(\p{L}[\p{L}’'-]{1,30}), ([\p{L}’'-]{1,30}(?: [\p{L}’'-]{1,30}){0,2})(,?) (?:and|or) ([\p{L}’'-]{1,30})`,
  "gu",
);

/** "a, b, and c" and "a, b and c". */
function serialCommas(parts: readonly Part[]): Found[] {
  const count = new StyleCount();
  for (const part of parts) {
    const { plain } = part;
    if (!plain.includes(", ") || !/ (?:and|or) /.test(plain)) continue;
    for (const match of plain.matchAll(SERIES)) {
      const [all, a = "", b = "", comma = "", c = ""] = match;
      const from = match.index;
      const to = from + all.length;
      const first = b.split(" ")[0] ?? "";
      if (
        ASIDE.test(b) ||
        ASIDE.test(a) ||
        CLAUSE.test(first) ||
        CLAUSE.test(a) ||
        CLAUSE.test(c) ||
        /^\p{Lu}/u.test(a)
      )
        continue;
      // Names of people and places are parted in other ways.
      if (/^\p{Lu}/u.test(b) || /^\p{Lu}/u.test(c)) continue;
      // A list of four items or more can't be anything else.
      const long =
        /, [\p{L}’' -]{1,40}$/u.test(plain.slice(Math.max(0, from - 48), from).replace(/[ ]$/, "")) &&
        plain[from - 2] === ",";
      const ends = /^[.;:)]/.test(plain.slice(to, to + 1)) || to === plain.length;
      const short = !b.includes(" ") && ends && isLike(a, b, c) && !opensSentence(plain, from);
      if (!long && !short) continue;
      count.add(comma === "" ? "open" : "closed", comma === "" ? "a, b and c" : "a, b, and c", spotOf(part, from, to));
    }
  }
  return mixedStyles(GROUP, "serial-comma", "Lists have a comma before “and”, or not", count.all);
}

/** "The groups, men and women" isn't a list of three. */
const isLike = (a: string, b: string, c: string): boolean => !a.endsWith("s") || (b.endsWith("s") && c.endsWith("s"));

/** Whether the sentence begins with a preposition that the first item may belong to: "In spring, men and women". */
function opensSentence(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 60), at);
  const sentence = (/[^.?!:;]*$/.exec(before)?.[0] ?? "").trim();
  if (sentence.length > 50) return false;
  const words = sentence.split(/\s+/);
  return sentence === "" || (words.length <= 5 && OPENING.test(words[0] as string));
}

const OPENING =
  /^(?:in|at|on|by|for|after|before|during|from|among|between|with|within|without|under|over|of|to|until|since|through|throughout|across|despite|as|when|while|if|because|although|unlike|like|beyond|given|both|two|three|all)$/i;

function shortForms(parts: readonly Part[]): Found[] {
  const eg = new StyleCount();
  const ie = new StyleCount();
  const al = new StyleCount();
  for (const part of parts) {
    for (const [of, pattern] of [
      [eg, /e(?:\.\s?g\.|g\.?),?/g],
      [ie, /i(?:\.\s?e\.|e\.?),?/g],
    ] as const) {
      for (const { 0: written, index } of part.plain.matchAll(pattern)) {
        if (!isApart(part.plain, index, index + written.length)) continue;
        const form = written.replace(/\s/g, "");
        of.add(form, form, spotOf(part, index, index + written.length));
      }
    }
    // Reference managers write it too, and are right.
    for (const { 0: written, index } of part.block.text.matchAll(/et\.?[ \u00a0]al\.?/g)) {
      if (!isApart(part.block.text, index, index + written.length)) continue;
      const form = written.replace("\u00a0", " ");
      al.add(form, form, spotOf(part, index, index + written.length));
    }
  }
  return [
    ...mixedStyles(GROUP, "eg-form", "“For example” is shortened in different ways", eg.all),
    ...mixedStyles(GROUP, "ie-form", "“That is” is shortened in different ways", ie.all),
    // Where both are as common, the one with the point is right.
    ...mixedStyles(
      GROUP,
      "etal-form",
      "“And others” is shortened in different ways",
      al.all.sort((a, b) => Number(b.form === "et al.") - Number(a.form === "et al.")),
      undefined,
      true,
    ),
  ];
}

/** Whether no letters or digits touch a place. */
const isApart = (text: string, from: number, to: number): boolean =>
  !/[\p{L}\p{N}.]/u.test(text.slice(Math.max(0, from - 1), from)) && !/[\p{L}\p{N}]/u.test(text.slice(to, to + 1));

/** "Figure" and "Fig." in like places. Many styles shorten it only in brackets, or only within a sentence. */
function labels(parts: readonly Part[]): Found[] {
  const found: Found[] = [];
  for (const [rule, long, pattern] of [
    [
      "fig-form",
      { long: "Figure", short: "Fig." },
      /([Ff]igures?|[Ff]igs?\.?|FIG(?:URE)?S?\.?)[ \u00a0]?(?=\(?[A-Z]?\d)/g,
    ],
    ["eq-form", { long: "Equation", short: "Eq." }, /([Ee]quations?|[Ee]qn?s?\.?)[ \u00a0]?(?=\(?[A-Z]?\d)/g],
  ] as const) {
    const places = new Map<string, StyleCount>();
    const overall = { short: 0, long: 0 };
    for (const part of parts) {
      if (part.block.kind === "caption") continue;
      for (const match of part.plain.matchAll(pattern)) {
        const word = match[1] as string;
        if (match.index > 0 && isWordCharacter(part.plain, match.index - 1)) continue;
        const length = /^(?:figure|equation)/i.test(word) ? "long" : "short";
        overall[length]++;
        const place = placeOf(part.plain, match.index);
        let count = places.get(place);
        if (!count) places.set(place, (count = new StyleCount()));
        count.add(length, long[length], spotOf(part, match.index, match.index + word.length));
      }
    }
    for (const count of places.values()) {
      // Of two as common in this kind of place, the one that's commoner elsewhere is the manuscript's own.
      const all = overall.short > overall.long ? ["short", "long"] : ["long", "short"];
      const styles = all.flatMap((length) => count.of(length) ?? []);
      found.push(...mixedStyles(GROUP, rule, "References are shortened in some places", styles, undefined, true));
    }
  }
  return found;
}

function placeOf(text: string, at: number): "start" | "bracket" | "within" {
  const before = text.slice(Math.max(0, at - 60), at);
  if (/(?:^|[.?!]["”’)]*[\s\u00a0]+)$/.test(before) && (before !== "" || at === 0)) return "start";
  return before.lastIndexOf("(") > before.lastIndexOf(")") ? "bracket" : "within";
}
