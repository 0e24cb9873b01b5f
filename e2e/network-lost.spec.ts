/**
 * The network fails while somebody fills in a form or a count reloads: nothing typed is lost, and no stale number is
 * shown.
 */
import { type Page, expect, test } from "@playwright/test";
import { Client, signedIn } from "./client.ts";
import { hydrated } from "./hydrated.ts";

const PASSWORD = "a long enough phrase 7";
const alert = (page: Page) => page.getByRole("main").getByRole("alert");
const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));

test("sign-up keeps what was typed when the network fails, and works once it's back", async ({ page, context }) => {
  const email = `offline-${crypto.randomUUID()}@example.org`;
  await page.goto("/signup");
  await hydrated(page);
  await page.locator("#name").fill("Ines Duarte");
  await page.locator("#email").fill(email);
  await page.locator("#password").fill(PASSWORD);
  // The human check has been solved by then.
  await expect.poll(() => page.locator('input[name="humanCheck"]').inputValue()).not.toBe("");
  await context.setOffline(true);
  await page.locator("form button[type=submit]").last().click();
  await expect(alert(page)).toContainText("The connection was lost");
  await expect(alert(page)).toContainText("Your text is still here");
  await expect(page.locator("#name")).toHaveValue("Ines Duarte");
  await expect(page.locator("#email")).toHaveValue(email);
  await expect(page.locator("#password")).toHaveValue(PASSWORD);
  expect(await stored(page)).not.toContain(PASSWORD);
  await page.screenshot({ path: test.info().outputPath("offline.png") });
  await context.setOffline(false);
  await page.locator("form button[type=submit]").last().click();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Verify");
});

test("password reset keeps what was typed when the network fails, both when requesting the link and choosing the password", async ({
  page,
  context,
  baseURL,
}) => {
  const email = `offline-${crypto.randomUUID()}@example.org`;
  const author = new Client(baseURL!);
  await author.signUp("Ines Duarte", email, PASSWORD);
  await author.verify(await author.emailTo(email, /^Verify/));

  await page.goto("/signin/reset");
  await hydrated(page);
  await page.locator("#email").fill(email);
  await context.setOffline(true);
  await page.locator("form button[type=submit]").last().click();
  await expect(alert(page)).toContainText("The connection was lost");
  await expect(page.locator("#email")).toHaveValue(email);
  await context.setOffline(false);
  await page.locator("form button[type=submit]").last().click();
  await expect(page.getByRole("status").first()).toContainText(email);

  const letter = await author.emailTo(email, /new password/);
  const link = /\/signin\/reset\?token=[^\s"<&]+/.exec(letter)![0];
  await page.goto(link);
  await hydrated(page);
  await page.locator("#password").fill("another long phrase 8");
  await context.setOffline(true);
  await page.locator("form button[type=submit]").last().click();
  await expect(alert(page)).toContainText("The connection was lost");
  await expect(page.locator("#password")).toHaveValue("another long phrase 8");
  expect(await stored(page)).not.toContain("another long phrase 8");
  await context.setOffline(false);
  await page.locator("form button[type=submit]").last().click();
  await expect(page).toHaveURL(/\/signin\?changed=1/);
  await new Client(baseURL!).signIn(email, "another long phrase 8");
});

test("an unread count whose request fails is shown as zero", async ({ page, context, baseURL }) => {
  const author = await signedIn(baseURL!, "amara");
  await context.addCookies([...author.cookies].map(([name, value]) => ({ name, value, url: baseURL! })));
  await page.route("**/api/unread", (route) => route.fulfill({ json: { supportTickets: 3, orders: 2 } }));
  await page.goto("/dashboard");
  await hydrated(page);
  const bubble = page.getByRole("complementary", { name: "Support" }).getByRole("button").first();
  await expect(bubble).toHaveAccessibleName("Support, 5 unread");
  await page.unroute("**/api/unread");
  let asked = 0;
  await page.route("**/api/unread", (route) => {
    asked += 1;
    return route.abort();
  });
  const ticket = { subject: "An invoice", category: "payment", body: "Which one is mine?" };
  expect((await author.form("/support", ticket)).status).toBe(302);
  await expect.poll(() => asked, { timeout: 30_000 }).toBeGreaterThan(0);
  await expect(bubble).toHaveAccessibleName("Support");
});
