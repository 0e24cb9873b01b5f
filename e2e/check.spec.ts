/** The manuscript check: beside the price without an account, as a page and a Word file, and what isn't in English. */
import { expect, test } from "@playwright/test";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import { hydrated } from "./hydrated.ts";

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const asFile = (name: string, texts: readonly string[]) => ({
  name,
  mimeType: DOCX,
  buffer: buildDocx({ paragraphs: [{ heading: 1, text: "Methods" }, ...texts.map((text) => ({ text }))] }),
});
const MIXED = [
  "The behaviour of the colour sensors near the harbour was recorded for every plot of the study.",
  "The behaviour of the sensors near the harbour was recorded again after a week of heavy rain.",
  "Their behavior was stable in the third week, as Table 7 shows. TODO: add the figure.",
];
const SPANISH = [
  "La humedad del suelo determina el intercambio de agua entre la tierra y el aire en las regiones secas del sur.",
  "Medimos la humedad en doce lugares durante dos temporadas, con sensores enterrados y muestras semanales de tierra.",
  "Los sensores coincidieron con las muestras en diez lugares y se desviaron en dos de ellos después de lluvias fuertes.",
];

test("a visitor reads what contradicts itself beside the price, opens the report, and takes it away", async ({
  page,
}) => {
  await page.goto("/order/new");
  await hydrated(page);
  await page.locator('input[type="file"]').first().setInputFiles(asFile("sensors.docx", MIXED));
  const check = page.locator("#check");
  await expect(check.getByText(/“?behavio/).first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/billable words/).first()).toBeVisible();
  await check.getByRole("link", { name: "View full report" }).click();
  await expect(page.getByRole("heading", { name: "Consistency check" })).toBeVisible();
  await expect(page.getByRole("heading", { name: "Left behind" })).toBeVisible();
  await expect(page.getByText(/Their behavior was stable/).first()).toBeVisible();
  await page
    .getByRole("link", { name: /Their behavior was stable/ })
    .first()
    .click();
  await expect(page.locator("mark")).toHaveText("behavior");
  await expect(page.locator("mark")).toBeInViewport();
  await page.getByRole("link", { name: "Consistency check" }).click();
  await expect(page.getByRole("heading", { name: "Left behind" })).toBeVisible();
  const href = await page.getByRole("link", { name: "Download as Word" }).getAttribute("href");
  const file = await page.request.get(href!);
  expect(file.headers()["content-type"]).toBe(DOCX);
  expect(file.headers()["cache-control"]).toBe("private, no-store");
  await page.reload();
  await expect(page.getByText(/Their behavior was stable/).first()).toBeVisible();
  await page.getByRole("link", { name: "Your quote" }).click();
  await expect(page.getByText(/billable words/).first()).toBeVisible();
  // Somebody else's browser finds neither the report nor its file.
  const stranger = await page.context().browser()!.newContext();
  expect((await stranger.request.get(new URL(href!, page.url()).href)).status()).toBe(404);
  await stranger.close();
});

test("a manuscript in Spanish is said to be so before it gets a price, with a custom quote as the way on", async ({
  page,
}) => {
  await page.goto("/order/new");
  await hydrated(page);
  await page.locator('input[type="file"]').first().setInputFiles(asFile("humedad.docx", SPANISH));
  await expect(page.getByText("This manuscript seems to be in Spanish.")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText(/\$\d/)).toHaveCount(0);
  await page.getByRole("link", { name: "see the prices" }).click();
  await expect(page.getByText(/\$\d/).first()).toBeVisible();
  await page.goBack();
  await page.getByRole("link", { name: "Ask for a custom quote" }).click();
  await page.waitForURL(/\/(signup|order\/custom-quote)/);
});
