import { BLOT, isAffiliation, proseOf, spotOf, times, type Part, type Prose, type Word } from "./prose.ts";
import { inOrder } from "./styles.ts";
import type { Block, CheckText, Found, Rule, Spot } from "./finding.ts";

/** Abbreviations: where they're defined, and whether that's once, before their use, and worth it. */
export const abbreviations: Rule = (manuscript) => {
  const entries = collect(manuscript);
  return [...entries.values()].flatMap((entry) =>
    // In tables and formulas that were read as text, names of all kinds look like abbreviations.
    judge(entry).map((one) => (manuscript.exact || one.rule !== "never-defined" ? one : { ...one, folded: true })),
  );
};

/** Abbreviations that readers know, or that style guides exempt from a definition. */
const KNOWN = new Set(
  (
    "EU UK US USA UN UAE USSR NATO UNESCO UNICEF WHO OECD NASA NHS BBC CNN IBM FBI CIA WTO IMF ILO NGO NGOs CEO CFO HR PR IT ICT AI TV CD DVD PC ID IDs IQ FAQ URL URLs HTML XML JSON CSV PDF SQL API APIs GPU GPUs CPU CPUs RAM USB LED LEDs LCD GPS SMS WWW HTTP HTTPS TCP IP " +
    "ISBN ISSN ISO DOI DOIs ORCID ANSI IEEE DIN APA MLA ACM DNA RNA mRNA tRNA cDNA HIV AIDS COVID SARS ATP pH PCR UV IR AM PM BC AD BCE CE OK " +
    "SD SE SEM CI CIs ANOVA ANCOVA MANOVA OLS df ns NS NA VIP QR SPSS SAS STATA MATLAB LISREL AMOS NVIVO R II III IV VI VII VIII IX XI XII XIII XIV XV XVI XVII XVIII XIX XX XXI XXX " +
    "ASCII CSS RTF SDK SDKs XSL XSLT XHTML DOM JDK JVM RGB JPEG PNG GIF TIFF MP3 ZIP FTP SSH VPN WiFi DNS OS GUI IDE RAM ROM BIOS SSD LAN WAN ASEAN APEC UNDP UNCTAD UNHCR WIPO ITU IAEA FAO G7 G20 BRICS BMW SAP USB ECMA WHOIS " +
    "DMSO GFP EGFP YFP RFP SDS PAGE PEG PBS EDTA BSA HEPES MALDI ELISA AMP ADP GTP GDP GMP cAMP NADH NADPH DTT " +
    "PhD MSc BSc MA BA MBA MD BSc MPhil EdD JD LLB LLM RN Dr Mr Mrs Ms USD EUR GBP AUD CAD JPY CHF Inc Ltd LLC GmbH TODO XXX REF TBD FIXME NB PS ie eg et al"
  ).split(" "),
);

/** Not abbreviations: Roman numbers, units, chemical elements beside each other are told by their form. */
const ROMAN = /^(?:M{0,3})(?:CM|CD|D?C{0,3})(?:XC|XL|L?X{0,3})(?:IX|IV|V?I{0,3})s?$/;

/** An abbreviation: two capitals or more, in at most eight characters. */
const ABBREVIATION = /(?<![\p{L}\p{N}\-‐‑_./&@#])\p{L}{0,2}\p{Lu}\p{L}{0,2}\p{Lu}[\p{L}\p{N}]{0,5}(?![\p{L}\p{N}_@])/uy;

/** The abbreviations in a text. Most of a text has no two capitals near each other, so that's looked for first. */
function* abbreviationsIn(text: string): Generator<RegExpExecArray> {
  let last = -9;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c < 65 || (c > 90 && c < 0xc0) || (c >= 0xc0 && !UPPER.test(text.charAt(i)))) continue;
    const near = i - last <= 3;
    const capital = last;
    last = i;
    if (!near) continue;
    // The first capital has at most two small letters before it.
    for (let from = Math.max(0, capital - 2); from <= capital; from++) {
      ABBREVIATION.lastIndex = from;
      const match = ABBREVIATION.exec(text);
      if (!match) continue;
      yield match;
      i = match.index + match[0].length - 1;
      last = -9;
      break;
    }
  }
}
const UPPER = /\p{Lu}/u;

const base = (form: string): string => (/\p{Lu}s$/u.test(form) ? form.slice(0, -1) : form);

type Place = { spot: Spot; part: Block; zone: Zone };
/** An abstract is read without the paper, so it has definitions of its own. A list of abbreviations defines for all. */
type Zone = "front" | "abstract" | "body" | "aside";
type Entry = {
  form: string;
  /** `firm`: in brackets, as definitions are. */
  definitions: (Place & { long: string; from: number; firm: boolean })[];
  uses: Place[];
  /** Uses of the long form. */
  longAgain: Place[];
  listed: boolean;
  /** Where it's first in brackets by itself, after words with other letters: "software (FLOSS)". */
  bracketed: Spot | null;
};

const ABSTRACT =
  /^\s*(?:\d+\.?\s*)?(?:abstract|summary|executive summary|highlights|key ?points|keywords?|lay summary|plain language summary|graphical abstract)\b/i;
const LIST = /abbreviation|acronym|glossary|nomenclature|symbols/i;
/** Names of people and funding bodies aren't explained there. */
const BACK =
  /^\s*(?:\d+\.?\s*)?(?:acknowledge?ments?|funding|author|contribut|conflicts?|competing|declaration|data availab|ethic|supplement|notes? on|about the|references|bibliography)/i;

function collect(manuscript: CheckText): Map<string, Entry> {
  const prose = proseOf(manuscript);
  const { parts, lexemes } = prose;
  const entries = new Map<string, Entry>();
  const entryOf = (form: string): Entry => {
    let entry = entries.get(form);
    if (!entry)
      entries.set(form, (entry = { form, definitions: [], uses: [], longAgain: [], listed: false, bracketed: null }));
    return entry;
  };
  const small = new Set<string>();
  for (const { form, lower } of lexemes) if (form === lower && form.length <= 8) small.add(form);
  for (const part of parts) {
    const { block, plain } = part;
    const zone = zoneOf(block);
    if (LIST.test(block.section) && block.section.length < 80) {
      for (const [form] of abbreviationsIn(block.text)) entryOf(base(form)).listed = true;
      continue;
    }
    // In lines of capitals, every word looks like one.
    let shouted: boolean | null = null;
    // Quotations count as uses, but don't need a definition.
    for (const match of abbreviationsIn(block.text)) {
      const [written] = match;
      const form = base(written);
      const at = match.index;
      // "NOTE" and "CLOSE" are words in capitals.
      if (!isAbbreviation(form) || small.has(form.toLowerCase())) continue;
      if ((shouted ??= isShouted(block.text))) break;
      const place: Place = { spot: spotOf(part, at, at + written.length), part: block, zone };
      const quoted = plain[at] === BLOT;
      const long = quoted ? null : definitionAt(plain, at, at + written.length, form);
      if (long === null) {
        const entry = entryOf(form);
        if (!quoted && isBracketed(plain, at, at + written.length)) entry.bracketed ??= place.spot;
        if (!quoted && isNamedWithOthers(plain, at)) entry.listed = true;
        entry.uses.push(quoted ? { ...place, zone: "aside" } : place);
      } else if (zone === "aside") entryOf(form).listed = true;
      else entryOf(form).definitions.push({ ...place, long: long.text, from: long.from, firm: long.firm });
    }
  }
  findLongForms(prose, entries);
  return entries;
}

/** At most this many letters of a line are capitals, unless it's set in them. */
const isShouted = (text: string): boolean => {
  const sample = text.slice(0, 400);
  const upper = sample.match(/\p{Lu}/gu)?.length ?? 0;
  const lower = sample.match(/\p{Ll}/gu)?.length ?? 0;
  return upper > lower;
};

const isAbbreviation = (form: string): boolean =>
  form.length >= 2 &&
  form.length <= 8 &&
  !ROMAN.test(form) &&
  /\p{Lu}.*\p{Lu}/u.test(form) &&
  !/^\p{Lu}\p{Ll}+\p{Lu}\p{Ll}+$/u.test(form);

const zones = new WeakMap<Block, Zone>();
function zoneOf(block: Block): Zone {
  let zone = zones.get(block);
  if (zone === undefined) zones.set(block, (zone = findZone(block)));
  return zone;
}

/** A line of a table of contents that was typed. */
const CONTENTS_LINE = /\t[\s.…]{0,200}\d{1,4}\s{0,9}$/;
function findZone({ kind, section, text }: Block): Zone {
  if (text.length < 300 && CONTENTS_LINE.test(text.slice(-210))) return "aside";
  if (isAffiliation(text)) return "aside";
  if (kind === "cell" || kind === "caption" || kind === "note" || kind === "heading") return "aside";
  if (ABSTRACT.test(section)) return "abstract";
  if (BACK.test(section)) return "aside";
  return section === "" ? "front" : "body";
}

/** In brackets by itself, after a word: the author explains it, if in another language or with other letters. */
const isBracketed = (text: string, from: number, to: number): boolean =>
  text[from - 1] === "(" && text[to] === ")" && /\p{L}\s?$/u.test(text.slice(Math.max(0, from - 4), from - 1));

/** "row- and column-compressed formats (CSR and CSC, respectively)", and the names of groups: "Working Group (APEC TEL)". */
const NAMED = /^(?:\p{Lu}{2,8}(?:,\s\p{Lu}{2,8}){0,5},?\sand\s\p{Lu}{2,8},?\srespectively|\p{Lu}{2,8}\s\p{Lu}{2,8})$/u;
function isNamedWithOthers(text: string, at: number): boolean {
  const from = text.slice(Math.max(0, at - 80), at).lastIndexOf("(");
  if (from < 0) return false;
  const begin = Math.max(0, at - 80) + from + 1;
  const end = text.slice(at, at + 100).indexOf(")");
  return end >= 0 && NAMED.test(text.slice(begin, at + end));
}

/** How far before an abbreviation its long form may begin. */
const REACH = 120;

/**
 * The long form of an abbreviation that's defined here: "site visit report (SVR)", or "SVR (site visit report)". null if
 * it isn't.
 */
function definitionAt(
  text: string,
  from: number,
  to: number,
  form: string,
): { text: string; from: number; firm: boolean } | null {
  const before = text[from - 1];
  if (before === "(" || before === "[") {
    const end = /^\s*[)\],;:]/.exec(text.slice(to, to + 3));
    if (!end) return null;
    const start = Math.max(0, from - 1 - REACH);
    const head = text.slice(start, from - 1);
    const found = longFormAtEnd(head, form);
    return found === null || head.slice(found).trim().length < form.length + 3
      ? null
      : { text: head.slice(found).trim(), from: start + found, firm: true };
  }
  // "…, or SVR", "SVR, the site visit report,", "SVR stands for …", "SVR = …".
  const named = /,?\s(?:or|hereafter|henceforth|abbreviated(?: as| to)?|called|known as)\s(?:the\s)?$/.exec(
    text.slice(Math.max(0, from - 24), from),
  );
  if (named) {
    const start = Math.max(0, from - named[0].length - REACH);
    const head = text.slice(start, from - named[0].length);
    const found = longFormAtEnd(head, form);
    // "A CSR, CSC, or COO matrix" names one of several.
    if (found !== null && !/,|\p{Lu}{2}/u.test(head.slice(found)) && head.slice(found).trim().length >= form.length + 3)
      return { text: head.slice(found).trim(), from: start + found, firm: false };
  }
  const told =
    /^(?:,\s(?:(?:that is|i\.e\.),?\s)?(?:the\s|an?\s)?|\sstands for\s(?:the\s)?|\s?[=:–—]\s?|\s-\s)([^()[\]\n.;,=]{5,100})/.exec(
      text.slice(to, to + REACH),
    );
  if (told?.[1] !== undefined) {
    const head = wordsFor(told[1], form);
    if (head !== null) return { text: head, from: to + told[0].indexOf(head), firm: false };
  }
  const inside = /^\s?[([]([^()[\]\n]{5,120})[)\];]/.exec(text.slice(to, to + REACH + 4));
  if (inside?.[1] === undefined) return null;
  const long = inside[1].replace(/[,;].*$/, "");
  return /^\p{L}/u.test(long) && longFormAtEnd(` ${long}`, form) === 1
    ? { text: long, from: to + inside[0].indexOf(long), firm: true }
    : null;
}

/** The first words of a text whose initials are the abbreviation's letters; null if it doesn't begin with them. */
function wordsFor(text: string, form: string): string | null {
  const letters = form.toLowerCase();
  let at = 0;
  let end = 0;
  for (const match of text.matchAll(/[\p{L}\p{N}’']+/gu)) {
    const word = match[0].toLowerCase();
    if (word[0] === letters[at]) at++;
    else if (!SMALL.has(word)) return null;
    end = match.index + match[0].length;
    if (at === letters.length) return text.slice(0, end);
  }
  return null;
}

/** Where the long form begins in a text that ends with it; null if the text doesn't have its letters. */
function longFormAtEnd(text: string, form: string): number | null {
  const letters = form.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
  const trimmed = text.trimEnd();
  const lower = trimmed.toLowerCase();
  if (lower.length !== trimmed.length) return null;
  return byInitials(lower, letters) ?? byLetters(lower, letters);
}

const SMALL = new Set("of and the for in on to a an with by at or de la du et from as".split(" "));

/** Each letter begins a word; small words may stand between them, and one other. */
function byInitials(lower: string, letters: string): number | null {
  const words = [...lower.matchAll(/[\p{L}\p{N}’']+/gu)];
  let at = words.length - 1;
  let skipped = 0;
  for (let i = letters.length - 1; i >= 0; i--) {
    for (; at >= 0; at--) {
      const [word] = words[at] as RegExpExecArray;
      if (word[0] === letters[i]) break;
      // The last word has the last letter: "intelligence (AI)".
      if (!SMALL.has(word) && (at === words.length - 1 || ++skipped > 1)) return null;
    }
    if (at < 0) return null;
    at--;
  }
  const start = words[at + 1]?.index ?? 0;
  return /[.;:!?()[\]\n\ufffc]/.test(lower.slice(start)) || (at + 2 >= words.length && letters.length > 1)
    ? null
    : start;
}

/** Each letter is found backwards anywhere in the words, and the first one begins a word: "body mass index (BMI)". */
function byLetters(lower: string, letters: string): number | null {
  let at = lower.length;
  let starts = 0;
  for (let i = letters.length - 1; i >= 0; i--) {
    const letter = letters[i] as string;
    at--;
    while (at >= 0 && (lower[at] !== letter || (i === 0 && isInside(lower, at)))) {
      if (/[.;:!?()[\]\n\ufffc]/.test(lower[at] as string)) return null;
      at--;
    }
    if (at < 0) return null;
    if (!isInside(lower, at)) starts++;
  }
  const words = lower.slice(at).split(/[\s-]+/).length;
  // Enough of its letters begin words, and it has no more words than letters and small words.
  return starts * 3 < letters.length || words > letters.length + 3 ? null : at;
}

const isInside = (text: string, at: number): boolean => at > 0 && /[\p{L}\p{N}]/u.test(text[at - 1] as string);

/** So many long forms with the same first word are looked for. */
const MOST_ALIKE = 16;

/** Where the long forms occur again without their abbreviation. */
function findLongForms({ parts, words, lexemes }: Prose, entries: ReadonlyMap<string, Entry>): void {
  const byFirst = new Map<string, { entry: Entry; long: string }[]>();
  for (const entry of entries.values()) {
    const first = entry.definitions[0];
    if (!first || entry.uses.length === 0) continue;
    const long = normal(first.long);
    const opening = /^[\p{L}\p{M}’']*/u.exec(long)?.[0] ?? "";
    const list = byFirst.get(opening);
    if (!list) byFirst.set(opening, [{ entry, long }]);
    else if (list.length < MOST_ALIKE) list.push({ entry, long });
  }
  if (byFirst.size === 0) return;
  const texts = new Map<Part, string>();
  for (const { lower, uses } of lexemes) {
    const wanted = byFirst.get(lower);
    if (!wanted) continue;
    for (const i of uses) {
      const { part: index, from } = words[i] as Word;
      const part = parts[index] as Part;
      const zone = zoneOf(part.block);
      if ((part.block.kind !== "text" && part.block.kind !== "list") || zone === "aside" || zone === "front") continue;
      let text = texts.get(part);
      if (text === undefined) texts.set(part, (text = normal(part.plain)));
      if (text.length !== part.plain.length) continue;
      for (const { entry, long } of wanted) {
        const to = againAt(part.plain, text, from, long, entry);
        if (to !== null) entry.longAgain.push({ spot: spotOf(part, from, to), part: part.block, zone });
      }
    }
  }
  for (const { longAgain } of entries.values()) longAgain.sort((a, b) => inOrder(a.spot, b.spot));
}

/** Where a long form that begins at `at` ends; null if it isn't there, or has to be there. */
function againAt(plain: string, lower: string, at: number, long: string, entry: Entry): number | null {
  if (!lower.startsWith(long, at)) return null;
  const to = at + long.length + (lower[at + long.length] === "s" ? 1 : 0);
  // Part of a longer term, or defined here once more.
  if (/^[\p{L}\p{N}-]/u.test(lower.slice(to, to + 1)) || /^[\s\u00a0]*[([]/u.test(lower.slice(to, to + 3))) return null;
  if (/\p{Lu}\s?[([]\s?$/u.test(plain.slice(Math.max(0, at - 4), at))) return null;
  // At the beginning of a sentence, style guides ask for the long form.
  if (at === 0 || /[.?!]["”’)]*\s+$/.test(plain.slice(Math.max(0, at - 5), at))) return null;
  // A line without a full stop is a title.
  if (!/[.?!]/.test(plain.slice(to, to + 400))) return null;
  // A capital makes it a name: "Ministry of Health and Welfare".
  const isName = /^\p{Lu}/u.test(entry.definitions[0]?.long ?? "");
  return /^\p{Lu}/u.test(plain.slice(at, at + 1)) === isName ? to : null;
}

const normal = (text: string): string => text.toLowerCase().replace(/[\u00a0\t\n]/g, " ");

const isBefore = (a: Spot, b: Spot): boolean => a.block < b.block || (a.block === b.block && a.from < b.from);

function judge(entry: Entry): Found[] {
  const { form, uses, listed } = entry;
  const found: Found[] = [];
  const add = (rule: string, message: string, spots: Spot[], folded = false): void => {
    found.push({ group: "Abbreviations", rule, message, forms: [], spots, folded });
  };
  const definitions = entry.definitions;
  const running = uses.filter(({ zone }) => zone === "body" || zone === "abstract");
  if (definitions.length === 0) {
    if (!listed && entry.bracketed === null && !KNOWN.has(form) && running.length >= 2 && isPlainAbbreviation(form))
      add(
        "never-defined",
        `“${form}” is used ${times(running.length)} and never defined.`,
        running.map(({ spot }) => spot),
      );
    return found;
  }
  const first = definitions[0] as Entry["definitions"][number];
  // The abstract has its own definitions, and so has what comes after it.
  for (const zone of ["abstract", "body"] as const) {
    const own = definitions.filter((one) => one.zone === zone);
    const [opening, ...more] = own;
    if (!opening) continue;
    // "Regional internet registries" and "registries" are one.
    const others = more.filter(
      (one) =>
        !isSameLong(one.long, opening.long) &&
        !stem(opening.long).endsWith(stem(one.long)) &&
        !stem(one.long).endsWith(stem(opening.long)),
    );
    if (others.length > 0)
      add(
        "defined-two-ways",
        `“${form}” is defined as “${opening.long}” and as “${others[0]?.long}”.`,
        others.map((one) => wide(one)),
      );
    const again = more.filter((one) => isSameLong(one.long, opening.long));
    if (again.length > 0)
      add(
        "defined-twice",
        `“${form}” is defined ${times(again.length + 1)}.`,
        again.map((one) => wide(one)),
      );
  }
  // "Conditional VaR or CoVaR" names it twice, and that's all.
  const once = definitions.length === 1 && first.firm;
  if (once && uses.length === 0) add("defined-never-used", `“${form}” is defined and never used.`, [wide(first)]);
  else if (once && uses.length === 1 && uses[0]?.zone !== "aside") {
    const use = uses[0] as Place;
    if (isBefore(first.spot, use.spot))
      add("defined-used-once", `“${form}” is defined, and used only once after that.`, [wide(first), use.spot]);
  }
  const { bracketed } = entry;
  const early = running.filter(
    ({ spot }) => isBefore(spot, first.spot) && (bracketed === null || isBefore(spot, bracketed)),
  );
  if (early.length > 0 && !listed)
    add(
      "used-before-defined",
      `“${form}” is used ${times(early.length)} before it's defined.`,
      [...early.map(({ spot }) => spot), wide(first)],
      // A PDF is a file before it's a probability density function.
      KNOWN.has(form),
    );
  const again = entry.longAgain.filter(
    ({ spot }) =>
      isBefore(first.spot, spot) &&
      !definitions.some((one) => one.spot.block === spot.block && Math.abs(one.from - spot.from) < 3),
  );
  // A single word has a sense of its own: "coordinate (COO)".
  if (again.length > 0 && /[\s-]/.test(first.long))
    add(
      "long-form-again",
      `“${first.long}” is written out ${times(again.length)} after “${form}” was defined.`,
      again.map(({ spot }) => spot),
    );
  return found;
}

/** The definition with its long form. */
const wide = ({ spot, from }: Entry["definitions"][number]): Spot => ({
  block: spot.block,
  from: Math.min(from, spot.from),
  to: spot.to,
});

/** Whether two long forms are one, apart from endings. */
function isSameLong(a: string, b: string): boolean {
  const [some, others] = [stem(a).split(" "), stem(b).split(" ")];
  return some.length === others.length && some.every((word, i) => word.slice(0, 6) === others[i]?.slice(0, 6));
}
const stem = (long: string): string =>
  long
    .toLowerCase()
    .replace(/[\s\u00a0-]+/g, " ")
    .replace(/([^s])s\b/g, "$1")
    .replace(/isation/g, "ization")
    .replace(/our\b/g, "or");

/** Three to six capitals, as abbreviations of an author's own have. Others are often formulas, genes, and products. */
const isPlainAbbreviation = (form: string): boolean => /^\p{Lu}{3,6}$/u.test(form);
