import type { Page } from "@playwright/test";

/** Waits until the page is hydrated, because an earlier click would be lost. */
export async function hydrated(page: Page): Promise<void> {
  await page.waitForLoadState("domcontentloaded");
  // A page that's only read has no script ("later" is one that loads after the first paint).
  if ((await page.locator('script[type="module"], script[type="later"]').count()) === 0) return;
  const taken = page.locator("html[data-hydrated]");
  // Some pages load their script on the first interaction. The browser drops mouse events before its first frame, so
  // the mouse keeps moving until the page has noticed.
  if ((await page.locator("body[data-defer-hydration]").count()) > 0) {
    for (let n = 0; n < 60 && (await taken.count()) === 0; n += 1) {
      await page.mouse.move(1 + (n % 2), 300);
      await taken.waitFor({ state: "attached", timeout: 500 }).catch(() => {});
    }
  }
  await taken.waitFor({ state: "attached", timeout: 60_000 });
}

/** Holds back every script that the first one loads until the returned function is called, like a slow connection. */
export async function holdScripts(page: Page): Promise<() => void> {
  let arrive = () => {};
  const arrived = new Promise<void>((done) => {
    arrive = done;
  });
  await page.route(/\/assets\/(?!first-).*\.js$/, async (route) => {
    await arrived;
    await route.continue();
  });
  return arrive;
}
