import type { Page } from "@playwright/test";

/** Waits until the page's own script has taken it over: a click before that would be lost. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForLoadState("domcontentloaded");
  // A page that is only read has no script ("later" is one that comes after the first look at the page).
  if ((await page.locator('script[type="module"], script[type="later"]').count()) === 0) return;
  // Some pages take their script only when somebody touches them.
  if ((await page.locator("body[data-defer-hydration]").count()) > 0) {
    await page.mouse.move(1, 300);
    await page.mouse.move(2, 300);
  }
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}
