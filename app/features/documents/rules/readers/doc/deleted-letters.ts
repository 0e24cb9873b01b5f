/** Which letters of a file of Word 97 and later are deleted, by the properties of letters. */

/** Where the header says where the table of pages with letters' properties is, and how long. */
const [TABLE, TABLE_LENGTH] = [0xfa, 0xfe];
const PAGE = 512;
/** A page holds at most so many stretches of letters. */
const MOST_RUNS = 101;
const DELETED = 0x0800;

/** The document's stream with zeros for deleted letters. @throws RangeError where something points beyond the end */
export function withoutDeleted(stream: Buffer, table: Buffer): Buffer {
  const kept = Buffer.from(stream);
  let done = 0;
  for (const { from, to } of deletedLetters(stream, table).toSorted((a, b) => a.from - b.from)) {
    // Each byte once, so that a crafted file doesn't take long.
    const end = Math.min(to, kept.length);
    if (end > done) kept.fill(0, Math.max(from, done), end);
    done = Math.max(done, end);
  }
  return kept;
}

/** Stretches of deleted letters, by their bytes. */
function deletedLetters(stream: Buffer, table: Buffer): { from: number; to: number }[] {
  const at = stream.readUInt32LE(TABLE);
  const count = Math.floor((stream.readUInt32LE(TABLE_LENGTH) - 4) / 8);
  const deleted: { from: number; to: number }[] = [];
  for (let i = 0; i < count; i++) {
    // Places in the text, and then the pages' numbers.
    const number = table.readUInt32LE(at + (count + 1 + i) * 4);
    const page = stream.subarray(number * PAGE, (number + 1) * PAGE);
    const runs = Math.min(page.readUInt8(PAGE - 1), MOST_RUNS);
    for (let run = 0; run < runs; run++) {
      const place = page.readUInt8((runs + 1) * 4 + run) * 2;
      if (place > 0 && isDeleted(page.subarray(place + 1, place + 1 + page.readUInt8(place))))
        deleted.push({ from: page.readUInt32LE(run * 4), to: page.readUInt32LE(run * 4 + 4) });
    }
  }
  return deleted;
}

/** Bytes of a property's value, by the top three bits of its code. Where it's null, the value's first byte says it. */
const LENGTHS = [1, 1, 2, 4, 2, 2, null, 3] as const;

/** Whether properties, one after the other, include that of deleted letters. */
function isDeleted(properties: Buffer): boolean {
  let deleted = false;
  for (let at = 0; at + 2 < properties.length;) {
    const code = properties.readUInt16LE(at);
    const first = properties.readUInt8(at + 2);
    if (code === DELETED) deleted = first === 1;
    at += 2 + (LENGTHS[code >> 13] ?? first + 1);
  }
  return deleted;
}
