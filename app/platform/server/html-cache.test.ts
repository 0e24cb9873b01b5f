import { describe, expect, test } from "vitest";
import { htmlCache, isForEverybody } from "./html-cache.ts";

const PERSONAL = ["stet.session_token", "stet_draft"];
const get = (path = "/", init: RequestInit = {}): Request => new Request(`http://localhost:3000${path}`, init);

/** A renderer that counts its pages and writes its nonce where the real one does. */
function renderer(answer: (n: number, nonce: string) => Response = (n, nonce) => page(`page ${n} <script nonce="${nonce}"></script>`, { "content-security-policy": `script-src 'nonce-${nonce}'` })) {
  const it = { made: 0, render: async (_request: Request, nonce: string) => answer(++it.made, nonce) };
  return it;
}
const page = (html: string, headers: Record<string, string> = {}, status = 200) => new Response(html, { status, headers: { "content-type": "text/html; charset=utf-8", ...headers } });

describe("pages kept for everybody", () => {
  test("are made once within their life, each answer with a nonce of its own in page and policy alike", async () => {
    let at = 0;
    const cache = htmlCache({ lifeMs: 5_000, now: () => at });
    const it = renderer();
    const read = async () => {
      const answer = await cache.answer(get(), it.render);
      const html = await answer.text();
      const nonce = /nonce="([^"]+)"/.exec(html)![1]!;
      expect(answer.headers.get("content-security-policy")).toBe(`script-src 'nonce-${nonce}'`);
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      return { html, nonce };
    };
    const first = await read();
    at = 4_999;
    const second = await read();
    expect(it.made).toBe(1);
    expect(second.nonce).not.toBe(first.nonce);
    expect(Buffer.from(second.nonce, "base64")).toHaveLength(16);
    at = 5_000;
    expect((await read()).html).toContain("page 2");
  });

  test("are made once for a crowd that comes at the same moment", async () => {
    const cache = htmlCache();
    const it = renderer();
    const all = await Promise.all(Array.from({ length: 50 }, async () => (await cache.answer(get(), it.render)).text()));
    expect(it.made).toBe(1);
    expect(new Set(all).size).toBe(50);
  });

  test("do not end with the visitor for whom they were begun", async () => {
    const cache = htmlCache();
    const leaving = new AbortController();
    let rendered: Request | undefined;
    const answer = cache.answer(get("/", { signal: leaving.signal }), async (request, nonce) => {
      rendered = request;
      leaving.abort();
      return page(nonce);
    });
    await expect(answer).resolves.toMatchObject({ status: 200 });
    expect(rendered!.signal.aborted).toBe(false);
  });

  test.each([
    ["gives a cookie", (n: number, nonce: string) => page(`${n} ${nonce}`, { "set-cookie": "stet_draft=a" })],
    ["was not found", (n: number, nonce: string) => page(`${n} ${nonce}`, {}, 404)],
    ["leads elsewhere", () => new Response(null, { status: 302, headers: { location: "/signin" } })],
    ["is no page", () => new Response("{}", { headers: { "content-type": "application/json" } })],
  ])("are none where the answer %s: each visitor has an answer of their own, with no trace of the place of the nonce", async (_name, answer) => {
    const cache = htmlCache();
    const it = renderer(answer);
    const two = await Promise.all([cache.answer(get(), it.render), cache.answer(get(), it.render)]);
    expect(it.made).toBe(2);
    expect(cache.size).toBe(0);
    const nonces = await Promise.all(two.map(async (one) => (await one.text()).split(" ")[1]));
    if (nonces[0] !== undefined) expect(nonces[0]).not.toBe(nonces[1]);
    expect(two.map((one) => one.headers.get("location"))).toEqual(two.map(() => (it.made && two[0]!.status === 302 ? "/signin" : null)));
    expect(two[0]!.headers.get("set-cookie")).toBe(two[1]!.headers.get("set-cookie"));
  });

  test("fail for those who wait, and are made anew for the next", async () => {
    const cache = htmlCache();
    let broken = true;
    const render = async () => {
      if (broken) throw new Error("no database");
      return page("whole");
    };
    const two = await Promise.allSettled([cache.answer(get(), render), cache.answer(get(), render)]);
    expect(two.map((one) => one.status)).toEqual(["rejected", "rejected"]);
    broken = false;
    expect(await (await cache.answer(get(), render)).text()).toBe("whole");
  });

  test("are bounded in number and in size: the oldest goes first", async () => {
    const it = renderer((n) => page(`page ${n}`));
    const few = htmlCache({ mostPages: 2 });
    for (const path of ["/a", "/b", "/c"]) await few.answer(get(path), it.render);
    expect(few.size).toBe(2);
    expect(await (await few.answer(get("/b"), it.render)).text()).toBe("page 2");
    expect(await (await few.answer(get("/a"), it.render)).text()).toBe("page 4");
    const small = htmlCache({ mostCharacters: 13 });
    for (const path of ["/a", "/b", "/c"]) await small.answer(get(path), it.render);
    expect(small.size).toBe(2);
  });
});

describe("what is for everybody", () => {
  test("is a page asked for without a query and without a personal cookie", () => {
    expect(isForEverybody(get("/pricing"), PERSONAL)).toBe(true);
    expect(isForEverybody(get("/", { headers: { cookie: "theme=dark" } }), PERSONAL)).toBe(true);
  });

  test.each([
    ["somebody signed in", get("/", { headers: { cookie: "a=b; stet.session_token=x" } })],
    ["somebody signed in over TLS", get("/", { headers: { cookie: "__Secure-stet.session_token=x" } })],
    ["a visitor with a draft", get("/", { headers: { cookie: "stet_draft=x" } })],
    ["HEAD, whose answer has no page in it", get("/", { method: "HEAD" })],
    ["a form", get("/signin", { method: "POST", body: "a=b" })],
    ["a link with a token", get("/signup/verify?token=x")],
  ])("is not %s", (_name, request) => {
    expect(isForEverybody(request, PERSONAL)).toBe(false);
  });
});
