import { type Page, expect, test } from "@playwright/test";
import { examineOpen } from "./axe.ts";
import { signedIn } from "./client.ts";
import { hydrated } from "./hydrated.ts";

/** The pages about money on a phone, and finance at a glance. */
const PAGES = [
  "/admin/ops/finance",
  "/admin/ops/finance?by=month",
  "/admin/ops/finance?by=service",
  "/admin/ops/finance?by=field",
  "/admin/ops/finance?by=level",
  "/admin/ops/finance?by=organization",
  "/admin/accounts",
  "/admin/accounts?view=profit",
  "/admin/accounts?view=cash",
  "/admin/accounts/journal",
  "/admin/accounts/months",
  "/admin/accounts/entries",
  "/admin/accounts/entries/new",
  "/admin/reconciliation",
  "/admin/payments",
  "/admin/refunds",
  "/admin/disputes",
  "/admin/sales",
  "/admin/organizations",
  "/admin/tax",
  "/admin/tax/returns",
  "/admin/editor-payouts",
  "/admin/payouts/history",
  "/admin/payouts/bank-reports",
  "/admin/payouts/rates",
  "/admin/payouts/statements",
  "/admin/payout-history",
  "/admin/payout-summary",
  "/admin/ops/payouts",
  "/admin/invoice-review",
] as const;
/** In pixels, 360 wide. */
const HIGHEST = 3_000;

async function asAda(page: Page, url: string): Promise<void> {
  const ada = await signedIn(url, "ada");
  await page.context().addCookies([...ada.cookies].map(([name, value]) => ({ name, value, url })));
}

test("every page about money stays short on a phone, and as wide as it", async ({ page, baseURL }) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 360, height: 800 });
  await asAda(page, baseURL!);
  for (const path of PAGES) {
    await page.goto(path);
    await hydrated(page);
    const { scrollHeight, scrollWidth } = await page.evaluate(() => {
      const { scrollHeight, scrollWidth } = document.documentElement;
      return { scrollHeight, scrollWidth };
    });
    expect.soft(scrollHeight, path).toBeLessThan(HIGHEST);
    expect.soft(scrollWidth, path).toBeLessThanOrEqual(360);
  }
});

test("each figure is beside the period before, is drawn by the server, and opens its journal lines", async ({
  page,
  baseURL,
}) => {
  await asAda(page, baseURL!);
  const html = await (await page.request.get("/admin/ops/finance")).text();
  expect(html).toMatch(/<svg[^>]*role="img"[^>]*aria-label="Net sales: lowest /);
  await page.goto("/admin/ops/finance");
  await hydrated(page);
  const figure = page.getByRole("listitem").filter({ hasText: "Net sales" });
  const amount = await figure.locator("b").innerText();
  expect(amount).toMatch(/^\$/);
  await expect(figure).toContainText(/from \$|in the period before|same as/);
  await figure.getByRole("link").click();
  await expect(page.getByRole("heading", { name: `Net sales: ${amount}` })).toBeVisible();
  await expect(page.getByRole("region", { name: "Journal lines for Net sales" })).toBeVisible();

  for (const by of ["service", "field", "level", "organization"]) {
    await page.goto(`/admin/ops/finance?by=${by}`);
    await hydrated(page);
    const table = page.getByRole("region", { name: /^Figures by / });
    const margin = table.getByRole("link", { name: /^Gross margin, / }).first();
    const says = (await margin.innerText()).trim();
    await margin.click();
    await expect(page.getByRole("heading", { name: `: ${says}` }).first()).toBeVisible();
  }
  expect(await examineOpen(page, "finance")).toEqual([]);
});
