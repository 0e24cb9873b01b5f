import { type OleTree, oleFile } from "./ole-file.ts";

/** Letters of a file of Word 6 or 95, as bytes of one code page each. */
export type OldPart = {
  text: Buffer | string;
  font?: number;
  /** Of the letters, and of the paragraph that ends in this part. */
  letterStyle?: number;
  style?: number;
  deleted?: boolean;
  /** Its last mark ends a table's row. */
  rowEnd?: boolean;
  /** If the file was saved quickly: that it's deleted, in itself or by the list of properties. */
  piece?: "deleted" | "listed";
};
export type OldWordSpec = Partial<{
  version: number;
  language: number;
  /** More flags of the header. */
  flags: number;
  macintosh: boolean;
  fonts: (readonly [charset: number, name: string])[];
  /** The font without any style. */
  standardFont: number;
  styles: { kind: "paragraph" | "letters"; basedOn?: number; font?: number }[];
  body: OldPart[];
  footnotes: OldPart[];
  headers: OldPart[];
  endnotes: OldPart[];
  boxes: OldPart[];
  /** Saved quickly: the last half of the text is first in the file. */
  pieces: boolean;
  macros: number;
  /** The file has other streams beside the document. */
  beside: OleTree;
}>;

const TEXT_AT = 768;
const PAGE = 512;
const STORIES = ["body", "footnotes", "headers", "macros", "comments", "endnotes", "boxes"] as const;

const word = (value: number): Buffer => Buffer.from([value & 0xff, value >> 8]);
const long = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
};
const evened = (bytes: Buffer): Buffer => (bytes.length % 2 ? Buffer.concat([bytes, Buffer.alloc(1)]) : bytes);

/** The main stream of a file, by the fields of the format's description. */
export function oldWordStream(spec: OldWordSpec): Buffer {
  const parts = STORIES.flatMap((story) =>
    (story === "macros" || story === "comments" ? [] : (spec[story] ?? [])).map((part) => ({ ...part, story })),
  ).map((part) => ({ ...part, bytes: Buffer.isBuffer(part.text) ? part.text : Buffer.from(part.text, "latin1") }));
  const half = spec.pieces ? Math.floor(parts.length / 2) : 0;
  const stored = [...parts.slice(half), ...parts.slice(0, half)];
  const places = new Map<(typeof parts)[number], number>();
  let end = TEXT_AT;
  for (const part of stored) {
    places.set(part, end);
    end += part.bytes.length;
  }
  const chunks: Buffer[] = [Buffer.alloc(TEXT_AT), ...stored.map(({ bytes }) => bytes)];
  const put = (bytes: Buffer): number => {
    const at = chunks.reduce((sum, one) => sum + one.length, 0);
    chunks.push(bytes);
    return at;
  };
  const page = (entries: { from: number; to: number; properties: Buffer | null }[], each: number): number => {
    put(Buffer.alloc(PAGE - (put(Buffer.alloc(0)) % PAGE)));
    const bytes = Buffer.alloc(PAGE);
    let free = PAGE - 2;
    entries.forEach(({ from, to, properties }, i) => {
      bytes.writeUInt32LE(from, i * 4);
      bytes.writeUInt32LE(to, i * 4 + 4);
      if (!properties) return;
      free = (free - properties.length) & ~1;
      properties.copy(bytes, free);
      bytes[(entries.length + 1) * 4 + i * each] = free / 2;
    });
    bytes[PAGE - 1] = entries.length;
    return put(bytes) / PAGE;
  };
  const sorted = stored.map((part) => ({ part, from: places.get(part)!, to: places.get(part)! + part.bytes.length }));
  const runs = page(
    sorted.map(({ part, from, to }) => {
      const list = Buffer.from([
        ...(part.letterStyle === undefined ? [] : [80, ...word(part.letterStyle)]),
        ...(part.font === undefined ? [] : [93, ...word(part.font)]),
        ...(part.deleted ? [65, 1] : []),
      ]);
      return { from, to, properties: list.length > 0 ? Buffer.concat([Buffer.from([list.length]), list]) : null };
    }),
    1,
  );
  const paragraphs = page(
    sorted.map(({ part, from, to }) => {
      const list = evened(Buffer.concat([word(part.style ?? 0), Buffer.from(part.rowEnd ? [24, 1, 25, 1] : [])]));
      return { from, to, properties: Buffer.concat([Buffer.from([list.length / 2]), list]) };
    }),
    7,
  );
  const binTable = (number: number): [number, number] => [
    put(Buffer.concat([long(TEXT_AT), long(end), word(number)])),
    10,
  ];
  const [runTable, paragraphTable] = [binTable(runs), binTable(paragraphs)];
  const fonts = (spec.fonts ?? [[0, "Times New Roman"]]).map(([charset, name]) =>
    Buffer.concat([Buffer.from([name.length + 6, 0, 0, 0, charset, 0]), Buffer.from(`${name}\0`, "latin1")]),
  );
  const fontsLength = fonts.reduce((sum, one) => sum + one.length, 2);
  const fontTable = put(Buffer.concat([word(fontsLength), ...fonts]));
  const styles = (spec.styles ?? []).map(({ kind, basedOn = 0xfff, font }) => {
    const list = (bytes: Buffer): Buffer => evened(Buffer.concat([word(bytes.length), bytes]));
    const letters = list(font === undefined ? Buffer.alloc(0) : Buffer.from([93, ...word(font)]));
    const head = Buffer.concat([word(0), word((kind === "paragraph" ? 1 : 2) | (basedOn << 4)), word(1), word(0)]);
    const style = Buffer.concat([
      head,
      evened(Buffer.from("\x01S\0", "latin1")),
      ...(kind === "paragraph" ? [list(word(0))] : []),
      letters,
    ]);
    return Buffer.concat([word(style.length), style]);
  });
  const styleHead = Buffer.concat([14, styles.length, 8, 1, 75, 15, 0, spec.standardFont ?? 0].map(word));
  const styleTable = put(Buffer.concat([styleHead, ...styles]));
  const pieces = put(
    Buffer.concat([
      Buffer.from([1, 2, 0, DELETED, 1, 2]),
      long(parts.length * 12 + 4),
      ...[0, ...parts.map((_, i) => i + 1)].map((count) =>
        long(parts.slice(0, count).reduce((sum, { bytes }) => sum + bytes.length, 0)),
      ),
      ...parts.map((part) =>
        Buffer.concat([word(0), long(places.get(part)!), word(part.piece ? PROPERTIES[part.piece] : 0)]),
      ),
    ]),
  );
  const piecesLength = 10 + (parts.length + 1) * 4 + parts.length * 8;
  const commands = put(Buffer.concat([Buffer.from([255, 1]), word(spec.macros ?? 0)]));
  const stream = Buffer.concat(chunks);
  const header: [at: number, value: number, size?: 2][] = [
    [0, 0xa5dc, 2],
    [2, spec.version ?? 104, 2],
    [6, spec.language ?? 0x409, 2],
    [10, (spec.pieces ? 4 : 0) | (spec.flags ?? 0), 2],
    [0x14, spec.macintosh ? 256 : 0, 2],
    [0x18, TEXT_AT],
    [0x1c, end],
    [0x60, styleTable],
    [0x64, styles.length > 0 || spec.standardFont ? styleHead.length + Buffer.concat(styles).length : 0],
    [0xb8, runTable[0]],
    [0xbc, runTable[1]],
    [0xc0, paragraphTable[0]],
    [0xc4, paragraphTable[1]],
    [0xd0, fontTable],
    [0xd4, fontsLength],
    [0x118, commands],
    [0x11c, 4],
    [0x160, pieces],
    [0x164, spec.pieces ? piecesLength : 0],
  ];
  for (const [at, value, size] of header)
    if (size === 2) stream.writeUInt16LE(value, at);
    else stream.writeUInt32LE(value, at);
  STORIES.forEach((story, i) =>
    stream.writeUInt32LE(
      parts.filter((part) => part.story === story).reduce((sum, { bytes }) => sum + bytes.length, 0),
      0x34 + i * 4,
    ),
  );
  return stream;
}
const DELETED = 65;
/** One property with its value, or the number of a list of them. */
const PROPERTIES = { deleted: (DELETED << 1) | (1 << 8), listed: 1 };

/** A .doc of Word 6 or 95. */
export const oldWordFile = (spec: OldWordSpec): Buffer =>
  oleFile({ ...spec.beside, WordDocument: oldWordStream(spec) });
