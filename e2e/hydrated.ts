import type { Page } from "@playwright/test";

/** Waits until the page's own script has taken it over: a click before that would be lost. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForLoadState("domcontentloaded");
  // A page that is only read takes its script when somebody first touches it.
  if ((await page.locator("body[data-waits]").count()) > 0) {
    await page.mouse.move(1, 300);
    await page.mouse.move(2, 300);
  }
  await page.locator("html[data-hydrated]").waitFor({ state: "attached" });
}
