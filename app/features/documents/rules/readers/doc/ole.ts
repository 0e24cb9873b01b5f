import { Refused } from "../refusal.ts";

/** Higher sector numbers are marks, such as the end of a chain. */
const NO_SECTOR = 0xfffffffa;
const NO_ENTRY = 0xffffffff;
const ENTRY = 128;
const IN_HEADER = 109;
const HEADER = 512;
const MINI_SECTOR = 64;
/** Shorter streams are cut into small sectors, in a stream of their own. */
const MINI_BELOW = 4096;

type Entry = { name: string; start: number; size: number; left: number; right: number; child: number };

/**
 * An OLE compound file: streams in storages, like files in folders, cut into sectors that form chains. Each chain is
 * followed once around at most.
 */
export class OleFile {
  private readonly bytes: Buffer;
  private readonly sector: number;
  /** The sectors of the table that says which sector follows which. */
  private readonly table: number[] = [];
  private readonly entries: (Entry | null)[] = [];
  private small: { table: Buffer; bytes: Buffer } | null = null;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    const shift = bytes.length < HEADER ? 0 : bytes.readUInt16LE(30);
    if (shift !== 9 && shift !== 12) throw new Refused("damaged");
    this.sector = 1 << shift;
    const take = (from: number, count: number): void => {
      for (let at = from; at < from + count * 4 && at + 4 <= bytes.length; at += 4) {
        const sector = bytes.readUInt32LE(at);
        if (sector < NO_SECTOR) this.table.push(sector);
      }
    };
    take(76, IN_HEADER);
    // More of them are listed in sectors of their own, whose last number is the next one.
    const listed = this.sector / 4 - 1;
    const seen = new Set<number>();
    for (let next = bytes.readUInt32LE(68); next < NO_SECTOR && !seen.has(next);) {
      seen.add(next);
      const at = this.offset(next);
      take(at, listed);
      next = at + this.sector <= bytes.length ? bytes.readUInt32LE(at + listed * 4) : NO_SECTOR;
    }
    const directory = this.chain(bytes.readUInt32LE(48));
    for (let at = 0; at + ENTRY <= directory.length; at += ENTRY) this.entries.push(entryAt(directory, at));
  }

  /** The names of all streams and storages in lower case, also of embedded documents. */
  get names(): Set<string> {
    return new Set(this.entries.flatMap((entry) => (entry ? [entry.name.toLowerCase()] : [])));
  }

  /** A stream at the top of the file; null if there's none. Only the document's own: embedded ones are in storages. */
  stream(name: string): Buffer | null {
    const [root] = this.entries;
    const seen = new Set<number>();
    const todo = root ? [root.child] : [];
    for (let at = todo.pop(); at !== undefined; at = todo.pop()) {
      const entry = seen.has(at) ? null : this.entries[at];
      seen.add(at);
      if (!entry) continue;
      if (entry.name.toLowerCase() === name.toLowerCase()) return this.contentOf(entry);
      todo.push(entry.left, entry.right);
    }
    return null;
  }

  private contentOf({ start, size }: Entry): Buffer {
    return (size < MINI_BELOW ? this.smallChain(start) : this.chain(start)).subarray(0, size);
  }

  private offset(sector: number): number {
    return (sector + 1) * this.sector;
  }

  private next(sector: number): number {
    const perSector = this.sector / 4;
    const table = this.table[Math.floor(sector / perSector)];
    const at = table === undefined ? this.bytes.length : this.offset(table) + (sector % perSector) * 4;
    return at + 4 > this.bytes.length ? NO_ENTRY : this.bytes.readUInt32LE(at);
  }

  private chain(start: number): Buffer {
    return joined(start, this.bytes, this.sector, HEADER_SECTOR, (sector) => this.next(sector));
  }

  private smallChain(start: number): Buffer {
    const { table, bytes } = (this.small ??= {
      table: this.chain(this.bytes.readUInt32LE(60)),
      bytes: this.chain(this.entries[0]?.start ?? NO_ENTRY),
    });
    return joined(start, bytes, MINI_SECTOR, 0, (sector) =>
      sector * 4 + 4 > table.length ? NO_ENTRY : table.readUInt32LE(sector * 4),
    );
  }
}

/** The first sector of a file is its header. */
const HEADER_SECTOR = 1;

/** The sectors of a chain, one after the other. */
function joined(start: number, bytes: Buffer, size: number, before: number, next: (sector: number) => number): Buffer {
  const parts: Buffer[] = [];
  const seen = new Set<number>();
  for (let sector = start; sector < NO_SECTOR && !seen.has(sector); sector = next(sector)) {
    seen.add(sector);
    const at = (sector + before) * size;
    if (at >= bytes.length) break;
    parts.push(bytes.subarray(at, at + size));
  }
  return Buffer.concat(parts);
}

function entryAt(directory: Buffer, at: number): Entry | null {
  const length = directory.readUInt16LE(at + 64);
  if (directory[at + 66] === 0 || length < 2 || length > 64) return null;
  return {
    name: directory.toString("utf16le", at, at + length - 2),
    left: directory.readUInt32LE(at + 68),
    right: directory.readUInt32LE(at + 72),
    child: directory.readUInt32LE(at + 76),
    start: directory.readUInt32LE(at + 116),
    size: directory.readUInt32LE(at + 120),
  };
}
