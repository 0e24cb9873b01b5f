const SECTOR = 512;
const MINI = 64;
const [END, TABLE, LIST, FREE] = [0xfffffffe, 0xfffffffd, 0xfffffffc, 0xffffffff];
const IN_HEADER = 109;

export type OleTree = { [name: string]: Buffer | OleTree };
type Entry = { name: string; type: number; child: number; right: number; start: number; size: number };

/** An OLE compound file of streams and storages, in sectors of 512 bytes. */
export function oleFile(tree: OleTree): Buffer {
  const sectors: Buffer[] = [];
  const next: number[] = [];
  const add = (bytes: Buffer): number => {
    if (bytes.length === 0) return END;
    const start = sectors.length;
    for (let at = 0; at < bytes.length; at += SECTOR) {
      const sector = Buffer.alloc(SECTOR);
      bytes.copy(sector, 0, at, at + SECTOR);
      next[sectors.length] = at + SECTOR < bytes.length ? sectors.length + 1 : END;
      sectors.push(sector);
    }
    return start;
  };
  const small: Buffer[] = [];
  const smallNext: number[] = [];
  const addSmall = (bytes: Buffer): number => {
    const start = small.length;
    for (let at = 0; at < bytes.length; at += MINI) {
      const sector = Buffer.alloc(MINI);
      bytes.copy(sector, 0, at, at + MINI);
      smallNext.push(at + MINI < bytes.length ? small.length + 1 : END);
      small.push(sector);
    }
    return start;
  };
  const entries: Entry[] = [{ name: "Root Entry", type: 5, child: FREE, right: FREE, start: END, size: 0 }];
  const walk = (parent: number, storage: OleTree): void => {
    let before = -1;
    for (const [name, content] of Object.entries(storage)) {
      const at = entries.length;
      const stream = Buffer.isBuffer(content);
      const start = !stream ? 0 : content.length < 4096 ? addSmall(content) : add(content);
      entries.push({ name, type: stream ? 2 : 1, child: FREE, right: FREE, start, size: stream ? content.length : 0 });
      // Names are in no order here: a chain to the right is a tree too.
      if (before < 0) entries[parent]!.child = at;
      else entries[before]!.right = at;
      before = at;
      if (!stream) walk(at, content);
    }
  };
  walk(0, tree);
  const smallBytes = Buffer.concat(small);
  Object.assign(entries[0]!, { start: add(smallBytes), size: smallBytes.length });
  const smallTable = add(numbers(smallNext, SECTOR));
  const directory = add(Buffer.concat(entries.map(entryBytes)));
  const perSector = SECTOR / 4;
  // The table's own sectors are in the table too, as are those that list more of them than the header can.
  let [tables, lists] = [0, 0];
  for (;;) {
    const more = Math.ceil((sectors.length + tables + lists) / perSector);
    const listed = Math.max(0, Math.ceil((more - IN_HEADER) / (perSector - 1)));
    if (more === tables && listed === lists) break;
    [tables, lists] = [more, listed];
  }
  const first = sectors.length;
  const places = Array.from({ length: tables }, (_, i) => first + i);
  for (let i = 0; i < tables + lists; i++) next[first + i] = i < tables ? TABLE : LIST;
  const table = numbers(next, SECTOR);
  for (let i = 0; i < tables; i++) sectors.push(table.subarray(i * SECTOR, (i + 1) * SECTOR));
  for (let i = 0; i < lists; i++) {
    const from = IN_HEADER + i * (perSector - 1);
    const own = numbers(places.slice(from, from + perSector - 1), SECTOR);
    own.writeUInt32LE(i + 1 < lists ? first + tables + i + 1 : END, SECTOR - 4);
    sectors.push(own);
  }
  const header = Buffer.alloc(SECTOR, 0xff);
  header.fill(0, 0, 76);
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]).copy(header);
  header.writeUInt16LE(3, 26);
  header.writeUInt16LE(9, 30);
  header.writeUInt16LE(6, 32);
  for (const [at, value] of [
    [44, tables],
    [48, directory],
    [56, 4096],
    [60, smallTable],
    [64, Math.ceil((smallNext.length * 4) / SECTOR)],
    [68, lists > 0 ? first + tables : END],
    [72, lists],
  ] as const)
    header.writeUInt32LE(value, at);
  places.slice(0, IN_HEADER).forEach((place, i) => header.writeUInt32LE(place, 76 + i * 4));
  return Buffer.concat([header, ...sectors]);
}

/** Numbers of four bytes, filled up to whole sectors. */
function numbers(list: readonly number[], size: number): Buffer {
  const bytes = Buffer.alloc(Math.ceil((list.length * 4) / size) * size, 0xff);
  list.forEach((value, i) => bytes.writeUInt32LE(value, i * 4));
  return bytes;
}

function entryBytes({ name, type, child, right, start, size }: Entry): Buffer {
  const bytes = Buffer.alloc(128);
  bytes.write(name, "utf16le");
  bytes.writeUInt16LE(name.length * 2 + 2, 64);
  bytes[66] = type;
  for (const [at, value] of [
    [68, FREE],
    [72, right],
    [76, child],
    [116, start],
    [120, size],
  ] as const)
    bytes.writeUInt32LE(value, at);
  return bytes;
}
