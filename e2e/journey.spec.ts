import { readFile } from "node:fs/promises";
import { type BrowserContext, type Page, expect, test } from "@playwright/test";
import { MANUSCRIPTS, letterFor, sourceOf, trackedOf } from "../db/seed/manuscripts.ts";
import { camt053 } from "#app/features/payouts/testing/bank-report-samples.ts";
import { hydrated } from "./hydrated.ts";
import { type Product, startProduct } from "./product.ts";

/**
 * One order through every layer, in real browsers: a manuscript dropped by a visitor, an account, a card, an editor on
 * trial, the gate, QA, delivery, acceptance, a payout by two admins. Each step depends on the one before. It moves the
 * clock by three weeks, so it needs its own product: otherwise delivered orders would be accepted in the middle of
 * another test.
 */
test.describe.configure({ mode: "serial" });

const m = MANUSCRIPTS.hedgerows;
const AUTHOR = { name: "Lena Fischer", email: `lena.fischer.${Date.now()}@example.org`, password: "Hecken-1890" };
const DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";
const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: DOCX, buffer });

let product: Product;
let author: Page;
let editor: Page;
let admin: Page;
let checker: Page;
let orderId = "";
/** The order's number as people use it: "S-10041". */
let number = "";
/** The file for the bank. */
let bankFile = "";
const contexts: BrowserContext[] = [];
const errors: string[] = [];

test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  product = await startProduct();
  const open = async (who: string, timezoneId: string, email?: string) => {
    const context = await browser.newContext({ baseURL: product.url, timezoneId, acceptDownloads: true });
    contexts.push(context);
    const page = await context.newPage();
    // An unexpected console error fails the test. Refusals answer 402, 409 or 422, which the browser logs.
    page.on("console", (line) => {
      if (line.type() === "error" && !/status of (402|409|422)/.test(line.text()))
        errors.push(`${who}: ${line.text()}`);
    });
    page.on("pageerror", (error) => errors.push(`${who}: ${error.message}`));
    if (email)
      expect(
        (await context.request.post("/api/auth/sign-in/email", { data: { email, password: "demo-password" } })).ok(),
      ).toBe(true);
    return page;
  };
  author = await open("author", "Europe/Vienna");
  editor = await open("editor", "Asia/Kolkata", "editor2@demo.test");
  admin = await open("admin", "Europe/Stockholm", "admin@demo.test");
  checker = await open("checker", "America/New_York", "admin2@demo.test");
});
test.afterAll(async () => {
  for (const c of contexts) await c.close();
  await product?.stop();
});
test.afterEach(() => {
  expect(errors.splice(0)).toEqual([]);
});

/** The order form's input has been saved on the server. */
const saved = (page: Page) => expect(page.locator('[data-state="saved"]').first()).toBeVisible();

/** The link in the latest email to somebody, once it has arrived. */
async function letterLink(page: Page, to: string, path: string): Promise<string> {
  let found = "";
  await expect(async () => {
    const { letters } = (await (
      await page.request.get(`/auth/mailbox?format=json&to=${encodeURIComponent(to)}`)
    ).json()) as { letters: { text: string }[] };
    found = letters.map((l) => new RegExp(`https?://\\S+${path}\\S+`).exec(l.text)?.[0] ?? "").find(Boolean) ?? "";
    expect(found).not.toBe("");
  }).toPass();
  return found;
}

test("a visitor drops a manuscript at the home page and sees words and prices, without an account", async () => {
  await author.goto("/");
  await hydrated(author);
  await author
    .locator('input[type="file"]')
    .first()
    .setInputFiles(asFile(m.file, sourceOf(m, AUTHOR.name)));
  await author.waitForURL(/\/order\/new/);
  await author.getByText(/^\d+ sections: uncheck what you don't want edited$/).click();
  await expect(author.getByText("Methods").first()).toBeVisible();
  await expect(author.getByText(/^from \$/).first()).toBeVisible();
  await author.locator("#subfield").selectOption("ecology");
  await expect(author.getByRole("button", { name: /Copyediting, 7 days: \$/ })).toBeVisible();
  await expect(author.getByText("Europe/Vienna").first()).toBeVisible();
});

test("leaving out a section lowers the price, and it stays out after a reload", async () => {
  const cell = author.getByRole("button", { name: /Substantive editing, 14 days: \$/ });
  const before = await cell.textContent();
  const section = author.getByRole("checkbox", { name: /^Discussion/ });
  await section.uncheck();
  await expect(cell).not.toHaveText(before ?? "");
  await saved(author);
  await author.reload();
  await hydrated(author);
  await expect(section).not.toBeChecked();
  await section.check();
  await expect(cell).toHaveText(before ?? "");
});

test("choosing a price leads to sign-up, the email verifies the address, and the files are still there", async () => {
  await author.getByRole("button", { name: /Copyediting, 7 days: \$/ }).click();
  await author.waitForURL(/\/signup/);
  await hydrated(author);
  await author.getByLabel("Name").fill(AUTHOR.name);
  await author.getByLabel("Email").fill(AUTHOR.email);
  await author.locator("#password").fill(AUTHOR.password);
  await author.getByRole("button", { name: "Create account" }).click();
  await expect(author.getByText(AUTHOR.email)).toBeVisible();
  const link = await letterLink(author, AUTHOR.email, "/signup/verify");
  await author.goto(link);
  await author.waitForURL(/\/order\/new\/form/);
  await hydrated(author);
  await expect(author.getByRole("link", { name: m.file })).toBeVisible();
  await expect(author.getByRole("button", { name: /^Pay \$/ })).toBeVisible();
});

test("the form says what's missing, keeps what was typed, and refuses an unknown code without losing anything", async () => {
  await author.locator("#instructions").fill("Please keep the Latin names as they are.");
  await author.locator("#couponCode").fill("NOSUCHCODE");
  await author.locator("#subfield").selectOption("ecology");
  await author.locator("#documentType").selectOption("research-article");
  await author.locator("#variant").selectOption("UK");
  await author.locator("#styleGuide").selectOption("apa");
  await saved(author);
  await author.reload();
  await hydrated(author);
  await expect(author.locator("#instructions")).toHaveValue("Please keep the Latin names as they are.");
  await author.getByRole("button", { name: /^Pay \$/ }).click();
  // The click's error links to the field. The check while typing shows the same text without the link a little earlier.
  await expect(author.getByRole("link", { name: /recognize this code/i })).toBeVisible();
  await expect(author.getByText(/recognize this code/i).first()).toBeVisible();
  await author.locator("#couponCode").fill("");
  await saved(author);
});

test("a declined card charges nothing, a good one pays, and the author sees what happens next", async () => {
  // The editor has the bell open.
  await editor.goto("/editor/invites");
  await hydrated(editor);
  // Somebody whose country is unknown may have a right of withdrawal: no payment without their request to start.
  await author.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(author.getByRole("link", { name: "Check this box to pay." })).toBeVisible();
  await author.getByLabel(/I expressly ask you to start work right away/).check();
  await author.getByRole("button", { name: /^Pay \$/ }).click();
  await author.waitForURL(/\/checkout\/sandbox\//);
  const pay = async (number: string) => {
    await author.getByLabel("Card number").fill(number);
    await author.getByLabel(/Expiry/).fill("12 / 49");
    await author.getByLabel("CVC").fill("123");
    await author.getByLabel(/Name on card|Name/).fill(AUTHOR.name);
    await author.getByRole("button", { name: /^Pay/ }).click();
  };
  await pay("4000000000000002");
  await expect(author.getByText(/declined/i).first()).toBeVisible();
  await pay("4242424242424242");
  await author.waitForURL(/\/(payment-success|order-success)/);
  await author.waitForURL(/\/order-success/, { timeout: 20_000 });
  await author.getByRole("link", { name: "Open order" }).click();
  await author.waitForURL(/\/order\/ord_/);
  orderId = /ord_[a-z0-9]+/.exec(author.url())![0];
  number =
    (await author
      .getByText(/^S-\d+$/)
      .first()
      .textContent()) ?? "";
  await expect(author.getByText("Finding an editor").filter({ visible: true }).first()).toBeVisible();
});

test("the invited editor sees it live, with pay, sections and a sample, and accepts it", async () => {
  const card = editor.getByRole("article").filter({ hasText: number });
  const accept = card.getByRole("button", { name: /^Accept for \$/ });
  // Below the first invite, each is one line that opens.
  const line = editor.locator("summary").filter({ hasText: number }).filter({ hasText: "$" });
  await expect(line.or(accept).first()).toBeVisible({ timeout: 15_000 });
  if (await line.isVisible()) await line.click();
  await expect(accept).toBeVisible();
  await card.getByRole("button", { name: "Show sample" }).click();
  await accept.click();
  await editor.waitForURL(/\/editor\/orders\/ord_/);
  expect(editor.url()).toContain(orderId);
  await expect(author.getByText("Editor found").first()).toBeVisible({ timeout: 15_000 });
});

test("a blocking query pauses the clock until the author has answered", async () => {
  await hydrated(editor);
  await editor.getByRole("button", { name: /Start/ }).first().click();
  await expect(editor.getByText("Being edited").first()).toBeVisible();
  const parts = editor.getByRole("navigation", { name: "Parts of this order" });
  await parts.getByRole("link", { name: /^Questions/ }).click();
  await editor.getByLabel("Ask the author").fill("How was the height of a hedgerow measured?");
  await editor
    .getByRole("checkbox", { name: /continue without an answer/i })
    .first()
    .check();
  await editor.getByRole("button", { name: "Send question" }).click();
  await expect(editor.getByText("Waiting for the author").first()).toBeVisible();
  await expect(author.getByText("How was the height of a hedgerow measured?")).toBeVisible({ timeout: 15_000 });
  await author.getByLabel("Your answer").fill("With a pole, at ten places along each.");
  await author.getByRole("button", { name: "Send answer and resume work" }).click();
  await parts.getByRole("link", { name: /^Messages/ }).click();
  await expect(
    editor.getByText("With a pole, at ten places along each.").filter({ visible: true }).first(),
  ).toBeVisible({ timeout: 15_000 });
  await expect(editor.getByText("Being edited").first()).toBeVisible();
});

test("the gate refuses another manuscript and untracked edits, names them, and accepts the right copy", async () => {
  const upload = editor.locator('#submission input[type="file"]');
  const handIn = async (name: string, bytes: Buffer) => {
    await upload.setInputFiles(asFile(name, bytes));
    // A link means it's on the server. Before that it's still uploading.
    await expect(editor.getByRole("link", { name }).first()).toBeVisible({ timeout: 15_000 });
    await editor.getByLabel(/no generative AI/).check();
    await editor.getByRole("button", { name: "Submit work" }).click();
  };
  await editor.getByLabel("Letter to the author").fill(letterFor(m, AUTHOR.name));
  await handIn("another.docx", trackedOf(MANUSCRIPTS.canopy, "Priya Raman", new Date()));
  const findings = editor.locator("#submission");
  await expect(findings.getByText(/is not an edited copy of this manuscript/).first()).toBeVisible({ timeout: 20_000 });
  await handIn("untracked.docx", trackedOf(m, "Priya Raman", new Date(), ["estate maps", "old estate maps"]));
  await expect(findings.getByRole("list", { name: "Edits that are not tracked" }).getByText("old").first()).toBeVisible(
    { timeout: 20_000 },
  );
  await expect(editor.getByLabel("Letter to the author")).toHaveValue(/Dear Lena Fischer/);
  await handIn("edited.docx", trackedOf(m, "Priya Raman", new Date()));
  // Among them are numbers in words, which the editor confirms.
  await editor.getByRole("button", { name: /^Confirm all \d+ changes$/ }).click();
  await editor.getByLabel(/no generative AI/).check();
  await editor.getByRole("button", { name: "Submit work" }).click();
  await expect(editor.getByText("In quality review").first()).toBeVisible({ timeout: 20_000 });
});

test("QA reads a trial editor's work and passes it, and only then does the author get the files", async () => {
  await author.reload();
  await expect(author.getByText(/\(clean\)\.docx/)).toHaveCount(0);
  await admin.goto(`/admin/orders/${orderId}`);
  await hydrated(admin);
  for (const [part, points] of [
    ["accuracy", 32],
    ["language", 22],
    ["instructions", 18],
    ["formatting", 9],
    ["letter", 9],
  ] as const)
    await admin.locator(`#score-${part}`).fill(String(points));
  await admin.getByRole("button", { name: /Pass and deliver/ }).click();
  await expect(admin.getByText("Delivered").first()).toBeVisible();
  await expect(author.getByRole("link", { name: "Download clean copy" })).toBeVisible({ timeout: 15_000 });
  await expect(author.getByText(/insertion/i).first()).toBeVisible();
});

test("the author downloads the copies, accepts, rates, and has an invoice", async () => {
  const [clean] = await Promise.all([
    author.waitForEvent("download"),
    author.getByRole("link", { name: "Download clean copy" }).click(),
  ]);
  expect(clean.suggestedFilename()).toContain("(clean).docx");
  await author
    .getByRole("button", { name: /^Accept/ })
    .first()
    .click();
  await expect(
    author
      .getByText(/^\W*Accepted$/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await author.goto(`/order/${orderId}/rate`);
  await hydrated(author);
  await author.getByRole("radio", { name: /5/ }).first().check({ force: true });
  await author.getByRole("button", { name: "Submit rating" }).click();
  await author.waitForURL(new RegExp(`/order/${orderId}$`));
  await author.goto("/my-payments");
  const href = await author.getByRole("link", { name: /INV-/ }).first().getAttribute("href");
  const pdf = await author.request.get(href!);
  expect(pdf.headers()["content-type"]).toContain("application/pdf");
  expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
});

test("nobody else can read this order, its files or its invoice", async ({ browser }) => {
  const context = await browser.newContext({ baseURL: product.url });
  await context.request.post("/api/auth/sign-in/email", {
    data: { email: "client2@demo.test", password: "demo-password" },
  });
  expect((await context.request.get(`/order/${orderId}`)).status()).toBe(404);
  const link = await author.request
    .get("/my-payments")
    .then(async (r) => /\/api\/invoices\/[^"/]+\/pdf/.exec(await r.text())?.[0]);
  expect((await context.request.get(link!)).status()).toBeGreaterThanOrEqual(403);
  await context.close();
});

test("an order canceled before anyone accepted it is refunded in full to the card, with a credit note", async ({
  browser,
}) => {
  const context = await browser.newContext({ baseURL: product.url, timezoneId: "Asia/Singapore" });
  await context.request.post("/api/auth/sign-in/email", {
    data: { email: "client2@demo.test", password: "demo-password" },
  });
  const page = await context.newPage();
  await page.goto("/my-orders");
  await hydrated(page);
  await page.getByRole("row").filter({ hasText: "Finding an editor" }).getByRole("link").first().click();
  await page.waitForURL(/\/order\/ord_/);
  await hydrated(page);
  await page.getByRole("button", { name: "Cancel order" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Cancel and refund \$[\d.]+$/ })
    .click();
  await expect(
    page
      .locator("main")
      .getByText(/^\$[\d.]+ refunded$/)
      .first(),
  ).toBeVisible({ timeout: 20_000 });
  await page.goto("/my-payments");
  await expect(page.getByRole("link", { name: /CN-/ }).first()).toBeVisible();
  await context.close();
});

test("after the cut-off, one admin prepares a payout run, another approves it, the bank file is downloaded, and the editor is paid", async () => {
  // Past the next cut-off and its three days.
  for (let i = 0; i < 3; i++)
    expect(
      (
        await admin.request.post("/api/demo/clock", {
          data: { advanceMs: 7 * 86_400_000 },
          headers: { origin: product.url },
        })
      ).ok(),
    ).toBe(true);
  await admin.goto("/admin/editor-payouts");
  await hydrated(admin);
  await admin.getByRole("button", { name: "Prepare payout run" }).click();
  await admin.waitForURL(/bank-batch\?run=/);
  await expect(admin.getByText("Someone else must approve this.")).toBeVisible();
  await checker.goto(admin.url());
  await hydrated(checker);
  await checker
    .getByRole("button", { name: /^Approve \$/ })
    .first()
    .click();
  await checker
    .getByRole("dialog")
    .getByRole("button", { name: /^Approve \$/ })
    .click();
  const [file] = await Promise.all([
    checker.waitForEvent("download"),
    checker.getByRole("button", { name: "Download the bank file" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/\.xml$/);
  bankFile = await readFile((await file.path())!, "utf8");
  await checker.goto(checker.url());
  await hydrated(checker);
  await checker.getByRole("button", { name: "Mark as paid" }).first().click();
  await checker.getByRole("dialog").getByRole("button", { name: "Mark as paid" }).click();
  await expect(checker.getByText(/paid in/)).toBeVisible();
  await editor.goto("/editor/editor-payouts");
  await expect(editor.getByText(/Paid/).first()).toBeVisible();
  await editor.goto("/editor/invoice-history");
  const href = await editor.locator('a[href^="/api/invoices/"]').first().getAttribute("href");
  expect((await editor.request.get(href!)).headers()["content-type"]).toContain("application/pdf");
});

test("a payout returned by the bank is paid again to new bank details, and its first invoice is canceled", async () => {
  test.setTimeout(120_000);
  const payments = [...bankFile.matchAll(/<CdtTrfTxInf>.*?<\/CdtTrfTxInf>/gs)].map(([xml]) => ({
    id: /<EndToEndId>([^<]+)/.exec(xml)![1]!,
    amount: /<InstdAmt[^>]*>([^<]+)/.exec(xml)![1]!,
    name: /<Cdtr><Nm>([^<]+)/.exec(xml)![1]!,
  }));
  const hers = payments.find((p) => p.name.includes("Raman"))!;
  await test.step("an admin imports the bank's statement, which matches the payout", async () => {
    await checker.goto("/admin/payouts/bank-reports");
    await hydrated(checker);
    await checker.locator('input[type="file"]').setInputFiles({
      name: "statement.xml",
      mimeType: "application/xml",
      buffer: Buffer.from(camt053([{ ...hers, side: "CRDT", code: "AC04" }])),
    });
    await checker.getByRole("button", { name: "Import file" }).click();
    await expect(checker.getByText("Returned: The account is closed (AC04)")).toBeVisible();
    await expect(checker.getByText("Everything matched")).toBeVisible();
  });

  await test.step("the editor reads why and enters other bank details", async () => {
    // Sensitive changes need a recent sign-in.
    const data = { email: "editor2@demo.test", password: "demo-password" };
    expect((await editor.request.post("/api/auth/sign-in/email", { data })).ok()).toBe(true);
    await editor.goto("/editor/editor-payouts");
    await hydrated(editor);
    await expect(editor.getByText("Your bank returned a payout")).toBeVisible();
    await editor.getByLabel("IBAN", { exact: true }).fill("NL91 ABNA 0417 1643 00");
    await editor.getByLabel("BIC (SWIFT code)").fill("ABNANL2A");
    await editor.getByRole("button", { name: "Save bank details" }).click();
    await expect(editor.getByText("We've sent an email", { exact: false })).toBeVisible();
    await editor.goto(await letterLink(editor, "editor2@demo.test", "/editor/editor-payouts\\?confirm="));
    await hydrated(editor);
    await editor.getByRole("button", { name: "Confirm bank details" }).click();
    await expect(editor.getByText("Bank details confirmed.", { exact: false })).toBeVisible();
    await expect(editor.getByText("NL91 •••• 4300")).toBeVisible();
  });

  await test.step("a week later two admins pay it again", async () => {
    const moved = await admin.request.post("/api/demo/clock", {
      data: { advanceMs: 7 * 86_400_000 },
      headers: { origin: product.url },
    });
    expect(moved.ok()).toBe(true);
    await admin.goto("/admin/editor-payouts");
    await hydrated(admin);
    await admin.getByRole("button", { name: "Prepare payout run" }).click();
    await admin.waitForURL(/bank-batch\?run=/);
    await checker.goto(admin.url());
    await hydrated(checker);
    const approve = checker.getByRole("button", { name: /^Approve \$/ });
    await approve.first().click();
    await checker
      .getByRole("dialog")
      .getByRole("button", { name: /^Approve \$/ })
      .click();
    const [file] = await Promise.all([
      checker.waitForEvent("download"),
      checker.getByRole("button", { name: "Download the bank file" }).click(),
    ]);
    expect(await readFile((await file.path())!, "utf8")).toContain("NL91ABNA0417164300");
    await checker.goto(checker.url());
    await hydrated(checker);
    await checker.getByRole("button", { name: "Mark as paid" }).first().click();
    await checker.getByRole("dialog").getByRole("button", { name: "Mark as paid" }).click();
    await expect(checker.getByText(/paid in/)).toBeVisible();
    await editor.goto("/editor/editor-payouts");
    const payouts = editor.getByRole("table", { name: /^Your payouts/ }).getByRole("row");
    await expect(payouts.nth(1)).toContainText("Paid");
    await expect(payouts.nth(2)).toContainText("Returned by the bank");
    await expect(payouts.nth(2)).toContainText("Canceled by SB-");
  });
});
