import type { Paragraph, TextModel } from "./text-model.ts";
import { addText, newTally } from "./words.ts";

/**
 * The sentences of a manuscript in the form in which two copies of it are compared: by content, whatever the program,
 * the layout and the kind of quotes. They are divided by rules of our own and not by `Intl.Segmenter`, whose data
 * differ from browser to browser and from year to year: the same text must give the same sentences wherever and
 * whenever it is read. A division need not be the best. It must be the same every time, and an edit may change only its
 * own sentence.
 */

export type Sentence = {
  /** As written in the document. */
  text: string;
  /** As it is compared: see `comparable`. */
  form: string;
  paragraph: Paragraph;
};

/** Shorter ones ("Results are shown in Table 2.") occur in many texts and prove nothing. */
const LEAST_WORDS = 8;

/**
 * Lines of a plain text that are all at most this long were broken by a program, and the sentence goes on in the next.
 */
const WRAPPED_LINE = 120;

/** Full-width ones end a sentence wherever they stand; the others where white space or the text's end follows. */
const ENDS = /(?:[。！？｡]+|[.!?…؟۔।॥။]+)["'”’»›)\]」』）】]*(?:\[[\d,;\s–-]{1,24}\])?/gu;
const FULL_WIDTH = /^[。！？｡]/u;

/**
 * Words before a full stop that does not end a sentence, in lower case: abbreviations of manuscripts in languages we
 * meet.
 */
const ABBREVIATIONS = new Set(
  (
    "al approx art ca cap cf ch chap col cp diff dr ed eds eq eqs esp est etal ex fig figs gen hon incl jr lit max min mr mrs ms mt nat no nos nr op p para pp pt prof ref refs resp rev " +
    "sci sec ser sp spp sr st suppl tab trans univ var viz vol vols vs " +
    "abb abs anm aufl bd bzgl bzw evtl ggf hrsg inkl mind sog tabelle vgl zb zit " +
    "éd env fasc mme mlle núm pág págs sra srta tel"
  ).split(" "),
);

/** White space of every kind, the blanks that look like it included. */
const BLANKS = /[\s\u0085\u2800\u3164]+/gu;
/** Marks without width, soft hyphens and signs of direction: they come and go with the program. */
const UNSEEN = /[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]|\u034f|[\u{fe00}-\u{fe0f}]/gu;

/**
 * The form in which a sentence is compared: Unicode NFKC (ligatures, full-width letters and composed accents are one),
 * quotes, dashes and spaces of every kind folded, nothing invisible. Case is kept, and so is punctuation: to change
 * them is to edit.
 */
export const comparable = (sentence: string): string =>
  sentence
    .normalize("NFKC")
    .replace(UNSEEN, "")
    .replace(BLANKS, " ")
    .replace(/[‘’‚‛′ʼ`´]/gu, "'")
    .replace(/« ?| ?»|[“”„‟″‹›]|''/gu, '"')
    .replace(/ ?[‐‑‒–—―−]+ ?| -+ |--+/gu, "-")
    .replace(/ (?=[;:!?%])/gu, "")
    .trim();

/** Scripts that part neither words nor, as a rule, sentences by marks: Thai, Lao, Burmese, Khmer. */
const UNSPACED = /[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/gu;
const LETTERS_A_WORD = 5;

/** Korean letters and syllables, which count by the character here: seals that were made must go on matching. */
const KOREAN = /[\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\uac00-\ud7ff]/gu;

/**
 * Words as they count here: two characters of Chinese, Japanese or Korean are one, five letters of a script without
 * spaces are one.
 */
function wordsOf(form: string): number {
  const tally = newTally();
  addText(tally, form.replace(KOREAN, "\u4e00"));
  const unspaced = form.match(UNSPACED)?.length ?? 0;
  return tally.words - tally.cjk + tally.cjk / 2 + unspaced / LETTERS_A_WORD;
}

/** The sentences of one line of text, none left out, each with its end. */
export function divideSentences(line: string): string[] {
  const out: string[] = [];
  let from = 0;
  const cut = (to: number) => {
    const sentence = line.slice(from, to).trim();
    if (sentence !== "") out.push(sentence);
    from = to;
  };
  for (const match of line.matchAll(ENDS)) {
    const to = match.index + match[0].length;
    if (endsHere(line, from, match.index, to)) cut(to);
  }
  cut(line.length);
  return out.flatMap((sentence) =>
    (sentence.match(UNSPACED)?.length ?? 0) * 2 > sentence.length ? divideUnspaced(sentence) : [sentence],
  );
}

/** Whether the mark at `at` ends a sentence that began at `from`; the text goes on at `to`. */
function endsHere(line: string, from: number, at: number, to: number): boolean {
  if (FULL_WIDTH.test(line.slice(at, at + 1)) || to >= line.length) return true;
  if (!/^[\s\u00a0]/u.test(line.slice(to, to + 1))) return false;
  // What follows begins small: the sentence goes on ("etc. and", "“Why?” he asked").
  if (/^\s*["'“‘«(]*\p{Ll}/u.test(line.slice(to, to + 12))) return false;
  if (line[at] !== "." || line[at + 1] === ".") return true;
  const before = line.slice(Math.max(from, at - 24), at);
  const word = /[\p{L}\p{N}.]*$/u.exec(before)?.[0] ?? "";
  // "e.g.", "U.S.", "z.B.": dots within.
  if (/\p{L}\.\p{L}/u.test(word)) return false;
  // An initial, as in "J. Smith".
  if (/^\p{Lu}$/u.test(word)) return false;
  // The number of a heading or an item of a list.
  if (/^\d{1,3}(?:\.\d{1,3})*$/.test(word) && line.slice(from, at - word.length).trim() === "") return false;
  return !ABBREVIATIONS.has(word.toLowerCase());
}

/** Without marks to go by: at white space, once enough has come together. */
function divideUnspaced(text: string): string[] {
  const out: string[] = [];
  let piece = "";
  let words = 0;
  for (const part of text.split(/\s+/u)) {
    piece = piece === "" ? part : `${piece} ${part}`;
    words += wordsOf(part);
    if (words >= LEAST_WORDS) {
      out.push(piece);
      piece = "";
      words = 0;
    }
  }
  if (piece !== "") out.push(piece);
  return out;
}

/** How a line break within a paragraph is read: as the end of a sentence, or as a space. */
export type LineBreaks = "end" | "space";

const wrapped = (model: TextModel): boolean =>
  model.paragraphs.every(
    ({ text }) => !text.includes("\n") || text.split("\n").every((line) => line.length <= WRAPPED_LINE),
  );

/**
 * Line breaks as they are most likely meant: in Markdown and in plain text with short lines they are none, elsewhere
 * the author made them.
 */
export const lineBreaksOf = (model: TextModel): LineBreaks =>
  model.format === "md" || (model.format === "txt" && wrapped(model)) ? "space" : "end";

/**
 * The sentences of a manuscript that are long enough to be told by, in reading order, notes and captions among them.
 * Tables of contents are left out: their page numbers change by themselves.
 */
export function sentencesOf(model: TextModel, lineBreaks: LineBreaks = lineBreaksOf(model)): Sentence[] {
  const out: Sentence[] = [];
  for (const paragraph of model.paragraphs) {
    if (paragraph.kind === "toc") continue;
    const lines =
      lineBreaks === "end" ? paragraph.text.split(/[\n\u2028\u2029]/u) : [paragraph.text.replace(/\s+/gu, " ")];
    for (const line of lines) {
      for (const text of divideSentences(line)) {
        const form = comparable(text);
        if (wordsOf(form) >= LEAST_WORDS) out.push({ text, form, paragraph });
      }
    }
  }
  return out;
}
