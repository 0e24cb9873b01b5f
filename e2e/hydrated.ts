import type { Page } from "@playwright/test";

/** Waits until the page's own script has taken it over: a click before that would be lost. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForLoadState("domcontentloaded");
  // A page that is only read has no script ("later" is one that comes after the first look at the page).
  if ((await page.locator('script[type="module"], script[type="later"]').count()) === 0) return;
  const taken = page.locator("html[data-hydrated]");
  // Some pages take their script only when somebody touches them. The browser drops what the mouse does before its first
  // frame, so the mouse moves until the page has noticed, as a person's does.
  if ((await page.locator("body[data-defer-hydration]").count()) > 0) {
    for (let n = 0; n < 60 && (await taken.count()) === 0; n += 1) {
      await page.mouse.move(1 + (n % 2), 300);
      await taken.waitFor({ state: "attached", timeout: 500 }).catch(() => {});
    }
  }
  await taken.waitFor({ state: "attached", timeout: 60_000 });
}

/** Keeps every script back until the answer is called, as a slow connection does. */
export async function holdScripts(page: Page): Promise<() => void> {
  let arrive = () => {};
  const arrived = new Promise<void>((done) => {
    arrive = done;
  });
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  return arrive;
}
