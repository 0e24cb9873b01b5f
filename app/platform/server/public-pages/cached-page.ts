import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompress, constants, gzipSync } from "node:zlib";
import { bestEncoding } from "../core/encoding.ts";

export const newNonce = (): string => randomBytes(16).toString("base64");

/** Smaller pages fit into a packet as they are. */
const WORTH_PACKING = 1_024;
/** The best brotli takes a tenth of a second: only for pages that more than one visitor asks for. */
const ASKED_OFTEN = 2;

/** Script and style elements with the place of the nonce, which nothing that came from outside can have. */
const MARKED = (place: string): RegExp =>
  new RegExp(`<(script|style)\\b([^>]*?) nonce="${place}"([^>]*)>([\\s\\S]*?)</\\1>`, "g");
/** Data for search engines is never run. */
const IS_DATA = /\stype="application\/ld\+json"/;

/**
 * A finished page, the same bytes for everybody: instead of a nonce that is new each time, its policy names the hash of each
 * script and style of ours. It's compressed once, and a browser that has it already is only told so.
 */
export class CachedPage {
  readonly at: number;
  /** Read from a list: going through a Headers object sorts it each time. */
  readonly #headers: readonly (readonly [name: string, value: string])[];
  readonly #etag: string;
  readonly #plain: Buffer<ArrayBuffer>;
  readonly #gzip: Buffer<ArrayBuffer> | null;
  #brotli: Buffer<ArrayBuffer> | null = null;
  #asked = 0;

  /**
   * @param html the page with `place` as the nonce of each script and style of ours
   * @param headers the answer's; its policy has `place` as the nonce
   * @param like the page that was here before: where nothing has changed, its compressed bytes are good
   * @throws Error where the place is found anywhere else: such a page would be the same for nobody
   */
  constructor(html: string, headers: Headers, place: string, at: number, like?: CachedPage) {
    const hashes = { script: new Set<string>(), style: new Set<string>() };
    const text = html
      .replaceAll(MARKED(place), (_, tag: "script" | "style", before: string, after: string, content: string) => {
        if (!IS_DATA.test(before + after))
          hashes[tag].add(`'sha256-${createHash("sha256").update(content).digest("base64")}'`);
        return `<${tag}${before}${after}>${content}</${tag}>`;
      })
      // A link's address is allowed as our own.
      .replaceAll(` nonce="${place}"`, "");
    this.at = at;
    const final = new Headers(headers);
    const policy = headers.get("content-security-policy");
    if (policy)
      final.set(
        "content-security-policy",
        policy
          .split("; ")
          .map((rule) =>
            rule.replace(
              ` 'nonce-${place}'`,
              [...hashes[rule.startsWith("style-src ") ? "style" : "script"]].map((it) => ` ${it}`).join(""),
            ),
          )
          .join("; "),
      );
    if (text.includes(place) || [...final.values()].some((it) => it.includes(place)))
      throw new Error("A page for everybody has its nonce in an unexpected place.");
    // A shared cache keeps it, but asks each time. Who has a session or a draft gets a page of their own.
    final.set("cache-control", "public, max-age=0, must-revalidate");
    final.set("vary", "accept-encoding, cookie");
    const policyNow = final.get("content-security-policy") ?? "";
    // Weak: the same page, however it is compressed.
    this.#etag = `W/"${createHash("sha256").update(policyNow).update("\n").update(text).digest("base64url").slice(0, 27)}"`;
    final.set("etag", this.#etag);
    this.#headers = [...final];
    const same = like && like.#etag === this.#etag ? like : null;
    this.#plain = (same ? same.#plain : null) ?? Buffer.from(text);
    this.#gzip =
      (same ? same.#gzip : null) ??
      (this.#plain.length < WORTH_PACKING ? null : Buffer.from(gzipSync(this.#plain, { level: 9 })));
    this.#brotli = same ? same.#brotli : null;
  }

  /** How much memory it takes, about. */
  get weight(): number {
    return this.#plain.length + (this.#gzip?.length ?? 0) * 2;
  }

  /** As the application's answer. */
  toResponse(request: Request): Response {
    const { status, headers, body } = this.#answer(
      request.headers.get("accept-encoding"),
      request.headers.get("if-none-match"),
    );
    return new Response(body, { status, headers: headers.map(([name, value]): [string, string] => [name, value]) });
  }

  /** Straight onto Node's answer. */
  send(request: IncomingMessage, response: ServerResponse): void {
    const { status, headers, body } = this.#answer(
      request.headers["accept-encoding"],
      request.headers["if-none-match"],
    );
    response.writeHead(status, headers.flat());
    response.end(body);
  }

  #answer(
    accepts: string | string[] | null | undefined,
    known: string | null | undefined,
  ): {
    status: 200 | 304;
    headers: (readonly [string, string])[];
    body: Buffer<ArrayBuffer> | null;
  } {
    if (isKnown(known, this.#etag))
      return { status: 304, headers: this.#headers.filter(([name]) => name !== "content-type"), body: null };
    const headers = [...this.#headers];
    const { encoding, body } = this.#bytes(String(accepts ?? ""));
    if (encoding !== null) headers.push(["content-encoding", encoding]);
    headers.push(["content-length", String(body.length)]);
    return { status: 200, headers, body };
  }

  #bytes(accepts: string): { encoding: "br" | "gzip" | null; body: Buffer<ArrayBuffer> } {
    if (this.#gzip === null) return { encoding: null, body: this.#plain };
    const best = bestEncoding(accepts);
    if (best === "br") {
      if (this.#brotli) return { encoding: "br", body: this.#brotli };
      this.#asked += 1;
      if (this.#asked === ASKED_OFTEN) this.#compress();
      if (bestEncoding(accepts, ["gzip"]) === null) return { encoding: null, body: this.#plain };
    }
    return best === null ? { encoding: null, body: this.#plain } : { encoding: "gzip", body: this.#gzip };
  }

  /** As small as brotli makes it, on a thread of its own; until then gzip is sent. */
  #compress(): void {
    const params = {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: this.#plain.length,
    };
    brotliCompress(this.#plain, { params }, (error, bytes) => {
      if (!error) this.#brotli = Buffer.from(bytes);
    });
  }
}

/** Whether an If-None-Match header names this version. */
function isKnown(header: string | null | undefined, etag: string): boolean {
  if (!header) return false;
  const bare = etag.replace(/^W\//, "");
  return header.split(",").some((it) => it.trim() === "*" || it.trim().replace(/^W\//, "") === bare);
}
