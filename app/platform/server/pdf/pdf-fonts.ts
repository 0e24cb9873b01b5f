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
export type Run = { font: string; text: string };

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

const require = createRequire(import.meta.url);
const kept = new Map<string, Buffer>();
function bytesOf(file: string): Buffer {
  let bytes = kept.get(file);
  if (!bytes) kept.set(file, (bytes = readFileSync(require.resolve(`@fontsource-variable/${file}`))));
  return bytes;
}

/**
 * The product's own typefaces in a PDF. They're web fonts, one file per script, so a line is split into runs, each in
 * the first file that has its letters. A typeface's own files come first, then the other's.
 */
export function pdfFonts(doc: Doc): {
  runs(face: Face, text: string): Run[];
  width(face: Face, text: string, size: number): number;
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
      // copied.
      for (const code of font.characterSet) font.glyphForCodePoint(code);
      opened.set(file, font);
    }
    return font;
  };
  const fileFor = (face: Face, letter: string, last: string | undefined): string => {
    const files = [...FILES[face], ...FILES[face === "serif" ? "sans" : "serif"]];
    const has = (file: string) => open(file).hasGlyphForCodePoint(letter.codePointAt(0)!);
    // A run continues as long as its font has the letters. Spaces don't end it.
    return last && has(last) && letter === " " ? last : (files.find(has) ?? files[0]!);
  };
  const runs = (face: Face, text: string): Run[] => {
    const found: Run[] = [];
    for (const letter of text.normalize("NFC")) {
      const last = found.at(-1);
      const font = fileFor(face, letter, last?.font);
      if (last?.font === font) last.text += letter;
      else found.push({ font, text: letter });
    }
    return found;
  };
  return {
    runs,
    width: (face, text, size) =>
      runs(face, text).reduce((sum, run) => sum + doc.font(run.font).fontSize(size).widthOfString(run.text), 0),
  };
}

/**
 * Web fonts store outlines in a compressed form that PDF doesn't support, so each used glyph is written as a plain
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
