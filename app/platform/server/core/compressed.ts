import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { bestEncoding } from "./encoding.ts";

/** Smaller pages fit into one packet uncompressed. */
const WORTH_PACKING = 1_024;
/** As fast as gzip's quickest level, and a tenth smaller: half a millisecond for 60 KB. */
const QUICK_BROTLI = 3;
const QUICK_GZIP = 4;

/**
 * A page rendered for one visitor, compressed as their browser accepts, outside of the main thread. Anything that isn't
 * a whole HTML page, or is compressed already, is unchanged.
 * @param accepts the request's Accept-Encoding header
 */
export async function compressed(response: Response, accepts: string | null): Promise<Response> {
  const { status, statusText } = response;
  const headers = new Headers(response.headers);
  if (!response.body || headers.has("content-encoding") || !headers.get("content-type")?.startsWith("text/html"))
    return response;
  // A shared cache doesn't keep it, but one in the browser has to know as well.
  headers.append("vary", "accept-encoding");
  const encoding = bestEncoding(accepts ?? "");
  const plain = Buffer.from(await response.arrayBuffer());
  if (encoding === null || plain.length < WORTH_PACKING) return new Response(plain, { status, statusText, headers });
  const bytes =
    encoding === "br"
      ? await promisify(brotliCompress)(plain, {
          params: {
            [constants.BROTLI_PARAM_QUALITY]: QUICK_BROTLI,
            [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
            [constants.BROTLI_PARAM_SIZE_HINT]: plain.length,
          },
        })
      : await promisify(gzip)(plain, { level: QUICK_GZIP });
  headers.set("content-encoding", encoding);
  headers.delete("content-length");
  return new Response(new Uint8Array(bytes), { status, statusText, headers });
}
