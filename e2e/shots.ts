import type { Page } from "@playwright/test";

/** Takes screenshots if SHOTS names a folder: light and dark, wide and narrow. */
export async function look(page: Page, name: string): Promise<void> {
  const folder = process.env["SHOTS"];
  if (!folder) return;
  const before = page.viewportSize();
  for (const colorScheme of ["light", "dark"] as const)
    for (const width of [1280, 360]) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png`, fullPage: true });
    }
  await page.emulateMedia({ colorScheme: "light" });
  await page.setViewportSize(before ?? { width: 1280, height: 900 });
}
