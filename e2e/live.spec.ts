/**
 * Changes reach open pages without a reload, through one stream per browser, whatever dies on the way, and pages stay
 * readable offline.
 */
import { type BrowserContext, type Page, expect, test } from "@playwright/test";
import pg from "pg";
import { CAST, CAST_PASSWORD, type CastName } from "#db/seed/cast.ts";
import { type Product, kill, startProduct } from "./product.ts";
import { hydrated } from "./hydrated.ts";
import { cachedPages } from "./cached-pages.ts";

test.describe.configure({ mode: "serial", timeout: 120_000 });

let product: Product;
let database: pg.Pool;
/** An order on its author's list, which the tests rename. */
let order: { id: string; title: string };

test.beforeAll(async () => {
  test.setTimeout(180_000);
  product = await startProduct();
  database = new pg.Pool({ connectionString: product.databaseUrl, max: 2 });
  database.on("error", () => {});
  order = (
    await database.query<{ id: string; title: string }>(
      `select id, title from orders where "userId" = $1 and status = 'delivered' limit 1`,
      [CAST.amara.uid],
    )
  ).rows[0]!;
});
test.afterAll(async () => {
  await database?.end();
  await product?.stop();
});

/** Changes the order like a command would, with an event. */
async function retitle(title: string): Promise<void> {
  await database.query("update orders set title = $2 where id = $1", [order.id, title]);
  await database.query("select pg_notify('stet_live', $1)", [
    `user:${CAST.amara.uid},staff ${JSON.stringify({ kind: "order.draft_changed", orderId: order.id })}`,
  ]);
}

async function signIn(context: BrowserContext, who: CastName): Promise<void> {
  const answer = await context.request.post(`${product.url}/api/auth/sign-in/email`, {
    data: { email: CAST[who].email, password: CAST_PASSWORD },
  });
  expect(answer.ok()).toBe(true);
}

/** Counts a browser's responses by path. */
function asked(context: BrowserContext): (path: string) => number {
  const paths: string[] = [];
  context.on("response", (response) => paths.push(new URL(response.url()).pathname));
  return (path) => paths.filter((it) => it === path).length;
}

/** Opens a page and waits until its browser is connected to the event stream. */
async function follow(page: Page, path: string): Promise<void> {
  const line =
    page.context().pages().length > 1 ? null : page.waitForResponse((it) => new URL(it.url()).pathname === "/api/live");
  await page.goto(product.url + path);
  await hydrated(page);
  await line;
}
const shows = (page: Page, title: string) => expect(page.getByText(title).first()).toBeVisible({ timeout: 45_000 });

test("tabs share one stream, and when the tab that has it closes, another takes over and nothing is missed", async ({
  browser,
}) => {
  const context = await browser.newContext();
  await signIn(context, "amara");
  const count = asked(context);
  const first = await context.newPage();
  await follow(first, "/my-orders");
  const second = await context.newPage();
  await follow(second, "/my-orders");
  expect(count("/api/live")).toBe(1);
  await retitle("Heard in both tabs");
  await Promise.all([shows(first, "Heard in both tabs"), shows(second, "Heard in both tabs")]);
  await first.close();
  await retitle("Heard by the one that is left");
  await shows(second, "Heard by the one that is left");
  expect(count("/api/live")).toBe(2);
  await context.close();
});

test("after a killed server and a lost database connection, open pages catch up automatically and reload once", async ({
  browser,
}) => {
  const context = await browser.newContext();
  await signIn(context, "amara");
  const count = asked(context);
  const page = await context.newPage();
  await follow(page, "/dashboard");
  await page.getByRole("link", { name: "My Orders" }).first().click();
  await expect(page).toHaveURL(/\/my-orders$/);
  await hydrated(page);

  let before = count("/my-orders.data");
  for (const pid of product.pids().web) kill(pid);
  await retitle("While the server was dead");
  await shows(page, "While the server was dead");
  expect(count("/my-orders.data") - before).toBe(1);

  before = count("/my-orders.data");
  await database.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'stet live'");
  await retitle("While the line was cut");
  await shows(page, "While the line was cut");
  expect(count("/my-orders.data") - before).toBe(1);
  expect(await page.evaluate(() => performance.getEntriesByType("navigation").length)).toBe(1);
  await context.close();
});

test("offline, lists show their last snapshot and its time, then current data, and nothing is left after sign-out", async ({
  browser,
}) => {
  const context = await browser.newContext();
  await signIn(context, "amara");
  const page = await context.newPage();
  await follow(page, "/dashboard");
  await page.getByRole("link", { name: "My Orders" }).first().click();
  // The dashboard shows the order too.
  await expect(page).toHaveURL(/\/my-orders$/);
  await shows(page, "While the line was cut");
  await page.getByRole("link", { name: "My Account" }).first().click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await hydrated(page);

  const cached = () => cachedPages(page);
  await expect.poll(cached).toContain("page /my-orders");
  await context.setOffline(true);
  await page.getByRole("link", { name: "My Orders" }).first().click();
  const note = page.getByRole("status").filter({ hasText: /You're offline\. Last updated at \d{1,2}:\d\d [AP]M\./ });
  await expect(note).toBeVisible();
  await shows(page, "While the line was cut");
  await retitle("While one was offline");
  await context.setOffline(false);
  await shows(page, "While one was offline");
  await expect(note).toHaveCount(0);

  await expect.poll(cached).toEqual(expect.arrayContaining(["feed", "page /my-orders"]));
  await page.locator("summary").filter({ hasText: "Account of" }).first().click();
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page).toHaveURL(/\/signin/);
  await expect.poll(cached).toEqual([]);
  await context.close();
});

test("removing a role ends the stream and redirects away from the page at once", async ({ browser }) => {
  const context = await browser.newContext();
  await signIn(context, "sam");
  const page = await context.newPage();
  await follow(page, "/support-desk");
  await database.query("update auth_user set claims = null where id = $1", [CAST.sam.uid]);
  await expect(page).toHaveURL(/\/dashboard$/);
  await context.close();
});
