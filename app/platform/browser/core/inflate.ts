/**
 * Unpacks raw DEFLATE (RFC 1951) synchronously. Browsers have `DecompressionStream`, but it's asynchronous, and the
 * document reader, which is shared with the server, is synchronous. Codes are looked up in tables as wide as the
 * block's longest code.
 */

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145,
  8193, 12289, 16385, 24577,
];
const DISTANCE_EXTRA = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
/** The order in which the code length codes' lengths are stored. */
const CODE_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

/** Entries are symbol * 16 + length, or 0 where there's no code. */
type Codes = { table: Uint16Array; bits: number };

class NotDeflate extends Error {
  code = "Z_DATA_ERROR";
}
class TooLarge extends Error {
  code = "ERR_BUFFER_TOO_LARGE";
}

function codesOf(lengths: readonly number[]): Codes {
  const bits = Math.max(1, ...lengths);
  const counts = Array.from({ length: 17 }, () => 0);
  for (const length of lengths) if (length > 0) counts[length]!++;
  const next = Array.from({ length: 17 }, () => 0);
  let code = 0;
  for (let length = 1; length <= 15; length++) {
    code = (code + (length === 1 ? 0 : counts[length - 1]!)) << 1;
    next[length] = code;
    if (code + counts[length]! > 1 << length) throw new NotDeflate("Too many codes");
  }
  const table = new Uint16Array(1 << bits);
  lengths.forEach((length, symbol) => {
    if (length === 0) return;
    let reversed = 0;
    for (let i = 0, c = next[length]!++; i < length; i++, c >>= 1) reversed = (reversed << 1) | (c & 1);
    for (let at = reversed; at < table.length; at += 1 << length) table[at] = symbol * 16 + length;
  });
  return { table, bits };
}

const run = (count: number, length: number): number[] => Array.from({ length: count }, () => length);
const FIXED = {
  literals: codesOf([...run(144, 8), ...run(112, 9), ...run(24, 7), ...run(8, 8)]),
  distances: codesOf(run(30, 5)),
};

/**
 * @param most maximum size in bytes; throws Node's ERR_BUFFER_TOO_LARGE beyond it
 * @throws if the data isn't DEFLATE or ends early. Never reads or writes out of bounds, and never hangs
 */
export function inflateRaw(packed: Uint8Array, most: number): Uint8Array {
  let out = new Uint8Array(Math.min(most, Math.max(1_024, packed.length * 4)));
  let length = 0;
  let at = 0;
  let held = 0;
  let have = 0;

  const room = (more: number): void => {
    if (length + more > most) throw new TooLarge("More than was announced");
    if (length + more <= out.length) return;
    const larger = new Uint8Array(Math.min(most, Math.max(out.length * 2, length + more)));
    larger.set(out.subarray(0, length));
    out = larger;
  };
  const need = (bits: number): void => {
    while (have < bits) {
      if (at >= packed.length) throw new NotDeflate("Cut off");
      held |= packed[at++]! << have;
      have += 8;
    }
  };
  const take = (bits: number): number => {
    if (bits === 0) return 0;
    need(bits);
    const value = held & ((1 << bits) - 1);
    held >>>= bits;
    have -= bits;
    return value;
  };
  const symbol = ({ table, bits }: Codes): number => {
    // Near the end there may be fewer bits than the longest code has. Missing bits read as zero.
    while (have < bits && at < packed.length) {
      held |= packed[at++]! << have;
      have += 8;
    }
    const entry = table[held & ((1 << bits) - 1)]!;
    const used = entry & 15;
    if (used === 0 || used > have) throw new NotDeflate("No such code");
    held >>>= used;
    have -= used;
    return entry >> 4;
  };
  const dynamic = (): { literals: Codes; distances: Codes } => {
    const literals = take(5) + 257;
    const distances = take(5) + 1;
    const ordered = take(4) + 4;
    const first = Array.from({ length: 19 }, () => 0);
    for (let i = 0; i < ordered; i++) first[CODE_ORDER[i]!] = take(3);
    const code = codesOf(first);
    const lengths: number[] = [];
    while (lengths.length < literals + distances) {
      const it = symbol(code);
      if (it < 16) lengths.push(it);
      else {
        if (it === 16 && lengths.length === 0) throw new NotDeflate("Nothing to repeat");
        const length_ = it === 16 ? lengths.at(-1)! : 0;
        for (let n = it === 16 ? take(2) + 3 : it === 17 ? take(3) + 3 : take(7) + 11; n > 0; n--)
          lengths.push(length_);
      }
    }
    if (lengths.length > literals + distances) throw new NotDeflate("Too many lengths");
    return { literals: codesOf(lengths.slice(0, literals)), distances: codesOf(lengths.slice(literals)) };
  };

  for (let last = 0; last === 0;) {
    last = take(1);
    const kind = take(2);
    if (kind === 3) throw new NotDeflate("No such block");
    if (kind === 0) {
      at -= have >> 3;
      held = have = 0;
      if (at + 4 > packed.length) throw new NotDeflate("Cut off");
      const size = packed[at]! | (packed[at + 1]! << 8);
      if ((size ^ 0xffff) !== (packed[at + 2]! | (packed[at + 3]! << 8))) throw new NotDeflate("No such length");
      at += 4;
      if (at + size > packed.length) throw new NotDeflate("Cut off");
      room(size);
      out.set(packed.subarray(at, at + size), length);
      length += size;
      at += size;
      continue;
    }
    const { literals, distances } = kind === 1 ? FIXED : dynamic();
    for (let it = symbol(literals); it !== 256; it = symbol(literals)) {
      if (it < 256) {
        if (length >= out.length) room(1);
        out[length++] = it;
        continue;
      }
      if (it > 285) throw new NotDeflate("No such length");
      const size = LENGTH_BASE[it - 257]! + take(LENGTH_EXTRA[it - 257]!);
      const far = symbol(distances);
      if (far > 29) throw new NotDeflate("No such distance");
      const back = DISTANCE_BASE[far]! + take(DISTANCE_EXTRA[far]!);
      if (back > length) throw new NotDeflate("Before the beginning");
      room(size);
      // Byte by byte, because the source may overlap what this copy has just written.
      for (let i = 0; i < size; i++, length++) out[length] = out[length - back]!;
    }
  }
  return out.subarray(0, length);
}
