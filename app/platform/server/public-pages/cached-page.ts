import { createHash, randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { brotliCompress, constants, gzipSync } from "node:zlib";
import { bestEncoding } from "../requests/encoding.ts";

export const newNonce = (): string => randomBytes(16).toString("base64");

/** Smaller pages fit into one packet uncompressed. */
const WORTH_PACKING = 1_024;
/** Brotli at its best level takes a tenth of a second: only for pages that more than one visitor requests. */
const ASKED_OFTEN = 2;

/** Script and style elements with the nonce placeholder, which no outside content can contain. */
const MARKED = (place: string): RegExp =>
  new RegExp(`<(script|style)\\b([^>]*?) nonce="${place}"([^>]*)>([\\s\\S]*?)</\\1>`, "g");
/** Data for search engines is never executed. */
const IS_DATA = /\stype="application\/ld\+json"/;

/**
 * A finished page, the same bytes for everybody: its policy lists the hash of each of our scripts and styles instead of
 * a nonce. It's compressed once, and a browser that has it gets a 304.
 */
export class CachedPage {
  readonly at: number;
  /** An array, because iterating over a Headers object sorts it each time. */
  readonly #headers: readonly (readonly [name: string, value: string])[];
  readonly #etag: string;
  readonly #plain: Buffer<ArrayBuffer>;
  readonly #gzip: Buffer<ArrayBuffer> | null;
  #brotli: Buffer<ArrayBuffer> | null = null;
  #asked = 0;

  /**
   * @param html the page with `place` as the nonce of each script and style of ours
   * @param headers the response's; its policy has `place` as the nonce
   * @param like the previous version: if nothing has changed, its compressed bytes are reused
   * @throws Error if the placeholder is anywhere else: such a page can't be shared
   */
  constructor(html: string, headers: Headers, place: string, at: number, like?: CachedPage) {
    const hashes = { script: new Set<string>(), style: new Set<string>() };
    const text = html
      .replaceAll(MARKED(place), (_, tag: "script" | "style", before: string, after: string, content: string) => {
        if (!IS_DATA.test(before + after))
          hashes[tag].add(`'sha256-${createHash("sha256").update(content).digest("base64")}'`);
        return `<${tag}${before}${after}>${content}</${tag}>`;
      })
      // Links are already allowed because they're same-origin.
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
    // Shared caches may store it but must revalidate. Visitors with a session or a draft get their own page.
    final.set("cache-control", "public, max-age=0, must-revalidate");
    final.set("vary", "accept-encoding, cookie");
    const policyNow = final.get("content-security-policy") ?? "";
    // Weak, because it's the same for every compression.
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

  /** Its approximate size in memory. */
  get weight(): number {
    return this.#plain.length + (this.#gzip?.length ?? 0) * 2;
  }

  /** As a web Response. */
  toResponse(request: Request): Response {
    const { status, headers, body } = this.#answer(
      request.headers.get("accept-encoding"),
      request.headers.get("if-none-match"),
    );
    return new Response(body, { status, headers: headers.map(([name, value]): [string, string] => [name, value]) });
  }

  /** Writes it directly to Node's response. */
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

  /** Compresses as much as brotli can, on its own thread. Until that's done, gzip is sent. */
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
