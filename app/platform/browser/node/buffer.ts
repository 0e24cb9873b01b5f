/**
 * The parts of Node's `Buffer` that the document reader uses, for browsers. Import it before the reader. Does nothing
 * if there already is a Buffer. A test compares its results with the server's.
 */

const PIECE = 8_192;

/** One character per byte. `TextDecoder` can't do this: its "latin1" is Windows-1252. */
function latin1(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return text;
}

/** Without the static methods, because Node's have different signatures. */
const Bytes = Uint8Array as unknown as new (
  from: number | ArrayBuffer | ArrayLike<number>,
  offset?: number,
  length?: number,
) => Uint8Array<ArrayBuffer>;

export class BrowserBuffer extends Bytes {
  static isBuffer(it: unknown): boolean {
    return it instanceof BrowserBuffer;
  }
  static from(
    from: ArrayBuffer | Uint8Array | string,
    encodingOrOffset?: string | number,
    length?: number,
  ): BrowserBuffer {
    if (typeof from === "string") {
      if (encodingOrOffset !== "latin1") return BrowserBuffer.from(new TextEncoder().encode(from));
      const bytes = new BrowserBuffer(from.length);
      for (let i = 0; i < from.length; i++) bytes[i] = from.charCodeAt(i);
      return bytes;
    }
    return from instanceof ArrayBuffer
      ? new BrowserBuffer(from, typeof encodingOrOffset === "number" ? encodingOrOffset : 0, length)
      : new BrowserBuffer(from);
  }
  static alloc(length: number): BrowserBuffer {
    return new BrowserBuffer(length);
  }
  static concat(parts: readonly Uint8Array[]): BrowserBuffer {
    const all = new BrowserBuffer(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
  override subarray(start?: number, end?: number): BrowserBuffer {
    // Already of this class: a typed array's subarrays have its own type.
    return super.subarray(start, end) as BrowserBuffer;
  }
  override toString(encoding = "utf8", start = 0, end = this.length): string {
    const part = start === 0 && end >= this.length ? this : this.subarray(start, end);
    return encoding === "latin1"
      ? latin1(part)
      : new TextDecoder(encoding === "utf16le" ? "utf-16le" : "utf-8", { ignoreBOM: true }).decode(part);
  }
  readUInt16LE(at: number): number {
    this.#within(at, 2);
    return this[at]! | (this[at + 1]! << 8);
  }
  readUInt32LE(at: number): number {
    this.#within(at, 4);
    return (this[at]! | (this[at + 1]! << 8) | (this[at + 2]! << 16) | (this[at + 3]! << 24)) >>> 0;
  }
  writeUInt16LE(value: number, at = 0): number {
    this.#within(at, 2);
    this[at] = value & 0xff;
    this[at + 1] = (value >>> 8) & 0xff;
    return at + 2;
  }
  writeUInt32LE(value: number, at = 0): number {
    this.#within(at, 4);
    this.writeUInt16LE(value & 0xffff, at);
    return this.writeUInt16LE(value >>> 16, at + 2);
  }
  copy(target: Uint8Array, at = 0): number {
    target.set(this, at);
    return this.length;
  }
  compare(other: Uint8Array, otherStart = 0, otherEnd = other.length, start = 0, end = this.length): number {
    const length = Math.min(end - start, otherEnd - otherStart);
    for (let i = 0; i < length; i++) {
      const difference = this[start + i]! - other[otherStart + i]!;
      if (difference !== 0) return Math.sign(difference);
    }
    return Math.sign(end - start - (otherEnd - otherStart));
  }
  #within(at: number, bytes: number): void {
    if (at < 0 || at + bytes > this.length) throw new RangeError("Outside of the buffer");
  }
}

/** As in `node:buffer`: no byte above 127. */
export function isAscii(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) if (bytes[i]! > 0x7f) return false;
  return true;
}

(globalThis as { Buffer?: unknown }).Buffer ??= BrowserBuffer;
