/** An author's style sheet: by hand, by file, from a check's report, and back into the next check. */
import { readFile } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import { signedIn } from "./client.ts";
import { hydrated } from "./hydrated.ts";

const manuscript = (mark: string) => ({
  name: `${mark}.docx`,
  buffer: buildDocx({
    paragraphs: [
      { heading: 1, text: "Methods" },
      { text: `In ${mark}, the fieldwork was long, and the fieldwork was cold, as all fieldwork is in the north.` },
      { text: "Later field work was short, and nobody asked for more of it in the years that came after." },
    ],
  }),
});

test("what an author chooses in a report is shown again, and entries are added, exported, imported, and removed", async ({
  page,
  baseURL,
}) => {
  const mei = await signedIn(baseURL!, "mei");
  await page.context().addCookies([...mei.cookies].map(([key, value]) => ({ name: key, value, url: baseURL! })));
  const { name, buffer } = manuscript("spring");
  const { orderId } = await mei.dropManuscript(buffer, name);
  await page.goto(`/order/new?order=${orderId}`);
  await hydrated(page);
  await page.locator("#check").getByRole("link", { name: "View full report" }).click({ timeout: 30_000 });
  const choice = page.getByRole("group", { name: "fieldwork" });
  await choice.getByRole("radio", { name: "field work", exact: true }).check();
  await expect(page.getByRole("radio", { name: "field work", exact: true })).toBeChecked();
  await expect(async () => {
    await page.reload();
    await expect(choice.getByRole("radio", { name: "field work", exact: true })).toBeChecked();
  }).toPass();

  await page.goto("/profile/style-sheet");
  await hydrated(page);
  await page.getByText("Add an entry", { exact: true }).click();
  await page.getByRole("textbox", { name: "Use" }).last().fill("fieldwork");
  await page.getByRole("textbox", { name: "Not", exact: true }).last().fill("field work; field-work");
  await page.getByRole("button", { name: "Save" }).last().click();
  await expect(page.getByText("“fieldwork” is on the style sheet.")).toBeVisible();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export as CSV" }).click(),
  ]);
  const text = await readFile(await download.path(), "utf8");
  expect(text).toContain('fieldwork,"field work; field-work"');
  await page.getByText("Import a CSV file", { exact: true }).click();
  await page.locator('input[type="file"]').setInputFiles({
    name: "more.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(`${text}Words and names,,email,e-mail,\r\n`),
  });
  await page.getByRole("button", { name: "Import", exact: true }).click();
  await expect(page.getByText("2 entries read, 1 new or changed.")).toBeVisible();
  await page.getByRole("button", { name: "Remove email" }).click();
  await expect(page.getByText("“email” was removed.")).toBeVisible();
  await page.getByText("History", { exact: true }).click();
  await expect(page.getByText("email, not e-mail")).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
});
