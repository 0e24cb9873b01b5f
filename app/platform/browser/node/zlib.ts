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

/** Nothing is written in a browser. */
export const deflateRawSync = (): never => {
  throw new Error("Documents are not written here.");
};
