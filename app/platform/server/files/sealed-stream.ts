import { SealError, seal, unseal } from "./sealing.ts";

/** Encrypted data is written in pieces of this size, to bound memory on both sides. */
const PIECE = 256 * 1024;
const LENGTH_BYTES = 4;

const aboutPiece = (about: string, n: number, last: boolean): string => `${about}:${n}:${last ? "last" : "more"}`;

/** Encrypts a stream piece by piece. Missing, added or reordered pieces are detected. @param about as for `seal` */
export async function* sealStream(bytes: AsyncIterable<Uint8Array>, about: string): AsyncGenerator<Uint8Array> {
  let held: Buffer = Buffer.alloc(0);
  let n = 0;
  const piece = (content: Uint8Array, last: boolean): Buffer => {
    const sealed = seal(content, aboutPiece(about, n++, last));
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt32BE(sealed.length);
    return Buffer.concat([length, sealed]);
  };
  for await (const chunk of bytes) {
    held = Buffer.concat([held, chunk]);
    while (held.length > PIECE) {
      yield piece(held.subarray(0, PIECE), false);
      held = held.subarray(PIECE);
    }
  }
  yield piece(held, true);
}

/** Decrypts what `sealStream` wrote. @throws SealError, also if the end is missing */
export async function* unsealStream(bytes: AsyncIterable<Uint8Array>, about: string): AsyncGenerator<Uint8Array> {
  let held: Buffer = Buffer.alloc(0);
  let n = 0;
  /** A piece can only be decrypted once we know whether another follows. */
  let waiting: Buffer | null = null;
  for await (const chunk of bytes) {
    held = Buffer.concat([held, chunk]);
    while (held.length >= LENGTH_BYTES && held.length >= LENGTH_BYTES + held.readUInt32BE(0)) {
      if (waiting) yield unseal(waiting, aboutPiece(about, n++, false));
      const end = LENGTH_BYTES + held.readUInt32BE(0);
      waiting = held.subarray(LENGTH_BYTES, end);
      held = held.subarray(end);
    }
    if (held.length > 2 * PIECE) throw new SealError("Not sealed");
  }
  if (!waiting || held.length > 0) throw new SealError("Cut off");
  yield unseal(waiting, aboutPiece(about, n, true));
}
