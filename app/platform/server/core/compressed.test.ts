import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressed } from "./compressed.ts";

const HTML = "text/html; charset=utf-8";
const WORDS = "Every change visible. ".repeat(200);
const page = (body: string | null, headers: Record<string, string> = { "content-type": HTML }) =>
  new Response(body, { status: 422, headers: { "cache-control": "private, no-store", ...headers } });
const bytesOf = async (response: Response) => Buffer.from(await response.arrayBuffer());

test.each([
  ["br", "gzip, deflate, br, zstd", brotliDecompressSync],
  ["gzip", "gzip", gunzipSync],
  ["gzip", "br;q=0, gzip", gunzipSync],
] as const)("a page is sent with %s to a browser that accepts %s", async (encoding, accepts, unpack) => {
  const answer = await compressed(page(WORDS), accepts);
  expect(answer.status).toBe(422);
  expect(Object.fromEntries(answer.headers)).toEqual({
    "cache-control": "private, no-store",
    "content-type": HTML,
    "content-encoding": encoding,
    vary: "accept-encoding",
  });
  const bytes = await bytesOf(answer);
  expect(bytes.length).toBeLessThan(WORDS.length / 4);
  expect(String(unpack(bytes))).toBe(WORDS);
});

test.each([null, "", "identity", "zstd", "br;q=0"])(
  "a page is sent as it is to a client that accepts %j",
  async (accepts) => {
    const answer = await compressed(page(WORDS), accepts);
    expect([answer.status, answer.headers.get("content-encoding"), answer.headers.get("vary")]).toEqual([
      422,
      null,
      "accept-encoding",
    ]);
    expect(String(await bytesOf(answer))).toBe(WORDS);
  },
);

test("a short page, one that is compressed, no page, and another type are sent as they are", async () => {
  const short = await compressed(page("<p>"), "br");
  expect([short.headers.get("content-encoding"), await short.text()]).toEqual([null, "<p>"]);
  for (const answer of [
    page(WORDS, { "content-type": HTML, "content-encoding": "br" }),
    page(null),
    page(WORDS, { "content-type": "text/x-script" }),
  ])
    expect(await compressed(answer, "br, gzip")).toBe(answer);
});

test("each cookie that a page sets is kept", async () => {
  const answer = page(WORDS);
  answer.headers.append("set-cookie", "a=1; Path=/");
  answer.headers.append("set-cookie", "b=2; Path=/");
  expect((await compressed(answer, "br")).headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2; Path=/"]);
});
