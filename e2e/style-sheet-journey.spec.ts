/**
 * A style sheet's way: a visitor reads the check and orders, the editor settles the sheet and asks one question, the
 * author sees what became consistent, and the next order with another editor starts from the sheet.
 */
import { type BrowserContext, type Page, expect, test } from "@playwright/test";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import type { RunSpec } from "#app/features/documents/rules/docx/docx-spec.ts";
import { CAST, type CastName } from "#db/seed/cast.ts";
import { Client, DOCX, signedIn, until } from "./client.ts";
import { hydrated } from "./hydrated.ts";

const AUTHOR = { name: "Runa Holm", email: `runa.holm.${Date.now()}@example.org`, password: "Fjord-1890-fjord" };
const LINES: RunSpec[][] = [
  [{ text: "The dataset was read twice, and the dataset was kept with the older dataset in one place for all." }],
  [
    { text: "A later " },
    { text: "data set", del: true },
    { text: "dataset", ins: true },
    { text: " was read once, and nobody asked for the other years." },
  ],
  [
    { text: "The fieldwork was long, and more fieldwork was cold, but the " },
    { text: "field work", del: true },
    { text: "fieldwork", ins: true },
    { text: " of the last year was short." },
  ],
  [{ text: "The cover rose by 5% in the north, by 6% in the south, and by 7 % in the west of the island." }],
];
const HEADING = { heading: 1 as const, text: "Methods" };
const original = buildDocx({
  paragraphs: [
    HEADING,
    ...LINES.map((runs) => ({ runs: runs.filter((run) => !run.ins).map(({ text }) => ({ text })) })),
  ],
});
const edited = buildDocx({ paragraphs: [HEADING, ...LINES.map((runs) => ({ runs }))], author: CAST.jonas.displayName });
const second = buildDocx({
  paragraphs: [
    HEADING,
    { text: "Each data set of the second study was new, and its field work was done in two weeks of May and June." },
    { text: "The cover fell by 5% in the north of the island, and nobody has said why that was so." },
  ],
});
const asFile = (name: string, buffer: Buffer) => ({ name, mimeType: DOCX, buffer });

const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
});

test("a style sheet goes from a visitor's report to the next editor", async ({ browser, baseURL }) => {
  const url = baseURL!;
  const open = async (who?: Client): Promise<Page> => {
    const context = await browser.newContext({ baseURL: url });
    contexts.push(context);
    if (who) await context.addCookies([...who.cookies].map(([name, value]) => ({ name, value, url })));
    return context.newPage();
  };
  const page = await open();
  /** The same browser without pages. */
  const author = new Client(url);
  const staff = await signedIn(url, "ada");
  const toEditor = async (orderId: string, who: CastName): Promise<Page> => {
    await author.waitUntilPaid(orderId);
    const answer = await staff.form(`/admin/orders/${orderId}`, {
      intent: "assign",
      editorId: `usr_${who}`,
      reason: "They know the field.",
    });
    expect(answer.status, await answer.text()).toBe(200);
    const editor = await open(await signedIn(url, who));
    await editor.goto(`/editor/orders/${orderId}#style-sheet`);
    await hydrated(editor);
    return editor;
  };

  // A visitor reads the report, without an account.
  await page.goto("/order/new");
  await hydrated(page);
  await page.locator('input[type="file"]').first().setInputFiles(asFile("cover.docx", original));
  await page.locator("#check").getByRole("link", { name: "View full report" }).click({ timeout: 30_000 });
  await expect(page.getByText("“dataset” 3 times, “data set” once.")).toBeVisible();
  await hydrated(page);
  await page.getByRole("radio", { name: "dataset", exact: true }).check();

  // They open an account, and order.
  await page.getByRole("link", { name: "Your quote" }).click();
  await page.locator("#subfield").selectOption("environmental-science");
  await page.getByRole("button", { name: /Copyediting, 7 days: \$/ }).click();
  await page.waitForURL(/\/signup/);
  await hydrated(page);
  await page.getByLabel("Name").fill(AUTHOR.name);
  await page.getByLabel("Email").fill(AUTHOR.email);
  await page.locator("#password").fill(AUTHOR.password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText(AUTHOR.email)).toBeVisible();
  const email = await author.emailTo(AUTHOR.email, /./);
  await page.goto(/https?:\/\/\S+\/signup\/verify\S+/.exec(email)![0]);
  await page.waitForURL(/\/order\/new\/form/);
  for (const { name, value } of await page.context().cookies()) author.cookies.set(name, value);
  const orderId = await page.locator('input[name="orderId"]').first().inputValue();
  await author.saveChoices(orderId);
  expect(await author.payAt(await author.place(orderId))).toBe("paid");

  // The editor settles the style sheet with the keyboard, and asks one question.
  const jonas = await toEditor(orderId, "jonas");
  await jonas
    .getByRole("button", { name: /^Start/ })
    .first()
    .click();
  await expect(jonas.getByText("Being edited").first()).toBeVisible();
  const sheet = jonas.locator("#style-sheet");
  const entry = (name: string) => sheet.getByRole("listitem", { name, exact: true });
  await expect(entry("dataset")).toContainText("Chosen by the author. In the manuscript: dataset 3, data set 1.");
  await entry("fieldwork").focus();
  await jonas.keyboard.press("Enter");
  await expect(entry("fieldwork")).toContainText("Decided by you.");
  await entry("Percent signs").focus();
  await jonas.keyboard.press("q");
  await expect(entry("Percent signs")).toContainText("Your question was sent.");
  await entry("Percent signs").focus();
  await jonas.keyboard.press("n");
  await jonas.keyboard.type("well-being");
  await sheet.getByRole("button", { name: "Save" }).last().click();
  await expect(entry("well-being")).toContainText("Decided by you.");

  // The author answers it in the report.
  await page.goto(`/order/${orderId}`);
  await expect(page.getByText("Which form do you prefer: “5%” or “5 %”?", { exact: false }).first()).toBeVisible();
  await page
    .getByRole("link", { name: /^Consistency check/ })
    .first()
    .click();
  await hydrated(page);
  await page.getByRole("radio", { name: "5 %", exact: true }).check();
  await expect(entry("Percent signs")).toContainText("Chosen by the author.", { timeout: 15_000 });

  // The work is submitted. What the clean copy still has isn't hidden.
  await jonas.locator('#submission input[type="file"]').setInputFiles(asFile("cover edited.docx", edited));
  await expect(jonas.getByRole("link", { name: "cover edited.docx" }).first()).toBeVisible({ timeout: 15_000 });

  // What stays on purpose, the editor says before submitting, with a key and a reason.
  await expect(jonas.getByText("Consistency check: 3 found, 2 made consistent, 1 still there.")).toBeVisible({
    timeout: 20_000,
  });
  await jonas.getByRole("link", { name: "Review what's left" }).click();
  await hydrated(jonas);
  const rest = jonas.locator("li[data-entry]");
  await expect(rest).toHaveCount(1);
  await rest.getByPlaceholder("Reason (optional)").fill("It's a quotation.");
  await rest.focus();
  await jonas.keyboard.press("p");
  await expect(rest).toContainText("Reason: It's a quotation.");
  await rest.getByRole("button", { name: "Undo" }).click();
  await expect(rest.getByRole("button", { name: "Keep on purpose" })).toBeVisible();
  await rest.getByPlaceholder("Reason (optional)").fill("It's a quotation.");
  await rest.getByRole("button", { name: "Keep on purpose" }).click();
  await expect(rest).toContainText("Kept on purpose");
  await jonas.goto(`/editor/orders/${orderId}`);
  await hydrated(jonas);
  await expect(jonas.getByText("3 found, 2 made consistent, 1 kept on purpose.", { exact: false })).toBeVisible();

  await jonas.getByRole("heading", { name: "Snippets" }).click();
  await jonas.getByText("Add a snippet", { exact: true }).click();
  await jonas.getByLabel("Shortcut", { exact: true }).fill("same");
  await jonas.getByLabel("Text to insert").fill("The words are the same everywhere now.");
  await jonas.getByRole("button", { name: "Save snippet" }).click();
  await expect(jonas.getByText("Snippet saved.", { exact: false })).toBeVisible();
  const letter = jonas.getByLabel("Letter to the author");
  await letter.fill("Dear Runa Holm, ");
  await letter.press("End");
  await letter.pressSequentially(";same Bye");
  await expect(letter).toHaveValue("Dear Runa Holm, The words are the same everywhere now. Bye");
  await jonas.getByLabel(/no generative AI/).check();
  await jonas.getByRole("button", { name: "Submit work" }).click();
  await expect(jonas.getByText("Work submitted.", { exact: false })).toBeVisible({ timeout: 20_000 });
  const scores = { accuracy: "32", language: "22", instructions: "18", formatting: "9", letter: "9" };
  await until(
    "the work is delivered",
    async () => {
      // One in ten is reviewed first.
      await staff.form(`/admin/orders/${orderId}`, { intent: "pass", note: "", ...scores });
      return (await (await author.get(`/order/${orderId}`)).text()).includes("(clean).docx");
    },
    20_000,
    500,
  );
  await page.goto(`/order/${orderId}#files`);
  await expect(async () => {
    await page.reload();
    await expect(page.getByText("Consistency check: 3 found, 2 made consistent, 1 kept on purpose.")).toBeVisible({
      timeout: 1_000,
    });
  }).toPass({ timeout: 20_000 });
  await page.getByRole("link", { name: "See each" }).click();
  await expect(page.getByText("Kept on purpose")).toBeVisible();
  await expect(page.getByText("Reason: It's a quotation.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toHaveCount(0);
  await page.goto(`/order/${orderId}`);
  await hydrated(page);
  await page
    .getByRole("button", { name: /^Accept/ })
    .first()
    .click();
  await expect(
    page
      .getByText(/^\W*Accepted$/)
      .filter({ visible: true })
      .first(),
  ).toBeVisible();
  await expect(async () => {
    await page.goto("/profile/style-sheet");
    for (const words of ["dataset, not data set", "fieldwork, not field work", "well-being", "5 %, not 5%"])
      await expect(page.getByRole("listitem").filter({ hasText: words }).first()).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 15_000 });

  // The next order, with another editor, starts from it.
  const next = await author.dropManuscript(second, "cover two.docx");
  await author.saveChoices(next.orderId);
  expect(await author.payAt(await author.place(next.orderId))).toBe("paid");
  const priya = await toEditor(next.orderId, "priya");
  const theirs = priya.locator("#style-sheet").getByRole("listitem", { name: "dataset", exact: true });
  await expect(theirs).toContainText("On the author's style sheet. In the manuscript: data set 1.");
  await priya.goto(`/editor/orders/${next.orderId}?view=check&file=${next.file.id}`);
  await expect(priya.getByText("The style sheet says “dataset”: “data set” once.")).toBeVisible();
  await expect(priya.getByText("The style sheet says “fieldwork”: “field work” once.")).toBeVisible();
});
