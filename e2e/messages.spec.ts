/**
 * An author and an editor write to each other on open pages: files, read receipts, and drafts that survive a reload or
 * a lost connection.
 */
import { type Browser, type BrowserContext, type Page, expect, test } from "@playwright/test";
import { type Client, signedIn } from "./client.ts";
import { linksOn } from "./pages.ts";

const contexts: BrowserContext[] = [];
test.afterAll(async () => {
  for (const context of contexts) await context.close();
});

async function open(browser: Browser, { url, cookies }: Client, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  contexts.push(context);
  await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url })));
  const page = await context.newPage();
  await page.goto(path);
  // The composer is hydrated: files upload while one writes.
  await expect(page.locator("input[name=files]:not([data-plain])").first()).toBeAttached();
  return page;
}
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

test("a message with a file arrives and is marked as read without a reload, and a draft survives reloads and lost connections", async ({
  browser,
  baseURL,
}) => {
  const [author, editor] = await Promise.all([signedIn(baseURL!, "amara"), signedIn(baseURL!, "jonas")]);
  const [written, edited] = await Promise.all([
    linksOn(author, "/my-orders", /ord_[0-9a-z]{26}/g),
    linksOn(editor, "/editor/orders", /ord_[0-9a-z]{26}/g),
  ]);
  const orderId = written.find((id) => edited.includes(id))!;
  const amara = await open(browser, author, `/order/${orderId}`);
  const jonas = await open(browser, editor, `/editor/orders/${orderId}#messages`);
  const mark = `mark ${Date.now()}`;
  const text = amara.getByLabel("Message the editor");
  const said = (page: Page, words: string) =>
    page.getByRole("log", { name: "Messages" }).getByRole("article").filter({ hasText: words });

  await text.fill(`The figure, ${mark}`);
  await amara.locator("form:has(button[value=message]) input[name=files]").setInputFiles([
    { name: `plot ${mark}.png`, mimeType: "image/png", buffer: PNG },
    { name: "page.png", mimeType: "image/png", buffer: Buffer.from("<!doctype html>") },
  ]);
  const files = amara.getByRole("list", { name: "Attached files" });
  await expect(files.getByRole("alert")).toContainText("can't send");
  await expect(amara.locator("input[name=attachmentId]")).toHaveCount(1);
  await amara.reload();
  await expect(text).toHaveValue(`The figure, ${mark}`);
  await expect(files.getByRole("listitem")).toHaveCount(1);
  await text.press("Control+Enter");
  await expect(said(amara, mark)).toBeVisible();
  await expect(text).toHaveValue("");

  const link = said(jonas, mark).getByRole("link", { name: `plot ${mark}.png`, exact: true });
  await expect(link).toBeVisible({ timeout: 15_000 });
  const answer = await jonas.request.get((await link.getAttribute("href"))!);
  expect([answer.headers()["content-disposition"]?.startsWith("attachment"), await answer.body()]).toEqual([true, PNG]);
  await expect(said(amara, mark)).toContainText("Seen by the editor", { timeout: 15_000 });

  await amara.context().setOffline(true);
  await text.fill(`Once, ${mark}`);
  await amara.getByRole("button", { name: "Send message" }).click();
  await expect(amara.getByRole("alert").filter({ hasText: "The connection was lost" })).toBeVisible();
  await expect(text).toHaveValue(`Once, ${mark}`);
  await amara.context().setOffline(false);
  const again = amara.getByRole("button", { name: "Send message" });
  await expect(again).not.toHaveAttribute("aria-disabled", "true", { timeout: 15_000 });
  await again.click();
  await expect(text).toHaveValue("");
  await expect(said(amara, `Once, ${mark}`)).toHaveCount(1);
  await expect(said(jonas, `Once, ${mark}`)).toHaveCount(1, { timeout: 15_000 });
});
