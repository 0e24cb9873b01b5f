/** Two origins on one port: public pages on one, signing in and working on the app's. */
import { type Browser, type BrowserContext, type Page, expect, test } from "@playwright/test";
import { CAST, CAST_PASSWORD, type CastName } from "#db/seed/cast.ts";
import { DOCX, manuscript } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { type Product, freePort, startProduct } from "./product.ts";
import { FORM, type RawAnswer, ask, cookieHeader } from "./raw.ts";

let port: number;
let product: Product | undefined;
const names = { public: "", app: "" };
let PUBLIC = "";
let APP = "";

test.beforeAll(async () => {
  test.setTimeout(180_000);
  port = await freePort();
  Object.assign(names, { public: `stet-public.localhost:${port}`, app: `stet-app.localhost:${port}` });
  [PUBLIC, APP] = [`http://${names.public}`, `http://${names.app}`];
  // The app's name is derived from the public one's.
  product = await startProduct({ port, env: { PUBLIC_ORIGIN: PUBLIC }, oneProcess: true });
});
test.afterAll(() => product?.stop());
test.setTimeout(40_000);

const onPublic = (path: string, more: Parameters<typeof ask>[2] = {}) =>
  ask(port, path, { ...more, host: names.public });
const onApp = (path: string, more: Parameters<typeof ask>[2] = {}) => ask(port, path, { ...more, host: names.app });
const form = (fields: Record<string, string>, origin: string, cookie = "") => ({
  method: "POST",
  body: new URLSearchParams(fields).toString(),
  headers: { "content-type": FORM, origin, ...(cookie ? { cookie } : {}) },
});

async function signIn(who: CastName): Promise<string> {
  const answer = await onApp("/signin", form({ email: CAST[who].email, password: CAST_PASSWORD }, APP));
  expect(answer.status, answer.text.slice(0, 200)).toBe(302);
  return cookieHeader(answer.cookies);
}

/** A context whose console must stay clean. */
async function open(browser: Browser): Promise<{ context: BrowserContext; page: Page; complaints: string[] }> {
  const context = await browser.newContext();
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  return { context, page, complaints };
}

async function fillSignIn(page: Page, who: CastName): Promise<void> {
  // The page before may have an email field, too: its button says that this one is there.
  await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
  await hydrated(page);
  await page.getByLabel("Email").fill(CAST[who].email);
  await page.locator('input[name="password"]').fill(CAST_PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

const sessionsOn = async (context: BrowserContext, origin: string): Promise<string[]> =>
  (await context.cookies(origin)).map((it) => it.name).filter((name) => name.includes("stet."));

test("a manuscript dropped on the public origin gets its price on the app origin, and is in the form after sign-in", async ({
  browser,
}) => {
  const { context, page, complaints } = await open(browser);
  const { name, bytes } = manuscript("crossing");
  await page.goto(`${PUBLIC}/`);
  await page.locator('input[type="file"]').first().setInputFiles({ name, mimeType: DOCX, buffer: bytes });
  await page.waitForURL(`${APP}/order/new`);
  await expect(page.getByText(name).first()).toBeVisible();
  await expect(page.getByText(/billable words/)).toBeVisible();
  await page.locator("#subfield").selectOption("ecology");
  await page.locator('button[name="cell"]').first().click();
  await page.waitForURL(`${APP}/signup?from=${encodeURIComponent("/order/new/form")}`);
  await page.locator("main").getByRole("link", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/signin\?from=/);
  await fillSignIn(page, "mei");
  await page.waitForURL(`${APP}/order/new/form`);
  await expect(page.getByText(name).first()).toBeVisible();
  // The session exists only on the app origin, and the public one knows nobody.
  expect(await sessionsOn(context, APP)).toContain("stet.session_token");
  expect(await sessionsOn(context, PUBLIC)).toEqual([]);
  await page.goto(`${PUBLIC}/`);
  await expect(page.getByRole("link", { name: "Sign in" }).first()).toBeVisible();
  expect(complaints).toEqual([]);
  await context.close();
});

test("one click on a public page leads to sign-in on the app origin, and then to the requested page", async ({
  browser,
}) => {
  const { context, page, complaints } = await open(browser);
  await page.goto(`${PUBLIC}/`);
  await page.getByRole("link", { name: "Sign in" }).first().click();
  await page.waitForURL(`${APP}/signin`);
  // A deep link with a query, on the wrong origin and signed out.
  await page.goto(`${PUBLIC}/my-payments?q=coral`);
  await page.waitForURL(`${APP}/signin?from=${encodeURIComponent("/my-payments?q=coral")}`);
  await fillSignIn(page, "amara");
  await page.waitForURL(`${APP}/my-payments?q=coral`);
  // With a session, it opens directly, whether it's forced onto the app or not.
  for (const path of ["/dashboard", "/notifications"]) {
    await page.goto(`${PUBLIC}${path}`);
    expect(page.url()).toBe(`${APP}${path}`);
  }
  expect(complaints.filter((it) => !it.includes("404"))).toEqual([]);
  await context.close();
});

test("application pages open on the app origin from any other name, with path and query", async () => {
  const elsewhere = [names.public, "evil.example", `localhost:${port}`, `stet-app.localhost.evil.example:${port}`];
  for (const host of elsewhere) {
    for (const path of [
      "/admin",
      "/admin/orders?status=paid&q=%C3%BC",
      "/ADMIN",
      "/editor/invites",
      "/order/new",
      "/signin?from=%2Fdashboard",
      "/signup",
      "/support-desk/contact",
      "/auth/mailbox?to=a",
      "/checkout/sandbox/x",
      "/orders/x",
      "/invoices",
      "/payments",
      "/payments/x",
      "/dashboard/x",
      "/notifications/x?y=1",
    ]) {
      for (const method of ["GET", "HEAD"]) {
        const answer = await ask(port, path, { host, method });
        expect([host, path, answer.status, answer.location]).toEqual([host, path, 302, APP + path]);
      }
    }
    const data = await ask(port, "/signin.data?from=%2Fdashboard", { host });
    expect(data.status).toBe(202);
    expect(data.text).toContain(`"${APP}/signin?from=%2Fdashboard"`);
    for (const path of ["/editor-agreement", "/", "/no-such-page"])
      expect((await ask(port, path, { host })).location, path).toBe("");
  }
});

test("a session works only on the app origin", async () => {
  const cookie = await signIn("ada");
  expect((await onApp("/admin/orders", { headers: { cookie } })).status).toBe(200);
  for (const host of [names.public, "evil.example"]) {
    const there = (path: string) => ask(port, path, { host, headers: { cookie } });
    expect((await there("/admin/orders")).location).toBe(`${APP}/admin/orders`);
    expect(JSON.parse((await there("/api/session")).text)).toEqual({ session: null });
    expect((await there("/")).text).not.toContain(CAST.ada.email);
    for (const path of ["/api/auth/get-session", "/api/notifications", "/api/live", "/api/csv/editor-payouts"])
      expect([path, (await there(path)).status]).toEqual([path, 403]);
  }
});

test("nobody signs in or out on the public origin", async () => {
  const credentials = { email: CAST.amara.email, password: CAST_PASSWORD };
  const refused = await onPublic("/api/auth/sign-in/email", {
    method: "POST",
    body: JSON.stringify(credentials),
    headers: { "content-type": "application/json", origin: PUBLIC },
  });
  expect([refused.status, refused.cookies]).toEqual([403, []]);
  expect(JSON.parse(refused.text)).toMatchObject({ error: { code: "wrong_origin" } });
  for (const path of ["/signin", "/signup", "/order/new/form"]) {
    const led = await onPublic(path, form(credentials, PUBLIC));
    expect([led.status, led.location, led.cookies]).toEqual([302, APP + path, []]);
  }
  // A page of one origin may not write to the other.
  const foreign = await onApp("/signin", form(credentials, PUBLIC));
  expect([foreign.status, foreign.cookies]).toEqual([403, []]);
});

/**
 * A draft with a file, dropped through the plain form without JavaScript. @returns its cookie and the link that takes
 * it over
 */
async function drop(mark: string): Promise<{ cookie: string; cookies: string[]; link: URL; name: string }> {
  const { name, bytes } = manuscript(mark);
  const boundary = "----of-a-plain-form";
  const part = (head: string, body: Buffer | string) =>
    Buffer.concat([
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`),
      Buffer.from(body),
      Buffer.from("\r\n"),
    ]);
  const body = Buffer.concat([
    part('name="intent"', "files"),
    part('name="purpose"', "source"),
    part(`name="files"; filename="${name}"\r\nContent-Type: ${DOCX}`, bytes),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  const sent = await onPublic("/order/new", {
    method: "POST",
    body,
    headers: {
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": String(body.length),
      origin: PUBLIC,
    },
  });
  expect([sent.status, sent.location], sent.text.slice(0, 300)).toEqual([302, "/order/new"]);
  const cookie = cookieHeader(sent.cookies);
  const led = await onPublic("/order/new", { headers: { cookie } });
  return { cookie, cookies: sent.cookies, link: new URL(led.location), name };
}

/** Clicks the button on a link's page. */
const take = (link: URL, headers: Record<string, string> = {}): Promise<RawAnswer> => {
  const asked = form(Object.fromEntries(link.searchParams), APP);
  return onApp(link.pathname, { ...asked, headers: { ...asked.headers, ...headers } });
};

test("a draft is handed off without JavaScript too: its link works once, for ten minutes, and revokes the old key", async () => {
  const { cookie, cookies, link, name } = await drop("once");
  expect(cookies.join()).not.toMatch(/domain=/i);
  expect([link.origin, link.pathname]).toEqual([APP, "/api/draft-handoff"]);
  // Opening the link changes nothing. Only its button does.
  for (let i = 0; i < 2; i++) {
    const page = await onApp(link.pathname + link.search);
    expect([page.status, page.cookies]).toEqual([200, []]);
    expect(page.text).toContain("Continue with it");
  }
  const taken = await take(link);
  expect([taken.status, taken.location]).toEqual([303, `${APP}/order/new`]);
  const mine = cookieHeader(taken.cookies);
  expect(mine).toContain("stet_draft=");
  expect(mine).not.toBe(cookie);
  expect((await onApp("/order/new", { headers: { cookie: mine } })).text).toContain(name);
  // Clicked again in this browser, it continues. In another it has expired, and the old key opens nothing.
  expect((await take(link, { cookie: mine })).status).toBe(303);
  const again = await take(link);
  expect([again.status, again.cookies]).toEqual([403, []]);
  expect(again.text).toContain("already been used");
  expect((await onApp("/order/new", { headers: { cookie } })).text).not.toContain(name);
  expect((await onPublic("/order/new", { headers: { cookie } })).location).toBe(`${APP}/order/new`);
});

test("a link that was changed, belongs to somebody else or is too late transfers nothing, and says so", async () => {
  const { link, name, cookie } = await drop("changed");
  const other = await drop("other");
  const changed = (fields: Record<string, string>) => {
    const it = new URL(link);
    for (const [key, value] of Object.entries(fields)) it.searchParams.set(key, value);
    return it;
  };
  const wrongs: Record<string, string>[] = [
    { to: "//evil.example/" },
    { until: String(Number(link.searchParams.get("until")) + 60_000) },
    { order: other.link.searchParams.get("order")! },
    { order: "ord_x" },
    { proof: "" },
    { proof: other.link.searchParams.get("proof")! },
    { until: "soon" },
  ];
  for (const wrong of wrongs) {
    const answer = await take(changed(wrong));
    expect([JSON.stringify(wrong), answer.status, answer.location, answer.cookies]).toEqual([
      JSON.stringify(wrong),
      403,
      "",
      [],
    ]);
  }
  expect((await take(link, { origin: "https://evil.example" })).status, "sent by another site").toBe(403);
  expect((await take(link, { origin: PUBLIC })).status, "sent by our own other site").toBe(403);
  const admin = await signIn("ada");
  await onApp("/api/demo/clock", {
    method: "POST",
    body: JSON.stringify({ advanceMs: 601_000 }),
    headers: { "content-type": "application/json", origin: APP, cookie: admin },
  });
  const late = await take(link);
  expect([late.status, late.cookies]).toEqual([403, []]);
  expect(late.text).toContain("ten minutes");
  // Nothing is lost: a new link from the original browser works.
  const fresh = await onPublic("/order/new/form", { headers: { cookie } });
  const taken = await take(new URL(fresh.location));
  expect([taken.status, taken.location]).toEqual([303, `${APP}/order/new/form`]);
  expect((await onApp("/order/new", { headers: { cookie: cookieHeader(taken.cookies) } })).text).toContain(name);
});

test("a person signed in on the app origin gets the draft in their account at once", async () => {
  const { link, name } = await drop("signed in");
  const cookie = await signIn("mei");
  const taken = await take(link, { cookie });
  expect([taken.status, taken.location, taken.cookies]).toEqual([303, `${APP}/order/new`, []]);
  expect((await onApp("/order/new", { headers: { cookie } })).text).toContain(name);
});
