import { type Browser, type Page, expect, test } from "@playwright/test";
import { GOOD_CARD } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { look } from "./shots.ts";

/** A new page for a member of the cast. */
async function open(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext();
  const answer = await context.request.post("/api/auth/sign-in/email", { data: { email, password: "demo-password" } });
  expect(answer.ok()).toBe(true);
  return context.newPage();
}

test("an editor reports more words, staff agree, and the author pays for them", async ({ browser }) => {
  const editor = await open(browser, "editor@demo.test");
  const support = await open(browser, "support@demo.test");
  const author = await open(browser, "client2@demo.test");
  await editor.goto("/editor/orders");
  await editor
    .getByRole("row")
    .filter({ hasText: "Soil moisture memory" })
    .filter({ hasText: "Being edited" })
    .getByRole("link")
    .first()
    .click();
  await editor.waitForURL(/\/editor\/orders\/ord_/);
  await hydrated(editor);
  const orderId = /ord_[0-9a-z]+/.exec(editor.url())![0];
  await editor.getByRole("navigation", { name: "Parts of this order" }).getByRole("link", { name: "More" }).click();
  await editor.getByRole("button", { name: "Report a different word count" }).click();
  const dialog = editor.getByRole("dialog");
  await dialog.getByLabel("Words to edit, by your count").fill("3,400");
  await dialog.getByLabel(/How you counted/).fill("With the appendix, which is a picture of a text.");
  await dialog.getByRole("button", { name: "Report count" }).click();
  await expect(editor.getByText("You reported 3,400 words instead of 3,015")).toBeVisible();
  // Our own counter confirms the paid number, so staff decide.
  await expect(editor.getByText("Our own counter finds 3,015 words", { exact: false }).first()).toBeVisible();

  await look(editor, "words-editor");
  await support.goto(`/support-desk/orders/${orderId}`);
  await hydrated(support);
  await support.getByLabel("Note (shown to the editor)").fill("The appendix counts.");
  await look(support, "words-support");
  await support.getByRole("button", { name: "Apply this count" }).click();
  await expect(support.getByText("The author has 24 hours to pay $19.25.", { exact: false })).toBeVisible();

  await author.goto(`/order/${orderId}`);
  await hydrated(author);
  await expect(author.getByText("Extra charge: more words than paid for")).toBeVisible();
  await expect(author.getByText("385 words more")).toBeVisible();
  await look(author, "words-author");
  await author.getByRole("button", { name: "Pay $19.25" }).click();
  await author.waitForURL(/\/checkout\/sandbox\//);
  await author.getByLabel("Card number").fill(GOOD_CARD);
  await author.getByLabel(/Expiry/).fill("12 / 49");
  await author.getByLabel("CVC").fill("123");
  await author.getByLabel(/Name/).fill("Mei-Ling Tan");
  await author.getByRole("button", { name: /^Pay/ }).click();
  await author.waitForURL(/\/order\/ord_/);
  await expect(author.getByText("Extra charge of $19.25 paid: more words than paid for")).toBeVisible();
  await expect(author.getByRole("button", { name: "Pay $19.25" })).toBeHidden();
  await expect(author.locator("main").getByText("$170.00").first()).toBeVisible();
  await expect(editor.getByText("The author paid extra: more words than paid for")).toBeVisible();

  await author.goto("/my-payments");
  await expect(author.getByText("$19.25").filter({ visible: true }).first()).toBeVisible();
  for (const one of [editor, support, author]) await one.context().close();
});
