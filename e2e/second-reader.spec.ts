/** The demo's second reader works in the editor's copy, and its author can tell the two people's changes apart. */
import { readFile } from "node:fs/promises";
import { type Browser, type BrowserContext, type Page, expect, test } from "@playwright/test";
import { openZip, readPart, rewriteZip } from "#app/features/documents/rules/docx/zip.ts";
import { DOCX } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { look } from "./shots.ts";

test.describe.configure({ mode: "serial" });

const contexts: BrowserContext[] = [];
const errors: string[] = [];
let author: Page;
let editor: Page;
let reader: Page;
let admin: Page;
let orderId = "";

async function signedIn(browser: Browser, email: string): Promise<Page> {
  const context = await browser.newContext();
  contexts.push(context);
  const page = await context.newPage();
  page.on("pageerror", (error) => errors.push(`${email}: ${error.message}`));
  page.on("console", (line) => {
    // Refusals have an error status, which the browser logs.
    if (line.type() === "error" && !line.text().includes("409 (Conflict)")) errors.push(`${email}: ${line.text()}`);
  });
  const answer = await context.request.post("/api/auth/sign-in/email", { data: { email, password: "demo-password" } });
  expect(answer.ok()).toBe(true);
  return page;
}
const open = async (page: Page, path: string): Promise<void> => {
  await page.goto(path);
  await hydrated(page);
};

test.beforeAll(async ({ browser }) => {
  [author, editor, reader, admin] = [
    await signedIn(browser, "client2@demo.test"),
    await signedIn(browser, "editor3@demo.test"),
    await signedIn(browser, "reader@demo.test"),
    await signedIn(browser, "admin@demo.test"),
  ];
});
test.afterAll(async () => {
  for (const context of contexts) await context.close();
});
test.afterEach(() => {
  expect(errors.splice(0)).toEqual([]);
});

/** The editor's copy as the reader returns it: one of the editor's insertions rejected in Word, one new sentence. */
function asRead(bytes: Buffer): Buffer {
  const zip = openZip(bytes);
  const xml = readPart(zip, "word/document.xml")!.toString();
  const own = `<w:ins w:id="9001" w:author="T. Rey (office)" w:date="2026-11-20T10:00:00Z"><w:r><w:t xml:space="preserve"> This is read twice.</w:t></w:r></w:ins></w:p>`;
  const read = xml
    .replace(/<w:ins [^>]*w:author="Ines Duarte"[^>]*>.*?<\/w:ins>/s, "")
    .replace(/<\/w:p>(?=<w:sectPr)/, own);
  expect(read).not.toBe(xml);
  expect(read).toContain("read twice");
  return rewriteZip(zip, new Map([["word/document.xml", Buffer.from(read)]]));
}

test("everyone sees who the order is waiting for, and only the reader and the editor can open its copies", async () => {
  await open(author, "/my-orders");
  await author.getByRole("row").filter({ hasText: "In second reading" }).getByRole("link").first().click();
  await author.waitForURL(/\/order\/ord_/);
  orderId = /ord_[0-9a-z]+/.exec(author.url())![0];
  await expect(author.getByText("Your edited manuscript is with the second reader.")).toBeVisible();
  await expect(author.getByText("Tomás Rey").first()).toBeVisible();
  await expect(author.getByRole("link", { name: /\(edited\)/ })).toHaveCount(0);
  await look(author, "author-waiting");
  await open(editor, `/editor/orders/${orderId}`);
  await expect(editor.getByText("The work is with the second reader.")).toBeVisible();
  await look(editor, "editor-waiting");
  await open(admin, `/admin/orders/${orderId}`);
  await expect(admin.getByRole("button", { name: "Remove second reader" })).toBeVisible();
  await look(admin, "admin-waiting");
});

test("the reader works in the editor's copy, confirms what they undid, and submits", async () => {
  await open(reader, "/editor");
  await expect(reader.getByText("You have 1 second reading to finish.")).toBeVisible();
  await open(reader, "/editor/readings");
  await look(reader, "reader-list");
  await reader.getByRole("row").filter({ hasText: "Ready to read" }).getByRole("link").first().click();
  await reader.waitForURL(/\/editor\/readings\/rdg_/);
  await hydrated(reader);
  const panel = reader.locator("#submit");
  const download = reader.waitForEvent("download");
  await panel
    .getByRole("link", { name: /\(edited\)\.docx/ })
    .first()
    .click();
  const copy = asRead(await readFile(await (await download).path()));
  await look(reader, "reader-before");
  await panel.locator('input[type="file"]').setInputFiles({ name: "read.docx", mimeType: DOCX, buffer: copy });
  await expect(panel.getByText("Another editor's changes, undone")).toBeVisible();
  await look(reader, "reader-sheet");
  await panel.getByLabel("Note to the author and the first editor").fill("One phrase restored, one sentence added.");
  await panel.getByLabel(/no generative AI/).check();
  await panel.getByRole("button", { name: "Submit second reading" }).click();
  await expect(panel.getByText("Confirm each change, then submit again. Your note is saved.")).toBeVisible();
  // Groups first, each until its answer is there. What's left is confirmed one by one.
  for (const name of [/^Confirm all/, "Confirm change"]) {
    const buttons = panel.getByRole("button", { name });
    for (let left = await buttons.count(); left > 0; left--) {
      await buttons.first().click();
      await expect(buttons).toHaveCount(left - 1);
    }
  }
  await panel.getByLabel(/no generative AI/).check();
  await panel.getByRole("button", { name: "Submit second reading" }).click();
  await expect(reader.getByText("Second reading submitted.")).toBeVisible();
  await look(reader, "reader-done");
});

test("the author can tell the editor's changes from the second reader's, and see what was undone", async () => {
  await open(editor, `/editor/orders/${orderId}`);
  await expect(editor.getByText("1 of the first editor's changes was undone")).toBeVisible();
  await look(editor, "editor-after");
  // One order in ten is reviewed first.
  await expect
    .poll(async () => {
      await open(admin, `/admin/orders/${orderId}`);
      return admin.getByText("In second reading").count();
    })
    .toBe(0);
  if ((await admin.getByRole("button", { name: /^Pass/ }).count()) > 0) {
    for (const [name, score] of [
      ["accuracy", 32],
      ["language", 23],
      ["instructions", 19],
      ["formatting", 9],
      ["letter", 9],
    ] as const)
      await admin.locator(`[name="${name}"]`).fill(String(score));
    await admin.getByRole("button", { name: /^Pass/ }).click();
    await expect(admin.getByText("Delivered").filter({ visible: true }).first()).toBeVisible();
  }
  await open(author, `/order/${orderId}`);
  await expect(author.getByText("Note from Tomás Rey")).toBeVisible();
  await look(author, "author-delivered");
  await author.getByRole("link", { name: "See every change" }).first().click();
  const by = author
    .locator("label")
    .filter({ hasText: /^Author/ })
    .locator("select");
  await expect(by.locator("option")).toHaveText(["All authors", "Ines Duarte (Editor)", "Tomás Rey (Second reader)"]);
  await by.selectOption({ label: "Tomás Rey (Second reader)" });
  await look(author, "author-changes");
  await expect(author.getByText("This is read twice.").first()).toBeVisible();
});
