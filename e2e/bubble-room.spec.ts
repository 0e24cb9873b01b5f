/**
 * The support bubble leaves room for the page: it never covers anything at the end of the main screens, and never hides
 * staff data.
 */
import { type Page, expect, test } from "@playwright/test";
import { CAST, CAST_PASSWORD, type CastName } from "#db/seed/cast.ts";
import { demoOrders } from "./pages.ts";
import { hydrated } from "./hydrated.ts";

const WIDTHS = [
  { width: 360, height: 740 },
  { width: 1280, height: 800 },
];
const PAGES: Record<"visitor" | "amara" | "jonas" | "sam" | "ada", string> = {
  visitor: "/ /pricing /contact /blog /signin /order/new",
  amara:
    "/dashboard /my-orders /my-payments /profile /profile/settings /order/{orderId} /support /support?new /notifications /order/new",
  jonas:
    "/editor /editor/orders /editor/orders/{orderId} /editor/invites /editor/editor-payouts /editor/invoice-history /editor/settings/matching /editor/calendar /editor/support /notifications",
  sam: "/support-desk /support-desk/threads /support-desk/contact /support-desk/kyc /notifications",
  ada: "/admin /admin/orders /admin/orders/{orderId} /admin/payments /admin/editors /admin/clients /admin/support /admin/editormatching /admin/ops/finance /admin/admin-tools /profile /",
};

/** Text and controls that the bubble covers, wholly or partly. */
const underBubble = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    // Scrolls to the end once more, because parts rendered late may have moved it.
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: "instant" });
    const bubble = document.querySelector('aside[aria-label="Support"]')!;
    const place = (bubble.querySelector("a, button") ?? bubble).getBoundingClientRect();
    return [...document.querySelectorAll("main, footer")].flatMap((part) =>
      [...part.querySelectorAll("a, button, input, select, textarea, label, summary, td, th")]
        .filter((it) => !bubble.contains(it) && it.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .filter((it) =>
          [...it.getClientRects()].some(
            (r) =>
              r.width > 1 &&
              r.height > 1 &&
              r.right > place.left &&
              r.left < place.right &&
              r.bottom > place.top &&
              r.top < place.bottom,
          ),
        )
        .map((it) => `${it.tagName.toLowerCase()} “${(it.textContent || it.getAttribute("name") || "").slice(0, 40)}”`),
    );
  });

for (const [who, paths] of Object.entries(PAGES))
  test(`the bubble covers nothing at the end of a page: ${who}`, async ({ browser, baseURL }) => {
    test.setTimeout(180_000);
    const orders = await demoOrders(baseURL!);
    const orderId = (who === "jonas" ? orders.jonas : orders.amara)[0]!;
    const covered: string[] = [];
    const context = await browser.newContext({ baseURL: baseURL!, viewport: WIDTHS[0]!, reducedMotion: "reduce" });
    if (who !== "visitor")
      await context.request.post("/api/auth/sign-in/email", {
        data: { email: CAST[who as CastName].email, password: CAST_PASSWORD },
      });
    const page = await context.newPage();
    for (const path of paths.split(" ")) {
      const at = path.replace("{orderId}", orderId);
      await page.setViewportSize(WIDTHS[0]!);
      await page.goto(at);
      await hydrated(page);
      for (const viewport of WIDTHS) {
        await page.setViewportSize(viewport);
        await page.waitForFunction((width) => innerWidth === width, viewport.width);
        // Parts of a page render as they come near, which moves its end.
        await expect(async () => {
          const left = await page.evaluate(async () => {
            window.scrollTo(0, document.documentElement.scrollHeight);
            for (let n = 0; n < 3; n += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
            return document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
          });
          expect(left).toBeLessThanOrEqual(1);
        }).toPass();
        const bubble = page.getByRole("complementary", { name: "Support" }).locator("a, button").first();
        await expect(bubble).toBeInViewport();
        for (const it of await underBubble(page)) covered.push(`${viewport.width} px, ${path}: ${it}`);
        if (who === "sam" || who === "ada" || (who !== "visitor" && viewport.width < 768)) {
          // Wherever the page is scrolled, nothing else shares the bubble's row.
          await page.evaluate(() => window.scrollTo(0, 0));
          const beside = await bubble.evaluate((it) => {
            const r = it.getBoundingClientRect();
            const aside = it.closest("aside")!;
            return [0.02, 0.25, 0.5, 0.75, 0.98].filter((x) => {
              const there = document.elementFromPoint(window.innerWidth * x, r.top + r.height / 2);
              return there !== null && !aside.contains(there);
            });
          });
          if (beside.length > 0) covered.push(`${viewport.width} px, ${path}: content beside the bubble`);
        }
      }
    }
    await context.close();
    expect(covered).toEqual([]);
  });
