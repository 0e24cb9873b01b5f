import { Refused } from "../refusal.ts";
import { CHARSETS } from "../rtf/rtf-vocabulary.ts";
import { withoutMarks } from "./word-marks.ts";

/**
 * The text of a file of Word 6 or Word 95. Its main stream holds everything: a header with the places of all tables, the
 * text in pages of 8-bit letters, and the properties of letters and paragraphs by their places in the stream.
 */

/** Where the header has what is read here. */
const AT = {
  magic: 0x00,
  version: 0x02,
  language: 0x06,
  flags: 0x0a,
  letters: 0x14,
  text: 0x18,
  textEnd: 0x1c,
  lengths: 0x34,
  styles: 0x60,
  letterPages: 0xb8,
  paragraphPages: 0xc0,
  fonts: 0xd0,
  commands: 0x118,
  pieces: 0x160,
} as const;
const MAGIC = 0xa5dc;
const VERSIONS = { from: 101, to: 105 };
const [IN_PIECES, WIDE] = [0x4, 0x1000];
const MACINTOSH = 256;
const PAGE = 512;

/** The texts of a file, in this order one after the other. */
const STORIES = ["body", "footnotes", "headers", "macros", "comments", "endnotes", "boxes"] as const;
export type OldWordText = Record<(typeof STORIES)[number], string>;

/** Whether a Word file's main stream is one of Word 6 or Word 95. */
export const isOldWord = (stream: Buffer): boolean =>
  stream.length > AT.pieces + 8 &&
  stream.readUInt16LE(AT.magic) === MAGIC &&
  stream.readUInt16LE(AT.version) >= VERSIONS.from &&
  stream.readUInt16LE(AT.version) <= VERSIONS.to;

/** The texts of a file, as `isOldWord` knows it. @throws Refused */
export function readOldWord(stream: Buffer): OldWordText {
  try {
    return new OldWord(stream).read();
  } catch (error) {
    // Something points beyond the end.
    if (error instanceof RangeError) throw new Refused("damaged");
    throw error;
  }
}

/** Letters of the text: where in the stream they begin and end, and whether a property says they're deleted. */
type Piece = Stretch & { deleted: boolean };
/** A stretch of the stream. */
type Stretch = { from: number; to: number };
/** Letters with the same properties. Null where a style decides. */
type Run = Stretch & { font: number | null; style: number | null; deleted: boolean };
type Paragraph = Stretch & { style: number };

class OldWord {
  private readonly stream: Buffer;
  private readonly runs: Run[] = [];
  private readonly paragraphs: Paragraph[] = [];
  /** Where marks end a table's row, and not only a cell. */
  private readonly rowEnds = new Set<number>();
  private readonly encodings: string[];
  /** The encoding where no font says it. */
  private readonly standard: string;
  private readonly styles: Styles;

  constructor(stream: Buffer) {
    this.stream = stream;
    this.standard =
      stream.readUInt16LE(AT.letters) === MACINTOSH ? "macintosh" : pageOf(stream.readUInt16LE(AT.language));
    this.encodings = this.readFonts();
    this.styles = this.readStyles();
  }

  read(): OldWordText {
    const { stream } = this;
    const flags = stream.readUInt16LE(AT.flags);
    // East Asian versions could write letters of two bytes in a way that isn't published.
    if (flags & WIDE)
      throw new Refused(
        "unsupported",
        "We can't read this old Word file.",
        "Open it in Word or LibreOffice, save it as .docx, and upload the new file.",
      );
    if (this.hasMacros()) throw new Refused("macros");
    this.readRuns();
    this.readParagraphs();
    const pieces =
      flags & IN_PIECES
        ? this.readPieces()
        : [{ from: stream.readUInt32LE(AT.text), to: stream.readUInt32LE(AT.textEnd), deleted: false }];
    const letters = pieces.reduce((sum, { from, to }) => sum + Math.max(0, to - from), 0);
    if (letters > stream.length) throw new Refused("damaged");
    const text = {} as OldWordText;
    let from = 0;
    for (const [i, story] of STORIES.entries()) {
      const to = from + stream.readUInt32LE(AT.lengths + i * 4);
      text[story] = withoutMarks(this.textOf(pieces, from, to));
      from = to;
    }
    return text;
  }

  /** The first table of commands (1) after its version (255) is the one of macros, with their number. */
  private hasMacros(): boolean {
    const { stream } = this;
    const at = stream.readUInt32LE(AT.commands);
    const length = stream.readUInt32LE(AT.commands + 4);
    return length >= 4 && stream[at] === 0xff && stream[at + 1] === 1 && stream.readUInt16LE(at + 2) > 0;
  }

  /** The encoding of each font's letters: by its character set, or by its name where that says it. */
  private readFonts(): string[] {
    const { stream } = this;
    const at = stream.readUInt32LE(AT.fonts);
    const end = Math.min(stream.length, at + stream.readUInt16LE(at));
    const encodings: string[] = [];
    for (let font = at + 2; font + 6 < end; font += (stream[font] ?? 0) + 1) {
      const name =
        stream.toString("latin1", font + 6, Math.min(end, font + (stream[font] ?? 0) + 1)).split("\0")[0] ?? "";
      const script = / (cyr|ce|greek|tur|baltic)$/i.exec(name)?.[1]?.toLowerCase();
      encodings.push((script && BY_SUFFIX[script]) ?? CHARSETS[stream[font + 4] ?? 1] ?? this.standard);
    }
    return encodings;
  }

  /** Pages of properties: their places are in a table, after the places in the text where they begin. */
  private *pages(table: number): Generator<Buffer> {
    const { stream } = this;
    const at = stream.readUInt32LE(table);
    // A file has no more pages than there's room for.
    const most = Math.min((stream.readUInt32LE(table + 4) - 4) / 6, stream.length / PAGE);
    const count = Math.floor((stream.readUInt32LE(table + 4) - 4) / 6);
    for (let i = 0; i < most; i++) {
      const page = stream.readUInt16LE(at + (count + 1) * 4 + i * 2);
      if ((page + 1) * PAGE <= stream.length) yield stream.subarray(page * PAGE, (page + 1) * PAGE);
    }
  }

  private readRuns(): void {
    for (const page of this.pages(AT.letterPages)) {
      const count = Math.min(page[PAGE - 1] ?? 0, MOST_RUNS);
      for (let i = 0; i < count; i++) {
        const at = (page[(count + 1) * 4 + i] ?? 0) * 2;
        const run: Run = { ...stretchOf(page, i), font: null, style: null, deleted: false };
        if (at > 0)
          for (const { code, value } of settings(page.subarray(at + 1, at + 1 + (page[at] ?? 0)), OF_LETTERS))
            if (code === FONT) run.font = value;
            else if (code === STYLE) run.style = value;
            else if (code === DELETED) run.deleted = value === 1;
        if (run.to > run.from) this.runs.push(run);
      }
    }
    this.runs.sort((a, b) => a.from - b.from);
  }

  private readParagraphs(): void {
    for (const page of this.pages(AT.paragraphPages)) {
      const count = Math.min(page[PAGE - 1] ?? 0, MOST_PARAGRAPHS);
      for (let i = 0; i < count; i++) {
        const at = (page[(count + 1) * 4 + i * 7] ?? 0) * 2;
        const stretch = stretchOf(page, i);
        if (stretch.to <= stretch.from) continue;
        // Its length in words, the number of its style, and what differs from that.
        const length = at === 0 ? 0 : 2 * (page[at] ?? 0);
        this.paragraphs.push({ ...stretch, style: length < 2 ? 0 : page.readUInt16LE(at + 1) });
        const own = settings(page.subarray(at + 3, at + 1 + length), OF_PARAGRAPHS);
        if (own.some(({ code, value }) => code === ROW_END && value === 1)) this.rowEnds.add(stretch.to - 1);
      }
    }
    this.paragraphs.sort((a, b) => a.from - b.from);
  }

  /** The styles: a header with the font that letters have without any, and each style after its length. */
  private readStyles(): Styles {
    const { stream } = this;
    const at = stream.readUInt32LE(AT.styles);
    const all = stream.subarray(at, at + stream.readUInt32LE(AT.styles + 4));
    const made: Styles = { standard: 0, of: [] };
    if (all.length < STYLES_HEADER) return made;
    made.standard = all.readUInt16LE(14);
    const base = all.readUInt16LE(4);
    for (let next = 2 + all.readUInt16LE(0); next + 2 <= all.length;) {
      const length = all.readUInt16LE(next);
      made.of.push(styleIn(all.subarray(next + 2, next + 2 + length), base));
      next += 2 + length;
    }
    return made;
  }

  /** The font of a style, by its own properties or those of the styles that it's based on. */
  private fontOf(style: number): number | null {
    for (let [at, depth] = [style, 0]; depth < DEEPEST_STYLE; depth++) {
      const found = this.styles.of[at];
      if (!found) return null;
      if (found.font !== null) return found.font;
      at = found.base;
    }
    return null;
  }

  /** The text's parts in order, as saving quickly left them: after any properties (1), a table (2) of their places. */
  private readPieces(): Piece[] {
    const { stream } = this;
    let at = stream.readUInt32LE(AT.pieces);
    const end = at + stream.readUInt32LE(AT.pieces + 4);
    const lists: Buffer[] = [];
    for (; stream[at] === 1 && at < end; at += 3 + stream.readUInt16LE(at + 1))
      lists.push(stream.subarray(at + 3, at + 3 + stream.readUInt16LE(at + 1)));
    if (stream[at] !== 2) throw new Refused("damaged");
    const count = Math.floor((stream.readUInt32LE(at + 1) - 4) / 12);
    if (count > stream.length / 12) throw new Refused("damaged");
    const places = at + 5;
    return Array.from({ length: count }, (_, i) => {
      const length = stream.readUInt32LE(places + (i + 1) * 4) - stream.readUInt32LE(places + i * 4);
      const piece = places + (count + 1) * 4 + i * 8;
      const from = stream.readUInt32LE(piece + 2);
      const property = stream.readUInt16LE(piece + 6);
      // One property by its code and value, or a list of them by its number.
      const own =
        property & 1
          ? settings(lists[property >> 1] ?? Buffer.alloc(0), OF_LETTERS)
          : [{ code: (property >> 1) & 0x7f, value: property >> 8 }];
      return { from, to: from + length, deleted: own.some(({ code, value }) => code === DELETED && value === 1) };
    });
  }

  /** The letters between two places in the text. */
  private textOf(pieces: readonly Piece[], from: number, to: number): string {
    let text = "";
    let at = 0;
    for (const piece of pieces) {
      const length = Math.max(0, piece.to - piece.from);
      const [start, end] = [Math.max(from, at), Math.min(to, at + length)];
      if (start < end && !piece.deleted) text += this.letters(piece.from + start - at, piece.from + end - at);
      at += length;
    }
    return text;
  }

  /** The letters between two places in the stream. */
  private letters(from: number, to: number): string {
    if (to > this.stream.length) throw new Refused("damaged");
    let text = "";
    for (let at = from; at < to;) {
      const [{ one: run, end }, { one: paragraph, end: paragraphEnd }] = [
        foundAt(this.runs, at),
        foundAt(this.paragraphs, at),
      ];
      const until = Math.min(to, end, paragraphEnd);
      if (!run?.deleted) {
        const font =
          run?.font ??
          (run?.style == null ? null : this.fontOf(run.style)) ??
          this.fontOf(paragraph?.style ?? 0) ??
          this.styles.standard;
        text += decoderOf(this.encodings[font] ?? this.standard).decode(this.marked(at, until));
      }
      at = until;
    }
    return text;
  }

  /** Bytes of the text, with the ends of rows as ends of lines. */
  private marked(from: number, to: number): Buffer {
    const bytes = Buffer.from(this.stream.subarray(from, to));
    for (let i = bytes.indexOf(CELL_END); i >= 0; i = bytes.indexOf(CELL_END, i + 1))
      if (this.rowEnds.has(from + i)) bytes[i] = LINE_END;
    return bytes;
  }
}

/** The stretch that a place is in, if it's in one, and where that ends. */
function foundAt<T extends Stretch>(list: readonly T[], at: number): { one: T | undefined; end: number } {
  let low = 0;
  let high = list.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] as T).from <= at) low = middle + 1;
    else high = middle;
  }
  const [one, next] = [list[low - 1], list[low]];
  const until = next?.from ?? Infinity;
  return one && one.to > at ? { one, end: Math.min(one.to, until) } : { one: undefined, end: until };
}

/** A page begins with the places where its stretches begin, and where the last one ends. */
const stretchOf = (page: Buffer, i: number): Stretch => ({
  from: page.readUInt32LE(i * 4),
  to: page.readUInt32LE(i * 4 + 4),
});

/** The font of letters without a style, and each style's own font and the style that it's based on. */
type Styles = { standard: number; of: { font: number | null; base: number }[] };
const STYLES_HEADER = 16;
const DEEPEST_STYLE = 30;
const OF_PARAGRAPH = 1;

/** A style: fixed data, its name, and its properties: of a paragraph's style first those of the paragraph. */
function styleIn(style: Buffer, base: number): Styles["of"][number] {
  if (style.length <= base || style.length < 6) return { font: null, base: NO_STYLE };
  const kind = style.readUInt16LE(2);
  let at = base + (style[base] ?? 0) + 2;
  const nextList = (): Buffer => {
    at += at % 2;
    if (at + 2 > style.length) return style.subarray(0, 0);
    const list = style.subarray(at + 2, at + 2 + style.readUInt16LE(at));
    at += 2 + list.length;
    return list;
  };
  if ((kind & 0xf) === OF_PARAGRAPH) nextList();
  const font = settings(nextList(), OF_LETTERS).find(({ code }) => code === FONT);
  return { font: font?.value ?? null, base: kind >> 4 };
}
const NO_STYLE = 0xfff;

const MOST_RUNS = 101;
const MOST_PARAGRAPHS = 46;
const [CELL_END, LINE_END] = [0x07, 0x0d];
const [FONT, STYLE, DELETED, ROW_END] = [93, 80, 65, 25];
/** Properties say their length themselves. */
const OWN_LENGTH = -1;
const lengths = (...groups: readonly [length: number, ...codes: number[]][]): ReadonlyMap<number, number> =>
  new Map(groups.flatMap(([length, ...codes]) => codes.map((code): [number, number] => [code, length])));
/** How many bytes the value of each property has. */
const OF_LETTERS = lengths(
  [0, 83],
  [1, 65, 66, 67, 71, 75, 85, 86, 87, 88, 89, 90, 91, 92, 94, 98, 100, 101, 102, 104, 117, 118, 119],
  [2, 69, 72, 80, 93, 96, 97, 99, 107, 109, 110],
  [3, 73, 95],
  [4, 70],
  [OWN_LENGTH, 68, 74, 81, 82, 103, 105, 106, 108],
);
const OF_PARAGRAPHS = lengths(
  [1, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 24, 25],
  [2, 2, 16, 17, 18, 19, 21, 22],
  [4, 20],
  [OWN_LENGTH, 3, 12, 15, 23],
);

/** Properties one after the other, up to one that isn't known. */
function settings(list: Buffer, known: ReadonlyMap<number, number>): { code: number; value: number }[] {
  const found: { code: number; value: number }[] = [];
  for (let at = 0; at < list.length;) {
    const code = list[at] ?? 0;
    const length = known.get(code);
    if (length === undefined) break;
    const own = length === OWN_LENGTH ? (list[at + 1] ?? 0) + 1 : length;
    const [low = 0, high = 0] = list.subarray(at + 1, at + 1 + Math.min(own, 2));
    found.push({ code, value: low + high * 256 });
    at += 1 + own;
  }
  return found;
}

const BY_SUFFIX: Readonly<Record<string, string>> = {
  cyr: "windows-1251",
  ce: "windows-1250",
  greek: "windows-1253",
  tur: "windows-1254",
  baltic: "windows-1257",
};

/** The code page of a language, by its number in Windows: the low ten bits are the language without its country. */
function pageOf(language: number): string {
  if (language === 0x404 || language === 0xc04) return "big5";
  return BY_LANGUAGE.find(([, ...languages]) => languages.includes(language & 0x3ff))?.[0] ?? "windows-1252";
}
const BY_LANGUAGE: readonly [page: string, ...languages: number[]][] = [
  ["windows-1250", 0x05, 0x0e, 0x15, 0x18, 0x1a, 0x1b, 0x1c, 0x24],
  ["windows-1251", 0x02, 0x19, 0x22, 0x23, 0x2f],
  ["windows-1253", 0x08],
  ["windows-1254", 0x1f],
  ["windows-1255", 0x0d],
  ["windows-1256", 0x01, 0x20, 0x29],
  ["windows-1257", 0x25, 0x26, 0x27],
  ["windows-1258", 0x2a],
  ["windows-874", 0x1e],
  ["shift_jis", 0x11],
  ["euc-kr", 0x12],
  ["gbk", 0x04],
];

const decoders = new Map<string, TextDecoder>();
function decoderOf(encoding: string): TextDecoder {
  let decoder = decoders.get(encoding);
  if (!decoder) decoders.set(encoding, (decoder = new TextDecoder(encoding)));
  return decoder;
}
