import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { crc32, constants, deflateRawSync } from "node:zlib";

export const newNonce = (): string => randomBytes(16).toString("base64");

/** Every nonce has this many characters: a page's length is known before its nonce is. */
const NONCE_LENGTH = newNonce().length;
/** What a gzip stream begins with: no name, no time, any system. */
const GZIP_HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
/** A block that is stored as it is, of a nonce's length (RFC 1951, 3.2.4). */
const STORED_NONCE = Buffer.from([0, NONCE_LENGTH, 0, ~NONCE_LENGTH & 0xff, 0xff]);
/** The last block, with nothing in it. */
const LAST_BLOCK = Buffer.from([3, 0]);
/** Fewer bytes than this are not worth unpacking. */
const WORTH_PACKING = 1_024;

/** Bytes with holes that each answer fills with its nonce. */
type Form = { bytes: Buffer<ArrayBuffer>; holes: number[] };

/**
 * A finished page for everybody, ready to go out again and again: only its nonce is new each time. For browsers that unpack, the parts between
 * the nonces are compressed once, each for itself; an answer puts its nonce between them as a stored block and adds the checksum, so that
 * a compressed answer costs less than a plain one.
 */
export class CachedPage {
  readonly at: number;
  /** How much memory it takes, about. */
  readonly weight: number;
  readonly #pieces: readonly string[];
  readonly #headers: readonly (readonly [name: string, pieces: readonly string[]])[];
  readonly #plain: Form;
  readonly #packed: Form | null;

  /**
   * @param html the page with `place` wherever its nonce belongs
   * @param headers the answer's, with `place` in them likewise
   */
  constructor(html: string, headers: Iterable<[string, string]>, place: string, at: number) {
    this.at = at;
    this.#pieces = html.split(place);
    this.#headers = [...headers].map(([name, value]) => [name, value.split(place)] as const);
    const parts = this.#pieces.map((piece) => Buffer.from(piece));
    this.#plain = formOf(parts.flatMap((part, i) => (i === 0 ? [part] : [null, part])));
    this.#packed = this.#plain.bytes.length < WORTH_PACKING ? null : packed(parts);
    this.weight = this.#plain.bytes.length * 2 + (this.#packed?.bytes.length ?? 0) + html.length;
  }

  /** As the application's answer. @param accepts the request's Accept-Encoding */
  toResponse(accepts: string | null): Response {
    const { headers, body } = this.#answer(accepts);
    return new Response(body, { headers });
  }

  /** Straight onto Node's answer. */
  send(request: IncomingMessage, response: ServerResponse): void {
    const { headers, body } = this.#answer(request.headers["accept-encoding"]);
    response.writeHead(200, headers.flat());
    response.end(body);
  }

  /** With a nonce of its own, compressed for those who say that they can read it. */
  #answer(accepts: string | string[] | null | undefined): { headers: [string, string][]; body: Buffer<ArrayBuffer> } {
    const nonce = newNonce();
    const inBytes = Buffer.from(nonce, "latin1");
    const packed = this.#packed !== null && takesGzip(accepts);
    const form = packed ? this.#packed! : this.#plain;
    const body = filled({ bytes: Buffer.from(form.bytes), holes: form.holes }, inBytes);
    // The checksum is the uncompressed page's. Safe to mutate: the caller copied it.
    if (packed) body.writeUInt32LE(crc32(filled(this.#plain, inBytes)), body.length - 8);
    const headers = this.#headersWith(nonce);
    if (this.#packed !== null) headers.push(["vary", "accept-encoding"]);
    if (packed) headers.push(["content-encoding", "gzip"]);
    headers.push(["content-length", String(body.length)]);
    return { headers, body };
  }

  #headersWith(nonce: string): [string, string][] {
    return this.#headers.map(([name, pieces]) => [name, pieces.length === 1 ? pieces[0]! : pieces.join(nonce)]);
  }
}

/** @param pieces null where a nonce belongs */
function formOf(pieces: readonly (Buffer | null)[]): Form {
  const holes: number[] = [];
  let length = 0;
  for (const piece of pieces) {
    if (piece === null) holes.push(length);
    length += piece?.length ?? NONCE_LENGTH;
  }
  return { bytes: Buffer.concat(pieces.map((piece) => piece ?? Buffer.alloc(NONCE_LENGTH))), holes };
}

/** A gzip stream of parts with a stored nonce between each two; its checksum, before the length at the end, is still to be written. */
function packed(parts: readonly Buffer[]): Form {
  const size = parts.reduce((sum, part) => sum + part.length, 0) + (parts.length - 1) * NONCE_LENGTH;
  const end = Buffer.alloc(8);
  end.writeUInt32LE(size, 4);
  // Flushed to a whole byte and without the mark of an end: the next block follows.
  const blocks = parts.map((part) => deflateRawSync(part, { level: 9, finishFlush: constants.Z_SYNC_FLUSH }));
  return formOf([
    GZIP_HEAD,
    ...blocks.flatMap((block, i) => (i === 0 ? [block] : [STORED_NONCE, null, block])),
    LAST_BLOCK,
    end,
  ]);
}

/** Puts a nonce into the holes. */
function filled({ bytes, holes }: Form, nonce: Buffer): Buffer<ArrayBuffer> {
  for (const hole of holes) bytes.set(nonce, hole);
  return bytes;
}

/** Whether an Accept-Encoding header has gzip, and not at zero. */
function takesGzip(header: string | string[] | null | undefined): boolean {
  return typeof header === "string" && /(?:^|[\s,])gzip\s*(?:,|$|;\s*q=(?!0(?:\.0*)?\s*(?:,|$)))/i.test(header);
}
