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
  test(`an order's progress line spans its card, at ${width} px`, async ({ browser, baseURL }) => {
    const page = await pageOf(browser, baseURL!, "mei", width);
    await page.goto("/dashboard");
    await hydrated(page);
    const line = page.getByRole("img", { name: /^Stage \d of 5/ }).first();
    const reach = await line.evaluate((it) => {
      const box = it.getBoundingClientRect();
      const dots = [...it.querySelectorAll("i")].map((dot) => dot.getBoundingClientRect());
      return {
        left: dots[0]!.left - box.left,
        right: box.right - dots.at(-1)!.right,
        steps: dots.slice(1).map((dot, i) => Math.round(dot.left - dots[i]!.left)),
      };
    });
    expect(reach.left).toBeLessThan(2);
    expect(reach.right).toBeLessThan(2);
    expect(Math.max(...reach.steps) - Math.min(...reach.steps), "the stages are evenly spaced").toBeLessThanOrEqual(2);
    await page.context().close();
  });

/** The demo's delivered order with eleven editor questions in the document. */
async function openDelivered(page: Page, hash = ""): Promise<void> {
  const list = await (await page.request.get("/my-orders")).text();
  for (const id of new Set(list.match(/ord_[0-9a-z]{26}/g)))
    if (/with “more than five days”/.test(await (await page.request.get(`/order/${id}`)).text())) {
      await page.goto(`/order/${id}${hash}`);
      await hydrated(page);
      return;
    }
  throw new Error("No delivered order has questions");
}

for (const [width, most] of [
  [360, 5_400],
  [1280, 2_500],
] as const)
  test(`a delivered order with eleven questions starts with what to do and stays short, at ${width} px`, async ({
    browser,
    baseURL,
  }) => {
    const page = await pageOf(browser, baseURL!, "amara", width);
    await openDelivered(page);
    // The conversation's length varies, because other tests write in it too.
    const tall = await page.evaluate(
      () => document.documentElement.scrollHeight - document.querySelector("#messages")!.getBoundingClientRect().height,
    );
    expect(tall).toBeLessThan(most);
    const head = page.getByRole("region", { name: "What happens next" });
    await expect(head.getByRole("button", { name: "Accept order" })).toBeInViewport();
    await expect(head.getByRole("link", { name: "Request revision" })).toBeInViewport();

    const questions = page.locator("#questions");
    const items = questions.getByRole("listitem");
    expect(await items.count()).toBeGreaterThanOrEqual(11);
    const open = questions.locator("details[open]");
    await expect(open).toHaveCount(1);
    const states = await items.evaluateAll((all) => all.map((it) => it.getAttribute("data-state")));
    const next = states.indexOf("open");
    await expect(items.nth(next).locator("details")).toHaveAttribute("open", "");
    // A copy with open questions isn't called final.
    await expect(page.getByText(/ready to submit/)).toHaveCount(0);
    await expect(page.getByText(/All changes accepted, \d+ questions still open/)).toBeVisible();
    await page.context().close();
  });

test("a URL with a question or the revision opens it, with and without JavaScript", async ({ browser, baseURL }) => {
  const page = await pageOf(browser, baseURL!, "amara", 1280);
  await openDelivered(page);
  const order = page.url();
  const last = page.locator("#questions li").last();
  const id = await last.locator("details > div").getAttribute("id");
  await expect(last.locator("details")).not.toHaveAttribute("open");
  await page.getByRole("link", { name: "Request revision" }).click();
  await expect(page.getByLabel("What should your editor change?")).toBeInViewport();
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({
      baseURL: baseURL!,
      javaScriptEnabled,
      storageState: await page.context().storageState(),
    });
    const other = await context.newPage();
    await other.goto(`${order}#${id}`);
    await expect(other.locator(`[id="${id}"] blockquote`)).toBeInViewport();
    await context.close();
  }
  await page.context().close();
});

test("saving an answer collapses its question and opens the next one", async ({ browser, baseURL }) => {
  const page = await pageOf(browser, baseURL!, "amara", 1280);
  await openDelivered(page);
  const open = page.locator("#questions details[open]");
  const first = await open.locator("summary").innerText();
  await open.getByRole("button", { name: "Skip" }).click();
  await expect(open).toHaveCount(1);
  await expect(open.locator("summary")).not.toHaveText(first);
  const skipped = page.locator('#questions li[data-state="skipped"]').first();
  await skipped.locator("summary").click();
  await skipped.getByRole("button", { name: "Answer anyway" }).click();
  await expect(page.locator('#questions li[data-state="skipped"]')).toHaveCount(0);
  await page.context().close();
});
