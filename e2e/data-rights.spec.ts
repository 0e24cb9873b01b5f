import { readFileSync } from "node:fs";
import { type BrowserContext, type Page, expect, test } from "@playwright/test";
import { Client } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { look } from "./shots.ts";
import { type Product, startProduct } from "./product.ts";

/**
 * Files are deleted after 90 days, a copy of somebody's data is downloaded, an account is closed, and another erased.
 * It moves the demo's clock by months, so it has a product of its own.
 */
test.describe.configure({ mode: "serial" });

let product: Product;
let context: BrowserContext;
let page: Page;
const errors: string[] = [];

const signIn = async (email: string) =>
  context.request.post("/api/auth/sign-in/email", { data: { email, password: "demo-password" } });

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000);
  product = await startProduct({ oneProcess: true });
  context = await browser.newContext({ baseURL: product.url });
  page = await context.newPage();
  page.on("pageerror", (error) => errors.push(error.message));
});
test.afterAll(async () => {
  await context?.close();
  await product?.stop();
});
test.afterEach(() => {
  expect(errors.splice(0)).toEqual([]);
});

test("a client downloads a copy of everything we store about them", async () => {
  expect((await signIn("client@demo.test")).ok()).toBe(true);
  await page.goto("/profile/data");
  await hydrated(page);
  await page.getByRole("button", { name: "Request copy" }).click();
  const link = page.getByRole("link", { name: /Download data/ });
  await expect(link).toBeVisible({ timeout: 30_000 });
  await look(page, "data-copy");
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  const zip = readFileSync(await download.path());
  expect(zip.readUInt32LE(0)).toBe(0x04034b50);
  for (const name of ["README.txt", "data/orders.json", "files/S-10021/source/"]) expect(zip.includes(name)).toBe(true);
});

test("an accepted order shows when its files are deleted, and after 90 days they're gone, as the page and the link say", async () => {
  await page.goto("/my-orders?show=done");
  const order = await page
    .getByRole("link", { name: /White Volta/ })
    .first()
    .getAttribute("href");
  await page.goto(order!);
  await hydrated(page);
  await page.getByRole("link", { name: "Files", exact: true }).click();
  await expect(page.getByText("We delete the files on")).toBeVisible();
  const file = await page
    .getByRole("link", { name: /\(clean\)\.docx/ })
    .first()
    .getAttribute("href");
  expect((await context.request.get(file!)).status()).toBe(200);
  const moved = await context.request.post("/api/demo/clock", { data: { advanceMs: 91 * 24 * 3_600_000 } });
  expect(moved.ok()).toBe(true);
  await signIn("client@demo.test");
  await page.goto(order!);
  await hydrated(page);
  await page.getByRole("link", { name: "Files", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Deleted files" })).toBeVisible();
  await expect(page.getByText(/90 days after the order was accepted/)).toBeVisible();
  await page.getByRole("link", { name: "Letter", exact: true }).click();
  await expect(page.getByText(/Letter from/)).toBeVisible();
  await look(page, "data-deleted-files");
  const answer = await page.goto(file!);
  expect(answer?.status()).toBe(410);
  await expect(page.getByRole("heading", { name: /The files of S-\d+ were deleted/ })).toBeVisible();
});

test("an account with open matters can't be closed, and another is closed for good", async () => {
  await page.goto("/profile/data");
  await expect(page.getByText("Settle this before closing your account")).toBeVisible();
  await context.clearCookies();
  expect((await signIn("newcomer@demo.test")).ok()).toBe(true);
  await page.goto("/editor/settings/data");
  await hydrated(page);
  await page.getByText("Close account", { exact: true }).first().click();
  await page.getByLabel("Your password").last().fill("wrong-password");
  await look(page, "data-close");
  await page.getByRole("button", { name: "Close account" }).click();
  await expect(page.getByText("That's not the right password.").first()).toBeVisible();
  await page.getByLabel("Your password").last().fill("demo-password");
  await page.getByRole("button", { name: "Close account" }).click();
  await page.waitForURL(/\/thanks\?for=closed&editor$/);
  await expect(page.getByRole("heading", { name: "Your account is closed" })).toBeVisible();
  await expect(page.getByText("We've removed your sign-in, name, and email address", { exact: false })).toBeVisible();
  await expect(page.getByText("As long as tax law requires, usually 10 years", { exact: false })).toBeVisible();
  await expect(page.getByText("after your last payout", { exact: false })).toBeVisible();
  expect((await signIn("newcomer@demo.test")).ok()).toBe(false);
});

test("an admin reads a request for erasure with its deadline, and what is approved is erased", async ({ browser }) => {
  const [email, password] = ["nora.petersen@example.org", "a password of her own"];
  const visitor = new Client(product.url);
  await visitor.signUp("Nora Petersen", email, password);
  await visitor.verify(await visitor.emailTo(email, /^Verify your email/));
  await context.clearCookies();
  expect((await context.request.post("/api/auth/sign-in/email", { data: { email, password } })).ok()).toBe(true);
  await page.goto("/profile/data");
  await hydrated(page);
  await page.getByText("Request erasure", { exact: true }).first().click();
  await page.getByLabel("Anything we should know?").fill("I'm leaving the university.");
  await page.getByLabel("Your password").first().fill(password);
  await page.getByRole("button", { name: "Request erasure" }).click();
  await expect(page.getByText("You've requested erasure.")).toBeVisible();
  await expect(page.getByText(/^Requested .* We'll answer by/)).toBeVisible();
  await look(page, "data-erasure-requested");

  const staff = await browser.newContext({ baseURL: product.url });
  const desk = await staff.newPage();
  await staff.request.post("/api/auth/sign-in/email", {
    data: { email: "admin@demo.test", password: "demo-password" },
  });
  await desk.goto("/admin/clients/data-requests");
  await hydrated(desk);
  const heading = desk.getByRole("heading", { name: "Erasure: Nora Petersen" });
  const request = desk.locator("section").filter({ has: heading }).last();
  await expect(request.getByText("I'm leaving the university.")).toBeVisible();
  await expect(request.getByText(/Answer by/)).toBeVisible();
  await look(desk, "data-erasure-queue");
  await request.getByRole("button", { name: "Erase data" }).click();
  await desk.getByRole("dialog").getByRole("button", { name: "Erase data" }).click();
  await expect(desk.getByText("Erasure approved.", { exact: false })).toBeVisible();
  await expect(heading).toHaveCount(0, { timeout: 30_000 });
  await expect(desk.getByText("Nora Petersen")).toHaveCount(0);
  await expect(desk.getByRole("row").filter({ hasText: "Erasure" }).filter({ hasText: "Done" })).toHaveCount(1);
  await look(desk, "data-erasure-done");
  await staff.close();
  expect((await context.request.post("/api/auth/sign-in/email", { data: { email, password } })).ok()).toBe(false);
});
