/** Two origins of one site on one port: public pages on one, signing in and working on the app's. Uploads go to a third. */
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
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
let UPLOADS = "";

test.beforeAll(async () => {
  test.setTimeout(180_000);
  port = await freePort();
  Object.assign(names, { public: `stet-public.stet.localhost:${port}`, app: `stet-app.stet.localhost:${port}` });
  [PUBLIC, APP] = [`http://${names.public}`, `http://${names.app}`];
  UPLOADS = `http://uploads.localhost:${port}`;
  // The app's name is derived from the public one's.
  product = await startProduct({ port, env: { PUBLIC_ORIGIN: PUBLIC, UPLOAD_ORIGIN: UPLOADS }, oneProcess: true });
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
  const sentTo: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PATCH") sentTo.push(new URL(request.url()).origin);
  });
  await page.goto(`${PUBLIC}/`);
  await page.locator('input[type="file"]').first().setInputFiles({ name, mimeType: DOCX, buffer: bytes });
  await page.waitForURL(`${APP}/order/new`);
  await expect(page.getByText(name).first()).toBeVisible();
  await expect(page.getByText(/billable words/)).toBeVisible();
  expect(sentTo).toEqual([UPLOADS]);
  await page.locator("#subfield").selectOption("ecology");
  await page.locator('button[name="cell"]').first().click();
  await page.waitForURL(`${APP}/signup?from=${encodeURIComponent("/order/new/form")}`);
  await page.locator("main").getByRole("link", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/signin\?from=/);
  await fillSignIn(page, "mei");
  await page.waitForURL(`${APP}/order/new/form`);
  await expect(page.getByText(name).first()).toBeVisible();
  // The session exists only on the app origin. The public one asks there who is visiting.
  expect(await sessionsOn(context, APP)).toContain("stet.session_token");
  expect(await sessionsOn(context, PUBLIC)).toEqual([]);
  await page.goto(`${PUBLIC}/`);
  await expect(page.getByRole("link", { name: "My account" }).first()).toBeVisible();
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
  const elsewhere = [names.public, "evil.example", `localhost:${port}`, `stet-app.stet.localhost.evil.example:${port}`];
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

const bubble = (page: Page) => page.getByRole("complementary", { name: "Support" }).locator("a").first();

/** A page whose browser is signed in on the app. */
async function openAs(browser: Browser, who: CastName) {
  const it = await open(browser);
  await it.page.goto(`${APP}/signin`);
  // Without the form: it leads on to their home, which a test that opens another page would cancel.
  const answer = await it.page.evaluate(
    async (fields) =>
      (await fetch("/signin", { method: "POST", body: new URLSearchParams(fields), redirect: "manual" })).type,
    { email: CAST[who].email, password: CAST_PASSWORD },
  );
  expect(answer, `signing in as ${who}`).toBe("opaqueredirect");
  return it;
}

test("public pages show the signed in their account and their help, with and without the application's script", async ({
  browser,
}) => {
  test.setTimeout(90_000);
  const { context, page, complaints } = await openAs(browser, "amara");
  for (const path of ["/", "/pricing", "/about", "/contact"]) {
    await page.goto(PUBLIC + path);
    await expect(page.getByRole("link", { name: "My account" }).first(), path).toBeVisible();
    await expect(page.getByRole("link", { name: "Sign in", exact: true }), path).toHaveCount(0);
    await expect(bubble(page), path).toHaveAccessibleName("Support tickets");
    // Moving starts the application's script, which must not undo it.
    await page.mouse.move(200, 200);
    await page.waitForTimeout(500);
    await expect(page.getByRole("link", { name: "My account" }).first(), path).toBeVisible();
    await expect(bubble(page), path).toHaveAccessibleName("Support tickets");
  }
  await page.goto(`${PUBLIC}/`);
  await expect(bubble(page)).toHaveAccessibleName("Support tickets");
  await bubble(page).click();
  await page.waitForURL(`${APP}/support`);
  await page.goto(`${PUBLIC}/`);
  await page.getByRole("link", { name: "My account" }).first().click();
  await page.waitForURL(`${APP}/dashboard`);
  expect(complaints).toEqual([]);
  await context.close();
});

test("an unverified person leaves public pages that they may not view", async ({ browser }) => {
  const { context, page } = await openAs(browser, "uma");
  for (const path of ["/", "/contact", "/about", "/terms"]) {
    const answered = page.waitForResponse((it) => it.url().startsWith(`${APP}/api/visitor`));
    await page.goto(PUBLIC + path);
    await answered;
    expect(page.url()).toBe(PUBLIC + path);
    await expect(bubble(page), path).toHaveAccessibleName("Contact support");
  }
  for (const path of ["/pricing", "/blog", "/integrity"]) {
    await page.goto(PUBLIC + path).catch(() => {});
    await page.waitForURL(`${APP}/signup?from=${encodeURIComponent(path)}`);
  }
  await context.close();
});

test("a visitor keeps the chat and the link to sign in, and pages are the same for everybody", async ({ browser }) => {
  const { context, page, complaints } = await open(browser);
  const answered = page.waitForResponse((it) => it.url().startsWith(`${APP}/api/visitor`));
  await page.goto(`${PUBLIC}/about`);
  expect(await (await answered).json()).toEqual({ person: null });
  await expect(page.getByRole("link", { name: "Sign in", exact: true }).first()).toBeVisible();
  await bubble(page).click();
  await expect(page.getByRole("dialog", { name: "Contact support" })).toBeVisible();
  expect(complaints).toEqual([]);
  await context.close();
  const cookie = await signIn("amara");
  const withoutNonces = (text: string) => text.replaceAll(/nonce="[^"]*"/g, "");
  const asMe = await onPublic("/about", { headers: { cookie } });
  expect(withoutNonces(asMe.text)).toBe(withoutNonces((await onPublic("/about")).text));
  expect((await onApp("/about")).text).not.toContain("/api/visitor");
});

test("only our own pages may ask who is visiting, and nobody is named", async () => {
  const cookie = await signIn("amara");
  const asked = (origin: string, path = "/api/visitor?at=/pricing") =>
    onApp(path, { headers: { cookie, ...(origin ? { origin } : {}) } });
  const answer = await asked(PUBLIC);
  expect(JSON.parse(answer.text)).toEqual({
    person: { home: `${APP}/dashboard`, help: { to: `${APP}/support`, label: "Support tickets" }, leave: null },
  });
  expect([answer.headers["access-control-allow-origin"], answer.headers["access-control-allow-credentials"]]).toEqual([
    PUBLIC,
    "true",
  ]);
  expect(answer.headers.vary).toMatch(/origin/i);
  for (const origin of ["https://evil.example", UPLOADS, "null", ""])
    expect([origin, (await asked(origin)).headers["access-control-allow-origin"]]).toEqual([origin, undefined]);
  // Other answers stay closed to the public origin.
  expect((await asked(PUBLIC, "/api/session")).headers["access-control-allow-origin"]).toBeUndefined();
  expect((await onPublic("/api/visitor", { headers: { cookie } })).status).toBe(403);
});

test("an upload goes on at the upload host with its ticket alone, and with nothing else", async () => {
  const cookie = await signIn("mei");
  const started = await onApp("/api/drafts", {
    method: "POST",
    body: "{}",
    headers: { "content-type": "application/json", origin: APP, cookie },
  });
  const { orderId } = JSON.parse(started.text) as { orderId: string };
  const { name, bytes } = manuscript("elsewhere");
  const metadata = { orderId, purpose: "source", filename: name, filetype: DOCX };
  const tus = { "tus-resumable": "1.0.0" };
  const begun = await onApp("/api/files", {
    method: "POST",
    headers: {
      ...tus,
      origin: APP,
      cookie,
      "upload-length": String(bytes.length),
      "upload-metadata": Object.entries(metadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString("base64")}`)
        .join(","),
    },
  });
  expect(begun.status, begun.text).toBe(201);
  const address = new URL(begun.location);
  expect(address.origin).toBe(UPLOADS);
  const [, , , ticket = "", id = ""] = address.pathname.split("/");
  const there = (path: string, method: string, headers: Record<string, string> = {}, body?: Buffer) =>
    ask(port, path, { host: address.host, method, headers: { ...tus, ...headers }, ...(body ? { body } : {}) });

  const preflight = await there(address.pathname, "OPTIONS", {
    origin: PUBLIC,
    "access-control-request-method": "PATCH",
    "access-control-request-headers": "content-type,tus-resumable,upload-offset",
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers["access-control-allow-origin"]).toBe(PUBLIC);
  expect(preflight.headers["access-control-allow-methods"]).toContain("PATCH");
  expect(preflight.headers["access-control-allow-credentials"]).toBeUndefined();
  const foreign = await there(address.pathname, "OPTIONS", { origin: "https://evil.example" });
  expect(foreign.headers["access-control-allow-origin"]).toBeUndefined();

  const [until = "", proof = ""] = ticket.split(".");
  const part = {
    origin: APP,
    "upload-offset": "0",
    "content-type": "application/offset+octet-stream",
    "content-length": String(bytes.length),
  };
  for (const wrong of [
    "x",
    `${Number(until) + 1}.${proof}`,
    `${until}.`,
    `${until}.${proof}.x`,
    `.${proof}`,
    `${until}.${"A".repeat(proof.length)}`,
  ]) {
    const answer = await there(`/api/uploads/${wrong}/${id}`, "PATCH", { ...part, cookie }, bytes);
    expect([wrong, answer.status, answer.headers["access-control-allow-origin"]]).toEqual([wrong, 403, APP]);
  }
  expect((await there(`/api/uploads/${ticket}/fil_x`, "HEAD")).status).toBe(404);
  for (const method of ["GET", "POST"]) expect((await there(address.pathname, method)).status, method).toBe(404);
  // Without the ticket, neither the file's own address nor its cookies work on that host.
  expect((await there(`/api/files/${id}`, "HEAD", { cookie })).status).toBe(404);

  const head = await there(address.pathname, "HEAD", { origin: APP });
  expect([head.status, head.headers["upload-offset"]]).toEqual([200, "0"]);
  const half = Math.floor(bytes.length / 2);
  const sent = (from: number, to: number) =>
    there(
      address.pathname,
      "PATCH",
      { ...part, "upload-offset": String(from), "content-length": String(to - from) },
      bytes.subarray(from, to),
    );
  expect((await sent(0, half)).status).toBe(204);
  const done = await sent(half, bytes.length);
  expect(done.status, done.text).toBe(200);
  expect(JSON.parse(done.text)).toMatchObject({ file: { name } });
  expect(done.headers["access-control-expose-headers"]).toMatch(/upload-offset/i);
  expect((await onApp("/order/new", { headers: { cookie } })).text).toContain(name);
});

test.describe("another provider's chat", () => {
  let provider: Server;
  let other: Product | undefined;
  let asked = 0;
  test.beforeAll(async () => {
    test.setTimeout(180_000);
    provider = createServer((_request, response) => {
      asked += 1;
      response.writeHead(200, { "content-type": "text/javascript" }).end("document.body.dataset.theirChat = 'on'");
    });
    await new Promise<void>((done) => provider.listen(0, "127.0.0.1", done));
    const at = await freePort();
    other = await startProduct({
      port: at,
      env: {
        PUBLIC_ORIGIN: `http://chat-public.stet.localhost:${at}`,
        LIVE_CHAT: `http://127.0.0.1:${(provider.address() as AddressInfo).port}/embed.js`,
      },
      oneProcess: true,
    });
    [PUBLIC, APP] = [`http://chat-public.stet.localhost:${at}`, `http://chat-app.stet.localhost:${at}`];
  });
  test.afterAll(async () => {
    await other?.stop();
    provider?.closeAllConnections();
    provider?.close();
  });

  test("loads for visitors of the public origin, and never for the signed in", async ({ browser }) => {
    const visitor = await open(browser);
    await visitor.page.goto(`${PUBLIC}/about`);
    await expect(visitor.page.locator("body")).toHaveAttribute("data-their-chat", "on");
    await visitor.context.close();
    const { context, page } = await openAs(browser, "amara");
    // Sign-in itself is a public page, on the origin with sessions.
    asked = 0;
    for (const path of ["/", "/about"]) {
      await page.goto(PUBLIC + path);
      await expect(bubble(page), path).toHaveAccessibleName("Support tickets");
      await page.waitForTimeout(1_000);
    }
    expect(asked, "requests of the provider's script").toBe(0);
    await context.close();
  });
});
