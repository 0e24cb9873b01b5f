import { expect, test } from "@playwright/test";
import { extractText } from "unpdf";
import { closeAll, contextFor, look as inspect } from "./axe.ts";
import { hydrated } from "./hydrated.ts";
import { look } from "./shots.ts";

/** A client's payments: filters that are in the address, and the statement of a year. */
test.afterAll(closeAll);

test("payments are filtered in the address, and the year's statement adds up the documents", async ({
  browser,
  baseURL,
}) => {
  const page = await (await contextFor(browser, baseURL!, "amara")).newPage();
  await page.goto("/my-payments");
  await hydrated(page);
  const rows = page.getByRole("table", { name: "Your payments and refunds" }).getByRole("row");
  const all = await rows.count();
  await look(page, "my-payments");
  await page.getByLabel("Type").selectOption({ label: "Payments" });
  await page.waitForURL(/[?&]kind=payment(?:&|$)/);
  await page.getByLabel("Status").selectOption({ label: "Paid" });
  await page.waitForURL(/[?&]state=paid(?:&|$)/);
  await page.getByLabel("Payer").selectOption({ label: "You" });
  await page.waitForURL(/[?&]payer=own(?:&|$)/);
  expect(await rows.count()).toBeLessThan(all);
  expect(await rows.count()).toBeGreaterThan(1);
  // The address alone shows the same, without script, and the CSV file has the same rows.
  const address = new URL(page.url());
  await page.goto(`${address.pathname}${address.search}`);
  await expect(page.getByLabel("Status")).toHaveValue("paid");
  const csv = await page.request.get(`/api/csv/my-payments${address.search}`);
  expect(await csv.text()).not.toContain(",refund,");
  await look(page, "my-payments-filtered");
  await inspect(browser, baseURL!, "amara", `${address.pathname}${address.search}`);

  await page.goto("/my-payments");
  await hydrated(page);
  const link = page.getByRole("link", { name: /^20\d\d \(PDF\)$/ }).first();
  const [file] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(file.suggestedFilename()).toMatch(/^statement-20\d\d\.pdf$/);
  const answer = await page.request.get((await link.getAttribute("href"))!);
  const { text } = await extractText(new Uint8Array(await answer.body()), { mergePages: true });
  expect(text).toMatch(/Statement for 20\d\d/);
  expect(text).toContain("Total of the documents");

  // Everybody gets their own, and staff without payments none.
  const others = await contextFor(browser, baseURL!, "mei");
  const other = await others.request.get((await link.getAttribute("href"))!);
  expect(other.ok() ? Buffer.compare(await other.body(), await answer.body()) : other.status()).not.toBe(0);
  const staff = await contextFor(browser, baseURL!, "sam");
  expect((await staff.request.get((await link.getAttribute("href"))!)).status()).toBe(404);
});
