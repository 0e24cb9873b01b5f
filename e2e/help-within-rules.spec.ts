/**
 * Help that stays within a university's rule: a student's thesis is proofread, a rewritten sentence is stopped and
 * becomes a comment, the student gets a declaration, a stranger verifies it, and a supervisor checks both files.
 */
import { readFile } from "node:fs/promises";
import { type BrowserContext, type Page, expect, test } from "@playwright/test";
import { personOf } from "#db/seed/cast.ts";
import { buildDocx } from "#app/features/documents/rules/docx/build-docx.ts";
import type { ParagraphSpec } from "#app/features/documents/rules/docx/docx-spec.ts";
import { linkInPdf } from "#app/features/certificates/rules/link-in-pdf.ts";
import { CHOICES, Client, DOCX, signedIn } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { look } from "./shots.ts";

const UNIVERSITY = "University of Saltmarsh (research degrees)";
const BEFORE = "The committee rejected the proposal after a long debate.";
const AFTER = "Following much discussion, members turned down that plan.";
const thesis = (government: ParagraphSpec["runs"], committee: ParagraphSpec["runs"]): Buffer =>
  buildDocx({
    author: personOf("jonas").displayName,
    paragraphs: [
      { heading: 1, text: "The water commission" },
      {
        runs: [
          { text: "Each spring the " },
          ...(government ?? []),
          { text: " sent its surveyors to the lower valley." },
        ],
      },
      { runs: [...(committee ?? []), { text: " Its minutes are kept in the archive of the county." }] },
      { text: "The farmers of the valley paid for the dam in three parts and had finished by the autumn." },
    ],
  });
const SOURCE = thesis([{ text: "goverment" }], [{ text: BEFORE }]);
const EDITED = thesis(
  [
    { text: "goverment", del: true },
    { text: "government", ins: true },
  ],
  [
    { text: BEFORE, del: true },
    { text: AFTER, ins: true },
  ],
);

const contexts: BrowserContext[] = [];
const errors: string[] = [];
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  expect(errors.splice(0)).toEqual([]);
});

test("a student's thesis is proofread within the policy, and others can check that it was", async ({
  browser,
  baseURL,
}) => {
  const open = async (as?: Client): Promise<Page> => {
    const context = await browser.newContext({ timezoneId: "UTC", baseURL: baseURL! });
    contexts.push(context);
    if (as) await context.addCookies([...as.cookies].map(([name, value]) => ({ name, value, url: baseURL! })));
    const page = await context.newPage();
    page.on("pageerror", (error) => errors.push(error.message));
    return page;
  };

  // The student chooses the policy.
  const thea = new Client(baseURL!);
  const email = `thea.${Date.now()}@example.org`;
  await thea.signUp("Thea Lund", email, "Ein-Wasserjahr-1907");
  await thea.verify(await thea.emailTo(email, /./));
  const { orderId } = await thea.dropManuscript(SOURCE, "thesis.docx");
  await thea.saveChoices(orderId, {
    ...CHOICES,
    service: "proofreading",
    documentType: "thesis",
    subfield: "hydrology",
  });
  const student = await open(thea);
  await student.goto(`/order/new/form?order=${orderId}`);
  await hydrated(student);
  await student.getByLabel("Find your university").fill("saltmarsh");
  await student.getByRole("radio", { name: /^University of Saltmarsh/ }).check();
  await student.getByLabel("Your supervisor's name").fill("Dr. Helen Marsh");
  await student.getByLabel("My supervisor agreed to this editing.").check();
  await expect(student.getByText("Saved", { exact: true })).toBeVisible();
  expect(await thea.payAt(await thea.place(orderId))).toBe("paid");
  await thea.waitUntilPaid(orderId);

  // The editor rewrites a sentence and is stopped.
  const editor = await open(await signedIn(baseURL!, "jonas"));
  const card = editor.getByRole("article").filter({ hasText: "punctuation, grammar, reference format" });
  await expect(async () => {
    await editor.goto("/editor/invites");
    await hydrated(editor);
    for (const line of await editor.locator("details:has(article) > summary").all()) await line.click();
    await expect(card.first()).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 30_000 });
  await hydrated(editor);
  await card
    .first()
    .getByRole("button", { name: /^Accept for/ })
    .click();
  await editor.waitForURL(`**/editor/orders/${orderId}`);
  await hydrated(editor);
  await editor
    .getByRole("button", { name: /^Start/ })
    .first()
    .click();
  await expect(editor.getByText("Being edited").first()).toBeVisible();
  const panel = editor.locator("#submission");
  await panel
    .getByLabel("Letter to the author")
    .fill("Dear Thea Lund, I corrected a typing error, and suggest another wording for one sentence in a comment.");
  await panel.locator('input[type="file"]').setInputFiles({ name: "edited.docx", mimeType: DOCX, buffer: EDITED });
  const stopped = panel.getByRole("region", { name: "Not allowed" });
  await expect(stopped).toContainText("1 change isn't allowed by this policy", { timeout: 20_000 });
  await panel.getByLabel(/no generative AI/).check();
  await panel.getByRole("button", { name: "Submit work" }).click();
  await expect(panel.getByText("Turn 1 change into a comment first.", { exact: false }).first()).toBeVisible();
  await look(editor, "not-allowed");

  // The list's keys: to the change, into a comment, back, and again.
  await stopped.getByText("aren't allowed").or(stopped.getByText("isn't allowed")).first().click();
  await editor.keyboard.press("?");
  await expect(editor.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Turn all of its kind");
  await editor.keyboard.press("Escape");
  await editor.keyboard.press("c");
  await expect(stopped.getByRole("listitem").filter({ hasText: AFTER })).toBeFocused();
  await editor.keyboard.press("c");
  await expect(panel.getByText("Every change is allowed.")).toBeVisible({ timeout: 20_000 });
  await editor.keyboard.press("u");
  await expect(stopped).toBeVisible({ timeout: 20_000 });
  // The change in its text, and back.
  await stopped.getByRole("link", { name: "Open" }).click();
  await expect(editor.locator("[data-paper] [data-c]:focus")).toHaveCount(1);
  await expect(editor.getByRole("toolbar", { name: "Changes" })).toContainText("Rewriting");
  await editor.goBack();
  await hydrated(editor);
  await stopped.getByRole("button", { name: "Turn it into a comment" }).click();
  await expect(panel.getByText("Every change is allowed.")).toBeVisible({ timeout: 20_000 });
  await panel.getByLabel(/no generative AI/).check();
  await panel.getByRole("button", { name: "Submit work" }).click();
  await expect(panel).toHaveCount(0, { timeout: 20_000 });

  // One order in ten is reviewed first.
  await student.goto(`/order/${orderId}`);
  const declaration = student.locator("#declaration");
  await expect(async () => {
    await student.reload();
    if ((await declaration.count()) === 0) await passReview(await open(await signedIn(baseURL!, "ada")), orderId);
    await expect(declaration).toBeAttached({ timeout: 3_000 });
  }).toPass({ timeout: 30_000 });

  // The student downloads the copy and the declaration.
  await hydrated(student);
  const [download] = await Promise.all([
    student.waitForEvent("download"),
    student.getByRole("link", { name: "Download tracked changes" }).click(),
  ]);
  const edited = await readFile(await download.path());
  await student.getByRole("link", { name: "Files", exact: true }).click();
  await student.getByRole("heading", { name: "Declaration" }).click();
  await declaration.getByRole("group", { name: "Show your name?" }).getByLabel("No").check();
  await declaration.getByRole("group", { name: "Show the title?" }).getByLabel("No").check();
  await declaration.getByRole("button", { name: "Create declaration" }).click();
  const pdfLink = declaration.getByRole("link", { name: "Download PDF" });
  await expect(pdfLink).toBeVisible();
  const pdf = new Uint8Array(await (await thea.get((await pdfLink.getAttribute("href"))!)).arrayBuffer());
  const { pathname, hash } = new URL(linkInPdf(pdf)!);

  // A stranger verifies it.
  const stranger = await open();
  await stranger.goto(`${pathname}${hash}`);
  await hydrated(stranger);
  await expect(stranger.getByText("Valid.", { exact: true })).toBeVisible();
  await expect(stranger.getByText(UNIVERSITY, { exact: false }).first()).toBeVisible();
  await look(stranger, "declaration");
  const file = (name: string, buffer: Buffer) => ({ name, mimeType: DOCX, buffer });
  await stranger.getByLabel("Drop a file here or choose one").setInputFiles(file("thesis.docx", edited));
  await expect(stranger.getByText("This is the delivered file with tracked changes.")).toBeVisible();

  // A supervisor checks both files with the policy, first the copy that the editor had to change.
  const supervisor = await open();
  await supervisor.goto("/integrity/check");
  await hydrated(supervisor);
  await supervisor.getByLabel("The original").setInputFiles(file("thesis.docx", SOURCE));
  await supervisor.getByLabel("The edited copy").setInputFiles(file("edited.docx", EDITED));
  await expect(supervisor.getByRole("heading", { name: "Every change is tracked: 2 changes." })).toBeVisible();
  await supervisor.getByLabel("University").fill(UNIVERSITY);
  await expect(
    supervisor.getByText(`${UNIVERSITY}, version 1: 1 change isn't allowed.`, { exact: true }),
  ).toBeVisible();
  await expect(supervisor.getByRole("list", { name: "Changes" })).toContainText("Rewriting, not allowed");
  await supervisor.getByLabel("The edited copy").setInputFiles(file("delivered.docx", edited));
  await expect(supervisor.getByRole("heading", { name: "Every change is tracked: 1 change." })).toBeVisible();
  await expect(
    supervisor.getByText(`${UNIVERSITY}, version 1: Every change is allowed.`, { exact: true }),
  ).toBeVisible();
  await look(supervisor, "checked");
});

async function passReview(admin: Page, orderId: string): Promise<void> {
  await admin.goto(`/admin/orders/${orderId}`);
  const pass = admin.getByRole("button", { name: /Pass and deliver/ });
  if ((await pass.count()) === 0) return;
  await hydrated(admin);
  for (const [part, points] of [
    ["accuracy", 32],
    ["language", 22],
    ["instructions", 18],
    ["formatting", 9],
    ["letter", 9],
  ] as const)
    await admin.locator(`#score-${part}`).fill(String(points));
  await pass.click();
  await expect(admin.getByText("Delivered").first()).toBeVisible();
}
