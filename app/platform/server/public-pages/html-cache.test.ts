import { afterEach, describe, expect, test, vi } from "vitest";
import { type IncomingHttpHeaders, type Server, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { log } from "../core/log.ts";
import { htmlCache, isForEverybody } from "./html-cache.ts";

const ORIGIN = "http://localhost:3000";
const get = (path = "/", init: RequestInit = {}): Request => new Request(`${ORIGIN}${path}`, init);
const HOME = `${ORIGIN}/`;
const hashOf = (text: string): string => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** A renderer that counts its pages and writes its nonce like the real one. */
function renderer(
  answer: (n: number, nonce: string) => Response = (n, nonce) =>
    page(`page ${n} <script nonce="${nonce}"></script>`, { "content-security-policy": `script-src 'nonce-${nonce}'` }),
) {
  const it = { made: 0, render: async (_request: Request, nonce: string) => answer(++it.made, nonce) };
  return it;
}
const page = (html: string, headers: Record<string, string> = {}, status = 200) =>
  new Response(html, { status, headers: { "content-type": "text/html; charset=utf-8", ...headers } });

describe("pages cached for everybody", () => {
  test("are rendered once per lifetime, the same bytes for everybody, with hashes in place of the nonce", async () => {
    let at = 0;
    const cache = htmlCache({ lifeMs: 5_000, now: () => at });
    const it = renderer();
    const read = async () => {
      const answer = await cache.answer(get(), HOME, it.render);
      const html = await answer.text();
      expect(html).not.toContain("nonce");
      expect(answer.headers.get("content-security-policy")).toBe(`script-src ${hashOf("")}`);
      expect(answer.headers.get("content-type")).toBe("text/html; charset=utf-8");
      return html;
    };
    const first = await read();
    at = 4_999;
    expect(await read()).toBe(first);
    expect(it.made).toBe(1);
    at = 5_000;
    expect(await read()).toContain("page 2");
  });

  test("allow what carries our nonce, each by its hash, and nothing else in the page", async () => {
    const cache = htmlCache();
    const answer = await cache.answer(get(), HOME, async (_request, nonce) =>
      page(
        `<style nonce="${nonce}">p{}</style><script>stolen()</script><script nonce="guessed">stolen()</script><script async nonce="${nonce}">ours()</script><script type="application/ld+json" nonce="${nonce}">{}</script><link nonce="${nonce}" rel="icon">`,
        {
          "content-security-policy": `default-src 'self'; script-src 'self' 'nonce-${nonce}' https://chat.example; style-src 'self' 'nonce-${nonce}'; style-src-attr 'unsafe-inline'`,
        },
      ),
    );
    expect(answer.headers.get("content-security-policy")).toBe(
      `default-src 'self'; script-src 'self' ${hashOf("ours()")} https://chat.example; style-src 'self' ${hashOf("p{}")}; style-src-attr 'unsafe-inline'`,
    );
    expect(await answer.text()).toBe(
      `<style>p{}</style><script>stolen()</script><script nonce="guessed">stolen()</script><script async>ours()</script><script type="application/ld+json">{}</script><link rel="icon">`,
    );
  });

  test("aren't cached with the nonce in a place where no hash works: each visitor gets a new nonce", async () => {
    const cache = htmlCache();
    const it = renderer((n, nonce) => page(`${n} <p>${nonce}</p>`));
    const error = vi.spyOn(log, "error").mockImplementation(() => {});
    const two = [await cache.answer(get(), HOME, it.render), await cache.answer(get(), HOME, it.render)];
    const nonces = await Promise.all(two.map(async (one) => /<p>(.*)<\/p>/.exec(await one.text())![1]!));
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(nonces.every((one) => Buffer.from(one, "base64").length === 16)).toBe(true);
    expect(cache.size).toBe(0);
    expect(error).toHaveBeenCalledTimes(2);
    error.mockRestore();
  });

  test("are rendered once for many simultaneous requests", async () => {
    const cache = htmlCache();
    const it = renderer();
    const all = await Promise.all(
      Array.from({ length: 50 }, async () => (await cache.answer(get(), HOME, it.render)).text()),
    );
    expect(it.made).toBe(1);
    expect(new Set(all).size).toBe(1);
  });

  test("are compressed for the first visitor and later ones alike", async () => {
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

  test("contain nothing of the visitor who triggered the rendering, and survive their leaving", async () => {
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
        return page(`<script nonce="${nonce}"></script>`);
      },
    );
    await expect(answer).resolves.toMatchObject({ status: 200 });
    expect(rendered!.signal.aborted).toBe(false);
    expect([rendered!.url, [...rendered!.headers]]).toEqual([HOME, []]);
  });

  test("are cached by address: each origin has its own", async () => {
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
    "aren't cached when the answer %s: each visitor gets their own, without the nonce placeholder",
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

  test("are limited in number and size: the oldest goes first", async () => {
    const it = renderer((n) => page(`page ${n}`));
    const few = htmlCache({ mostPages: 2 });
    for (const path of ["/a", "/b", "/c"]) await few.answer(get(path), ORIGIN + path, it.render);
    expect(few.size).toBe(2);
    expect(await (await few.answer(get("/b"), `${ORIGIN}/b`, it.render)).text()).toBe("page 2");
    expect(await (await few.answer(get("/a"), `${ORIGIN}/a`, it.render)).text()).toBe("page 4");
    const small = htmlCache({ mostBytes: 12 });
    for (const path of ["/a", "/b", "/c"]) await small.answer(get(path), ORIGIN + path, it.render);
    expect(small.size).toBe(2);
  });
});

describe("a cached page sent directly", () => {
  let server: Server | undefined;
  afterEach(() => server?.close());

  /** Over a real socket, to see the compressed bytes. */
  async function serve(html: string) {
    const cache = htmlCache();
    const made = () =>
      cache.answer(get(), HOME, async (_request, nonce) =>
        page(html.replaceAll("<script", `<script nonce="${nonce}"`), {
          "content-security-policy": `script-src 'nonce-${nonce}'`,
          "cache-control": "private, no-store",
        }),
      );
    await made();
    server = createServer((request, response) => {
      if (!cache.send(request, response, ORIGIN + request.url)) response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server!.listen(0, resolve));
    const { port } = server.address() as AddressInfo;
    const ask = (path: string, headers: Record<string, string> = {}) =>
      new Promise<{ status: number; headers: IncomingHttpHeaders; bytes: Buffer }>((resolve, reject) => {
        request({ port, path, headers }, (answer) => {
          const parts: Buffer[] = [];
          answer.on("data", (part: Buffer) => parts.push(part));
          answer.on("end", () =>
            resolve({ status: answer.statusCode!, headers: answer.headers, bytes: Buffer.concat(parts) }),
          );
        })
          .on("error", reject)
          .end();
      });
    return { cache, made, ask };
  }
  const LONG = `<script>1</script>${"Edited by a scholar, ünd every change in sight. ".repeat(200)}<p>end</p><script>2</script>`;

  test("is the same page with the same tag in every encoding, and a shared cache revalidates each time", async () => {
    const { ask } = await serve(LONG);
    // The second request triggers the best compression.
    await ask("/", { "accept-encoding": "br" });
    await ask("/", { "accept-encoding": "br" });
    await expect
      .poll(async () => (await ask("/", { "accept-encoding": "br" })).headers["content-encoding"], { timeout: 9_000 })
      .toBe("br");
    const tags = new Set<string>();
    const sizes: Record<string, number> = {};
    for (const [accepts, encoding] of [
      ["identity", undefined],
      ["", undefined],
      ["gzip", "gzip"],
      ["gzip, br", "br"],
      ["br;q=0, gzip;q=0.5", "gzip"],
      ["br;q=0.1, gzip;q=1.0", "br"],
      ["gzip;q=0", undefined],
      ["*", "br"],
    ] as const) {
      const { status, headers, bytes } = await ask("/", { "accept-encoding": accepts });
      expect([accepts, status, headers["content-encoding"]]).toEqual([accepts, 200, encoding]);
      const html = encoding === "br" ? brotliDecompressSync(bytes) : encoding === "gzip" ? gunzipSync(bytes) : bytes;
      expect(String(html)).toBe(LONG);
      expect(headers["content-length"]).toBe(String(bytes.length));
      expect(headers.vary).toBe("accept-encoding, cookie");
      expect(headers["cache-control"]).toBe("public, max-age=0, must-revalidate");
      expect(headers["content-security-policy"]).toBe(`script-src ${hashOf("1")} ${hashOf("2")}`);
      tags.add(String(headers.etag));
      sizes[encoding ?? "plain"] = bytes.length;
    }
    expect(tags.size).toBe(1);
    expect(sizes["br"]).toBeLessThan(sizes["gzip"]!);
    expect(sizes["gzip"]).toBeLessThan(sizes["plain"]! / 5);
  });

  test("is answered with 304, its tag and policy, and no body if the browser has it", async () => {
    const { ask, cache, made } = await serve(LONG);
    const { headers } = await ask("/");
    const tag = String(headers.etag);
    for (const known of [tag, tag.replace("W/", ""), `"other", ${tag}`, "*"]) {
      const answer = await ask("/", { "if-none-match": known, "accept-encoding": "gzip" });
      expect([known, answer.status, answer.bytes.length]).toEqual([known, 304, 0]);
      expect(answer.headers).toMatchObject({
        etag: tag,
        vary: "accept-encoding, cookie",
        "cache-control": "public, max-age=0, must-revalidate",
        "content-security-policy": headers["content-security-policy"],
      });
    }
    expect((await ask("/", { "if-none-match": '"other"' })).status).toBe(200);
    // A page that's rendered again without changes is the same page.
    cache.forget();
    await made();
    expect((await ask("/", { "if-none-match": tag })).status).toBe(304);
  });

  test("is sent uncompressed if it's too small to be worth it", async () => {
    const answer = await (await serve("<p>short</p>")).ask("/", { "accept-encoding": "gzip, br" });
    expect(answer.headers["content-encoding"]).toBeUndefined();
    expect(String(answer.bytes)).toBe("<p>short</p>");
  });

  test("isn't found at an address that wasn't cached", async () => {
    const { ask } = await serve(LONG);
    for (const path of ["/pricing", "/?x=1", "//"]) expect((await ask(path)).status).toBe(404);
  });
});

describe("what's the same for everybody", () => {
  const asked = (of: Partial<Parameters<typeof isForEverybody>[0]>) => ({
    method: "GET",
    url: "/",
    authorization: null,
    cookie: null,
    ...of,
  });

  test("is a page requested without a query and without a personal cookie", () => {
    expect(isForEverybody(asked({ url: "/pricing" }))).toBe(true);
    for (const cookie of ["theme=dark", "stet_device=x", "stet_chat=y; stet.passkey=z", "__Secure-stet.trust_device=x"])
      expect([cookie, isForEverybody(asked({ cookie }))]).toEqual([cookie, true]);
  });

  test.each([
    ["somebody signed in", asked({ cookie: "a=b; stet.session_token=x" })],
    ["somebody signed in over TLS", asked({ cookie: "__Secure-stet.session_token=x" })],
    ["a sign-in that needs its second factor", asked({ cookie: "stet_device=x; stet.two_factor=y" })],
    ["somebody with a cookie of ours that isn't in the list yet", asked({ cookie: "stet_new=x" })],
    ["a visitor with a draft", asked({ cookie: "stet_draft=x" })],
    ["a program with a token", asked({ authorization: "Bearer x" })],
    ["HEAD, whose answer has no page in it", asked({ method: "HEAD" })],
    ["a form", asked({ method: "POST", url: "/signin" })],
    ["a link with a token", asked({ url: "/signup/verify?token=x" })],
  ])("isn't %s", (_name, it) => {
    expect(isForEverybody(it)).toBe(false);
  });
});
