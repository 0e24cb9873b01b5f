/** Layouts that were wrong once: what's complete in the first frame, how wide a line is, how long a page may be. */
import { type Browser, type Page, expect, test } from "@playwright/test";
import { CAST, CAST_PASSWORD, type CastName } from "#db/seed/cast.ts";
import { hydrated } from "./hydrated.ts";

async function pageOf(browser: Browser, baseURL: string, who: CastName, width: number): Promise<Page> {
  const context = await browser.newContext({ baseURL, viewport: { width, height: 800 }, reducedMotion: "reduce" });
  await context.request.post("/api/auth/sign-in/email", {
    data: { email: CAST[who].email, password: CAST_PASSWORD },
  });
  return context.newPage();
}

for (const width of [360, 1280])
  for (const reducedMotion of ["no-preference", "reduce"] as const)
    test(`the home page's sample is complete in every frame, at ${width} px, motion: ${reducedMotion}`, async ({
      browser,
      baseURL,
    }) => {
      const context = await browser.newContext({
        baseURL: baseURL!,
        javaScriptEnabled: false,
        reducedMotion,
        viewport: { width, height: 800 },
      });
      const page = await context.newPage();
      await page.goto("/");
      const missing = await page.evaluate(() => {
        const found: string[] = [];
        const figure = document.querySelector("figure[aria-label^='A paragraph with tracked changes']")!;
        const animations = figure.getAnimations({ subtree: true });
        for (const share of [0, 0.01, 0.2, 0.5, 0.9]) {
          for (const it of animations) {
            it.pause();
            const { endTime } = it.effect!.getComputedTiming();
            it.currentTime =
              typeof endTime === "number" ? share * endTime : (CSS.percent(share * 100) as unknown as number);
          }
          for (const it of figure.querySelectorAll("ins, del, li")) {
            const style = getComputedStyle(it);
            const line = it.tagName === "INS" ? "underline" : it.tagName === "DEL" ? "line-through" : "none";
            const drawn = line === "none" || style.textDecorationLine.includes(line);
            const faint = /^(?:transparent|rgba\(.*, 0\))$/;
            if (!drawn || style.opacity !== "1" || faint.test(style.textDecorationColor) || faint.test(style.color))
              found.push(`${it.tagName} “${it.textContent}” at ${share}`);
          }
        }
        return { found, changes: figure.querySelectorAll("ins, del").length };
      });
      expect(missing.changes).toBeGreaterThan(10);
      expect(missing.found).toEqual([]);
      await context.close();
    });

for (const width of [360, 1280])
  test(`a dashboard names each order once, at ${width} px`, async ({ browser, baseURL }) => {
    const page = await pageOf(browser, baseURL!, "amara", width);
    await page.goto("/dashboard");
    await hydrated(page);
    await expect(page.getByRole("heading", { level: 1, name: "To do" })).toBeVisible();
    const opened = await page
      .locator('main a[href^="/order/"]:not([href="/order/new"])')
      .evaluateAll((links) => links.map((link) => link.getAttribute("href")));
    expect(opened.length).toBeGreaterThan(3);
    expect(new Set(opened).size).toBe(opened.length);
    await page.context().close();
  });
