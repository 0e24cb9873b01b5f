/**
 * An editor who forgot to track changes: stopped, a tracked copy is made, the sheet is reviewed, the work continues and
 * QA reads the reasons.
 */
import { type BrowserContext, type Page, expect, test } from "@playwright/test";
import { MANUSCRIPTS, trackedOf } from "../db/seed/manuscripts.ts";
import { hydrated } from "./hydrated.ts";

const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

test("an untracked edit is stopped, becomes a tracked copy, is confirmed as intended, and continues with its reason", async ({
  browser,
}) => {
  test.setTimeout(60_000);
  const contexts: BrowserContext[] = [];
  const signedIn = async (email: string): Promise<Page> => {
    const context = await browser.newContext();
    contexts.push(context);
    expect(
      (await context.request.post("/api/auth/sign-in/email", { data: { email, password: "demo-password" } })).ok(),
    ).toBe(true);
    return context.newPage();
  };
  const editor = await signedIn("editor@demo.test");
  await editor.goto("/editor/orders");
  await editor
    .getByRole("row")
    .filter({ hasText: "Tree canopy" })
    .filter({ hasText: "In revision" })
    .getByRole("link")
    .first()
    .click();
  await editor.waitForURL(/\/editor\/orders\/ord_/);
  await hydrated(editor);
  const orderId = /ord_[a-z0-9]+/.exec(editor.url())![0];
  const panel = editor.locator("#submission");
  await panel.getByLabel("Letter to the author").fill("Dear Dr. Tan, the discussion is shorter now.");
  const copy = trackedOf(MANUSCRIPTS.canopy, "jw", new Date(), ["Of the 351 nights", "Of the 361 nights"]);
  await panel.locator('input[type="file"]').setInputFiles({ name: "canopy-edited.docx", mimeType: DOCX, buffer: copy });
  // It's processed as soon as it arrives.
  await expect(panel.getByRole("list", { name: "Edits that are not tracked" }).getByText("361")).toBeVisible({
    timeout: 20_000,
  });
  await panel.getByRole("button", { name: "Make a tracked copy" }).click();
  await expect(panel.getByText("Every edit is tracked.", { exact: true })).toBeVisible({ timeout: 20_000 });
  await expect(panel.getByText("canopy-edited (tracked).docx").first()).toBeVisible();
  await expect(panel.getByLabel("Letter to the author")).toHaveValue(/shorter now/);
  await panel.getByLabel(/no generative AI/).check();
  await panel.getByRole("button", { name: "Submit work" }).click();
  await expect(panel.getByText(/changes? below needs? your confirmation/).first()).toBeVisible({ timeout: 20_000 });
  const nights = panel.getByRole("listitem").filter({ hasText: "361" });
  await nights.getByRole("textbox").fill("The author corrected it in the revision note.");
  await nights.getByRole("button", { name: "Confirm change" }).click();
  await expect(nights.getByText("Confirmed: The author corrected it")).toBeVisible();
  for (;;) {
    const next = panel.getByRole("button", { name: "Confirm change" }).first();
    if ((await next.count()) === 0) break;
    const left = await panel.getByRole("button", { name: "Confirm change" }).count();
    await next.click();
    await expect(panel.getByRole("button", { name: "Confirm change" })).toHaveCount(left - 1);
  }
  await panel.getByLabel(/no generative AI/).check();
  await panel.getByRole("button", { name: "Submit work" }).click();
  await expect(panel).toHaveCount(0, { timeout: 20_000 });
  const admin = await signedIn("admin@demo.test");
  await admin.goto(`/admin/orders/${orderId}`);
  const group = admin.locator("details").filter({ hasText: "Numbers" }).first();
  await group.locator("summary").click();
  await expect(group.getByText("Confirmed: The author corrected it in the revision note.")).toBeVisible();
  for (const context of contexts) await context.close();
});
