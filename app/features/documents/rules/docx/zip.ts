import { crc32, deflateRawSync, inflateRawSync } from "node:zlib";
import { Refused } from "../readers/refusal.ts";
import { decodeXml, encodeXml } from "./xml-text.ts";

/** An archive's limits: bytes per part, total bytes, entries, and the compression ratio once a part exceeds 10 MB. */
const MAX_PART = 200 * 1024 * 1024;
const MAX_TOTAL = 400 * 1024 * 1024;
const MAX_ENTRIES = 10_000;
const MAX_RATIO = 200;
/** A four-byte number that doesn't fit: Zip64 stores it elsewhere. */
const FULL = 0xffffffff;
const RATIO_FROM = 10 * 1024 * 1024;
/** Unpacked at once: never allocates more on a file's claim. */
const MAX_CHUNK = 8 * 1024 * 1024;

type ZipEntry = {
  name: string;
  method: number;
  crc: number;
  packedSize: number;
  size: number;
  /** Where the local header starts, where the packed data starts. */
  start: number;
  dataStart: number;
  /** The central directory's record, unchanged. */
  record: Buffer;
};

export type Zip = {
  bytes: Buffer;
  /** By exact name, in central directory order. */
  entries: ReadonlyMap<string, ZipEntry>;
  /** Exact names by lower-case name, because some programs are careless with case. */
  folded: ReadonlyMap<string, string>;
  /** The archive's comment, kept when rewriting. */
  comment: Buffer;
  directoryStart: number;
  /** The texts of parts that were decoded, and of those that were changed, by exact name. */
  texts: Map<string, string>;
  /** The changed ones. They're packed when the archive is written. */
  changed: ReadonlySet<string>;
};

export const looksLikeZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && ((bytes[2] === 3 && bytes[3] === 4) || (bytes[2] === 5 && bytes[3] === 6));

/**
 * Reads only the directory of a zip archive in memory. Refuses ("damaged", "bomb", "password") what document programs
 * never create: sizes beyond the limits, overlapping parts, duplicate names, path traversal, encryption, unknown
 * methods, a missing end.
 */
export function openZip(input: Uint8Array): Zip {
  const bytes = Buffer.isBuffer(input) ? input : Buffer.from(input.buffer, input.byteOffset, input.byteLength);
  const end = findEnd(bytes);
  const { count, directorySize, directoryStart } = readEnd(bytes, end);
  if (count > MAX_ENTRIES) throw new Refused("bomb");
  if (directoryStart + directorySize > end) throw new Refused("damaged");

  const entries = new Map<string, ZipEntry>();
  const folded = new Map<string, string>();
  let total = 0;
  let at = directoryStart;
  for (let i = 0; i < count; i++) {
    if (at + 46 > end || bytes.readUInt32LE(at) !== 0x02014b50) throw new Refused("damaged");
    const flags = bytes.readUInt16LE(at + 8);
    const method = bytes.readUInt16LE(at + 10);
    const crc = bytes.readUInt32LE(at + 16);
    const nameLength = bytes.readUInt16LE(at + 28);
    const extraLength = bytes.readUInt16LE(at + 30);
    const recordEnd = at + 46 + nameLength + extraLength + bytes.readUInt16LE(at + 32);
    if (recordEnd > end) throw new Refused("damaged");
    // In Zip64, values that don't fit come after the name, in this order.
    const figures = [bytes.readUInt32LE(at + 24), bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 42)];
    if (figures.includes(FULL))
      readLongFigures(bytes.subarray(at + 46 + nameLength, at + 46 + nameLength + extraLength), figures);
    const [size = 0, packedSize = 0, start = 0] = figures;
    const name = bytes.toString(flags & 0x800 ? "utf8" : "latin1", at + 46, at + 46 + nameLength);
    if (flags & 0x41) throw new Refused("password");
    if (method !== 0 && method !== 8) throw new Refused("damaged");
    if (!goodName(name)) throw new Refused("damaged");
    const fold = name.toLowerCase();
    if (folded.has(fold)) throw new Refused("damaged");
    total += size;
    if (size > MAX_PART || total > MAX_TOTAL) throw new Refused("bomb");
    if (size > RATIO_FROM && size > packedSize * MAX_RATIO) throw new Refused("bomb");
    if (method === 0 && size !== packedSize) throw new Refused("damaged");
    if (start + 30 > directoryStart || bytes.readUInt32LE(start) !== 0x04034b50) throw new Refused("damaged");
    const localNameLength = bytes.readUInt16LE(start + 26);
    const dataStart = start + 30 + localNameLength + bytes.readUInt16LE(start + 28);
    if (dataStart + packedSize > directoryStart) throw new Refused("damaged");
    if (
      localNameLength !== nameLength ||
      bytes.compare(bytes, at + 46, at + 46 + nameLength, start + 30, start + 30 + nameLength) !== 0
    ) {
      throw new Refused("damaged");
    }
    entries.set(name, { name, method, crc, packedSize, size, start, dataStart, record: bytes.subarray(at, recordEnd) });
    folded.set(fold, name);
    at = recordEnd;
  }
  refuseOverlaps(entries);
  const commentLength = bytes.readUInt16LE(end + 20);
  const comment = bytes.subarray(end + 22, end + 22 + commentLength);
  return { bytes, entries, folded, comment, directoryStart, texts: new Map(), changed: new Set() };
}

/** The end of central directory, including Zip64. */
function readEnd(bytes: Buffer, end: number): { count: number; directorySize: number; directoryStart: number } {
  const count = bytes.readUInt16LE(end + 10);
  const directorySize = bytes.readUInt32LE(end + 12);
  const directoryStart = bytes.readUInt32LE(end + 16);
  const disks = bytes.readUInt16LE(end + 4);
  if (
    end >= 20 &&
    bytes.readUInt32LE(end - 20) === 0x07064b50 &&
    (count === 0xffff || directorySize === FULL || directoryStart === FULL)
  ) {
    const record = readLong(bytes, end - 12);
    if (record + 56 > end - 20 || bytes.readUInt32LE(record) !== 0x06064b50 || bytes.readUInt32LE(record + 16) !== 0)
      throw new Refused("damaged");
    return {
      count: readLong(bytes, record + 32),
      directorySize: readLong(bytes, record + 40),
      directoryStart: readLong(bytes, record + 48),
    };
  }
  if (disks !== 0 || bytes.readUInt16LE(end + 8) !== count) throw new Refused("damaged");
  return { count, directorySize, directoryStart };
}

function readLongFigures(extra: Buffer, figures: number[]): void {
  for (let at = 0; at + 4 <= extra.length;) {
    const to = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === 1 && to <= extra.length) {
      let from = at + 4;
      figures.forEach((figure, i) => {
        if (figure !== FULL || from + 8 > to) return;
        figures[i] = readLong(extra, from);
        from += 8;
      });
      return;
    }
    at = to;
  }
}

/** An eight-byte number. Sizes that no file can have count as infinite. */
const readLong = (bytes: Buffer, at: number): number => bytes.readUInt32LE(at) + bytes.readUInt32LE(at + 4) * 2 ** 32;

function findEnd(bytes: Buffer): number {
  const last = bytes.length - 22;
  const first = Math.max(0, last - 0xffff);
  for (let at = last; at >= first; at--) {
    if (
      bytes[at] === 0x50 &&
      bytes.readUInt32LE(at) === 0x06054b50 &&
      at + 22 + bytes.readUInt16LE(at + 20) <= bytes.length
    )
      return at;
  }
  throw new Refused("damaged");
}

function goodName(name: string): boolean {
  if (name === "" || name.length > 1024 || name.startsWith("/") || /[\0\\]|^[A-Za-z]:/.test(name)) return false;
  return !name.split("/").includes("..");
}

function refuseOverlaps(entries: Map<string, ZipEntry>): void {
  const spans = [...entries.values()].sort((a, b) => a.start - b.start);
  let reached = 0;
  for (const span of spans) {
    if (span.start < reached) throw new Refused("bomb");
    reached = span.dataStart + span.packedSize;
  }
}

/** A part's exact name in the archive, ignoring case in the request. */
export const exactName = (zip: Zip, name: string): string => zip.folded.get(name.toLowerCase()) ?? name;

/** A part's entry, ignoring case in its name. */
export const entryOf = (zip: Zip, name: string): ZipEntry | undefined => zip.entries.get(exactName(zip, name));

/** Identifies a part by its content, which is verified when it's unpacked; null if it doesn't exist. */
export function contentOf(zip: Zip, name: string): string | null {
  const entry = entryOf(zip, name);
  if (!entry) return null;
  return zip.changed.has(entry.name) ? (zip.texts.get(entry.name) ?? "") : `${entry.crc.toString(16)}-${entry.size}`;
}

/** The archive with other texts in some parts, by exact name. */
export const withTexts = (zip: Zip, texts: ReadonlyMap<string, string>): Zip => ({
  ...zip,
  texts: new Map([...zip.texts, ...texts]),
  changed: new Set([...zip.changed, ...texts.keys()]),
});

/** An XML part's text, decoded once; null if it doesn't exist (ignoring case). */
export function textOfPart(zip: Zip, name: string): string | null {
  const exact = exactName(zip, name);
  const known = zip.texts.get(exact);
  if (known !== undefined) return known;
  const bytes = readPart(zip, exact);
  if (!bytes) return null;
  const text = decodeXml(bytes);
  zip.texts.set(exact, text);
  return text;
}

/** One part's unpacked bytes; null if it doesn't exist (ignoring case). Size and CRC-32 must match. */
export function readPart(zip: Zip, name: string): Buffer | null {
  const entry = entryOf(zip, name);
  if (!entry) return null;
  if (zip.changed.has(entry.name)) return encodeXml(zip.texts.get(entry.name) ?? "");
  const packed = zip.bytes.subarray(entry.dataStart, entry.dataStart + entry.packedSize);
  let data: Buffer;
  if (entry.method === 0) data = packed;
  else {
    try {
      // In one chunk if it's small, to avoid concatenation.
      data = inflateRawSync(packed, {
        maxOutputLength: Math.max(1, entry.size),
        chunkSize: Math.min(MAX_CHUNK, Math.max(64, entry.size + 1)),
      });
    } catch (error) {
      throw new Refused((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "bomb" : "damaged");
    }
  }
  if (data.length !== entry.size || crc32(data) !== entry.crc) throw new Refused("damaged");
  return data;
}

/**
 * The archive with some parts replaced (bytes), removed (null) or added. Everything else, including headers, is copied
 * byte for byte in the same order.
 */
export function rewriteZip(zip: Zip, changed: ReadonlyMap<string, Buffer | null>): Buffer {
  const out: Buffer[] = [];
  const records: Buffer[] = [];
  let length = 0;
  const push = (piece: Buffer) => {
    out.push(piece);
    length += piece.length;
  };
  const starts = [...zip.entries.values()].map((entry) => entry.start).sort((a, b) => a - b);
  const nextStart = new Map(starts.map((start, i) => [start, starts[i + 1] ?? zip.directoryStart]));
  const left = new Map<string, Buffer | null>([...zip.changed].map((name) => [name, readPart(zip, name)]));
  for (const [name, bytes] of changed) left.set(name, bytes);
  for (const entry of zip.entries.values()) {
    const replacement = left.get(entry.name);
    left.delete(entry.name);
    if (replacement === null) continue;
    const record = Buffer.from(entry.record);
    record.writeUInt32LE(length, 42);
    if (replacement === undefined) {
      // Up to the next header, which includes a data descriptor if there is one.
      push(zip.bytes.subarray(entry.start, nextStart.get(entry.start)));
      records.push(record);
    } else {
      const made = pack(entry.name, replacement, record.readUInt16LE(12), record.readUInt16LE(14), length);
      push(made.local);
      push(made.data);
      records.push(made.record);
    }
  }
  for (const [name, bytes] of left) {
    if (bytes === null) continue;
    const made = pack(name, bytes, 0, 0x21, length);
    push(made.local);
    push(made.data);
    records.push(made.record);
  }
  return finish(out, records, length, zip.comment);
}

/** A new archive. Every part's date is 1980-01-01, so the same input gives the same bytes. */
export function writeZip(parts: readonly { name: string; bytes: Buffer | string }[]): Buffer {
  const out: Buffer[] = [];
  const records: Buffer[] = [];
  let length = 0;
  for (const part of parts) {
    const bytes = typeof part.bytes === "string" ? Buffer.from(part.bytes, "utf8") : part.bytes;
    const made = pack(part.name, bytes, 0, 0x21, length);
    out.push(made.local, made.data);
    length += made.local.length + made.data.length;
    records.push(made.record);
  }
  return finish(out, records, length, Buffer.alloc(0));
}

function pack(name: string, bytes: Buffer, time: number, date: number, start: number) {
  const nameBytes = Buffer.from(name, "utf8");
  const packed = deflateRawSync(bytes, { level: 6 });
  const method = packed.length < bytes.length ? 8 : 0;
  const data = method === 8 ? packed : bytes;
  const crc = crc32(bytes);
  const flags = /[^\x20-\x7e]/.test(name) ? 0x800 : 0;
  const local = Buffer.alloc(30 + nameBytes.length);
  local.writeUInt32LE(0x04034b50, 0);
  writeCommon(local, 4);
  local.writeUInt16LE(nameBytes.length, 26);
  nameBytes.copy(local, 30);
  const record = Buffer.alloc(46 + nameBytes.length);
  record.writeUInt32LE(0x02014b50, 0);
  record.writeUInt16LE(20, 4);
  writeCommon(record, 6);
  record.writeUInt16LE(nameBytes.length, 28);
  record.writeUInt32LE(start, 42);
  nameBytes.copy(record, 46);
  return { local, data, record };

  function writeCommon(buffer: Buffer, at: number) {
    buffer.writeUInt16LE(20, at);
    buffer.writeUInt16LE(flags, at + 2);
    buffer.writeUInt16LE(method, at + 4);
    buffer.writeUInt16LE(time, at + 6);
    buffer.writeUInt16LE(date, at + 8);
    buffer.writeUInt32LE(crc, at + 10);
    buffer.writeUInt32LE(data.length, at + 14);
    buffer.writeUInt32LE(bytes.length, at + 18);
  }
}

function finish(out: Buffer[], records: Buffer[], directoryStart: number, comment: Buffer): Buffer {
  const directory = Buffer.concat(records);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(records.length, 8);
  end.writeUInt16LE(records.length, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(directoryStart, 16);
  end.writeUInt16LE(comment.length, 20);
  return Buffer.concat([...out, directory, end, comment]);
}
