/** Nothing on a page moves when its scripts arrive, or a click at that moment would land beside what it was for. */
import { type Page, expect, test } from "@playwright/test";
import type { CastName } from "#db/seed/cast.ts";
import { closeAll, contextFor } from "./axe.ts";
import { holdScripts, hydrated } from "./hydrated.ts";

test.afterAll(closeAll);

/** How far down each link of the page is, by its address. */
const tops = (page: Page): Promise<Record<string, number>> =>
  page.locator("main a[href]").evaluateAll((links) =>
    Object.fromEntries(
      links
        .map((link) => [link.getAttribute("href"), Math.round(link.getBoundingClientRect().top)] as const)
        // The first of those that lead to the same place.
        .toReversed(),
    ),
  );

const PAGES: readonly [CastName, string][] = [
  ["ada", "/admin"],
  ["ada", "/admin/reconciliation"],
  ["ada", "/admin/coupons"],
  ["sam", "/support-desk/threads"],
  ["priya", "/editor/invites"],
  ["mei", "/my-orders"],
];
for (const [who, path] of PAGES)
  test(`${path} stays where it is`, async ({ browser, baseURL }) => {
    const context = await contextFor(browser, baseURL!, who);
    // What others do can move a list, so another look decides.
    await expect(async () => {
      const page = await context.newPage();
      try {
        const arrive = await holdScripts(page);
        await page.goto(path, { waitUntil: "commit" });
        await expect(page.locator("footer, main a[href]").last()).toBeAttached();
        await page.waitForFunction(async () => {
          await document.fonts.ready;
          return [...document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet]")].every((it) => it.sheet);
        });
        const before = await tops(page);
        expect(Object.keys(before).length).toBeGreaterThan(2);
        arrive();
        await hydrated(page);
        const after = await tops(page);
        // Fonts move lines by fractions of a pixel.
        const moved = Object.entries(before).filter(([to, top]) => Math.abs((after[to] ?? Infinity) - top) > 2);
        expect(moved).toEqual([]);
      } finally {
        await page.close();
      }
    }).toPass({ timeout: 60_000 });
  });
