import { type Page, expect, test } from "@playwright/test";
import { CAST_PASSWORD, personOf } from "#db/seed/cast.ts";
import { MANUSCRIPTS, laterOf } from "#db/seed/manuscripts.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import { DOCX, GOOD_CARD } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { look } from "./shots.ts";

const amara = personOf("amara");
const priya = personOf("priya");
const docx = (name: string, buffer: Buffer) => ({ name, mimeType: DOCX, buffer });
const text = (...lines: string[]) => buildDocx({ paragraphs: lines.map((line) => ({ text: line })) });

async function signIn(page: Page, person: { email: string }): Promise<void> {
  const data = { email: person.email, password: CAST_PASSWORD };
  expect((await page.request.post("/api/auth/sign-in/email", { data })).ok()).toBe(true);
}

test("an author answers reviewers: adds the new version, their comments, and the reply letter, and pays the re-edit plus $60", async ({
  page,
}) => {
  const m = MANUSCRIPTS.soil;
  await signIn(page, amara);
  await page.goto(`/my-orders?show=done&q=${encodeURIComponent(m.title.slice(0, 20))}`);
  const row = page.getByRole("row").filter({ hasText: m.title }).filter({ hasText: "Closed" });
  await row.getByRole("link").first().click();
  await page.waitForURL(/\/order\/ord_/);
  await hydrated(page);
  await page.getByRole("link", { name: "More", exact: true }).click();
  await page.getByRole("heading", { name: "Response to reviewers" }).click();
  await page.getByRole("button", { name: "Start response to reviewers" }).click();
  await page.waitForURL(/\/order\/new\/form\?order=ord_/);
  await hydrated(page);
  await expect(page.getByRole("heading", { name: "Response to reviewers", level: 1 })).toBeVisible();

  // Continues what an earlier run left: removing its files makes room.
  const remove = page.getByRole("button", { name: /^Remove / });
  for (let left = await remove.count(); left > 0; left--) {
    await remove.first().click();
    await expect(remove).toHaveCount(left - 1);
  }

  const version = laterOf(m, amara.displayName, (line, i) =>
    i === 4 ? line.replace(". ", ", as reviewer 1 asked. ") : line,
  );
  const files = page.locator('input[type="file"]');
  await files.first().setInputFiles(docx("after review.docx", version));
  // The price appears before the comments and the letter are added.
  await expect(page.getByRole("button", { name: "Pay $70.00" })).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText("reviewers' comments and reply letter")).toBeVisible();
  const needed = page.getByRole("link", { name: "Reply letter: add" });
  await expect(needed).toBeVisible();

  const comments = page.locator("#reviewerComments");
  await comments.locator('input[type="file"]').setInputFiles(docx("reviews.docx", text("Reviewer 1 asks for more.")));
  await expect(comments.getByRole("link", { name: /reviews\.docx/ })).toBeVisible();
  const letter = page.locator("#replyLetter");
  await letter.locator('input[type="file"]').setInputFiles(docx("first reply.docx", text("We thanks the reviewers.")));
  await expect(letter.getByRole("link", { name: /^first reply\.docx/ })).toBeVisible();
  await letter.locator('input[type="file"]').setInputFiles(docx("reply.docx", text("We thanks both reviewers.")));
  await expect(letter.getByRole("link", { name: /^reply\.docx/ })).toBeVisible();
  await expect(letter.getByRole("link", { name: /^first reply\.docx/ })).toHaveCount(0);
  await expect(needed).toHaveCount(0);

  await page.getByRole("button", { name: "Pay $70.00" }).click();
  await page.waitForURL(/\/checkout\/sandbox\//);
  await page.getByLabel("Card number").fill(GOOD_CARD);
  await page.getByLabel(/Expiry/).fill("12 / 49");
  await page.getByLabel("CVC").fill("123");
  await page.getByLabel(/Name/).fill(amara.displayName);
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL(/\/order-success/, { timeout: 20_000 });
  await page.getByRole("link", { name: "Open order" }).click();
  await page.waitForURL(/\/order\/ord_/);
  await hydrated(page);
  await expect(page.getByText("Response to reviewers for", { exact: true })).toBeVisible();
  await expect(page.getByRole("link", { name: /reply\.docx/ }).first()).toBeVisible();
  await look(page, "response-paid");

  // The demo's editors have few places, and other tests need them.
  await page.getByRole("button", { name: "Cancel order" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Cancel and refund $70.00" }).click();
  await expect(page.locator("main").getByText("$70.00 refunded").first()).toBeVisible({ timeout: 20_000 });
});

test("its editor finds the comments and the letter with the manuscript, and a place for the edited copy of each", async ({
  page,
}) => {
  await signIn(page, priya);
  await page.goto("/editor/orders");
  await page.getByRole("row").filter({ hasText: MANUSCRIPTS.vaccination.title }).first().waitFor();
  const links = await page
    .getByRole("row")
    .filter({ hasText: MANUSCRIPTS.vaccination.title })
    .getByRole("link")
    .evaluateAll((all) => [...new Set(all.map((a) => a.getAttribute("href")!))]);
  for (const link of links.filter((href) => href.includes("/editor/orders/ord_"))) {
    await page.goto(link);
    if (await page.getByText("Response to reviewers for", { exact: true }).isVisible()) break;
  }
  await hydrated(page);
  await expect(page.getByText("Reviewers' comments.docx").first()).toBeVisible();
  await page.getByRole("link", { name: "What changed", exact: true }).click();
  await expect(page.getByText("This is a response to reviewers for")).toBeVisible();
  await expect(page.getByText("Edited copy of the reply letter, Reply to the reviewers.docx")).toBeVisible();
});
