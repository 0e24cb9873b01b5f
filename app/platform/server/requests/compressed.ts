import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { bestEncoding } from "./encoding.ts";

/** Smaller pages fit into one packet uncompressed. */
const WORTH_PACKING = 1_024;
/** As fast as gzip's quickest level, and a tenth smaller: a third of a millisecond for 50 KB. */
const QUICK_BROTLI = 3;
const QUICK_GZIP = 4;

/**
 * A page rendered for one visitor, compressed as their browser accepts. On this thread: handing a page to another one
 * takes as long as compressing it, and twice the processor time.
 * @param headers the page's; the encoding is added @param accepts the request's Accept-Encoding header
 */
export function compressed(page: Buffer<ArrayBuffer>, headers: Headers, accepts: string | null): Buffer<ArrayBuffer> {
  // A shared cache doesn't keep it, but one in the browser has to know as well.
  headers.append("vary", "accept-encoding");
  const encoding = bestEncoding(accepts ?? "");
  if (encoding === null || page.length < WORTH_PACKING) return page;
  headers.set("content-encoding", encoding);
  if (encoding === "gzip") return gzipSync(page, { level: QUICK_GZIP });
  return brotliCompressSync(page, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: QUICK_BROTLI,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
    },
  });
}
