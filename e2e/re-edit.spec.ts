import { expect, test } from "@playwright/test";
import { CAST_PASSWORD, personOf } from "#db/seed/cast.ts";
import { MANUSCRIPTS, laterOf } from "#db/seed/manuscripts.ts";
import { DOCX, GOOD_CARD } from "./client.ts";
import { hydrated } from "./hydrated.ts";

const m = MANUSCRIPTS.vaccination;

test("an author returns with a changed version, sees what's free and what's charged, and pays for the changed sentences", async ({
  page,
}) => {
  const amara = personOf("amara");
  expect(
    (
      await page.request.post("/api/auth/sign-in/email", { data: { email: amara.email, password: CAST_PASSWORD } })
    ).ok(),
  ).toBe(true);
  await page.goto(`/my-orders?show=done&q=${encodeURIComponent(m.title.slice(0, 20))}`);
  await page
    .getByRole("row")
    .filter({ hasText: m.title })
    .filter({ hasText: "Closed" })
    .getByRole("link")
    .first()
    .click();
  await page.waitForURL(/\/order\/ord_/);
  await hydrated(page);
  await page.getByRole("link", { name: "More", exact: true }).click();
  await page.getByRole("heading", { name: "Revised it since?" }).click();
  await page.getByRole("button", { name: "Order a re-edit" }).click();
  await page.waitForURL(/\/order\/new\/form\?order=ord_/);
  await hydrated(page);
  await expect(page.getByRole("heading", { name: "Order a re-edit" })).toBeVisible();
  // Continues what an earlier run left: removing its file makes room.
  const remove = page.getByRole("button", { name: /^Remove / });
  if (await remove.isVisible()) await remove.click();
  await expect(remove).toHaveCount(0);

  const mark = `Run ${Date.now()} of this test wrote the last sentence, which nobody has edited yet.`;
  const bytes = laterOf(
    m,
    amara.displayName,
    (line, i) => (i === 4 ? line.replace(". ", ", as one reviewer asked. ") : line),
    [mark],
  );
  await page
    .locator('input[type="file"]')
    .first()
    .setInputFiles({ name: "second submission.docx", mimeType: DOCX, buffer: bytes });
  await expect(
    page.getByText(/words unchanged: free; \d+ in changed sentences, \d+ in new ones: charged\./),
  ).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText("Re-edit minimum")).toBeVisible();
  await expect(page.getByText(/[\d,]+ words: free/)).toBeVisible();

  await page.getByRole("button", { name: "Pay $10.00" }).click();
  await page.waitForURL(/\/checkout\/sandbox\//);
  await page.getByLabel("Card number").fill(GOOD_CARD);
  await page.getByLabel(/Expiry/).fill("12 / 49");
  await page.getByLabel("CVC").fill("123");
  await page.getByLabel(/Name/).fill(amara.displayName);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL(/\/order-success/, { timeout: 20_000 });
  await page.getByRole("link", { name: "Open order" }).click();
  await page.waitForURL(/\/order\/ord_/);
  await expect(page.getByText("Re-edit of")).toBeVisible();
  await expect(page.getByText("Unchanged since delivery")).toBeVisible();

  // The demo's editors have few places, and other tests need them.
  await hydrated(page);
  await page.getByRole("button", { name: "Cancel order" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel and refund $10.00" }).click();
  await expect(page.locator("main").getByText("$10.00 refunded").first()).toBeVisible({ timeout: 20_000 });
});
