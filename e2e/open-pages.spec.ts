/**
 * What people see while a session is resolved, when a script fails to load, and when the session changes under an open
 * page.
 */
import { type Page, expect, test } from "@playwright/test";
import { hydrated } from "./hydrated.ts";

test.describe.configure({ timeout: 45_000 });

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto("/signin");
  await hydrated(page);
  await page.getByLabel("Email").fill(email);
  await page.locator("#password").fill("demo-password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

test("the loading view is shown between signing in and the first page, with its text, rotating tips and note", async ({
  page,
}) => {
  let letThrough = () => {};
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route(/\/dashboard\.data/, async (route) => {
    await gate;
    await route.continue();
  });
  await signIn(page, "client@demo.test");
  const view = page.getByRole("status").filter({ hasText: "Preparing your workspace..." });
  await expect(view).toBeVisible();
  await expect(view).toContainText("Stet");
  await expect(view).toContainText("This might take a few seconds—hang tight.");
  await expect(view).toContainText("Every edit is a tracked change");
  await expect(view).toContainText("Deadlines are shown in your own time zone.", { timeout: 4_000 });
  letThrough();
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(view).toHaveCount(0);
});

test("signing in offline says so, and keeps what was typed", async ({ page, context }) => {
  await page.goto("/signin");
  await hydrated(page);
  await page.getByLabel("Email").fill("client@demo.test");
  await page.locator("#password").fill("demo-password");
  await context.setOffline(true);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("The connection was lost or is too slow.");
  await expect(page.getByLabel("Email")).toHaveValue("client@demo.test");
  await context.setOffline(false);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test("a page script that fails to load is retried once, and if it fails again the page explains", async ({ page }) => {
  await signIn(page, "client@demo.test");
  await expect(page).toHaveURL(/\/dashboard$/);
  await hydrated(page);
  let asked = 0;
  let missing = true;
  await page.route(/\/assets\/my-orders-[^/]*\.js/, (route) => {
    asked += 1;
    return missing ? route.abort() : route.continue();
  });
  await page.getByRole("link", { name: "My Orders" }).first().click();
  // The whole page was loaded from the server: it's readable, and says that its script is missing.
  await expect(page).toHaveURL(/\/my-orders/);
  await expect(page.getByText("Part of this page couldn't be loaded, so its buttons may not work.")).toBeVisible();
  await expect.poll(() => asked).toBeGreaterThanOrEqual(2);
  const again = page.getByRole("link", { name: "Reload page" });
  await expect(again).toBeVisible();
  // The script is available only after the reload, or the page might recover during the click.
  page.once("framenavigated", () => (missing = false));
  await again.click();
  await hydrated(page);
  await expect(page.getByText("Part of this page couldn't be loaded, so its buttons may not work.")).toBeHidden();
});

test("logging out says 'Signed out!', and if it fails it says so, throws the error, and stays signed in", async ({
  page,
}) => {
  await signIn(page, "client2@demo.test");
  await expect(page).toHaveURL(/\/dashboard$/);
  await hydrated(page);
  const thrown: string[] = [];
  page.on("pageerror", (error) => thrown.push(error.message));
  await page.route("**/api/auth/sign-out", (route) => route.fulfill({ status: 500, body: "{}" }));
  await page.getByText("Account of", { exact: false }).first().locator("..").click();
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page.getByText("Failed to logout. Try again.")).toBeVisible();
  expect(thrown.join()).toContain("Sign-out answered 500");
  await page.unroute("**/api/auth/sign-out");
  await page.getByRole("button", { name: "Sign out" }).first().click();
  await expect(page.getByText("Signed out!")).toBeVisible();
  await expect(page).toHaveURL(/\/signin/);
});

for (const [device, limitMs, userAgent] of [
  ["a desktop", 30_000, undefined],
  ["a phone", 60_000, "Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36"],
] as const)
  test(`logging out that gets no answer fails after ${limitMs / 1000} s on ${device}`, async ({ browser, baseURL }) => {
    const context = await browser.newContext({
      baseURL: baseURL!,
      ...(userAgent ? { userAgent, isMobile: true } : {}),
    });
    const page = await context.newPage();
    // A hundred times as fast.
    await page.addInitScript(() => {
      const timeout = AbortSignal.timeout.bind(AbortSignal);
      const limits: number[] = ((globalThis as { limits?: number[] }).limits = []);
      AbortSignal.timeout = (ms) => (limits.push(ms), timeout(ms / 100));
    });
    await signIn(page, "client2@demo.test");
    await expect(page).toHaveURL(/\/dashboard$/);
    await hydrated(page);
    await page.route("**/api/auth/sign-out", () => {});
    await page.evaluate(() => (globalThis as { limits?: number[] }).limits!.splice(0));
    await page.getByText("Account of", { exact: false }).first().locator("..").click();
    await page.getByRole("button", { name: "Sign out" }).first().click();
    await expect(page.getByText("Failed to logout. Try again.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Sign out" }).first()).toBeEnabled();
    expect(await page.evaluate(() => (globalThis as { limits?: number[] }).limits)).toContain(limitMs);
    await context.close();
  });

test("granting and removing a role reaches an open page at once, and so does a sign-out in another tab", async ({
  page,
  context,
  browser,
}) => {
  const origin = test.info().project.use.baseURL!;
  const admin = await browser.newContext();
  expect(
    (
      await admin.request.post("/api/auth/sign-in/email", {
        data: { email: "admin@demo.test", password: "demo-password" },
      })
    ).ok(),
  ).toBe(true);
  const roles = async (support: boolean) => {
    const answer = await admin.request.post("/admin/admin-tools", {
      form: {
        intent: "roles",
        uid: "usr_noor",
        editor: "on",
        ...(support ? { support: "on" } : {}),
        reason: "A test of open pages",
      },
      headers: { origin },
    });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  // An editor temporarily becomes support as well.
  await roles(true);
  try {
    await signIn(page, "newcomer@demo.test");
    await expect(page).toHaveURL(/\/support-desk$/);
    await hydrated(page);
  } finally {
    await roles(false);
  }
  await expect(page).toHaveURL(/\/editor$/);
  const other = await context.newPage();
  await other.goto("/notifications");
  await hydrated(other);
  expect((await context.request.post("/api/auth/sign-out", { data: {} })).ok()).toBe(true);
  await other.bringToFront();
  await other.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await expect(other).toHaveURL(/\/signin\?from=%2Fnotifications/);
  await admin.close();
});
