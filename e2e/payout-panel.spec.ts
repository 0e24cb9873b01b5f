import { expect, test } from "@playwright/test";
import { examineOpen } from "./axe.ts";
import { signedIn } from "./client.ts";
import { hydrated } from "./hydrated.ts";

/** A payment to an editor beside the list of all, and the keys of the payout pages. */
test("a payment opens beside the list at its own address, and Escape gives the focus back to its row", async ({
  page,
  context,
  baseURL,
}) => {
  const ada = await signedIn(baseURL!, "ada");
  await context.addCookies([...ada.cookies].map(([name, value]) => ({ name, value, url: baseURL! })));
  await page.goto("/admin/payout-history");
  await hydrated(page);
  const rows = page.getByRole("region", { name: "Payments to editors" }).locator("tbody tr");
  const panel = page.getByRole("main").getByRole("complementary");
  await rows.first().getByRole("link").first().focus();
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(page).toHaveURL(/[?&]payout=pyo_/);
  for (const part of ["Payment", "Bank file", "Bank lines", "Journal"])
    await expect(panel.getByRole("heading", { level: 3, name: part, exact: true })).toBeVisible();
  await expect(panel.getByText("by Ada Lindqvist")).toBeVisible();
  await expect(panel.getByText("by Ben Castillo")).toBeVisible();
  await expect(panel.getByRole("button", { name: /^[0-9a-f]{64}$/ })).toBeVisible();
  await expect(panel.getByText("On the statement")).toBeVisible();
  expect((await panel.boundingBox())!.width).toBe(420);
  expect(await examineOpen(page, "a payment beside the list")).toEqual([]);

  // The address is the payment's own, also before any script runs, and a search keeps it.
  const html = await (await ada.get(new URL(page.url()).pathname + new URL(page.url()).search)).text();
  expect(html).toContain("Bank file");
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(rows.first().getByRole("link").first()).toBeFocused();
  await expect(page).not.toHaveURL(/payout=pyo_/);

  // Its entries lead to the journal.
  await page.goBack();
  await panel.getByRole("link", { name: "Payout started" }).click();
  await expect(page).toHaveURL(/\/admin\/accounts\/journal\?entry=/);
});

test("a run opens beside the list of runs, leads to its payments, and closes like a payment", async ({
  page,
  context,
  baseURL,
}) => {
  const ada = await signedIn(baseURL!, "ada");
  await context.addCookies([...ada.cookies].map(([name, value]) => ({ name, value, url: baseURL! })));
  await page.goto("/admin/payouts/history");
  await hydrated(page);
  const rows = page.getByRole("region", { name: "Payout runs" }).locator("tbody tr");
  const panel = page.getByRole("main").getByRole("complementary");
  await rows.first().getByRole("link").first().focus();
  await page.keyboard.press("Enter");
  await expect(panel.getByRole("heading", { level: 2 })).toBeFocused();
  await expect(page).toHaveURL(/\/admin\/payouts\/history\?.*open=run_/);
  await expect(panel.getByText("by Ada Lindqvist")).toBeVisible();
  await expect(panel.getByRole("heading", { level: 3, name: /^\d+ payments?$/ })).toBeVisible();
  await expect(panel.getByRole("heading", { level: 3, name: "Bank lines" })).toBeVisible();
  expect(await examineOpen(page, "a run beside the list")).toEqual([]);
  const html = await (await ada.get(new URL(page.url()).pathname + new URL(page.url()).search)).text();
  expect(html).toContain("Bank lines");
  await page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(rows.first().getByRole("link").first()).toBeFocused();

  // On a phone, it's above the list and as wide as the page.
  await page.setViewportSize({ width: 360, height: 800 });
  await page.goBack();
  await expect(panel).toBeVisible();
  const { scrollHeight, scrollWidth } = await page.evaluate(() => {
    const { scrollHeight, scrollWidth } = document.documentElement;
    return { scrollHeight, scrollWidth };
  });
  expect([scrollWidth, scrollHeight < 3_000]).toEqual([360, true]);
  await panel.getByRole("listitem").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/admin\/payout-history\?.*payout=pyo_/);
  await expect(panel.getByRole("heading", { level: 3, name: "Journal" })).toBeVisible();
});

test("single keys act on the payout pages, are listed, and are off while typing", async ({
  page,
  context,
  baseURL,
}) => {
  const ada = await signedIn(baseURL!, "ada");
  await context.addCookies([...ada.cookies].map(([name, value]) => ({ name, value, url: baseURL! })));
  await page.goto("/admin/payout-history");
  await hydrated(page);
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet.getByText("Import a bank report")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await page.keyboard.press("/");
  await page.keyboard.press("i");
  await expect(page.getByRole("searchbox")).toHaveValue("i");
  await expect(page).toHaveURL(/payout-history/);
  await page.getByRole("searchbox").blur();
  await page.keyboard.press("i");
  await expect(page).toHaveURL(/\/admin\/payouts\/bank-reports/);
});
