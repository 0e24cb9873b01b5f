/**
 * Content that isn't language: numbers, citations, quotations, figure and table labels, addresses. Each as written and
 * in a normalized form.
 */

import { hasNumberWord, numberWordsIn } from "./number-words.ts";

export type ItemKind = "number" | "citation" | "quotation" | "caption" | "link";

export type Item = {
  kind: ItemKind;
  /** Equal if they mean the same: "1,000" and "1000", "(Doe & Roe, 2020)" and "Doe and Roe (2020)". */
  value: string;
  shown: string;
  from: number;
  to: number;
  /** Only a change if another number replaced it: "one", "first". */
  weak: boolean;
  /** The words on either side, "" if there is no distinctive one. */
  previous: string;
  next: string;
};

const LINK = /\b(?:https?:\/\/|www\.)[^\s<>"“”]+|\b(?:doi:\s*)?10\.\d{4,9}\/[^\s<>"“”]+/gi;
const YEAR = String.raw`(?:1[5-9]|20)\d{2}[a-z]?`;
const BRACKETED = new RegExp(String.raw`\(([^()]{0,400}?\b${YEAR}\b[^()]{0,200})\)`, "g");
const NAME = String.raw`\p{Lu}[\p{L}'’\-]+`;
const NARRATIVE = new RegExp(
  String.raw`(?<![\p{L}])(${NAME}(?:(?:,\s+${NAME})*,?\s+(?:and|&)\s+${NAME}|\s+et\s+al\.?)?)(?:['’]s)?\s*\((${YEAR})((?:[,:]\s*(?:pp?\.\s*)?[\d–-]+)?)\)`,
  "gu",
);
const NAME_AND_YEAR = new RegExp(String.raw`\p{Lu}[\p{L}'’.\-]+[^;]*\b${YEAR}\b`, "u");
const NUMERIC = /\[(\d{1,3}(?:\s*[-–,;]\s*\d{1,3})*)\]/g;
const MONTH =
  /^\s*(?:(?:early|mid|late|in|since|until|from|between)\s+)*(?:\d{1,2}\s+)?(?:January|February|March|April|May|June|July|August|September|October|November|December|Spring|Summer|Autumn|Fall|Winter)\b/i;
const LABEL =
  /^(?:(?:supplementary|extended data)\s+)?(figure|fig\.?|table|box|scheme|plate|map|chart|algorithm|listing)\s+([A-Z]?\d+(?:[.-]\d+)*[a-z]?)(?=[\s.:|–—]|$)/i;
const UNIT =
  /^[\s\u00a0\u2009\u202f]?(%|‰|per\s?cent\b|percent\b|°\s?[CF]\b|°|(?:[kMGTmµμnpcd]?(?:g|m|s|L|l|A|V|W|J|N|Pa|Hz|mol|M|eV|B)|min|h|hr|km²|m²|m2|cm2|mm2|kg|ha|US\$|€|£|USD|EUR|GBP|ppm|ppb|dB)(?![\p{L}\d]))/u;
const PERCENT = /^[\s\u00a0\u2009\u202f-](?:%|per\s?cent\b|percent\b)/u;
const MULTIPLIER = /^[\s\u00a0](thousand|million|billion|trillion)\b/i;
const MULTIPLIERS: Readonly<Record<string, number>> = {
  thousand: 1_000,
  million: 1_000_000,
  billion: 1_000_000_000,
  trillion: 1_000_000_000_000,
};
const CURRENCY = /(?:US\$|\$|€|£|¥)[\s\u00a0]?$/;
/** Digits that aren't part of a word (H2O, COVID-19, p53). */
const NUMBER =
  /(?<![\p{L}\d_])(?<!\p{L}[-‐‑])(?<!\d[.,])[-−–]?(?:\d{1,3}(?:[,\u00a0\u2009\u202f]\d{3}| 000)+(?!\d)(?:[.·]\d+)?|\d+(?:\.\d+)+|\d+(?:[,·]\d+)?|[.·]\d+)/gu;

const STOP_WORDS = new Set(
  "and or to the in of for with per were was from than that this by at on as but not are is had has have which who respectively".split(
    " ",
  ),
);

/** Finds the items in one text. A matched stretch isn't searched again. */
class Finder {
  readonly items: Item[] = [];
  private readonly text: string;
  private readonly taken: Uint8Array;

  constructor(text: string) {
    this.text = text;
    this.taken = new Uint8Array(text.length);
  }

  take(from: number, to: number): void {
    this.taken.fill(1, from, to);
  }

  private free(from: number, to: number): boolean {
    return this.taken.subarray(from, to).indexOf(1) < 0;
  }

  private add(
    kind: ItemKind,
    value: string,
    from: number,
    to: number,
    shown = this.text.slice(from, to),
    weak = false,
  ): void {
    this.items.push({
      kind,
      value,
      weak,
      shown: shown.trim(),
      from,
      to,
      previous: wordBefore(this.text, from),
      next: wordAfter(this.text, to),
    });
  }

  links(): void {
    for (const match of this.text.matchAll(LINK)) {
      const shown = match[0].replace(/[.,;:)\]]+$/, "");
      this.add("link", plainLink(shown), match.index, match.index + shown.length);
      this.take(match.index, match.index + match[0].length);
    }
  }

  /** Only three words or more, because shorter ones are terms. Numbers inside are still found. */
  quotations(): void {
    for (const [from, to] of quotationsOf(this.text)) {
      const inner = this.text.slice(from + 1, to - 1);
      if (inner.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length >= 3)
        this.add("quotation", plainQuotation(inner), from, to);
    }
  }

  /** "Doe and Roe (2020)". */
  narrativeCitations(): void {
    for (const match of this.text.matchAll(NARRATIVE)) {
      const to = match.index + match[0].length;
      if (!this.free(match.index, to) || MONTH.test(match[1] ?? "")) continue;
      this.add("citation", plainCitation(`${match[1]} ${match[2]} ${match[3] ?? ""}`), match.index, to);
      this.take(match.index, to);
    }
  }

  /** "(Doe & Roe, 2020; Poe, 2021)". */
  bracketedCitations(): void {
    for (const match of this.text.matchAll(BRACKETED)) {
      let from = match.index + 1;
      for (const part of (match[1] ?? "").split(";")) {
        const to = from + part.length;
        if (NAME_AND_YEAR.test(part) && !MONTH.test(part) && this.free(from, to)) {
          this.add("citation", plainCitation(part), from, to);
          this.take(from, to);
        }
        from = to + 1;
      }
    }
  }

  /** "[3, 5-7]". */
  numericCitations(): void {
    for (const match of this.text.matchAll(NUMERIC)) {
      const to = match.index + match[0].length;
      if (!this.free(match.index, to)) continue;
      for (const n of numbersIn(match[1] ?? "")) this.add("citation", `[${n}]`, match.index, to, `[${n}]`);
      this.take(match.index, to);
    }
  }

  /** "Figure 3" at the start of a caption. */
  label(caption: boolean): void {
    const trimmed = this.text.trimStart();
    const label = LABEL.exec(trimmed);
    if (!label || !(caption || /^[.:|–—]/.test(trimmed.slice(label[0].length).trimStart()))) return;
    const from = this.text.length - trimmed.length;
    const kind = (label[1] ?? "").toLowerCase().replace(/^fig\.?$/, "figure");
    this.add("caption", `${kind} ${(label[2] ?? "").toLowerCase()}`, from, from + label[0].length);
    this.take(from, from + label[0].length);
  }

  numbers(): void {
    const { text } = this;
    for (const match of text.matchAll(NUMBER)) {
      let from = match.index;
      let shown = match[0];
      // A dash after a digit or a word is a range or a hyphen, not a sign.
      if (/^[-−–]/.test(shown) && /[\p{L}\d)\]%]/u.test(text[from - 1] ?? "")) {
        shown = shown.slice(1);
        from++;
      }
      const end = from + shown.length;
      const multiplier = MULTIPLIER.exec(text.slice(end, end + 12));
      const unit = multiplier ? null : UNIT.exec(text.slice(end, end + 12));
      if (!this.free(from, end) || (unit === null && beginsWord(text, end))) continue;
      const money = CURRENCY.exec(text.slice(Math.max(0, from - 4), from));
      const start = money ? from - money[0].length : from;
      const to = end + ((multiplier ?? unit)?.[0].length ?? 0);
      const measure = unit ? plainUnit(unit[1] ?? "") : "";
      const plain = multiplier
        ? String(Number(plainNumber(shown)) * (MULTIPLIERS[(multiplier[1] ?? "").toLowerCase()] ?? 1))
        : plainNumber(shown);
      this.add("number", `${money ? money[0].trim() : ""}${plain}${measure}`, start, to);
      this.take(start, to);
    }
  }

  /** "two", "two thirds", "ten percent". */
  spelledNumbers(): void {
    for (const { from, to, value, weak } of numberWordsIn(this.text)) {
      if (!this.free(from, to)) continue;
      const percent = PERCENT.exec(this.text.slice(to, to + 12));
      const end = to + (percent?.[0].length ?? 0);
      this.add("number", `${value}${percent ? "%" : ""}`, from, end, this.text.slice(from, end), weak);
    }
  }
}

/** Whether a number continues as a word ("3D"), as opposed to an ordinal or a decade. */
const beginsWord = (text: string, at: number): boolean =>
  /^\p{L}/u.test(text.slice(at, at + 1)) && !/^(?:st|nd|rd|th|s)\b/.test(text.slice(at, at + 3));

/**
 * All of a text's items, in order. @param caption the paragraph is a caption @param masked stretches whose numbers are
 * ignored (field results)
 */
export function itemsOf(text: string, caption: boolean, masked: readonly (readonly [number, number])[] = []): Item[] {
  if (!/[\d"“«„‘]|www\.|https?:/.test(text) && !hasNumberWord(text)) return [];
  const finder = new Finder(text);
  finder.links();
  finder.quotations();
  finder.narrativeCitations();
  finder.bracketedCitations();
  finder.numericCitations();
  finder.label(caption);
  for (const [from, to] of masked) finder.take(from, to);
  finder.numbers();
  finder.spelledNumbers();
  return finder.items.sort((a, b) => a.from - b.from);
}

/** An address without parts that don't change its target. */
const plainLink = (shown: string): string =>
  shown
    .replace(/^(?:https?:\/\/)?(?:dx\.)?doi\.org\//i, "")
    .replace(/^doi:\s*/i, "")
    .replace(/^https?:\/\//i, "")
    .replace(/\/$/, "");

/** "1,000" and "1 000" are 1000; ".05" is 0.05. Trailing zeros show precision, and stay. */
function plainNumber(shown: string): string {
  let text = shown.replace(/^[−–]/, "-").replace("·", ".");
  if (/^-?\d{1,3}(?:[,\u00a0\u2009\u202f ]\d{3})+(?:\.\d+)?$/.test(text))
    text = text.replace(/[,\u00a0\u2009\u202f ]/g, "");
  else text = text.replace(",", ".");
  return text.replace(/^(-?)\./, "$10.");
}

const plainUnit = (unit: string): string =>
  /^per\s?cent$/i.test(unit) ? "%" : unit.replace("μ", "µ").replace(/\s/g, "");

/** Names and years, however they're formatted. */
const plainCitation = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\b(?:see(?: also)?|e\.g\.|i\.e\.|cf\.|for example|for a review)\s*,?/g, " ")
    .replace(/\band\b|&/g, " ")
    .replace(/['’]s\b/g, " ")
    .replace(/\bpp?\.\s*/g, " p")
    .replace(/[–−]/g, "-")
    .replace(/[^\p{L}\d-]+/gu, " ")
    .trim();

/** A quotation without its marks, which are a matter of style, like the period before the closing one. */
export const plainQuotation = (text: string): string =>
  text
    .replace(/[“”„«»"]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[.,;:]+$/, "");

/** "1-3, 7" as 1, 2, 3, 7. */
function numbersIn(list: string): number[] {
  const out: number[] = [];
  for (const part of list.split(/[,;]/)) {
    const [first = 0, last = first] = part.split(/[-–]/).map(Number);
    for (let n = first; n <= last && out.length < 200; n++) out.push(n);
  }
  return out;
}

const PAIRS: Readonly<Record<string, string>> = { "“": "”", "„": "“”", "«": "»", '"': '"', "‘": "’" };

/** Text in quotation marks, including the marks. An unpaired mark in a paragraph doesn't count. */
function quotationsOf(text: string): [number, number][] {
  const out: [number, number][] = [];
  const unclosed = new Set<string>();
  for (let i = 0; i < text.length; i++) {
    const close = PAIRS[text[i] as string];
    if (close === undefined || unclosed.has(close)) continue;
    const to = closingMark(text, i, close);
    if (to < 0) {
      unclosed.add(close);
      continue;
    }
    out.push([i, to + 1]);
    i = to;
  }
  return out;
}

function closingMark(text: string, from: number, close: string): number {
  for (let i = from + 1; i < text.length; i++) {
    if (!close.includes(text[i] as string)) continue;
    // ’ between two letters is an apostrophe.
    if (text[i] === "’" && /\p{L}/u.test(text[i + 1] ?? "")) continue;
    return i;
  }
  return -1;
}

const told = (word: string): string => (word.length < 3 || STOP_WORDS.has(word) ? "" : word);
const wordBefore = (text: string, from: number): string =>
  told((/([\p{L}]+)[\s\u00a0("“‘[]*$/u.exec(text.slice(Math.max(0, from - 40), from))?.[1] ?? "").toLowerCase());
const wordAfter = (text: string, to: number): string =>
  told((/^[\s\u00a0]+([\p{L}]+)/u.exec(text.slice(to, to + 40))?.[1] ?? "").toLowerCase());
