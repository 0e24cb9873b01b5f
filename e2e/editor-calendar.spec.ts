/**
 * An editor's calendar without JavaScript: months in the URL, days off added and removed, and nothing typed is lost.
 */
import { expect, test } from "@playwright/test";
import { CAST, CAST_PASSWORD } from "#db/seed/cast.ts";

test("works without JavaScript", async ({ browser, baseURL }) => {
  const context = await browser.newContext({
    baseURL: baseURL!,
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  await context.request.post("/api/auth/sign-in/email", {
    data: { email: CAST.priya.email, password: CAST_PASSWORD },
  });
  const page = await context.newPage();
  await page.goto("/editor/calendar");
  await page.getByRole("navigation", { name: "Months" }).getByRole("link").last().click();
  await expect(page).toHaveURL(/\?month=\d{4}-\d{2}$/);
  const month = new URL(page.url()).searchParams.get("month")!;
  await expect(page.getByRole("table", { name: /^Your calendar for / })).toBeVisible();

  const add = page.getByRole("button", { name: "Add days off" });
  await page.getByLabel("From", { exact: true }).fill(`${month}-12`);
  await page.getByLabel("To (inclusive)").fill(`${month}-11`);
  await add.click();
  await expect(page.getByText("Choose a last day that isn't before the first day.").first()).toBeVisible();
  await expect(page.getByLabel("From", { exact: true })).toHaveValue(`${month}-12`);

  await page.getByLabel("To (inclusive)").fill(`${month}-13`);
  await add.click();
  await expect(page.getByText("Days off added.")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`month=${month}`));
  await expect(page.getByRole("cell", { name: "Day off" })).toHaveCount(2);

  await page.getByRole("button", { name: "Remove" }).last().click();
  await expect(page.getByText("Days off removed.")).toBeVisible();
  await expect(page.getByRole("cell", { name: "Day off" })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await context.close();
});
