import { type Page, expect, test } from "@playwright/test";
import { CAST_PASSWORD, personOf } from "#db/seed/cast.ts";
import { MANUSCRIPTS, laterOf } from "#db/seed/manuscripts.ts";
import { DOCX } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { look } from "./shots.ts";

const m = MANUSCRIPTS.hedgerows;
const mei = personOf("mei");

const signIn = async (page: Page, email: string) =>
  expect((await page.request.post("/api/auth/sign-in/email", { data: { email, password: CAST_PASSWORD } })).ok()).toBe(
    true,
  );
/** The manuscript with this many new sentences of ten words. */
const versionWith = (sentences: number) =>
  laterOf(m, mei.displayName, (line) => line, [
    Array.from({ length: sentences }, (_, i) => `Plot ${i} kept log ${i} of wells and ${i} frosts.`).join(" "),
  ]);

test("an author sends a new version with a revision, sees what's new, free, and to pay, declines, and the editor has it", async ({
  page,
  browser,
}) => {
  await signIn(page, mei.email);
  await page.goto(`/my-orders?show=done&q=${encodeURIComponent(m.title.slice(0, 20))}`);
  await page
    .getByRole("row")
    .filter({ hasText: m.title })
    .filter({ hasText: "Accepted" })
    .filter({ hasText: personOf("jonas").displayName })
    .getByRole("link")
    .first()
    .click();
  await page.waitForURL(/\/order\/ord_/);
  await hydrated(page);
  await page.getByRole("link", { name: "More", exact: true }).click();
  await expect(page.getByText(/330 words in changed and new sentences: 300 are free/)).toBeVisible();
  await page.getByLabel("What should your editor change?").fill("Please edit the paragraph on the second year, too.");
  const input = page.locator('[id^="version."] input[type="file"]');
  await input.setInputFiles({ name: "second year.docx", mimeType: DOCX, buffer: versionWith(12) });
  await expect(page.getByText("120 words in changed and new sentences: all free")).toBeVisible({ timeout: 20_000 });
  await input.setInputFiles({ name: "third year.docx", mimeType: DOCX, buffer: versionWith(60) });
  await expect(page.getByText("600 words in changed and new sentences: 300 are free")).toBeVisible({ timeout: 20_000 });
  await page.reload();
  await hydrated(page);
  await expect(page.getByLabel("What should your editor change?")).toHaveValue(/second year/);
  await look(page, "revision-author");
  await page.getByRole("button", { name: /^Request revision \(\$/ }).click();
  await expect(page.getByText("Pay for the new words that aren't free, or decline.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Decline" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Decline charge" }).click();
  await page.getByRole("link", { name: "Files", exact: true }).click();
  await expect(page.getByText(/The edit of the new text ends at: “.*29 frosts\.”/)).toBeVisible();

  const editors = await browser.newContext();
  const desk = await editors.newPage();
  await signIn(desk, personOf("jonas").email);
  await desk.goto(`/editor/orders/${new URL(page.url()).pathname.split("/").at(-1)}`);
  await expect(desk.getByRole("heading", { name: "New version for the revision" })).toBeVisible();
  await expect(desk.getByRole("link", { name: /third year\.docx/ }).first()).toBeVisible();
  await expect(desk.getByText("Plot 59 kept log 59 of wells and 59 frosts.", { exact: false })).toBeVisible();
  await look(desk, "revision-editor");
  await editors.close();
});
