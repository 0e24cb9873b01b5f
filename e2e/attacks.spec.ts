/**
 * Attacks: redirects off the site, forms on other sites, planted cookies, forged hosts, disguised paths. No browser
 * needed.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { CAST, CAST_PASSWORD, type CastName } from "#db/seed/cast.ts";
import { existingPaths } from "./pages.ts";
import { FORM, type RawRequest, ask, cookieHeader } from "./raw.ts";

const base = (): URL => new URL(test.info().project.use.baseURL!);
const send = (at: string, more: RawRequest = {}) => ask(base().port, at, { host: base().host, ...more });
const form = (fields: Record<string, string>, headers: Record<string, string> = {}): RawRequest => ({
  method: "POST",
  body: new URLSearchParams(fields).toString(),
  headers: { "content-type": FORM, origin: base().origin, ...headers },
});

/**
 * Signs in a member of the cast. @returns the cookies as they were set @param before cookies that the browser already
 * had
 */
async function signIn(who: CastName, before = "", fields: Record<string, string> = {}) {
  const answer = await send(
    "/signin",
    form({ email: CAST[who].email, password: CAST_PASSWORD, ...fields }, before ? { cookie: before } : {}),
  );
  expect(answer.status, answer.text.slice(0, 200)).toBe(302);
  return answer;
}
const kept = new Map<CastName, Promise<string>>();
/** Reuses one session per member of the cast. */
function sessionOf(who: CastName): Promise<string> {
  if (!kept.has(who))
    kept.set(
      who,
      signIn(who).then((answer) => cookieHeader(answer.cookies)),
    );
  return kept.get(who)!;
}
const whoIs = async (cookie: string): Promise<string | null> =>
  (JSON.parse((await send("/api/session", { headers: { cookie } })).text) as { session: { email: string } | null })
    .session?.email ?? null;

/** Where a browser at our own address would navigate. */
const goesTo = (location: string): string => new URL(location, base()).origin;

const EVIL = [
  "//evil.example",
  "///evil.example/x",
  "/\\evil.example",
  "\\\\evil.example",
  "/\t/evil.example",
  "/\n/evil.example",
  "/.//evil.example",
  "/x/..//evil.example",
  "https://evil.example",
  "https:evil.example",
  "http://localhost@evil.example",
  "//localhost@evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "/%09/evil.example",
  "%2f%2fevil.example",
  "/%5cevil.example",
];

test.describe("no redirect leaves the site", () => {
  test("through sign-in, whatever return address it's given", async () => {
    for (const from of EVIL) {
      const asField = await signIn("amara", "", { from });
      expect([from, goesTo(asField.location)]).toEqual([from, base().origin]);
      const page = await send(`/signin?from=${encodeURIComponent(from)}`);
      expect([
        from,
        /(?:href|action|value)="(?:https?:)?[/\\]{2}(?:[^"]*@)?evil|javascript:alert|content="0;[^"]*evil/i.test(
          page.text,
        ),
      ]).toEqual([from, false]);
    }
  });

  test("through pages and endpoints that redirect", async () => {
    const cookie = await sessionOf("amara");
    const doors = [
      "/signin",
      "/signup",
      "/signup/verify",
      "/signin/second-factor",
      "/signin/reset",
      "/not-authorized",
      "/payment-success",
      "/payment-cancelled",
      "/order-success",
      "/api/auth/federated",
      "/api/auth/callback/oidc",
      "/api/draft-handoff",
      "/order/new",
      "/thanks",
    ];
    for (const door of doors) {
      for (const to of EVIL) {
        const query = ["from", "to", "next", "redirect", "callbackURL", "order", "back"]
          .map((name) => `${name}=${encodeURIComponent(to)}`)
          .join("&");
        for (const headers of [undefined, { cookie }]) {
          const answer = await send(`${door}?${query}`, headers ? { headers } : {});
          expect([door, to, goesTo(answer.location)]).toEqual([door, to, base().origin]);
        }
      }
    }
  });

  test("through signing out, the demo's clock, or a draft handoff", async () => {
    for (const to of EVIL) {
      const out = await send("/api/auth/sign-out", form({ from: to, back: to, callbackURL: to }));
      const clock = await send("/api/demo/clock", form({ advanceMs: "1", back: to }));
      const crossing = await send(
        "/api/draft-handoff",
        form({ order: "ord_x", until: "9999999999999", to, proof: "x" }),
      );
      for (const answer of [out, clock, crossing]) expect([to, goesTo(answer.location)]).toEqual([to, base().origin]);
    }
  });

  test("through a path that looks like another host", async () => {
    for (const at of [
      "//evil.example/admin",
      "//evil.example/%2e%2e/dashboard",
      "/\\evil.example/dashboard",
      "//evil.example",
      "/dashboard//evil.example",
      "///dashboard",
      "//dashboard/?x=//evil.example",
      "/%2F%2Fevil.example/dashboard",
      "/./dashboard",
      "http://evil.example/dashboard",
      "/dashboard/https://evil.example",
    ]) {
      const answer = await send(at);
      expect([at, goesTo(answer.location)]).toEqual([at, base().origin]);
    }
  });
});

test.describe("another site's page can't act for a signed-in person", () => {
  /** The headers browsers send for a form or fetch on another site, and weaker variants. */
  const foreign = (): Record<string, Record<string, string>> => ({
    "a form on another site": { origin: "https://evil.example", "sec-fetch-site": "cross-site" },
    "a browser without fetch metadata": { origin: "https://evil.example" },
    "a sandboxed frame": { origin: "null" },
    "a sandboxed frame of today": { origin: "null", "sec-fetch-site": "cross-site" },
    "another port of this machine": { origin: `http://${base().hostname}:1`, "sec-fetch-site": "same-site" },
    "a name that begins like ours": { origin: `${base().origin}.evil.example` },
    "a name with ours before an at": { origin: `http://${base().host}@evil.example` },
    "no word of where it comes from": {},
    "a false host beside": { origin: "https://evil.example", "x-forwarded-host": "evil.example" },
  });

  test("on any page", async () => {
    const cookie = await sessionOf("amara");
    for (const pattern of existingPaths()) {
      const at = pattern.replaceAll(/\{\w+\}/g, "none");
      for (const [what, headers] of Object.entries(foreign())) {
        for (const address of [at, at === "/" ? "/_.data" : `${at}.data`]) {
          const answer = await send(address, {
            method: "POST",
            body: "intent=sign-out&x=1",
            headers: { "content-type": FORM, cookie, ...headers },
          });
          expect([address, what, answer.status, answer.cookies]).toEqual([address, what, 403, []]);
        }
      }
    }
    expect(await whoIs(cookie)).toBe(CAST.amara.email);
  });

  test("on any endpoint, in any body format", async () => {
    const cookie = await sessionOf("amara");
    const map = readFileSync(path.resolve(import.meta.dirname, "../app/endpoints.ts"), "utf8");
    const found = [...map.matchAll(/^ {2}\{ method: "(POST|ALL)", path: "([^"]+)"(.*)$/gm)]
      .filter((it) => !it[3]!.includes("fromOutside"))
      .map((it) => it[2]!.replaceAll(/:\w+/g, "none").replace("*", "sign-out"));
    expect(found).toEqual(
      expect.arrayContaining(["/api/auth/sign-out", "/api/drafts", "/api/draft-handoff", "/api/payout-runs/none/file"]),
    );
    for (const address of found) {
      for (const [what, headers] of Object.entries(foreign())) {
        for (const type of ["application/json", "text/plain", FORM]) {
          // Another site's form can't send JSON, and a script there sends its origin.
          if (type === "application/json" && Object.keys(headers).length === 0) continue;
          const answer = await send(address, {
            method: "POST",
            body: '{"all":true,"advanceMs":1}',
            headers: { "content-type": type, cookie, ...headers },
          });
          expect([address, what, type, answer.status, answer.cookies]).toEqual([address, what, type, 403, []]);
        }
      }
    }
    expect(await whoIs(cookie)).toBe(CAST.amara.email);
  });

  test("and can't read: no response is shared with another origin", async () => {
    const cookie = await sessionOf("amara");
    for (const at of ["/", "/api/session", "/my-payments", "/api/csv/my-payments", "/dashboard.data"]) {
      for (const method of ["GET", "OPTIONS"]) {
        const { headers } = await send(at, {
          method,
          headers: { cookie, origin: "https://evil.example", "access-control-request-method": "POST" },
        });
        expect([
          at,
          headers["access-control-allow-origin"] === "*" ||
            headers["access-control-allow-origin"] === "https://evil.example" ||
            headers["access-control-allow-credentials"] === "true",
        ]).toEqual([at, false]);
      }
    }
  });

  test("while our own pages can, and callers without a session", async () => {
    expect(
      (
        await send("/api/notifications/read", {
          method: "POST",
          body: "{}",
          headers: { "content-type": "application/json", cookie: await sessionOf("mei"), origin: base().origin },
        })
      ).status,
    ).not.toBe(403);
    expect((await send("/api/drafts", { method: "POST" })).status).toBe(200);
  });
});

test.describe("a session is created at sign-in and unknown before", () => {
  test("a planted cookie isn't the session afterward", async () => {
    const planted = "stet.session_token=planted.planted; stet_draft=planted";
    const cookie = cookieHeader((await signIn("amara", planted)).cookies);
    expect(cookie).toContain("stet.session_token=");
    expect(cookie).not.toContain("planted");
    expect(await whoIs(planted)).toBeNull();
  });

  test("an attacker's own planted session stays the attacker's", async () => {
    const theirs = cookieHeader((await signIn("jonas")).cookies);
    const after = cookieHeader((await signIn("amara", theirs)).cookies);
    expect(after).not.toBe(theirs);
    expect([CAST.jonas.email, null]).toContain(await whoIs(theirs));
    expect(await whoIs(after)).toBe(CAST.amara.email);
  });

  test("each sign-in creates a new one, and signing out ends it on the server", async () => {
    const [first, second] = [
      cookieHeader((await signIn("amara")).cookies),
      cookieHeader((await signIn("amara")).cookies),
    ];
    expect(first).not.toBe(second);
    await send("/api/auth/sign-out", form({}, { cookie: first }));
    expect(await whoIs(first)).toBeNull();
    expect(await whoIs(second)).toBe(CAST.amara.email);
  });

  test("a modified token is invalid", async () => {
    const [name, token = ""] = (await sessionOf("amara")).split("=");
    const [id = "", signature = ""] = decodeURIComponent(token).split(".");
    for (const wrong of [
      id,
      `${id}.`,
      // Changes a character in the middle, because at the end several characters can decode to the same value.
      `${id}.${signature.slice(0, 20)}${signature[20] === "A" ? "B" : "A"}${signature.slice(21)}`,
      `x${id}.${signature}`,
      `.${signature}`,
      "",
      "null",
      "{}",
    ])
      expect([wrong, await whoIs(`${name}=${encodeURIComponent(wrong)}`)]).toEqual([wrong, null]);
  });
});

test("every cookie is for this host only, HttpOnly, and not sent from other sites", async () => {
  const draft = await send("/api/drafts", { method: "POST", headers: { origin: base().origin } });
  const session = await signIn("priya");
  const out = await send("/api/auth/sign-out", form({}, { cookie: cookieHeader(session.cookies) }));
  const lines = [draft, session, out].flatMap((it) => it.cookies);
  expect(lines.length).toBeGreaterThanOrEqual(3);
  for (const line of lines) {
    expect(line).toMatch(/; HttpOnly/i);
    expect(line).toMatch(/; SameSite=(?:Lax|Strict)/i);
    expect(line).toMatch(/; Path=\//i);
    expect(line).not.toMatch(/domain=/i);
  }
});

test.describe("a forged host is trusted by nothing", () => {
  const SPOOFED = {
    host: "evil.example",
    headers: {
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.example",
      "x-original-url": "/admin",
      "x-rewrite-url": "/admin",
    },
  };

  test("not by pages, redirects or the page cache", async () => {
    for (const at of [
      "/",
      "/signin",
      "/pricing",
      "/about",
      "/blog",
      "/dashboard",
      "/admin/orders",
      "/order/new",
      "/order/new/form",
      "/sitemap.xml",
      "/robots.txt",
      "/no-such-page",
      "/signin.data",
      "/auth/mailbox",
      "/manifest",
    ]) {
      const reply = await send(at, SPOOFED);
      expect([at, /evil\.example/.test(reply.text + JSON.stringify(reply.headers))]).toEqual([at, false]);
      const honest = await send(at);
      expect([at, /evil\.example/.test(honest.text + JSON.stringify(honest.headers))]).toEqual([at, false]);
    }
  });

  test("not in emails: their links use the configured address", async () => {
    const read = async () =>
      (
        JSON.parse((await send(`/auth/mailbox?format=json&to=${CAST.uma.email}`)).text) as {
          letters: { html: string; text: string }[];
        }
      ).letters;
    const before = (await read()).length;
    // Not from a browser, so only the host can cause a refusal: through the page's form, and the endpoint.
    const asked = [
      await send("/signin/reset", {
        ...SPOOFED,
        method: "POST",
        body: new URLSearchParams({ email: CAST.uma.email }).toString(),
        headers: { ...SPOOFED.headers, "content-type": FORM },
      }),
      await send("/api/auth/request-password-reset", {
        ...SPOOFED,
        method: "POST",
        body: JSON.stringify({ email: CAST.uma.email }),
        headers: { ...SPOOFED.headers, "content-type": "application/json" },
      }),
    ];
    expect(asked.map((it) => it.status)).toEqual([200, 200]);
    await expect.poll(async () => (await read()).length, { timeout: 20_000 }).toBeGreaterThan(before + 1);
    const letters = await read();
    for (const letter of letters) {
      expect(letter.html + letter.text).not.toContain("evil.example");
      for (const [, origin] of `${letter.html} ${letter.text}`.matchAll(/(https?:\/\/[^/\s"<]+)\/signin/g))
        expect(origin).toBe(base().origin);
    }
  });
});

test.describe("a disguised path opens nothing", () => {
  /** The same page spelled differently: the router, the guard and the file server might each read it differently. */
  const disguisedPaths = (at: string): string[] => {
    const [, first = "", rest = ""] = /^\/([^/]+)(.*)$/.exec(at) ?? [];
    const hex = `%${first.charCodeAt(0).toString(16)}${first.slice(1)}`;
    return [
      at,
      at.toUpperCase(),
      `/${first.toUpperCase()}${rest}`,
      `/${at}`,
      `//${at}`,
      `${at}/`,
      `${at}//`,
      `${at}/.`,
      `${at}/./`,
      `${at}/x/..`,
      `/x/..${at}`,
      `/./${first}${rest}`,
      `/%2e${at}`,
      `/x/%2e%2e${at}`,
      `/${hex}${rest}`,
      at.replaceAll("/", "%2F").replace("%2F", "/"),
      `/%2F${first}${rest}`,
      `${at}%2F`,
      `${at}%20`,
      `${at};x=1`,
      `${at}%00`,
      `${at}?`,
      `${at}#x`,
      `/\\${first}${rest}`,
      at.replaceAll("/", "\\").replace("\\", "/"),
      `/assets/..${at}`,
      `/assets/%2e%2e${at}`,
      `${at}.data`,
      `${at.toUpperCase()}.data`,
      `/${at}.data`,
      `${at}/_.data`,
      `${at}/.data`,
      `${at}%2Edata`,
      `${at}.DATA`,
      `${at}.data/`,
      `/${hex}${rest}.data`,
      `${at}.data?_routes=root`,
      `${at}.data?_routes=`,
      `${at}.html`,
      `${at}/index`,
      `${at}?index`,
      `/_root.data?path=${at}`,
      `/.data?_routes=${at.slice(1)}`,
    ];
  };
  const SECRETS = /(?:client2?|editor2?|admin2?|support)@demo\.test|ord_[0-9a-z]{26}|Mei-Ling Tan|Jonas Weber/;

  for (const [who, pages] of [
    [null, ["/admin/orders", "/editor/orders", "/support-desk", "/my-orders", "/admin/editor-payouts"]],
    ["mei", ["/admin/orders", "/admin/editor-payouts", "/editor/orders"]],
    ["uma", ["/my-orders", "/notifications", "/admin/orders"]],
  ] as const) {
    test(`for ${who === null ? "a visitor" : who === "uma" ? "somebody not yet verified" : "an author"}`, async () => {
      const cookie = who === null ? "" : await sessionOf(who);
      // What everyone may see about themselves isn't secret.
      const own = who === null ? "" : `${CAST[who].email}|${CAST[who].displayName}`;
      for (const page of pages) {
        for (const at of disguisedPaths(page)) {
          for (const method of ["GET", "HEAD", "PUT", "PROPFIND"]) {
            const answer = await send(at, {
              method,
              headers: { ...(cookie ? { cookie } : {}), ...(method === "PUT" ? { origin: base().origin } : {}) },
            });
            const text = own ? answer.text.replaceAll(new RegExp(own, "g"), "") : answer.text;
            expect([at, method, SECRETS.exec(text)?.[0] ?? null]).toEqual([at, method, null]);
            // It redirects, isn't found, or is denied. Only public pages answer.
            if (answer.status === 200 && method === "GET")
              expect([
                at,
                /<title>(?:Sign in|Create account|Stet:|Page not found)/.test(answer.text) ||
                  at.includes("_root") ||
                  at.startsWith("/.data"),
              ]).toEqual([at, true]);
          }
        }
      }
    });
  }
});

test.describe("every response has security headers", () => {
  const COMMON = {
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": /^(?:same|cross)-origin$/,
  };
  /** What's under /assets/ is never a document. */
  const OF_DOCUMENTS = {
    "referrer-policy": /./,
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "permissions-policy": /camera=\(\)/,
    "content-security-policy": /frame-ancestors 'none'/,
  };

  test("on pages, endpoints, files, redirects, refusals and errors alike", async () => {
    const asset = /\/assets\/[\w.-]+\.js/.exec((await send("/")).text)![0];
    const cases: [string, RawRequest][] = [
      ["/", {}],
      ["/", { headers: { "accept-encoding": "gzip" } }],
      ["/", { method: "HEAD" }],
      ["/signin?from=/x", {}],
      ["/dashboard", {}],
      ["/no-such-page", {}],
      ["/signin.data", {}],
      ["/healthz", {}],
      ["/api/session", {}],
      ["/api/notifications", {}],
      ["/api/nothing", {}],
      ["/api/csv/my-payments", {}],
      [asset, {}],
      ["/favicon.svg", {}],
      ["/site.webmanifest", {}],
      ["/auth/mailbox", {}],
      ["/api/draft-handoff", {}],
      ["/api/draft-handoff", form({})],
      ["/api/drafts", { method: "POST", headers: { origin: "https://evil.example" } }],
      ["/signin", { method: "POST", headers: { origin: "https://evil.example" } }],
      ["/dashboard", { headers: { cookie: await sessionOf("amara") } }],
      ["/api/files/fil_x", {}],
      ["/blog/%E0%A4%A", {}],
      ["/checkout/sandbox/none", {}],
    ];
    for (const [at, request] of cases) {
      const { headers, status } = await send(at, request);
      for (const [name, value] of Object.entries(at === asset ? COMMON : { ...COMMON, ...OF_DOCUMENTS }))
        expect([at, status, name, String(headers[name])]).toEqual([
          at,
          status,
          name,
          typeof value === "string" ? value : expect.stringMatching(value),
        ]);
      expect(headers["x-powered-by"]).toBeUndefined();
      expect(headers["server"]).toBeUndefined();
    }
  });

  test("a document's scripts and styles are allowed by its own nonce, which no other document has, or by hashes", async () => {
    const nonces = new Set<string>();
    const pages = [...existingPaths().filter((it) => !it.includes("{")), "/no-such-page", "/api/draft-handoff"];
    const documents = { nonce: 0, hashes: 0 };
    for (const at of [...pages, ...pages.map((it) => `${it}?x=1`)]) {
      for (const encoding of ["identity", "gzip"]) {
        const answer = await fetch(new URL(at, base()), {
          headers: { "accept-encoding": encoding },
          redirect: "manual",
        });
        const html = await answer.text();
        if (!answer.headers.get("content-type")?.startsWith("text/html")) continue;
        const policy = answer.headers.get("content-security-policy")!;
        const script = /script-src ([^;]+)/.exec(policy)![1]!;
        const style = /style-src ([^;]+)/.exec(policy)![1]!;
        expect([at, `${script} ${style}`.includes("unsafe")]).toEqual([at, false]);
        const nonce = /'nonce-([^']+)'/.exec(script)?.[1];
        if (nonce !== undefined) {
          documents.nonce++;
          expect([at, nonces.has(nonce)]).toEqual([at, false]);
          nonces.add(nonce);
          const without = [...html.matchAll(/<(script|style)\b[^>]*>/gi)]
            .map((it) => it[0])
            .filter((tag) => !tag.includes(`nonce="${nonce}"`));
          expect([at, without]).toEqual([at, []]);
          // A page with a nonce is for one visitor, so no cache may store it.
          expect([at, answer.headers.get("cache-control")]).toEqual([
            at,
            at.startsWith("/api/") ? expect.anything() : "private, no-store",
          ]);
        } else {
          documents.hashes++;
          expect([at, html.includes('nonce="')]).toEqual([at, false]);
          const refused = [...html.matchAll(/<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/gi)].filter(
            ([, tag, attributes, content]) =>
              // Data is never run, and a script of our own origin is allowed by its address.
              !/ type="application\/(?:ld\+)?json"/.test(attributes!) &&
              !(content === "" && / src="\/assets\/[\w.-]+\.js"/.test(attributes!)) &&
              !(tag === "style" ? style : script).includes(
                `'sha256-${createHash("sha256").update(content!).digest("base64")}'`,
              ),
          );
          expect([at, refused.map((it) => it[0].slice(0, 200))]).toEqual([at, []]);
        }
        // Outside scripts: no inline event handlers, no javascript: URLs.
        const plain = html.replaceAll(/<(script|style)\b[^>]*>[\s\S]*?<\/\1>/gi, "");
        expect([
          at,
          /<[^>]+\son\w+\s*=/i.exec(plain)?.[0] ?? null,
          /(?:href|src|action)="\s*javascript:/i.exec(plain)?.[0] ?? null,
        ]).toEqual([at, null, null]);
      }
    }
    expect(documents.nonce).toBeGreaterThan(10);
    expect(documents.hashes).toBeGreaterThan(10);
  });
});
