import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressed } from "./compressed.ts";

const HTML = "text/html; charset=utf-8";
const WORDS = Buffer.from("Every change visible. ".repeat(200));
const headersOf = () => new Headers({ "content-type": HTML, "cache-control": "private, no-store" });

test.each([
  ["br", "gzip, deflate, br, zstd", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
  ["gzip", "br;q=0, gzip", gunzipSync],
] as const)("a page is sent with %s to a browser that accepts %s", (encoding, accepts, unpack) => {
  const headers = headersOf();
  const bytes = compressed(WORDS, headers, accepts);
  expect(Object.fromEntries(headers)).toEqual({
    "cache-control": "private, no-store",
    "content-type": HTML,
    "content-encoding": encoding,
    vary: "accept-encoding",
  });
  expect(bytes.length).toBeLessThan(WORDS.length / 4);
  expect(unpack(bytes)).toEqual(WORDS);
});

test.each([null, "", "identity", "zstd", "br;q=0"])(
  "a page is sent as it is to a client that accepts %j",
  (accepts) => {
    const headers = headersOf();
    expect(compressed(WORDS, headers, accepts)).toBe(WORDS);
    expect([headers.get("content-encoding"), headers.get("vary")]).toEqual([null, "accept-encoding"]);
  },
);

test("a short page is sent as it is", () => {
  const headers = headersOf();
  const page = Buffer.from("<p>");
  expect(compressed(page, headers, "br")).toBe(page);
  expect(headers.get("content-encoding")).toBeNull();
});

test("what a page varies by already, and each cookie it sets, is kept", () => {
  const headers = headersOf();
  headers.set("vary", "cookie");
  headers.append("set-cookie", "a=1; Path=/");
  headers.append("set-cookie", "b=2; Path=/");
  compressed(WORDS, headers, "br");
  expect(headers.get("vary")).toBe("cookie, accept-encoding");
  expect(headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2; Path=/"]);
});
