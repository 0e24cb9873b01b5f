import { once } from "node:events";
import { crc32, createDeflateRaw } from "node:zlib";

/** A file in a zip: its name with forward slashes, and its bytes, read when it's written. */
export type ZipPart = { name: string; at: Date; bytes: AsyncIterable<Uint8Array> | Iterable<Uint8Array> };

const VERSION = 45;
/** Sizes follow the data, and names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATE = 8;
const MOST = 0xffffffff;

/**
 * Streams a zip of any size, holding only the current bytes and a line per file in memory. Always uses 64-bit sizes.
 */
export async function* zipStream(parts: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const directory: Buffer[] = [];
  let written = 0;
  for await (const part of parts) {
    const from = written;
    const name = Buffer.from(part.name);
    const stamp = dosTime(part.at);
    const header = Buffer.concat([
      numbers(
        [4, 0x04034b50],
        [2, VERSION],
        [2, FLAGS],
        [2, DEFLATE],
        [4, stamp],
        [4, 0],
        [4, MOST],
        [4, MOST],
        [2, name.length],
        [2, 20],
      ),
      name,
      numbers([2, 1], [2, 16], [8, 0], [8, 0]),
    ]);
    written += header.length;
    yield header;
    let crc = 0;
    let size = 0;
    let packed = 0;
    for await (const chunk of deflated(part.bytes, (bytes) => {
      crc = crc32(bytes, crc);
      size += bytes.length;
    })) {
      packed += chunk.length;
      written += chunk.length;
      yield chunk;
    }
    const sizes = numbers([4, 0x08074b50], [4, crc], [8, packed], [8, size]);
    written += sizes.length;
    yield sizes;
    directory.push(
      Buffer.concat([
        numbers(
          [4, 0x02014b50],
          [2, VERSION],
          [2, VERSION],
          [2, FLAGS],
          [2, DEFLATE],
          [4, stamp],
          [4, crc],
          [4, MOST],
          [4, MOST],
          [2, name.length],
          [2, 28],
          [2, 0],
          [2, 0],
          [2, 0],
          [4, 0],
          [4, MOST],
        ),
        name,
        numbers([2, 1], [2, 24], [8, size], [8, packed], [8, from]),
      ]),
    );
  }
  const bytes = Buffer.concat(directory);
  const n = directory.length;
  yield bytes;
  yield numbers(
    [4, 0x06064b50],
    [8, 44],
    [2, VERSION],
    [2, VERSION],
    [4, 0],
    [4, 0],
    [8, n],
    [8, n],
    [8, bytes.length],
    [8, written],
  );
  yield numbers([4, 0x07064b50], [4, 0], [8, written + bytes.length], [4, 1]);
  yield numbers([4, 0x06054b50], [2, 0], [2, 0], [2, 0xffff], [2, 0xffff], [4, MOST], [4, MOST], [2, 0]);
}

/** Little-endian numbers, each with its width in bytes. */
function numbers(...values: [width: 2 | 4 | 8, value: number][]): Buffer {
  const out = Buffer.alloc(values.reduce((sum, [width]) => sum + width, 0));
  let at = 0;
  for (const [width, value] of values) {
    if (width === 2) out.writeUInt16LE(value, at);
    else if (width === 4) out.writeUInt32LE(value, at);
    else out.writeBigUInt64LE(BigInt(value), at);
    at += width;
  }
  return out;
}

/** Two-second steps since 1980, the date in the upper half. */
function dosTime(at: Date): number {
  const year = Math.min(127, Math.max(0, at.getUTCFullYear() - 1980));
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  return ((date << 16) | time) >>> 0;
}

async function* deflated(bytes: ZipPart["bytes"], seen: (chunk: Uint8Array) => void): AsyncGenerator<Uint8Array> {
  const deflate = createDeflateRaw();
  const feeding = (async () => {
    try {
      for await (const chunk of bytes) {
        seen(chunk);
        // Waits for the consumer, to keep a large file from piling up in memory.
        if (!deflate.write(chunk)) await once(deflate, "drain");
      }
      deflate.end();
    } catch (error) {
      deflate.destroy(error as Error);
    }
  })();
  for await (const chunk of deflate) yield chunk as Uint8Array;
  await feeding;
}
