import { inflateRaw } from "../core/inflate.ts";

/**
 * The parts of `node:zlib` that the document reader uses, for browsers. The build substitutes it for Node's
 * (vite.config.ts).
 */

export const inflateRawSync = (packed: Uint8Array, { maxOutputLength }: { maxOutputLength: number }): Buffer => {
  const bytes = inflateRaw(packed, maxOutputLength);
  return Buffer.from(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.byteLength);
};

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

export function crc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) crc = TABLE[(crc ^ bytes[i]!) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** The most bytes of a stored block. */
const BLOCK = 0xffff;

/**
 * Bytes as a deflate stream of stored blocks: valid, and as long as what it contains. In a browser, packages are only
 * written to be read again.
 */
export function deflateRawSync(bytes: Uint8Array): Buffer {
  const blocks = Math.max(1, Math.ceil(bytes.length / BLOCK));
  const out = Buffer.alloc(bytes.length + 5 * blocks);
  for (let i = 0, at = 0; i < blocks; i++) {
    const part = bytes.subarray(i * BLOCK, (i + 1) * BLOCK);
    out[at] = i === blocks - 1 ? 1 : 0;
    out[at + 1] = part.length & 0xff;
    out[at + 2] = part.length >> 8;
    out[at + 3] = ~part.length & 0xff;
    out[at + 4] = (~part.length >> 8) & 0xff;
    out.set(part, at + 5);
    at += 5 + part.length;
  }
  return out;
}
