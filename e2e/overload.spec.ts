/**
 * More requests than a process can answer: what's turned away, what never is, and what people see. Over real sockets, on
 * a product whose pool has three connections, so it does one thing at a time and forty signed-in readers may wait.
 */
import { expect, test } from "@playwright/test";
import pg from "pg";
import { type Client, signedIn } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { type Product, startProduct } from "./product.ts";
import { FORM, type RawAnswer, ask } from "./raw.ts";

let product: Product;
let port: string;
let amara: Client;
let database: pg.Client;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  product = await startProduct({ env: { DB_POOL: "3" } });
  port = new URL(product.url).port;
  amara = await signedIn(product.url, "amara");
  database = new pg.Client({ connectionString: product.databaseUrl });
  await database.connect();
  for (let n = 0; n < 2; n += 1) await ask(port, "/");
});
test.afterAll(async () => {
  await database?.end();
  await product?.stop();
});
test.afterEach(() => release());

/** Every read of a session hangs until `release`. */
async function hold(): Promise<void> {
  await database.query("begin");
  await database.query("lock table auth_session in access exclusive mode");
}
const release = () => database.query("rollback");

const cookie = () => [...amara.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
const send = (path: string, more: Parameters<typeof ask>[2] = {}): Promise<RawAnswer> => ask(port, path, more);
const asAmara = (path: string) => send(path, { headers: { cookie: cookie() } });
const many = <T>(count: number, one: () => Promise<T>): Promise<T>[] => Array.from({ length: count }, one);
/** What is answered once so many are. */
async function firstOf(asked: readonly Promise<RawAnswer>[], least: number): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = [];
  for (const one of asked) void one.then((it) => answers.push(it));
  await expect.poll(() => answers.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(least);
  // Who else is refused, is by now.
  await new Promise((resolve) => setTimeout(resolve, 500));
  return answers;
}
const statuses = (answers: readonly RawAnswer[]) => answers.map(({ status }) => status);

test("what finds no room is turned away at once; signs of life, public pages, and the card provider never are", async () => {
  await hold();
  const reads = many(60, () => asAmara("/dashboard"));
  const sent = { intent: "none" };
  const write = {
    method: "POST",
    body: new URLSearchParams(sent).toString(),
    headers: { "content-type": FORM, origin: product.url, cookie: cookie() },
  };
  // One is at work and forty wait; fewer on a slow machine, where they would wait too long.
  const refused = await firstOf(reads, 19);
  expect(new Set(statuses(refused))).toEqual(new Set([503]));
  for (const it of refused) {
    expect(it.headers["refresh"]).toBe(it.headers["retry-after"]);
    expect(Number(it.headers["retry-after"])).toBeGreaterThanOrEqual(4);
    expect(it.headers["cache-control"]).toBe("private, no-store");
    expect(it.text).toContain("very busy right now.");
    expect(it.text).toContain("This page will open automatically in a few seconds.");
    expect(it.text).not.toContain("<script");
  }
  // However full it is.
  for (const path of ["/healthz", "/readyz", "/"])
    for (let n = 0; n < 5; n += 1) {
      // The others are held until `release`, so what is answered isn't behind them.
      expect([path, (await send(path)).status]).toEqual([path, 200]);
    }
  const money = await send("/api/webhooks/stripe", {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json" },
  });
  expect(money.status, "refused for its signature").toBe(422);
  const data = await asAmara("/dashboard.data");
  expect([data.status, data.headers["content-type"]]).toEqual([503, "text/plain"]);
  const call = await asAmara("/api/notifications");
  expect([call.status, JSON.parse(call.text)]).toEqual([
    503,
    { error: expect.objectContaining({ code: "overloaded" }) },
  ]);
  expect(call.headers["retry-after"]).toBeTruthy();

  // One is at work, soon two, and 25 wait.
  const writes = many(32, () => send("/profile/settings", write));
  const unwritten = await firstOf(writes, 6);
  expect(unwritten.length, "some wait").toBeLessThan(writes.length);
  expect(new Set(statuses(unwritten))).toEqual(new Set([503]));
  for (const it of unwritten) {
    expect(it.text).toContain("nothing was saved");
    expect(it.headers["refresh"], "a form isn't replaced by a page").toBeUndefined();
  }

  await release();
  // What waited is answered, or was told to come back after its time.
  for (const it of statuses(await Promise.all(reads))) expect([200, 503]).toContain(it);
  for (const it of statuses(await Promise.all(writes))) expect(it).not.toBe(500);
  expect((await asAmara("/dashboard")).status).toBe(200);
});

test("requests in the queue are answered in time, the signed-in before visitors", async () => {
  await hold();
  const order: string[] = [];
  const noted = async (name: string, answer: Promise<RawAnswer>) => {
    const { status } = await answer;
    order.push(name);
    return status;
  };
  const first = noted("signed in", asAmara("/api/session"));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const visitors = many(5, () => noted("visitor", send("/robots.txt")));
  await new Promise((resolve) => setTimeout(resolve, 200));
  const readers = many(5, () => noted("signed in", asAmara("/api/session")));
  await new Promise((resolve) => setTimeout(resolve, 200));
  await release();
  expect(await Promise.all([first, ...visitors, ...readers])).toEqual(Array.from({ length: 11 }, () => 200));
  expect(order.slice(0, 6)).toEqual(Array.from({ length: 6 }, () => "signed in"));
});

test("what gets no connection to the database in time is told to come back", async () => {
  await hold();
  // Three requests hold the pool's three connections. One after the other starts, because each counts as long by then.
  const writes = {
    method: "POST",
    body: "intent=none",
    headers: { "content-type": FORM, origin: product.url, cookie: cookie() },
  };
  const held = [asAmara("/dashboard"), send("/profile/settings", writes), send("/profile/settings", writes)];
  await new Promise((resolve) => setTimeout(resolve, 6_500));
  for (const [path, type] of [
    ["/blog?page=1", "text/html"],
    ["/sitemap.xml", "text/html"],
    ["/api/drafts", "application/json"],
  ] as const) {
    const answer = send(
      path,
      path.startsWith("/api") ? { method: "POST", body: "{}", headers: { "content-type": "application/json" } } : {},
    );
    const health = await send("/healthz");
    expect(health.status).toBe(200);
    const { status, headers } = await answer;
    expect([path, status, headers["content-type"]]).toEqual([path, 503, expect.stringContaining(type)]);
    expect(headers["retry-after"], path).toBeTruthy();
  }
  await release();
  await Promise.all(held);
});

test("a page that was turned away opens automatically, without JavaScript", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: product.url });
  await context.addCookies([...amara.cookies].map(([name, value]) => ({ name, value, url: product.url })));
  const page = await context.newPage();
  await hold();
  const crowd = many(60, () => asAmara("/dashboard"));
  await page.waitForTimeout(500);
  expect((await page.goto("/my-orders"))!.status()).toBe(503);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("We're very busy right now.");
  for (const [name, width, colorScheme] of [
    ["busy-light", 1280, "light"],
    ["busy-dark", 360, "dark"],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 700 });
    await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
  }
  await release();
  await Promise.all(crowd);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("My orders", { timeout: 20_000 });
  await context.close();
});

test("a link that was turned away says so, and the page opens when there's time", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.url });
  await context.addCookies([...amara.cookies].map(([name, value]) => ({ name, value, url: product.url })));
  const page = await context.newPage();
  await page.goto("/my-orders");
  await hydrated(page);
  await hold();
  const crowd = many(60, () => asAmara("/dashboard"));
  await page.waitForTimeout(500);
  await page.getByRole("link", { name: "Payments" }).first().click();
  await expect(page.getByText("We're very busy right now. The page will continue automatically.")).toBeVisible();
  await release();
  await Promise.all(crowd);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Payments", { timeout: 20_000 });
  await expect(page.getByText("We're very busy right now.")).toBeHidden();
  await context.close();
});
