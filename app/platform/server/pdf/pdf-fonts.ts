import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type PDFDocument from "pdfkit";

type Doc = InstanceType<typeof PDFDocument>;
/** Internals of an embedded font that pdfkit's types leave out. */
type Glyph = { advanceWidth: number; path: { commands: { command: string; args: number[] }[] } };
type Embedded = {
  font: {
    characterSet: number[];
    hasGlyphForCodePoint(code: number): boolean;
    glyphForCodePoint(code: number): Glyph;
    getGlyph(id: number): Glyph;
  };
  subset: {
    font: Embedded["font"];
    glyf: Uint8Array[];
    loca: { offsets: number[] };
    hmtx: { metrics: { advance: number; bearing: number }[] };
    offset: number;
    _addGlyph(id: number): number;
  };
};

export type Face = "serif" | "sans";
/** A stretch of text that one font file can write. */
export type Run = {
  font: string;
  text: string;
  /** The font is thinner than the others by this share of its size. */
  thinner: number;
};

const FILES: Record<Face, string[]> = {
  serif: [
    "newsreader/files/newsreader-latin-wght-normal.woff2",
    "newsreader/files/newsreader-latin-ext-wght-normal.woff2",
    "newsreader/files/newsreader-vietnamese-wght-normal.woff2",
  ],
  sans: ["latin", "latin-ext", "vietnamese", "greek", "greek-ext", "cyrillic", "cyrillic-ext"].map(
    (part) => `inter/files/inter-${part}-wght-normal.woff2`,
  ),
};

/**
 * Typefaces for other scripts and signs. Each is cut into files by range of characters, and only those a text needs are
 * read.
 */
const OTHERS = [
  "vazirmatn",
  "noto-sans-sc",
  "noto-sans-jp",
  "noto-sans-kr",
  "noto-sans-hebrew",
  "noto-sans-devanagari",
  "noto-sans-bengali",
  "noto-sans-tamil",
  "noto-sans-telugu",
  "noto-sans-gujarati",
  "noto-sans-gurmukhi",
  "noto-sans-kannada",
  "noto-sans-malayalam",
  "noto-sans-sinhala",
  "noto-sans-thai",
  "noto-sans-lao",
  "noto-sans-khmer",
  "noto-sans-myanmar",
  "noto-sans-armenian",
  "noto-sans-georgian",
  "noto-sans-ethiopic",
  // Superscripts, subscripts, and signs of formulas.
  "roboto",
  "noto-emoji",
] as const;
type Other = (typeof OTHERS)[number];
/** Tried last, whole: letters of formulas, and every sign of Unicode's first plane as a small drawing. */
const LAST = [
  "@fontsource/noto-sans-math/files/noto-sans-math-latin-400-normal.woff2",
  "@fontsource/unifont/files/unifont-latin-400-normal.woff2",
];
/**
 * Their files hold all weights and begin with the lightest, which is drawn with an outline to be as dark as the rest.
 */
const THIN = /noto-sans-(?:sc|jp|kr|hebrew)\//;
/** A font with more has no composed glyphs, and looking at each of them takes long. */
const MOST_GLYPHS = 10_000;

/**
 * The order in which they are tried for a text. Chinese, Japanese, and Korean share characters that each draws in its
 * own way: kana say that a text is Japanese, and Hangul that it's Korean; anything else is drawn as in Chinese.
 */
function othersFor(text: string): readonly Other[] {
  const first: Other | null = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? "noto-sans-jp"
    : /\p{Script=Hangul}/u.test(text)
      ? "noto-sans-kr"
      : null;
  return first ? [first, ...OTHERS.filter((it) => it !== first)] : OTHERS;
}

const require = createRequire(import.meta.url);
const ranges = new Map<Other, { file: string; from: number; to: number }[]>();
/** The file of a typeface that has a character, or undefined. */
function otherFile(typeface: Other, code: number): string | undefined {
  let known = ranges.get(typeface);
  if (!known) {
    const listed = require(`@fontsource-variable/${typeface}/unicode.json`) as Record<string, string>;
    known = Object.entries(listed).flatMap(([part, codes]) =>
      codes.split(",").map((range) => {
        const [from = "", to = from] = range.replace("U+", "").split("-");
        const file = `${typeface}/files/${typeface}-${part.replaceAll(/[[\]]/g, "")}-wght-normal.woff2`;
        return { file, from: parseInt(from, 16), to: parseInt(to, 16) };
      }),
    );
    ranges.set(typeface, known);
  }
  return known.find(({ from, to }) => code >= from && code <= to)?.file;
}

const kept = new Map<string, Buffer>();
function bytesOf(file: string): Buffer {
  let bytes = kept.get(file);
  if (!bytes)
    kept.set(
      file,
      (bytes = readFileSync(require.resolve(file.startsWith("@") ? file : `@fontsource-variable/${file}`))),
    );
  return bytes;
}

/**
 * The product's own typefaces in a PDF. They're web fonts, one file per script, so a line is split into runs, each in
 * the first file that has its letters. A typeface's own files come first, then the other's, then those for other
 * scripts.
 */
export function pdfFonts(
  doc: Doc,
  { clearPoints = false }: { clearPoints?: boolean } = {},
): {
  /** The runs of a line in the order in which they are drawn, from left to right. */
  runs(face: Face, text: string): Run[];
  width(face: Face, text: string, size: number): number;
  /** How far below the top of a line its letters stand, as a share of their size. */
  ascent(font: string): number;
  /** The file of a face that has the Latin letters. */
  mainFont(face: Face): string;
} {
  const opened = new Map<string, Embedded["font"]>();
  const open = (file: string): Embedded["font"] => {
    let font = opened.get(file);
    if (!font) {
      doc.registerFont(file, bytesOf(file)).font(file);
      const embedded = (doc as unknown as { _font: Embedded })._font;
      embedded.subset._addGlyph = addOutline;
      font = embedded.font;
      // A glyph first used as part of another ("O" in "Ø") would have no character mapping, and its text couldn't be
      // copied. The shaped forms of Arabic letters are left out, because they're copied as the letter.
      if (font.characterSet.length < MOST_GLYPHS)
        for (const code of font.characterSet) if (code < 0xfb50 || code > 0xfeff) font.glyphForCodePoint(code);
      opened.set(file, font);
    }
    return font;
  };
  const fileFor = (
    face: Face,
    letter: string,
    last: string | undefined,
    others: readonly Other[],
  ): string | undefined => {
    const files = [...FILES[face], ...FILES[face === "serif" ? "sans" : "serif"]];
    const code = letter.codePointAt(0)!;
    const has = (file: string) => open(file).hasGlyphForCodePoint(code);
    // A run continues as long as its font has the letters. Spaces and marks on a letter don't end it.
    if (last && /^[ \p{M}\u200c\u200d]$/u.test(letter) && has(last)) return last;
    const own = files.find(has);
    if (own) return own;
    return [...others.map((typeface) => otherFile(typeface, code)), ...LAST].find((file) => file && has(file));
  };
  const runs = (face: Face, text: string): Run[] => {
    const line = text.normalize("NFC");
    const others = othersFor(line);
    const found: (Run & { level: number })[] = [];
    let at = 0;
    const levels = levelsOf(line);
    for (let letter of line) {
      const level = levels?.[at] ?? 0;
      at += letter.length;
      const last = found.at(-1);
      let font = fileFor(face, letter, last?.level === level ? last.font : undefined, others);
      if (!font) {
        if (/^\p{Default_Ignorable_Code_Point}$/u.test(letter)) continue;
        // PDF/A doesn't allow a font's own sign for a missing letter. The letter's number can be looked up.
        letter = `[U+${letter.codePointAt(0)!.toString(16).toUpperCase()}]`;
        font = FILES.sans[0]!;
      }
      // Written from the right, each word is a run: pdfkit puts words one after the other from the left.
      const joins =
        last?.font === font &&
        last.level === level &&
        (level % 2 === 0 || (letter !== " " && last.text !== " ")) &&
        !(clearPoints && FIGURE.test(last.text.at(-1)! + letter));
      if (joins) last.text += letter;
      else found.push({ font, text: letter, level, thinner: THIN.test(font) ? THINNER : 0 });
    }
    return levels ? inVisualOrder(found) : found;
  };
  return {
    runs,
    width: (face, text, size) =>
      runs(face, text).reduce((sum, run) => sum + doc.font(run.font).fontSize(size).widthOfString(run.text), 0),
    mainFont: (face) => FILES[face][0]!,
    ascent: (font) => {
      open(font);
      doc.font(font);
      return (doc as unknown as { _font: { ascender: number } })._font.ascender / 1_000;
    },
  };
}

/** A figure and a point or comma, in either order. */
const FIGURE = /^(?:\d[.,]|[.,]\d)$/;
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const THINNER = 0.035;

/**
 * The direction of each character of a line by the Unicode bidirectional algorithm (odd: from the right), or null where
 * all go from the left.
 */
function levelsOf(line: string): Uint8Array | null {
  if (!RIGHT_TO_LEFT.test(line)) return null;
  const bidi = (require("bidi-js") as typeof import("bidi-js").default)();
  return bidi.getEmbeddingLevels(line).levels;
}

/**
 * Rule L2 of the algorithm, on runs of one level: from the highest level down, what is at it or above it is turned
 * around.
 */
function inVisualOrder<T extends { text: string; level: number }>(runs: readonly T[]): T[] {
  let ordered = runs.map((run) =>
    // Letters are turned around where they are shaped; brackets and the like are turned here.
    run.level % 2 === 1 && !RIGHT_TO_LEFT.test(run.text)
      ? { ...run, text: Array.from(run.text).toReversed().map(mirrored).join("") }
      : run,
  );
  for (let level = Math.max(0, ...runs.map((run) => run.level)); level > 0; level--) {
    const next: T[] = [];
    for (let i = 0; i < ordered.length;) {
      let end = i;
      while (end < ordered.length && ordered[end]!.level >= level) end++;
      if (end === i) next.push(ordered[i++]!);
      else {
        next.push(...ordered.slice(i, end).toReversed());
        i = end;
      }
    }
    ordered = next;
  }
  return ordered;
}

function mirrored(letter: string): string {
  const bidi = (require("bidi-js") as typeof import("bidi-js").default)();
  return bidi.getMirroredCharacter(letter) ?? letter;
}

/**
 * A web font keeps its outlines packed in another form than a PDF takes: each used letter is written out as a plain
 * outline.
 */
function addOutline(this: Embedded["subset"], id: number): number {
  const glyph = this.font.getGlyph(id);
  const { bytes, left } = outline(glyph.path.commands);
  this.glyf.push(bytes);
  this.loca.offsets.push(this.offset);
  this.hmtx.metrics.push({ advance: glyph.advanceWidth, bearing: left });
  this.offset += bytes.length;
  return this.glyf.length - 1;
}

type Point = { x: number; y: number; on: boolean };

/** A TrueType outline (`glyf` entry) of lines and quadratic curves, uncompressed. */
function outline(commands: Glyph["path"]["commands"]): { bytes: Uint8Array; left: number } {
  const contours: Point[][] = [];
  for (const { command, args } of commands) {
    const at = (i: number, on: boolean): Point => ({ x: Math.round(args[i]!), y: Math.round(args[i + 1]!), on });
    if (command === "moveTo") contours.push([at(0, true)]);
    else if (command === "lineTo") contours.at(-1)!.push(at(0, true));
    else if (command === "quadraticCurveTo") contours.at(-1)!.push(at(0, false), at(2, true));
    else if (command !== "closePath") throw new Error(`An outline with ${command} cannot be written`);
  }
  for (const contour of contours) {
    const [first, last] = [contour[0]!, contour.at(-1)!];
    if (contour.length > 1 && last.on && first.x === last.x && first.y === last.y) contour.pop();
  }
  const points = contours.flat();
  if (points.length === 0) return { bytes: new Uint8Array(0), left: 0 };
  const [xs, ys] = [points.map((p) => p.x), points.map((p) => p.y)];
  const size = 12 + 2 * contours.length + 5 * points.length;
  const bytes = new Uint8Array(Math.ceil(size / 4) * 4);
  const view = new DataView(bytes.buffer);
  let offset = 0;
  const short = (value: number) => {
    view.setInt16(offset, value);
    offset += 2;
  };
  for (const value of [contours.length, Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)])
    short(value);
  let end = -1;
  for (const contour of contours) short((end += contour.length));
  short(0);
  for (const { on } of points) view.setUint8(offset++, on ? 1 : 0);
  for (const list of [xs, ys]) list.forEach((value, i) => short(value - (i === 0 ? 0 : list[i - 1]!)));
  return { bytes, left: Math.min(...xs) };
}
