/** Pages that depend on a cookie must not come from the cache for everybody: compares both answers for each cookie. */
import { areaOf } from "#app/features/accounts/rules/area-pages.ts";
import { randomBytes } from "node:crypto";
import { expect, test } from "@playwright/test";
import { solveHumanCheck } from "#app/features/accounts/testing/human-check.ts";
import { COOKIES, type CookieName } from "#app/platform/server/requests/our-cookies.ts";
import { appCode } from "./app-code.ts";
import { Client, manuscript, signedIn } from "./client.ts";
import { existingPaths } from "./pages.ts";

const PASSWORD = "a long enough phrase 7";
const PAGES = existingPaths().filter((path) => areaOf(path) === "public" && !path.includes("{"));

/** A cookie of every kind, as the product's own flows set it. A new one has to be added here: types demand it. */
async function everyCookie(url: string): Promise<Record<CookieName, string>> {
  const visitor = new Client(url);
  const { name, bytes } = manuscript("cookies");
  await visitor.dropManuscript(bytes, name);
  const humanCheck = await solveHumanCheck(() => visitor.get("/api/human-check"));
  const clientKey = randomBytes(16).toString("hex");
  expect((await visitor.post("/api/chat", { message: "Hello?", clientKey, humanCheck })).status).toBe(200);

  const author = new Client(url);
  const email = `cookies-${Date.now()}@example.org`;
  await author.signUp("Ines Duarte", email, PASSWORD);
  await author.verify(await author.emailTo(email, /^Verify/));
  await author.signIn(email, PASSWORD);
  const session = author.cookies.get("stet.session_token")!;
  const begun = await (await author.form("/profile/settings", { intent: "factor.begin" })).text();
  const secret = /<code[^>]*>([A-Z2-7 ]{16,})<\/code>/.exec(begun)?.[1] ?? "";
  const on = await author.form("/profile/settings", { intent: "factor.confirm", code: appCode(secret) });
  expect(on.status, secret).toBe(200);

  const again = new Client(url);
  expect((await again.form("/signin", { email, password: PASSWORD })).headers.get("location")).toBe(
    "/signin/second-factor",
  );
  const pending = again.cookies.get("stet.two_factor")!;
  // Used up by the next sign-in, which leaves `pending` for the pages.
  const trusting = new Client(url);
  await trusting.form("/signin", { email, password: PASSWORD });
  await trusting.form("/signin/second-factor", { code: appCode(secret, 1), trust: "1" });
  await (await trusting.get("/api/auth/passkey/generate-authenticate-options")).text();

  return {
    "stet.session_token": session,
    "stet.two_factor": pending,
    "stet.trust_device": trusting.cookies.get("stet.trust_device")!,
    "stet.passkey": trusting.cookies.get("stet.passkey")!,
    // Only with an identity provider. Nothing but /api/auth reads them.
    "stet.state": "state.signature",
    stet_federated: "page.%2Fdashboard",
    stet_sso: "a-browser-on-its-way-to-single-sign-on",
    stet_device: author.cookies.get("stet_device")!,
    stet_draft: visitor.cookies.get("stet_draft")!,
    stet_chat: visitor.cookies.get("stet_chat")!,
  };
}

/** What a page says and what its fields and links are, without times, which may be a minute older in the cache. */
function essence(html: string): string {
  const bare = html
    .replaceAll(/<(script|style|template|noscript)\b.*?<\/\1>/gs, "")
    // A cached page's sheets come after its content.
    .replaceAll(/<!--.*?-->|<link\b[^>]*>/g, "");
  const parts = [...(/<body\b.*/s.exec(bare)?.[0] ?? bare).matchAll(/ (?:href|name|action)="[^"]*"|>[^<]+/g)];
  return parts.map(([part]) => part.replaceAll(/\d+/g, "#").trim()).join("\n");
}

test("what comes from the cache is what the page would say, for every cookie that we set", async ({ baseURL }) => {
  test.setTimeout(240_000);
  const cookies = await everyCookie(baseURL!);
  for (const [name, value] of Object.entries(cookies)) expect(value, name).toBeTruthy();
  expect(Object.keys(cookies).toSorted()).toEqual(Object.keys(COOKIES).toSorted());
  const wrong: string[] = [];
  let cached = 0;
  for (const path of PAGES) {
    // Somebody without a cookie has been there.
    await (await fetch(baseURL + path)).arrayBuffer();
    for (const [name, value] of Object.entries(cookies)) {
      const read = async (headers: Record<string, string> = {}) => {
        const answer = await fetch(baseURL + path, {
          redirect: "manual",
          headers: { accept: "text/html", cookie: `${name}=${value}`, ...headers },
        });
        if (answer.headers.get("etag")) cached += 1;
        return `${answer.status} ${answer.headers.get("location") ?? ""}\n${essence(await answer.text())}`;
      };
      // An unknown kind of authorization identifies nobody and is never answered from the cache.
      if ((await read()) !== (await read({ authorization: "None" }))) wrong.push(`${path} with ${name}`);
    }
  }
  expect(wrong).toEqual([]);
  expect(cached, "pages were cached at all").toBeGreaterThan(PAGES.length);
});

test("a sign-in that needs its code gets the field for it, however often others opened the page", async ({
  baseURL,
}) => {
  const cookies = await everyCookie(baseURL!);
  for (const path of ["/signin/second-factor", "/signin/second-factor.data"]) {
    const bare = await (await fetch(baseURL + path)).text();
    const answer = await fetch(baseURL + path, {
      headers: { cookie: `stet.two_factor=${cookies["stet.two_factor"]}` },
    });
    expect([path, answer.headers.get("cache-control")]).toEqual([path, "private, no-store"]);
    const text = await answer.text();
    if (path.endsWith(".data"))
      expect([/"pending",true/.test(text), /"pending",true/.test(bare)]).toEqual([true, false]);
    else expect([text.includes("Six-digit code"), bare.includes("Six-digit code")]).toEqual([true, false]);
  }
});

test("nothing that a signed-in person is answered may be stored, data and errors included", async ({ baseURL }) => {
  const client = await signedIn(baseURL!, "amara");
  const answers: [string, Response][] = [];
  for (const path of ["/dashboard", "/profile", "/admin", "/pricing", "/order/ord_none", "/no-such-page"])
    for (const at of [path, `${path}.data`]) answers.push([at, await client.get(at)]);
  answers.push(["POST", await client.form("/profile/settings.data", { intent: "none" })]);
  for (const at of ["/api/session", "/api/notifications", "/api/no-such-thing", "/%E0%A4%A"])
    answers.push([at, await client.get(at)]);
  for (const [at, answer] of answers)
    expect([at, answer.headers.get("cache-control")]).toEqual([at, "private, no-store"]);
});
