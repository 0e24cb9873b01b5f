import type { SectionCount } from "./receipt.ts";
import type { Paragraph, TextModel } from "./text-model.ts";

/** Deeper headings don't start a section of the receipt, but belong to the one above. */
const DEEPEST = 3;

const TITLES = [
  "references?",
  "reference list",
  "list of references",
  "bibliography",
  "selected bibliography",
  "works cited",
  "literature cited",
  "literature",
  "cited literature",
  "references cited",
  "references and notes",
  "notes and references",
  "sources",
  "bibliographie",
  "bibliographies",
  "r[eé]f[eé]rences",
  "r[eé]f[eé]rences bibliographiques",
  "ouvrages cit[eé]s",
  "literatur",
  "literaturverzeichnis",
  "quellenverzeichnis",
  "quellen- und literaturverzeichnis",
  "literaturangaben",
  "referencias",
  "referencias bibliogr[aá]ficas",
  "bibliograf[ií]a",
  "obras citadas",
  "refer[eê]ncias",
  "refer[eê]ncias bibliogr[aá]ficas",
  "bibliografia",
  "riferimenti bibliografici",
  "riferimenti",
  "literatuur",
  "literatuurlijst",
  "referenties",
  "litteraturf[oö]rteckning",
  "referenser",
  "litteratur",
  "referanser",
  "litteraturliste",
  "l[aä]hteet",
  "l[aä]hdeluettelo",
  "literatura",
  "spis literatury",
  "seznam literatury",
  "zoznam literat[uú]ry",
  "irodalomjegyz[eé]k",
  "irodalom",
  "kaynaklar",
  "kaynak[cç]a",
  "daftar pustaka",
  "t[aà]i li[eệ]u tham kh[aả]o",
  "список литературы",
  "литература",
  "библиография",
  "список використаних джерел",
  "βιβλιογραφία",
  "المراجع",
  "مراجع",
  "ביבליוגרפיה",
  "רשימת מקורות",
  "参考文献",
  "參考文獻",
  "引用文献",
  "참고문헌",
];

const REFERENCES = new RegExp(`^(?:${TITLES.join("|")})$`, "iu");

/** Well-known headings, whatever their formatting. */
const KNOWN =
  /^(?:abstract|summary|introduction|background|methods?|materials and methods|methodology|results?|discussion|results and discussion|conclusions?|acknowledge?ments?|appendix(?: [a-z0-9]+)?|keywords|literature review|limitations|funding|data availability(?: statement)?|supplementary (?:material|information)|conflicts? of interest|figure legends?|tables?)$/i;

/** What ends a reference list even without a heading style. */
const AFTER_LIST =
  /^(?:appendi(?:x|ces)|annex(?:es)?|acknowledge?ments?|figure legends?|tables? and figures?|supplement(?:ary|al)|supporting information|author contributions?|anhang|annexes?|ap[eé]ndice|anexo)\b/i;

const bareTitle = (text: string): string =>
  text
    .trim()
    .replace(/^(?:(?:chapter|section)\s+)?(?:[0-9]+(?:\.[0-9]+)*|[IVX]+)[.)]?\s+/i, "")
    .replace(/[.:：]$/, "")
    .trim();

/** Whether a heading announces a reference list, in any of about twenty languages. */
export const isReferencesTitle = (text: string): boolean => text.length < 60 && REFERENCES.test(bareTitle(text));

const isStory = (paragraph: Paragraph): boolean =>
  paragraph.kind === "body" || paragraph.kind === "heading" || paragraph.kind === "reference";

function looksLikeHeading(paragraph: Paragraph): boolean {
  if (paragraph.kind !== "body" || paragraph.words === 0 || paragraph.words > 14 || paragraph.text.length > 120)
    return false;
  return paragraph.bold && !/[.,;]$/.test(paragraph.text.trim());
}

/**
 * Treats short bold lines and well-known titles as headings if none are styled, and always those of reference lists.
 */
function findHeadings(paragraphs: readonly Paragraph[]): void {
  const styled = paragraphs.some((paragraph) => paragraph.kind === "heading" && paragraph.words > 0);
  for (const paragraph of paragraphs) {
    if (paragraph.kind !== "body" || paragraph.words === 0 || paragraph.words > 14) continue;
    const short = paragraph.text.length <= 60;
    const references = short && paragraph.words <= 6 && isReferencesTitle(paragraph.text);
    if (references || (!styled && (looksLikeHeading(paragraph) || (short && KNOWN.test(bareTitle(paragraph.text)))))) {
      paragraph.kind = "heading";
      // Above every real heading, so a list announced only in bold ends at the next one.
      paragraph.level = references && styled ? DEEPEST : 1;
    }
  }
}

/** Whether a line after a reference list reads like the next title. */
const endsList = (paragraph: Paragraph): boolean =>
  paragraph.kind === "body" &&
  paragraph.words <= 8 &&
  AFTER_LIST.test(paragraph.text.trim()) &&
  !/\d{4}|\.$/.test(paragraph.text.trim());

/** The state of dividing into sections. */
type Division = {
  sections: SectionCount[];
  /** The section that paragraphs are added to; -1 before the first. */
  current: number;
  /** The level of the heading that opened a reference list; 0 outside of one. */
  listLevel: number;
  /** The section of a list that the document marks itself, and the section that it was found in. */
  marked: number;
  markedFor: number;
};

const start = ({ sections }: Division, title: string, level: number, references: boolean): number =>
  sections.push({ id: `s${sections.length}`, title, level, words: 0, billable: 0, references }) - 1;

/** A heading opens a section, unless it's too deep for one, and opens or closes a reference list. */
function takeHeading(division: Division, { text, level }: Paragraph): void {
  if (division.listLevel > 0 && level <= division.listLevel) division.listLevel = 0;
  const opensList = isReferencesTitle(text);
  if (opensList && division.listLevel === 0) division.listLevel = Math.max(1, level);
  if (opensList || level <= DEEPEST || division.current < 0) {
    const title = text.replace(/\s+/g, " ").trim().slice(0, 200);
    division.current = start(division, title, Math.min(level, DEEPEST), division.listLevel > 0);
  }
}

/** The section that a paragraph belongs to. */
function sectionFor(division: Division, paragraph: Paragraph): number {
  const { current, listLevel, sections } = division;
  const inList = listLevel > 0 && sections[current]?.references === true;
  if (!paragraph.inBibliography || inList) return current;
  // A list the document marks itself, under a heading that does not say so.
  if (division.marked < 0 || division.markedFor !== current) {
    division.marked = start(division, "References", Math.max(1, sections[current]?.level ?? 1), true);
    division.markedFor = current;
  }
  return division.marked;
}

/** Counts a paragraph in its section. @returns whether it's an entry of a reference list */
function countIn(section: SectionCount, paragraph: Paragraph): boolean {
  section.words += paragraph.words;
  if (paragraph.charged) section.billable += paragraph.words - paragraph.cjk / 2;
  return section.references && paragraph.words > 0 && isStory(paragraph) && paragraph.kind !== "heading";
}

/**
 * Cuts a model into sections by its headings (or, where it has none, by short bold lines and well-known titles), marks
 * the reference lists, and sums the words: `sections`, `referenceEntries` and each paragraph's `section` are filled in.
 */
export function divideIntoSections(model: TextModel): TextModel {
  findHeadings(model.paragraphs);
  const division: Division = { sections: [], current: -1, listLevel: 0, marked: -1, markedFor: -1 };
  model.referenceEntries = 0;
  for (const paragraph of model.paragraphs) {
    if (division.listLevel > 0 && endsList(paragraph)) {
      paragraph.kind = "heading";
      paragraph.level = division.listLevel;
    }
    if (paragraph.kind === "heading" && paragraph.words > 0) takeHeading(division, paragraph);
    else if (division.current < 0) {
      if (paragraph.words === 0) continue;
      division.current = start(division, "", 0, false);
    }
    const target = sectionFor(division, paragraph);
    paragraph.section = Math.max(0, target);
    const section = division.sections[target];
    if (section && countIn(section, paragraph)) {
      paragraph.kind = "reference";
      model.referenceEntries++;
    }
  }
  const { sections } = division;
  const first = sections[0];
  if (first && first.title === "") first.title = sections.length === 1 ? "Whole document" : "Before the first heading";
  model.sections = sections;
  return model;
}
