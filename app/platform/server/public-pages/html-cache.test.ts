import { afterEach, describe, expect, test } from "vitest";
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import { htmlCache, isForEverybody } from "./html-cache.ts";

const PERSONAL = ["stet.session_token", "stet_draft"];
const ORIGIN = "http://localhost:3000";
const get = (path = "/", init: RequestInit = {}): Request => new Request(`${ORIGIN}${path}`, init);
const HOME = `${ORIGIN}/`;

/** A renderer that counts its pages and writes its nonce where the real one does. */
function renderer(
  answer: (n: number, nonce: string) => Response = (n, nonce) =>
    page(`page ${n} <script nonce="${nonce}"></script>`, { "content-security-policy": `script-src 'nonce-${nonce}'` }),
) {
  const it = { made: 0, render: async (_request: Request, nonce: string) => answer(++it.made, nonce) };
  return it;
}
const page = (html: string, headers: Record<string, string> = {}, status = 200) =>
  new Response(html, { status, headers: { "content-type": "text/html; charset=utf-8", ...headers } });

describe("pages kept for everybody", () => {
  test("are made once within their life, each answer with a nonce of its own in page and policy alike", async () => {
    let at = 0;
    const cache = htmlCache({ lifeMs: 5_000, now: () => at });
    const it = renderer();
    const read = async () => {
      const answer = await cache.answer(get(), HOME, it.render);
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
    const all = await Promise.all(
      Array.from({ length: 50 }, async () => (await cache.answer(get(), HOME, it.render)).text()),
    );
    expect(it.made).toBe(1);
    expect(new Set(all).size).toBe(50);
  });

  test("are packed for the first visitor as for those after", async () => {
    const cache = htmlCache();
    const long = page.bind(null, "Edited by a scholar. ".repeat(200));
    for (const encoding of ["gzip", "gzip", "identity"]) {
      const answer = await cache.answer(get("/", { headers: { "accept-encoding": encoding } }), HOME, async () =>
        long(),
      );
      expect(answer.headers.get("content-encoding")).toBe(encoding === "gzip" ? "gzip" : null);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(String(encoding === "gzip" ? gunzipSync(bytes) : bytes)).toBe(await long().text());
    }
  });

  test("have nothing of the visitor for whom they were begun in them, and do not end with them", async () => {
    const cache = htmlCache();
    const leaving = new AbortController();
    let rendered: Request | undefined;
    const answer = cache.answer(
      new Request("http://evil.example/", {
        signal: leaving.signal,
        headers: { "x-forwarded-host": "evil.example", "accept-language": "de" },
      }),
      HOME,
      async (request, nonce) => {
        rendered = request;
        leaving.abort();
        return page(nonce);
      },
    );
    await expect(answer).resolves.toMatchObject({ status: 200 });
    expect(rendered!.signal.aborted).toBe(false);
    expect([rendered!.url, [...rendered!.headers]]).toEqual([HOME, []]);
  });

  test("are known by the address they were made for: each origin has its own", async () => {
    const cache = htmlCache();
    const it = renderer();
    await cache.answer(get(), "http://stet-app.localhost/", it.render);
    await cache.answer(get(), "http://stet-public.localhost/", it.render);
    await cache.answer(get(), "http://stet-public.localhost/", it.render);
    expect([it.made, cache.size]).toEqual([2, 2]);
  });

  test("are all dropped at once, including pages being rendered", async () => {
    const cache = htmlCache();
    const it = renderer();
    const read = async () => (await cache.answer(get(), HOME, it.render)).text();
    await read();
    cache.forget();
    expect(cache.size).toBe(0);
    let finish: (made: Response) => void = () => {};
    const slow = cache.answer(
      get(),
      HOME,
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    cache.forget();
    finish(page("made before the change"));
    expect(await (await slow).text()).toBe("made before the change");
    expect(await read()).toContain("page 2");
  });

  test.each([
    ["gives a cookie", (n: number, nonce: string) => page(`${n} ${nonce}`, { "set-cookie": "stet_draft=a" })],
    ["was not found", (n: number, nonce: string) => page(`${n} ${nonce}`, {}, 404)],
    ["leads elsewhere", () => new Response(null, { status: 302, headers: { location: "/signin" } })],
    ["is no page", () => new Response("{}", { headers: { "content-type": "application/json" } })],
  ])(
    "are none where the answer %s: each visitor has an answer of their own, with no trace of the place of the nonce",
    async (_name, answer) => {
      const cache = htmlCache();
      const it = renderer(answer);
      const two = await Promise.all([cache.answer(get(), HOME, it.render), cache.answer(get(), HOME, it.render)]);
      expect(it.made).toBe(2);
      expect(cache.size).toBe(0);
      const nonces = await Promise.all(two.map(async (one) => (await one.text()).split(" ")[1]));
      if (nonces[0] !== undefined) expect(nonces[0]).not.toBe(nonces[1]);
      expect(two.map((one) => one.headers.get("location"))).toEqual(
        two.map(() => (it.made && two[0]!.status === 302 ? "/signin" : null)),
      );
      expect(two[0]!.headers.get("set-cookie")).toBe(two[1]!.headers.get("set-cookie"));
    },
  );

  test("fail for waiting readers, and are rendered again for the next", async () => {
    const cache = htmlCache();
    let broken = true;
    const render = async () => {
      if (broken) throw new Error("no database");
      return page("whole");
    };
    const two = await Promise.allSettled([cache.answer(get(), HOME, render), cache.answer(get(), HOME, render)]);
    expect(two.map((one) => one.status)).toEqual(["rejected", "rejected"]);
    broken = false;
    expect(await (await cache.answer(get(), HOME, render)).text()).toBe("whole");
  });

  test("are bounded in number and in size: the oldest goes first", async () => {
    const it = renderer((n) => page(`page ${n}`));
    const few = htmlCache({ mostPages: 2 });
    for (const path of ["/a", "/b", "/c"]) await few.answer(get(path), ORIGIN + path, it.render);
    expect(few.size).toBe(2);
    expect(await (await few.answer(get("/b"), `${ORIGIN}/b`, it.render)).text()).toBe("page 2");
    expect(await (await few.answer(get("/a"), `${ORIGIN}/a`, it.render)).text()).toBe("page 4");
    const small = htmlCache({ mostBytes: 40 });
    for (const path of ["/a", "/b", "/c"]) await small.answer(get(path), ORIGIN + path, it.render);
    expect(small.size).toBe(2);
  });
});

describe("a cached page on its shortest way", () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  async function serve(html: (nonce: string) => string) {
    const cache = htmlCache();
    await cache.answer(get(), HOME, async (_request, nonce) =>
      page(html(nonce), {
        "content-security-policy": `script-src 'nonce-${nonce}'`,
        "cache-control": "private, no-store",
      }),
    );
    server = createServer((request, response) => {
      if (!cache.send(request, response, ORIGIN + request.url)) response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server!.listen(0, resolve));
    const url = `http://localhost:${(server.address() as AddressInfo).port}`;
    return {
      cache,
      url,
      get: (path: string, encoding: string) => fetch(`${url}${path}`, { headers: { "accept-encoding": encoding } }),
    };
  }
  const LONG = (nonce: string) =>
    `<script nonce="${nonce}">1</script>${"Edited by a scholar, ünd every change in sight. ".repeat(200)}<style nonce="${nonce}"></style><p>end</p><script nonce="${nonce}"></script>`;

  test("is the same page, whole, with a nonce of its own, packed or plain", async () => {
    const { get: ask } = await serve(LONG);
    const seen = new Set<string>();
    for (const encoding of ["identity", "gzip", "gzip, br", "br;q=1, gzip;q=0.5", "gzip;q=0"]) {
      const answer = await ask("/", encoding);
      const html = await answer.text();
      const nonce = /nonce-([^']+)'/.exec(answer.headers.get("content-security-policy")!)![1]!;
      expect(html, encoding).toBe(LONG(nonce));
      expect(answer.headers.get("content-encoding"), encoding).toBe(/^identity|q=0$/.test(encoding) ? null : "gzip");
      expect(answer.headers.get("vary")).toBe("accept-encoding");
      expect(answer.headers.get("cache-control")).toBe("private, no-store");
      seen.add(nonce);
    }
    expect(seen.size).toBe(5);
  });

  test("is packed by the book, checksum and length included", async () => {
    const { url } = await serve(LONG);
    const { get: raw } = await import("node:http");
    const bytes = await new Promise<Buffer>((resolve) =>
      raw(url, { headers: { "accept-encoding": "gzip" } }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part)).on("end", () => resolve(Buffer.concat(parts)));
      }),
    );
    const html = gunzipSync(bytes).toString();
    expect(html).toBe(LONG(/nonce="([^"]+)"/.exec(html)![1]!));
    expect(bytes.length).toBeLessThan(html.length / 5);
    bytes[bytes.length - 6]! ^= 1;
    expect(() => gunzipSync(bytes)).toThrow(Error);
  });

  test("goes out plain where it is so short that packing is not worth it", async () => {
    const answer = await (await serve((nonce) => `<p>${nonce}</p>`)).get("/", "gzip");
    expect(answer.headers.get("content-encoding")).toBeNull();
    expect(await answer.text()).toMatch(/^<p>[^<]{24}<\/p>$/);
  });

  test("is not there for an address that was not made", async () => {
    const { get: ask } = await serve(LONG);
    for (const path of ["/pricing", "/?x=1", "//"]) expect((await ask(path, "gzip")).status).toBe(404);
  });
});

describe("what is for everybody", () => {
  const asked = (of: Partial<Parameters<typeof isForEverybody>[0]>) => ({
    method: "GET",
    url: "/",
    authorization: null,
    cookie: null,
    ...of,
  });

  test("is a page asked for without a query and without a personal cookie", () => {
    expect(isForEverybody(asked({ url: "/pricing" }), PERSONAL)).toBe(true);
    expect(isForEverybody(asked({ cookie: "theme=dark" }), PERSONAL)).toBe(true);
  });

  test.each([
    ["somebody signed in", asked({ cookie: "a=b; stet.session_token=x" })],
    ["somebody signed in over TLS", asked({ cookie: "__Secure-stet.session_token=x" })],
    ["a visitor with a draft", asked({ cookie: "stet_draft=x" })],
    ["a program with a token", asked({ authorization: "Bearer x" })],
    ["HEAD, whose answer has no page in it", asked({ method: "HEAD" })],
    ["a form", asked({ method: "POST", url: "/signin" })],
    ["a link with a token", asked({ url: "/signup/verify?token=x" })],
  ])("is not %s", (_name, it) => {
    expect(isForEverybody(it, PERSONAL)).toBe(false);
  });
});
