/**
 * What is served while sessions can't be read, and while the whole database is down. Over HTTP, on a separate product.
 */
import { expect, test } from "@playwright/test";
import pg from "pg";
import { Client, signedIn, until } from "./client.ts";
import { type Outside, startOutside } from "./outside.ts";
import { type Product, startProduct } from "./product.ts";

const PUBLIC = [
  "/",
  "/pricing",
  "/about",
  "/contact",
  "/integrity",
  "/terms",
  "/signin",
  "/signup",
  "/blog",
  "/order/new",
];
const SIGNED_IN = [
  "/dashboard",
  "/my-orders",
  "/profile/settings",
  "/notifications",
  "/admin",
  "/editor",
  "/support-desk",
];

/** A page's visible text, without script data. */
const seen = (html: string): string => html.replaceAll(/<(script|style).*?<\/\1>/gs, "");

async function expectGenericError(client: Client, path: string, init?: RequestInit): Promise<void> {
  const answer = await client.send(path, init);
  const html = seen(await answer.text());
  expect([path, answer.status, answer.headers.get("content-type")]).toEqual([
    path,
    expect.any(Number),
    "text/html; charset=utf-8",
  ]);
  expect([500, 503], path).toContain(answer.status);
  expect(html, path).toContain("Something went wrong.");
  expect(html, path).toMatch(/refresh the page/);
  expect(html, path).toMatch(/contact support/);
  expect(html, path).toMatch(/<a\b[^>]*href="\/"[^>]*>(?:<[^>]+>)*Go Home/);
  expect(html, path).not.toMatch(/Unexpected Application Error|relation|does not exist/);
  const reference = /Reference: (?:<!-- -->)?([\w.-]+)/.exec(html)?.[1];
  expect(reference, path).toBe(answer.headers.get("x-request-id"));
  references.add(reference!);
}

/** The error references shown so far. The log must contain them. */
const references = new Set<string>();
const expectLogged = (output: string): void => {
  expect(references.size).toBeGreaterThan(0);
  for (const it of references) expect(output).toContain(`"requestId":"${it}"`);
  references.clear();
};

test.describe("while the session table can't be read", () => {
  let product: Product;
  let amara: Client;
  const rename = async (from: string, to: string) => {
    const database = new pg.Client({ connectionString: product.databaseUrl });
    await database.connect();
    await database.query(`alter table ${pg.escapeIdentifier(from)} rename to ${pg.escapeIdentifier(to)}`);
    await database.end();
  };
  test.beforeAll(async () => {
    product = await startProduct();
    amara = await signedIn(product.url, "amara");
    await rename("auth_session", "auth_session_away");
  });
  test.afterAll(() => product.stop());

  test("public pages are served as if signed out", async () => {
    for (const path of PUBLIC) {
      const answer = await amara.get(path);
      const html = await answer.text();
      expect([path, answer.status]).toEqual([path, 200]);
      expect(html.includes(`href="/signin"`), path).toBe(true);
      expect(html.includes("Dr. Amara Osei"), path).toBe(false);
    }
    for (const path of ["/healthz", "/robots.txt", "/sitemap.xml", "/blog/rss.xml", "/api/human-check"]) {
      const answer = await amara.get(path);
      expect([path, answer.status]).toEqual([path, 200]);
    }
    expect((await amara.get("/no-such-page")).status).toBe(404);
  });

  test("pages that need an account show the generic error page", async () => {
    for (const path of SIGNED_IN) await expectGenericError(amara, path);
    expectLogged(product.output());
  });

  test("nothing is written in anybody's name", async () => {
    await expectGenericError(amara, "/contact", {
      method: "POST",
      body: new URLSearchParams({ name: "Amara", email: "client@demo.test", message: "Is anybody there?" }),
    });
    const answer = await amara.post("/api/notifications/read", { all: true });
    expect(answer.status).toBe(500);
    expect(((await answer.json()) as { error: { message: string } }).error.message).toBe(
      "Something went wrong on our side.",
    );
    expectLogged(product.output());
  });

  test("a visitor without a session sees every public page", async () => {
    for (const path of PUBLIC) expect([path, (await new Client(product.url).get(path)).status]).toEqual([path, 200]);
  });

  test("everything works again once it can be read", async () => {
    await rename("auth_session_away", "auth_session");
    const answer = await amara.get("/dashboard");
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain("client@demo.test");
  });
});

test.describe("while the whole database is down", () => {
  let outside: Outside;
  let product: Product;
  test.beforeAll(async () => {
    outside = await startOutside();
    product = await startProduct({ env: outside.env, port: outside.port });
    await outside.stopDatabase();
  });
  test.afterAll(async () => {
    await product.stop();
    await outside.stop();
  });

  test("pages without data are served, the rest show the generic error page, and nothing is plain text", async () => {
    const visitor = new Client(product.url);
    for (const path of ["/", "/about", "/contact", "/integrity", "/terms", "/signin", "/signup"])
      expect([path, (await visitor.get(path)).status]).toEqual([path, 200]);
    await expectGenericError(visitor, "/blog");
    // A session that can't be looked up, valid or not.
    const somebody = new Client(product.url);
    somebody.cookies.set("stet.session_token", "a.b");
    for (const path of SIGNED_IN) expect([path, (await somebody.get(path)).status]).not.toEqual([path, 200]);
    await expectGenericError(visitor, "/signin", {
      method: "POST",
      body: new URLSearchParams({ email: "client@demo.test", password: "demo-password" }),
    });
    const asJson = await visitor.get("/api/integrity/none");
    expect(asJson.status).toBe(404);
    const answer = await visitor.post("/api/drafts", {});
    expect(answer.status).toBe(500);
    expect(((await answer.json()) as { error: { advice: string } }).error.advice).toBeTruthy();
    expectLogged(product.output());
    const ready = await visitor.get("/readyz");
    expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ ok: false, database: false })]);
  });

  test("everything works again afterward", async () => {
    await outside.startDatabase();
    await until("the product answers", async () => (await new Client(product.url).get("/healthz")).ok, 20_000);
    expect((await new Client(product.url).get("/blog")).status).toBe(200);
    await until("it is ready", async () => (await new Client(product.url).get("/readyz")).ok, 20_000);
  });
});
