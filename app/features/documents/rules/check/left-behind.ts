import type { Block, Found, Rule, Spot } from "./finding.ts";

type Left = {
  rule: string;
  pattern: RegExp;
  message: (form: string) => string;
  /** Only in running text: in cells it's an abbreviation, a category, or a doubt. */
  prose?: boolean;
  folded?: boolean;
};

const STANDS_FOR = (form: string): string => `“${form}” stands where a reference or text is missing.`;

/** What authors leave for themselves. */
const NOTES: readonly Left[] = [
  {
    rule: "todo",
    pattern: /\b(?:TODO|FIXME|TBD|TBC|TKTK)\b:?/g,
    message: (form) => `“${form.replace(":", "")}” was left in the text.`,
  },
  { rule: "xxx", pattern: /\b[Xx]{3,8}\b/g, message: (form) => `“${form}” stands where something is missing.` },
  {
    rule: "ref-placeholder",
    // "(ref)" and "(reference)" name the category that others are compared with.
    pattern:
      /\[(?:refs?|references?|citations?|cite|sources?|REFS?|CITE|CITATION|\?{2,5}|XX+|(?:insert|add)\s[^[\]]{1,60})\]|\((?:REFS?|CITE|CITATION|\?{2,5}|XX+|(?:add|insert)\s(?:a\s|the\s)?(?:refs?|references?|citations?|sources?|figures?|tables?|details?|dates?|names?|numbers?|text|here)\b[^()]{0,40})\)|[[(](?:citations? needed|author(?:, |\s)year|to be (?:added|completed|confirmed))[\])]/g,
    message: STANDS_FOR,
    prose: true,
  },
  // A reference that LaTeX didn't find, or a transcript's doubt.
  { rule: "ref-placeholder", pattern: /\[\?\]/g, message: STANDS_FOR, prose: true, folded: true },
  {
    rule: "lorem",
    pattern: /\b[Ll]orem ipsum\b/g,
    message: () => "“Lorem ipsum” is filler text.",
  },
  { rule: "question-marks", pattern: /\?{3,10}/g, message: (form) => `“${form}” was left in the text.`, prose: true },
];

/** Some are abbreviations too: "a TANK-binding domain (TBD)", or in use all over. */
const MOST_NOTES = 2;
const DEFINED = /\b[Tt][\p{L}\d]{0,30}(?:[\s-][\p{L}\d]{1,30}){1,4}\s\(TB[DC]s?\)/u;

/** Roman thirty, after what's numbered in Roman figures: "Chapter XXX", "Psalm XXX". */
const NUMBERED =
  /(?:\b(?:chapter|book|volume|vol\.|part|canto|psalm|section|title|act|scene|appendix|article|sonnet|plate|year)|\b\p{Lu}[\p{L}’']{1,30})\s$/iu;
const isRoman = (text: string, at: number): boolean => {
  const before = text.slice(Math.max(0, at - 40), at);
  // Pages of a preface: "pp. xi–xxx".
  if (/(?:[–-]|\bpp?\.?\s?)$/.test(before)) return true;
  // Case decides only for names: "Louis XXX", but "used XXX rows".
  const match = NUMBERED.exec(before);
  return (
    match !== null &&
    (/^\p{Lu}/u.test(match[0].trimStart()) || /^(?:chapter|book|volume|part|canto|psalm)/i.test(match[0].trim()))
  );
};

/** Notes to oneself, filler, highlighted and hidden text, comments, tracked changes, and names in a blind manuscript. */
export const leftBehind: Rule = (manuscript, { blindAuthors }) => {
  const found: Found[] = [];
  const add = (rule: string, message: string, spots: Spot[], more: Partial<Found> = {}): void => {
    if (spots.length > 0 || more.inFile)
      found.push({ group: "Left behind", rule, message, forms: [], spots, folded: false, ...more });
  };
  const defined = new Set(
    manuscript.blocks.flatMap(({ text }) => (/\(TB[DC]s?\)/.test(text) && DEFINED.test(text) ? ["TBD", "TBC"] : [])),
  );
  for (const { rule, pattern, message, prose = false, folded = false } of NOTES) {
    const byForm = new Map<string, Spot[]>();
    for (const [block, { text, kind }] of manuscript.blocks.entries()) {
      if (kind === "code" || (prose && kind !== "text" && kind !== "list" && kind !== "note" && kind !== "caption"))
        continue;
      for (const match of text.matchAll(pattern)) {
        if (rule === "xxx" && (isRoman(text, match.index) || kind === "reference")) continue;
        if (defined.has(match[0])) continue;
        const spots = byForm.get(match[0]) ?? [];
        spots.push({ block, from: match.index, to: match.index + match[0].length });
        byForm.set(match[0], spots);
      }
    }
    for (const [form, spots] of byForm)
      add(rule, message(form), spots, { folded: folded || (form.startsWith("TB") && spots.length > MOST_NOTES) });
  }
  const marked = (mark: string): Spot[] => spotsOf(manuscript.blocks, mark);
  add("highlight", "Text is highlighted.", marked("highlight"));
  add("hidden", "Hidden text was left in the file.", marked("hidden"));
  const comments = marked("comment");
  add("comment", `${manuscript.comments === 1 ? "A comment is" : "Comments are"} still open.`, comments);
  add(
    "tracked",
    "Tracked changes haven't been accepted or rejected.",
    [...marked("inserted"), ...marked("deleted-here")].sort(inOrder),
  );
  for (const name of blindAuthors) {
    const pattern = namePattern(name);
    if (!pattern) continue;
    const spots: Spot[] = [];
    for (const [block, { text, kind }] of manuscript.blocks.entries()) {
      if (kind === "reference") continue;
      for (const match of text.matchAll(pattern))
        spots.push({ block, from: match.index, to: match.index + match[0].length });
    }
    add("author-text", `“${name}” is named in the text of a blind manuscript.`, spots);
    const inFile = manuscript.properties
      .filter(({ name: property, value }) => value.match(property === "file name" ? familyPattern(name) : pattern))
      .map((one) => `${one.name}: ${one.value}`);
    if (inFile.length > 0) add("author-props", `“${name}” is named in the file's properties.`, [], { inFile });
  }
  return found;
};

const inOrder = (a: Spot, b: Spot): number => a.block - b.block || a.from - b.from;

/** The marked parts, neighbors joined. */
function spotsOf(blocks: readonly Block[], mark: string): Spot[] {
  const spots: Spot[] = [];
  for (const [block, { marks }] of blocks.entries())
    for (const one of marks) {
      if (one.mark !== mark) continue;
      const last = spots.at(-1);
      if (last?.block === block && one.from - last.to <= 1) last.to = Math.max(last.to, one.to);
      else spots.push({ block, from: one.from, to: one.to });
    }
  return spots;
}

const escaped = (part: string): string => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** A name in full or with initials for the first names, however it's joined: "Ann B. Lee", "A. Lee", "Lee, Ann", "ann.lee@". */
function namePattern(name: string): RegExp | null {
  const parts = name.trim().split(/\s+/).map(escaped);
  const last = parts.at(-1);
  const first = parts[0];
  if (!last || !first || parts.length < 2) return null;
  const middle = String.raw`(?:(?:${[...parts.slice(1, -1), String.raw`\p{L}\.?`].join("|")})[\s._-]{1,3}){0,3}`;
  return new RegExp(
    String.raw`(?<![\p{L}])(?:(?:${first}[\s._-]{0,3}|${first[0]}\.\s{0,3})${middle}${last}|${last},\s{1,3}${first})(?![\p{L}])`,
    "giu",
  );
}

/** A family name by itself, as in "lee-final-2.docx". */
const familyPattern = (name: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}])${escaped(name.trim().split(/\s+/).at(-1) ?? "")}(?![\p{Ll}])`, "iu");
