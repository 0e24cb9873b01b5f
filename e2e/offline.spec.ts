/** The installed application without a network: it opens, shows what was last seen, and forgets it at sign-out. */
import { type BrowserContext, type Page, expect, test } from "@playwright/test";
import { CAST } from "#db/seed/cast.ts";
import { Client } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { cachedPages } from "./cached-pages.ts";

let context: BrowserContext;
let page: Page;
test.beforeEach(async ({ browser, baseURL }) => {
  context = await browser.newContext({ baseURL: baseURL!, serviceWorkers: "allow" });
  const client = await new Client(baseURL!).signIn(CAST.amara.email);
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: baseURL! })));
  page = await context.newPage();
});
test.afterEach(() => context.close());

const note = () => page.getByRole("status").filter({ hasText: /^You're offline\. Last updated/ });
const filesCached = () => page.evaluate(async () => (await (await caches.open("stet-files")).keys()).length);
const isCached = async (key: string) => (await cachedPages(page)).includes(key);
const homeCached = () => isCached("home");

test("it opens offline, shows the last snapshot of pages, and forgets them at sign-out", async () => {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto("/dashboard");
  await hydrated(page);
  await expect.poll(homeCached, { timeout: 30_000 }).toBe(true);
  expect(await filesCached()).toBeGreaterThan(5);
  await page.getByRole("link", { name: "My Orders" }).first().click();
  await expect(page).toHaveURL(/\/my-orders$/);
  await hydrated(page);
  await expect(page.getByRole("table").first().getByRole("link").first()).toBeVisible();
  const titles = await page.getByRole("table").first().getByRole("link").allInnerTexts();
  expect(titles.length).toBeGreaterThan(3);
  await expect.poll(() => isCached("page /my-orders")).toBe(true);

  await context.setOffline(true);
  // The start URL of the home screen icon.
  await page.goto("/");
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(note()).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  // A page that was visited also opens by its own URL.
  await page.goto("/my-orders");
  await expect(page).toHaveURL(/\/my-orders$/);
  await expect(note()).toBeVisible();
  expect(await page.getByRole("table").first().getByRole("link").allInnerTexts()).toEqual(titles);
  // One that was never visited says so, and doesn't retry forever.
  await page.goto("/order/ord_00000000");
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  // So does one that isn't cached.
  await page.goto("/profile/settings");
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  await page.getByRole("link", { name: "Show what I last saw" }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(note()).toBeVisible();

  await context.setOffline(false);
  await expect(note()).toHaveCount(0, { timeout: 20_000 });
  await page.locator("summary").filter({ hasText: "Account of" }).first().click();
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page).toHaveURL(/\/signin/);
  await expect.poll(homeCached).toBe(false);
  await context.setOffline(true);
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { name: "You're offline" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Show what I last saw" })).toHaveCount(0);
  expect(errors).toEqual([]);
});

test("a push shows a notification, but only briefly to somebody who has the site open", async ({ baseURL }) => {
  await page.goto("/notifications?view=settings");
  await hydrated(page);
  await expect(page.getByRole("heading", { name: "Notifications in this browser" })).toBeVisible();
  await page.evaluate(async () => {
    await navigator.serviceWorker.register("/sw.js");
    await navigator.serviceWorker.ready;
  });
  // A headless browser can't show notifications, so what it should show is recorded.
  const worker = context.serviceWorkers()[0]!;
  await worker.evaluate(() => {
    const shown: unknown[] = [];
    Object.assign(globalThis, { shown });
    Object.assign(ServiceWorkerRegistration.prototype, {
      showNotification: (title: string, { tag, silent, data }: { tag: string; silent: boolean; data: unknown }) =>
        shown.push({ title, tag, silent, data }),
      getNotifications: ({ tag }: { tag: string }) => [{ close: () => shown.push({ closed: tag }) }],
    });
  });
  const cdp = await context.newCDPSession(page);
  const known = new Promise<string>((resolve) => {
    cdp.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    });
  });
  await cdp.send("ServiceWorker.enable");
  const to = { origin: new URL(baseURL!).origin, registrationId: await known };
  const notice = { id: "ntf_1", title: "S-1 was delivered", body: "", path: "/my-orders" };
  for (const data of [JSON.stringify({ ...notice, test: true }), "not JSON", JSON.stringify(notice)])
    await cdp.send("ServiceWorker.deliverPushMessage", { ...to, data });
  const asShown = { title: notice.title, tag: "ntf_1", data: { path: "/my-orders" } };
  await expect
    .poll(() => worker.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown))
    .toEqual([{ ...asShown, silent: false }, { ...asShown, silent: true }, { closed: "ntf_1" }]);

  // A click opens the notification's page in the open window, or else in a new one.
  const click = (path: string, windows: "open" | "none") =>
    worker.evaluate(
      async ([to, where]) => {
        const scope = globalThis as unknown as {
          shown: unknown[];
          clients: object;
          WindowClient: { prototype: object };
          ExtendableEvent: new (type: string) => Event;
        };
        scope.shown.length = 0;
        // Only a real click may focus or open a window.
        Object.assign(scope.WindowClient.prototype, { focus: async () => scope.shown.push("focused") });
        if (where === "none")
          Object.assign(scope.clients, {
            matchAll: async () => [],
            openWindow: async (url: string) => scope.shown.push(new URL(url).pathname),
          });
        const waits: Promise<unknown>[] = [];
        const event = Object.defineProperties(new scope.ExtendableEvent("notificationclick"), {
          notification: { value: { close: () => scope.shown.push("closed"), data: { path: to } } },
          waitUntil: { value: (it: Promise<unknown>) => waits.push(it) },
        });
        dispatchEvent(event);
        await Promise.all(waits);
        return scope.shown;
      },
      [path, windows] as const,
    );
  expect(await click(notice.path, "open")).toEqual(["closed", "focused"]);
  await expect(page).toHaveURL(/\/my-orders$/);
  expect(await click("https://elsewhere.example/", "open"), "another site is never opened").toEqual(["closed"]);
  expect(await click("/my-payments", "none")).toEqual(["closed", "/my-payments"]);
});
