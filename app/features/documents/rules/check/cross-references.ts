import type { Block, Found, Rule, Spot } from "./finding.ts";

type Kind = "Table" | "Figure" | "Equation" | "Section" | "Appendix";
/** A mention or a caption: "2", "2.1", "B", and what it was written as. `unsure`: perhaps a count, as the 5 in "Table 2 and 5 of them". */
type Point = { key: string; said: string; spot: Spot; unsure?: boolean };

const NUMBER = String.raw`(?:[A-Z][.-]?)?\d{1,3}(?:[.-]\d{1,3}){0,3}`;
/** Parts: "2a", "2A–C", "2(b)", "2B, D". A capital after a space begins a word, unless nothing comes of it. */
const LETTERS = String.raw`(?:\s?\([a-zA-Z]\)|\s?[a-z](?![\p{L}\d])|[A-Z](?![\p{Ll}\d]))`;
const PARTS = String.raw`(?:${LETTERS}(?:\s?[,–-]\s?(?:and\s)?${LETTERS}){0,6})?`;
const JOIN = String.raw`(?:\s?,\s?(?:and\s|&\s)?|\s?(?:&|and|or|to|–|-|through)\s?)`;
const names: Record<Kind, { words: string; number: string }> = {
  Table: { words: String.raw`[Tt]ables?|TABLES?|[Tt]abs?\.`, number: `${NUMBER}${PARTS}` },
  Figure: {
    words: String.raw`[Ff]igures?|FIGURES?|[Ff]igs?\.?|FIGS?\.?`,
    number: `${NUMBER}${PARTS}`,
  },
  Equation: {
    words: String.raw`[Ee]quations?|[Ee]qs?\.?|[Ee]qns?\.?`,
    number: String.raw`\(?\d{1,3}(?:\.\d{1,3})?[a-h]?\)?`,
  },
  Section: {
    words: String.raw`Sections?|Sects?\.|Secs?\.|§{1,2}|(?<=\bsee )sections?`,
    number: String.raw`\d{1,2}(?:\.\d{1,2}){0,3}`,
  },
  Appendix: { words: String.raw`Appendix|Appendices|Apps?\.`, number: String.raw`(?:[A-Z](?:\.\d{1,2})?|\d{1,2})` },
};
const KINDS = Object.keys(names) as Kind[];
const MENTIONS = Object.fromEntries(
  KINDS.map((kind) => [
    kind,
    new RegExp(
      String.raw`(?<![\p{L}\d-])(?:${names[kind].words})[\s\u00a0]{0,3}(${names[kind].number}(?:${JOIN}${names[kind].number}){0,6})(?![\p{L}\d])`,
      "gu",
    ),
  ]),
) as Record<Kind, RegExp>;

const PLURAL = /^(?:(?:table|figure|fig|equation|eq|eqn|section|sect|sec)s|appendices|§§)/i;

/** Another work's table, or a supplement's: "its own Table 12", "(Smith, 2010, Table 2)", "[14], Fig. 3", "pl. 5, fig. 2". */
const OTHERS_BEFORE =
  /(?:\b(?:own|their|his|her|its|whose|original|respective|supplementa(?:l|ry)|supporting|suppl?\.?|extended\sdata|additional|online|web)\s|(?:\bp(?:p|l|ls)?\.\s?[\d–-]{1,9}|\b(?:1[5-9]|20)\d\d[a-z]?\)?|\d\])\s?[,:]\s(?:see\s)?)$/i;
/** "Table 3 of Smith (2010)", "Table 2 in [14]", "Table 4 (Hallam et al., 2022)". */
const OTHERS_AFTER =
  /^\s?(?:(?:of|in|from|by)\s(?:the\s)?(?!Section|Table|Fig|Appendi|Chapter|Equation|Supp)(?:[\p{Lu}[]|ref\b|supp|online|original|(?:an)?other\b|an?\s(?:earlier|previous)|that\s(?:paper|study|report))|\([\p{Lu}][\p{L}’'-]+(?:\s(?:et\sal\.?|and|&)|,\s(?:19|20)\d\d))/u;
/** A section of a law or of another text. */
const LAW =
  /^\s?(?:\(\w{1,4}\))*\s?(?:,\s)?(?:(?:of|to|in|under)\s(?:the\s)?(?:[\p{Lu}“"‘']|act\b|code\b|law\b|regulation|directive|constitution|statute|treaty|convention|schedule|guide)|\p{Lu}[\p{L}]+\sAct\b)/u;

/** Where tables, figures, equations, sections, and appendices are mentioned and where they are. */
export const crossReferences: Rule = ({ blocks }) => {
  const found: Found[] = [];
  const add = (rule: string, message: string, spots: Spot[], folded = false): void => {
    found.push({ group: "Cross-references", rule, message, forms: [], spots, folded });
  };
  broken(blocks, add);
  const mentions: Record<Kind, Point[]> = { Table: [], Figure: [], Equation: [], Section: [], Appendix: [] };
  const own = { Table: captionsOf("Table", blocks), Figure: captionsOf("Figure", blocks) };
  const captions = new Set([...own.Table, ...own.Figure].map(({ spot }) => spot.block));
  for (const [block, { text, kind }] of blocks.entries()) {
    if (kind === "reference" || kind === "code" || kind === "quote" || !/\d|Appendi|App\./.test(text)) continue;
    const name = captions.has(block) ? ownNumber(text) : null;
    for (const what of KINDS)
      for (const match of text.matchAll(MENTIONS[what])) {
        // A caption doesn't mention itself.
        if (name && match.index < name) continue;
        if (kind === "heading" && what === "Appendix") continue;
        const before = text.slice(Math.max(0, match.index - 40), match.index);
        const after = text.slice(match.index + match[0].length, match.index + match[0].length + 60);
        if (OTHERS_BEFORE.test(before) || OTHERS_AFTER.test(after)) continue;
        if (what === "Section" && LAW.test(after)) continue;
        // A field's code that was typed as text: "Appendix 1,1,Appendix 2,2".
        if (what === "Appendix" && (/^,\d/.test(after) || /\d,$/.test(before))) continue;
        const several = PLURAL.test(match[0]);
        for (const [i, key] of keysOf(match[1]!).entries())
          mentions[what].push({
            key,
            said: `${what} ${key}`,
            spot: { block, from: match.index, to: match.index + match[0].length },
            unsure: i > 0 && !several,
          });
      }
  }
  for (const what of ["Table", "Figure"] as const) checkCaptions(what, own[what], mentions[what], blocks, add);
  checkMissing("Equation", equationsIn(blocks), mentions.Equation, add);
  checkSections(blocks, mentions.Section, add);
  // Without headings, an appendix has nothing to be recognized by.
  const hasHeadings = blocks.some((one) => one.kind === "heading");
  const appendices = appendicesIn(blocks);
  // A document that is an appendix itself mentions those of another.
  const isAppendix = appendices.length === 1 && appendices[0]?.spot.block === 0;
  checkMissing("Appendix", appendices, mentions.Appendix, add, !hasHeadings || isAppendix);
  return found;
};

type Add = (rule: string, message: string, spots: Spot[], folded?: boolean) => void;

const BROKEN =
  /Error[!:] (?:Reference source not found|Bookmark not defined|No (?:text of specified style|bookmark name given)[^.]{0,40})\.?/g;

function broken(blocks: readonly Block[], add: Add): void {
  const spots: Spot[] = [];
  for (const [block, { text, marks }] of blocks.entries()) {
    const before = spots.length;
    if (text.includes("Error"))
      for (const match of text.matchAll(BROKEN))
        spots.push({ block, from: match.index, to: match.index + match[0].length });
    if (spots.length > before) continue;
    for (const { mark, from, to } of marks) if (mark === "broken-field") spots.push({ block, from, to });
  }
  if (spots.length > 0) add("broken-field", "A cross-reference field has lost its target.", spots);
}

/** Where a caption's own name ends. */
function ownNumber(text: string): number {
  return /^\s*\S+[\s\u00a0]{1,3}\S+/.exec(text)?.[0].length ?? 0;
}

const PART = /(\d)\s?[a-zA-Z](?:\s?[,–-]\s?(?:and\s)?[a-zA-Z](?![\p{L}\d]))*(?![\p{L}\d])/gu;

/** "2", "3", and "4" for "2–4", "2" for "2a", "5" for "(5)". */
function keysOf(list: string): string[] {
  return list
    .replaceAll(/\(([a-zA-Z])\)/g, "$1")
    .replaceAll(/[()]/g, "")
    .replaceAll(PART, "$1")
    .split(/\s?,\s?(?:and\s|&\s)?|\s(?:and|or)\s|\s?&\s?/)
    .flatMap((one) => {
      const range = /^\s?(\d{1,3})\s?(?:–|-|to\s|through\s)\s?(\d{1,3})\s?$/.exec(one);
      const [from, to] = [Number(range?.[1]), Number(range?.[2])];
      if (to > from && to - from <= 20) return Array.from({ length: to - from + 1 }, (_, i) => String(from + i));
      // "3-1" is one number of a chapter.
      return one.split(/\s?–\s?|\s(?:to|through)\s/).map((it) => it.trim().replace("-", "."));
    })
    .filter((one) => one !== "" && !one.startsWith("0"));
}

const CAPTION = (of: "Table" | "Figure") =>
  new RegExp(
    String.raw`^\s*(?:${of === "Table" ? "[Tt]able|TABLE|Tab\\." : "[Ff]igure|FIGURE|[Ff]ig\\.?|FIG\\.?"})[\s\u00a0]{0,3}(${NUMBER})(?![\d])`,
  );

function captionsOf(of: "Table" | "Figure", blocks: readonly Block[]): Point[] {
  const pattern = CAPTION(of);
  const points: Point[] = [];
  const bare: Point[] = [];
  for (const [block, { kind, text }] of blocks.entries()) {
    if (kind !== "caption") continue;
    const match = pattern.exec(text);
    if (!match || /\bcont(?:inued|\.|’d|'d)/i.test(text.slice(0, 200))) continue;
    const rest = text.slice(match[0].length);
    // "Table 3. Extended.", and "Figure 9—figure supplement 1" beside Figure 9.
    if (/^[.:]?\s?(?:\(?extended\b|[—–-]\s?(?:figure|source|supplement))/i.test(rest)) continue;
    const key = match[1]!.replace("-", ".");
    const point = { key, said: `${of} ${key}`, spot: { block, from: 0, to: Math.min(text.length, 40) } };
    (/[\p{L}\d]/u.test(rest) ? points : bare).push(point);
  }
  // A title may be on the next line. Otherwise "Fig. 6" by itself refers to Figure 6.
  const titled = new Set(points.map((one) => one.key));
  return [...points, ...bare.filter((one) => !titled.has(one.key))].sort((a, b) => a.spot.block - b.spot.block);
}

const numeric = (key: string): boolean => /^\d+$/.test(key);

/** The first caption of each number, and the others. */
function split(captions: readonly Point[]): [Point[], Point[]] {
  const byKey = Map.groupBy(captions, (one) => one.key);
  const firsts = [...byKey.values()].map((those) => those[0]!);
  const first = new Set(firsts);
  return [firsts, captions.filter((one) => !first.has(one))];
}

function checkCaptions(
  of: "Table" | "Figure",
  captions: Point[],
  mentions: Point[],
  blocks: readonly Block[],
  add: Add,
): void {
  // Without captions, they may be in a file of their own.
  if (captions.length === 0) return;
  const have = new Set(captions.map((one) => one.key));
  checkMissing(of, captions, mentions, add);
  const mentioned = new Set(mentions.map((one) => one.key));
  const [firsts, again] = split(captions);
  const unseen = firsts.filter((one) => !mentioned.has(one.key));
  // A manuscript that mentions none of them points to them in other words.
  for (const one of unseen)
    add(
      "never-mentioned",
      `${one.said} is never mentioned in the text.`,
      [one.spot],
      mentioned.size === 0 || unseen.length > 5 || !numeric(one.key),
    );
  // More are the captions of parts that number their own.
  for (const one of again)
    add("caption-twice", `There are two captions for ${one.said}.`, [one.spot], again.length > 2 || !numeric(one.key));
  // Gaps in simple numbers.
  const numbers = captions.filter((one) => numeric(one.key));
  for (let i = 1; i < numbers.length; i++) {
    const [last, next] = [Number(numbers[i - 1]!.key), Number(numbers[i]!.key)];
    if (next > last + 1 && next - last <= 3 && !have.has(String(next - 1)))
      add("caption-gap", `Captions jump from ${of} ${last} to ${of} ${next}.`, [numbers[i]!.spot]);
  }
  checkOrder(of, have, mentions, blocks, add);
}

/** First mentions that aren't in the order of their numbers. */
function checkOrder(
  of: string,
  have: ReadonlySet<string>,
  mentions: readonly Point[],
  blocks: readonly Block[],
  add: Add,
): void {
  const first = new Map<number, Point>();
  for (const one of mentions) {
    const { kind } = blocks[one.spot.block]!;
    if (!numeric(one.key) || !have.has(one.key) || (kind !== "text" && kind !== "list" && kind !== "note")) continue;
    if (!first.has(Number(one.key))) first.set(Number(one.key), one);
  }
  // In the order of the text.
  const seen = [...first.entries()];
  const wrong: [Point, Point, number, number][] = [];
  for (const [number, point] of seen) {
    const earlier = first.get(number - 1);
    if (earlier && isBefore(point.spot, earlier.spot)) wrong.push([point, earlier, number, number - 1]);
  }
  for (const [point, earlier, number, before] of wrong)
    add(
      "out-of-order",
      `${of} ${number} is mentioned before ${of} ${before}.`,
      [point.spot, earlier.spot],
      wrong.length > 3,
    );
}

const isBefore = (a: Spot, b: Spot): boolean => a.block < b.block || (a.block === b.block && a.from < b.from);

/** Mentions of what isn't there. @param there what is; without any, it may be in a file of its own */
function checkMissing(of: Kind, there: readonly Point[], mentions: readonly Point[], add: Add, unsure = false): void {
  if (there.length === 0) return;
  const have = new Set(there.map((one) => one.key));
  const chapters = there.some((one) => one.key.includes("."));
  const missing = Map.groupBy(
    mentions.filter(
      ({ key, unsure }) =>
        !unsure &&
        !have.has(key) &&
        // "Figure S3" without any such caption is in the supplement; "Figure 2.1" among plain numbers is somebody else's.
        !(/^[A-Z]/.test(key) && of !== "Appendix") &&
        !(key.includes(".") && !chapters),
    ),
    (one) => one.key,
  );
  for (const [key, those] of missing)
    add(
      `missing-${of.toLowerCase()}`,
      `${of} ${of === "Equation" ? `(${key})` : key} is mentioned and isn't there.`,
      those.map((one) => one.spot),
      unsure || missing.size > 8,
    );
}

/** Numbers of equations are at the end of a line of their own: "y = a + bx (1)". */
function equationsIn(blocks: readonly Block[]): Point[] {
  const points: Point[] = [];
  for (const [block, { text, marks, kind }] of blocks.entries()) {
    if (kind === "reference" || text.length > 400) continue;
    const match = /[([](\d{1,3}(?:\.\d{1,3})?)[a-h]?[)\]]\s*[.,;]?\s*$/.exec(text);
    if (
      !match ||
      !(marks.some(({ mark }) => mark === "math") || /[=<>≤≥≈∝→∈]/.test(text) || text.trim() === match[0].trim())
    )
      continue;
    points.push({ key: match[1]!, said: "", spot: { block, from: 0, to: text.length } });
  }
  return points;
}

function appendicesIn(blocks: readonly Block[]): Point[] {
  const points: Point[] = [];
  for (const [block, { text, kind, label }] of blocks.entries()) {
    if (kind !== "heading" && !(kind === "text" && text.length < 120)) continue;
    const match = /^\s*(?:Appendix|APPENDIX|Annex|Supplement)\s+([A-Z](?:\.\d{1,2})?|\d{1,2})(?![\p{L}\d])/u.exec(
      `${label} ${text}`.trim(),
    );
    if (match) points.push({ key: match[1]!, said: "", spot: { block, from: 0, to: text.length } });
  }
  return points;
}

/** Sections by the numbers of their headings, typed or made by the word processor. */
function checkSections(blocks: readonly Block[], mentions: readonly Point[], add: Add): void {
  const have = new Set<string>();
  let twice: { key: string; spot: Spot }[] = [];
  let deepest = 0;
  for (const [block, { kind, text, label }] of blocks.entries()) {
    if (kind !== "heading") continue;
    const key = /^\s*(?:Section\s|Chapter\s)?(\d{1,2}(?:\.\d{1,2}){0,4})\.?(?![\d])/.exec(
      `${label} ${text}`.trim(),
    )?.[1];
    if (!key) continue;
    if (have.has(key)) twice.push({ key, spot: { block, from: 0, to: text.length } });
    have.add(key);
    deepest = Math.max(deepest, key.split(".").length);
  }
  if (have.size < 2) return;
  // Numbers that begin again in each part say nothing.
  if (twice.length > 2) twice = [];
  const resolved = mentions.some((one) => have.has(one.key));
  const missing = Map.groupBy(
    mentions.filter((one) => !one.unsure && !have.has(one.key) && one.key.split(".").length <= deepest),
    (one) => one.key,
  );
  for (const [key, those] of missing)
    add(
      "missing-section",
      `Section ${key} is mentioned and isn't there.`,
      those.map((one) => one.spot),
      !resolved || missing.size > 5,
    );
}
