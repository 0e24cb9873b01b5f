/**
 * From an empty installation without any seed to a paid editor: an applicant is hired and invited to a paid order.
 * Another editor, made lead by an admin, reviews the work. The author accepts it, and two admins pay.
 */
import { readFile } from "node:fs/promises";
import { type Browser, type Page, expect, test } from "@playwright/test";
import pg from "pg";
import { reviewPay } from "#app/features/pricing/rules/editor-pay.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { formatMoney, CURRENCY } from "#app/platform/rules/core/money.ts";
import { MANUSCRIPTS, letterFor, trackedOf } from "#db/seed/manuscripts.ts";
import { Client, DOCX, until } from "./client.ts";
import {
  type Person,
  approveApplication,
  fillApplication,
  openAccount,
  saveDetails,
  sendDocument,
  sendSample,
  signAgreement,
} from "./hire.ts";
import { hydrated } from "./hydrated.ts";
import { BUCKET, type Outside, startOutside } from "./outside.ts";
import { type Product, startProduct } from "./product.ts";
import { PAY_POLICY } from "#app/features/pricing/rules/pricing-figures.ts";

const PASSWORD = "a long enough phrase 7";
const EDITOR: Person = {
  name: "Ingrid Solberg",
  email: "ingrid@example.org",
  birth: "1985-02-11",
  taxNumber: "11028512345",
};
const LEAD: Person = {
  name: "Magnus Ekholm",
  email: "magnus@example.org",
  birth: "1979-09-30",
  taxNumber: "30097954321",
};
const ADMIN = { name: "Olga Petrova", email: "olga@example.org" };
const SECOND_ADMIN = { name: "Henrik Dahl", email: "henrik@example.org" };
const AUTHOR = { name: "Leila Farahani", email: "leila@example.org" };
const MARK = "hiring";
const DAY_MS = 86_400_000;

// Each part depends on the one before.
test.describe.configure({ mode: "serial" });

let outside: Outside;
let product: Product;
let db: pg.Pool;
let admin: Page;
let editor: Page;
let lead: Page;
let editorUid = "";
let orderId = "";
test.beforeAll(async () => {
  test.setTimeout(180_000);
  outside = await startOutside();
  product = await startProduct({ env: { ...outside.env, HUMAN_CHECK: "off" }, port: outside.port });
  db = new pg.Pool({ connectionString: product.databaseUrl, max: 2 });
});
test.afterAll(async () => {
  await db?.end();
  await product?.stop();
  await outside?.stop();
});

const readable = (raw: string): string =>
  raw
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The newest email with this subject. */
async function emailTo(address: string, subject: RegExp): Promise<string> {
  const find = () => outside.smtp.mails.findLast((m) => m.to.includes(address) && subject.test(m.subject));
  await until(`an email to ${address} about ${subject}`, async () => find() !== undefined, 40_000);
  return readable(find()!.raw);
}

const linkIn = (email: string, path: RegExp): string => {
  const url = /https?:\/\/[^\s"<>]+/g;
  const found = (email.match(url) ?? []).map((u) => u.replaceAll("&amp;", "&")).find((u) => path.test(u));
  if (!found) throw new Error(`There is no link like ${path} in: ${email}`);
  return found;
};

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${product.url}/signin`);
  await hydrated(page);
  await page.locator('input[name="email"]').fill(email);
  await page.locator('input[name="password"]').fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL((url) => !url.pathname.startsWith("/signin"));
}

/** A new page for somebody, with a shorter timeout for missing elements than the test's. */
async function newPage(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  page.setDefaultTimeout(20_000);
  return page;
}

/** Opens a page and returns once its script runs. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(new URL(path, product.url).href);
  await hydrated(page);
}

/**
 * Creates an account and makes its owner an admin, like the operator does (start.spec.ts and first-day.spec.ts cover
 * that).
 */
async function makeAdmin({ name, email }: { name: string; email: string }): Promise<void> {
  const client = new Client(product.url);
  await client.signUp(name, email, PASSWORD);
  await client.verify(await emailTo(email, /^Verify/));
  await db.query(`update auth_user set claims = '{"admin":true}' where email = $1`, [email]);
}

async function verifyAddress(page: Page, email: string): Promise<void> {
  await open(page, linkIn(await emailTo(email, /^Verify/), /verify/));
  await page.waitForURL(/\/editor-signup/);
  await hydrated(page);
}

/** A single value from a row. */
async function valueOf<T>(query: string, ...values: string[]): Promise<T | undefined> {
  const { rows } = await db.query<Record<string, T>>(query, values);
  return rows[0] && Object.values(rows[0])[0];
}

test("an applicant is hired, proves who they are, and is invited to a paid order", async ({ browser }) => {
  test.setTimeout(400_000);
  const applicant = await newPage(browser);
  editor = applicant;

  await test.step("the operator makes the first admin, who names the company", async () => {
    await makeAdmin(ADMIN);
    const operator = await new Client(product.url).signIn(ADMIN.email, PASSWORD);
    const company = await operator.form("/admin/admin-tools?show=setup", {
      intent: "company",
      version: "0",
      legalName: "Marginalia GmbH",
      address: "Lindenallee 4\n60313",
      town: "Frankfurt am Main",
      country: "DE",
      registration: "HRB 12345, Frankfurt am Main",
    });
    expect(company.status, await company.text()).toBeLessThan(400);
  });

  await test.step("the applicant signs up and applies, with evidence and a timed sample", async () => {
    await open(applicant, "/editor-signup");
    await openAccount(applicant, EDITOR, PASSWORD);
    await verifyAddress(applicant, EDITOR.email);

    await applicant.getByRole("button", { name: "Send application" }).click();
    await expect(applicant.getByText("Attach your CV.").first()).toBeVisible();
    await fillApplication(applicant);
    await applicant.getByRole("button", { name: "Start sample edit" }).click();
    const sample = applicant.getByLabel("Your edited paragraph");
    await expect(sample).toHaveValue(/Urban trees is often/);
    await expect(applicant.getByText("CV attached", { exact: false })).toBeVisible();
    // Leaving and returning doesn't restart the timer.
    const started = await startedAt();
    await open(applicant, "/pricing");
    await open(applicant, "/editor-signup");
    expect(await startedAt()).toBe(started);
    await sendSample(applicant);
  });
  const startedRows = async () =>
    (await db.query(`select uid, "sampleFinishedAt" from editor_applications where status = 'submitted'`)).rows as {
      uid: string;
      sampleFinishedAt: Date | null;
    }[];
  const [{ uid, sampleFinishedAt } = { uid: "", sampleFinishedAt: null }] = await startedRows();
  expect(sampleFinishedAt).not.toBeNull();
  editorUid = uid;

  admin = await newPage(browser);
  await test.step("an admin reads the sample beside the model answer and approves", async () => {
    await signIn(admin, ADMIN.email);
    await open(admin, "/admin/editors?show=applications");
    await admin.locator("main").getByText(EDITOR.name).first().click();
    await admin.waitForURL(new RegExp(`/admin/editors/${uid}`));
    await hydrated(admin);
    await expect(admin.getByText("Model answer")).toBeVisible();
    await expect(admin.getByText(/Took \d+ minutes/)).toBeVisible();
    await admin.getByRole("button", { name: "Approve as trial editor" }).click();
    await expect(admin.getByText("Score the sample edit first.").first()).toBeVisible();
    await approveApplication(admin);
    await emailTo(EDITOR.email, /application was approved/);
  });

  await test.step("the editor enters details, signs, and sends a passport", async () => {
    await open(applicant, "/editor/kyc");
    await saveDetails(applicant, EDITOR);
    await signAgreement(applicant, "Somebody Else");
    await expect(applicant.getByText("This isn't your legal name.").first()).toBeVisible();
    await signAgreement(applicant, EDITOR.name);
    await expect(applicant.getByText("You signed the", { exact: false })).toBeVisible();
    await sendDocument(applicant, "id_document", ["Passport", "N1234567", EDITOR.name], { expiresOn: "2031-05-01" });

    const stored = [...outside.s3.objects].filter(([key]) => key.startsWith(`${BUCKET}/kyc/`));
    expect(stored).toHaveLength(1);
    for (const text of ["N1234567", "%PDF"]) expect(stored[0]![1].body.includes(text), "encrypted at rest").toBe(false);
    const dump = JSON.stringify((await db.query("select * from kyc_details")).rows);
    expect(dump).not.toContain("Storgata");
  });

  await test.step("a reviewer opens it in the sandboxed viewer, which is logged, and approves", async () => {
    await open(admin, `/admin/kyc-review?person=${uid}`);
    await admin.getByRole("button", { name: "Open details" }).click();
    await expect(admin.getByText("Storgata 5")).toBeVisible();
    await admin.getByRole("button", { name: "Open file" }).click();
    const frame = admin.frameLocator("iframe[sandbox]");
    await expect(frame.locator("img")).toBeVisible({ timeout: 30_000 });
    expect(await frame.locator("img").evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(500);
    const { rows } = await db.query(`select data from facts where kind = 'kyc.opened'`);
    expect(rows.map((r: { data: { what: string } }) => r.data.what).toSorted()).toEqual(["details", "id_document"]);
    await admin.getByRole("button", { name: "Approve document" }).click();
    await expect(admin.getByText("Document approved.", { exact: false })).toBeVisible();
    await emailTo(EDITOR.email, /can receive invites/);
  });

  await test.step("bank details: entered, confirmed by email, masked", async () => {
    await open(applicant, "/editor/editor-payouts");
    await applicant.getByLabel("IBAN", { exact: true }).fill("NO93 8601 1117 948");
    await applicant.getByLabel("BIC (SWIFT code)").fill("DNBANOKK");
    await applicant.getByRole("button", { name: "Save bank details" }).click();
    await expect(applicant.getByText("check digits don't match", { exact: false }).first()).toBeVisible();
    await applicant.getByLabel("IBAN", { exact: true }).fill("NO93 8601 1117 947");
    await applicant.getByRole("button", { name: "Save bank details" }).click();
    await expect(applicant.getByText("We've sent an email", { exact: false })).toBeVisible();
    await open(applicant, linkIn(await emailTo(EDITOR.email, /^Confirm your new bank/), /confirm=/));
    await applicant.getByRole("button", { name: "Confirm bank details" }).click();
    await expect(applicant.getByText("Bank details confirmed.", { exact: false })).toBeVisible();
    await expect(applicant.getByText("NO93 •••• 7947")).toBeVisible();
    expect(await applicant.content()).not.toContain("86011117947");
  });

  await test.step("matching settings, and an invite for a paid order", async () => {
    await open(applicant, "/editor/settings/matching");
    await applicant.getByLabel("Weekly words").fill("40000");
    await applicant.getByLabel("Orders at once").fill("3");
    for (const box of await applicant.locator('input[name="workdays"]').all()) await box.check();
    await applicant.locator('input[name="quiet"][value="none"]').check();
    await applicant.getByRole("button", { name: /^Save/ }).first().click();
    await until(
      "the editor is ready",
      async () => (await db.query(`select 1 from editors where uid = $1 and "matchReady"`, [uid])).rowCount === 1,
      15_000,
    );

    // Opening the shop through the setup checklist is covered in first-day.spec.ts.
    await db.query(
      `insert into shop (id, "openedAt", "changedAt") values (1, now(), now()) on conflict (id) do update set "openedAt" = excluded."openedAt"`,
    );
    const author = new Client(product.url);
    await author.signUp(AUTHOR.name, AUTHOR.email, PASSWORD);
    await author.verify(await emailTo(AUTHOR.email, /^Verify/));
    orderId = (await author.orderAndPay(MARK)).orderId;
    await author.waitUntilPaid(orderId);
    await until(
      "an invite",
      async () => (await db.query(`select 1 from invites where "editorId" = $1`, [uid])).rowCount === 1,
      60_000,
    );
    await open(applicant, "/editor/invites");
    await expect(applicant.getByRole("button", { name: /^Accept/ }).first()).toBeVisible();
  });
});

test("a second person is hired and made lead, to review the work of others", async ({ browser }) => {
  test.setTimeout(240_000);
  lead = await newPage(browser);
  await open(lead, "/editor-signup");
  await openAccount(lead, LEAD, PASSWORD);
  await verifyAddress(lead, LEAD.email);
  await fillApplication(lead);
  await lead.getByRole("button", { name: "Start sample edit" }).click();
  await expect(lead.getByLabel("Your edited paragraph")).toHaveValue(/./);
  await sendSample(lead);
  const uid = (await valueOf<string>("select uid from users where email = $1", LEAD.email))!;

  await open(admin, `/admin/editors/${uid}`);
  await approveApplication(admin);
  await open(lead, "/editor/kyc");
  await saveDetails(lead, LEAD);
  await signAgreement(lead, LEAD.name);
  await expect(lead.getByText("You signed the", { exact: false })).toBeVisible();
  await sendDocument(lead, "id_document", ["Passport", "N7654321", LEAD.name], { expiresOn: "2032-05-01" });
  await approveDocuments(uid, 1);

  await open(lead, "/editor/reviews");
  await expect(
    lead.getByText("Reviewers' scores of your work", { exact: false }),
    "a trial editor has no queue",
  ).toBeVisible();
  await open(admin, `/admin/editors/${uid}`);
  const level = admin.locator("details").filter({ hasText: /^Set level/ });
  await level.locator("summary").click();
  await level.getByLabel("Level", { exact: true }).selectOption("lead");
  await level.getByLabel("Reason").fill("Twelve years of reviewing for a journal.");
  await level.getByRole("button", { name: "Set level" }).click();
  await expect(admin.getByText("Level set to lead", { exact: false })).toBeVisible();
  await open(lead, "/editor/reviews");
  await expect(lead.getByText("No reviews to do")).toBeVisible();
});

test("the work goes through the gate and the lead editor's review, and the author accepts it", async ({ browser }) => {
  test.setTimeout(240_000);
  const manuscript = MANUSCRIPTS.vaccination;
  const number = (await valueOf<string>("select number from orders where id = $1", orderId))!;
  const listMinor = Number(await valueOf('select "listMinor" from orders where id = $1', orderId));
  const fee = formatMoney(reviewPay(listMinor, PAY_POLICY), CURRENCY);

  await test.step("the editor takes the order and submits a tracked copy", async () => {
    await open(editor, "/editor/invites");
    await editor.getByRole("button", { name: /^Accept for \$/ }).click();
    await editor.waitForURL(new RegExp(`/editor/orders/${orderId}`));
    await hydrated(editor);
    await editor.getByRole("button", { name: /Start/ }).first().click();
    await expect(editor.getByText("Being edited").first()).toBeVisible();
    await editor.getByLabel("Letter to the author").fill(letterFor(manuscript, AUTHOR.name));
    // The manuscript that Client.orderAndPay uploaded, with tracked edits.
    const marked = `${manuscript.marked}\n\nThis is copy ${MARK} of the text.`;
    await editor.locator('#submission input[type="file"]').setInputFiles({
      name: "edited.docx",
      mimeType: DOCX,
      buffer: trackedOf({ ...manuscript, marked }, EDITOR.name, new Date()),
    });
    await expect(editor.getByRole("link", { name: "edited.docx" }).first()).toBeVisible({ timeout: 20_000 });
    await editor.getByLabel(/no generative AI/).check();
    await editor.getByRole("button", { name: "Submit work" }).click();
    await expect(editor.getByText("In quality review").first()).toBeVisible({ timeout: 60_000 });
  });

  await test.step("the lead editor takes the review, sees its pay, and passes the work", async () => {
    // The queue was opened before the work was submitted.
    const row = lead.getByRole("row").filter({ hasText: number });
    await expect(row.getByText(fee)).toBeVisible({ timeout: 15_000 });
    await row.getByRole("button", { name: `Take the review of ${number}` }).click();
    await lead.waitForURL(/\/editor\/reviews\/\w+/);
    await hydrated(lead);
    for (const [part, points] of [
      ["accuracy", 32],
      ["language", 22],
      ["instructions", 18],
      ["formatting", 9],
      ["letter", 9],
    ] as const)
      await lead.locator(`#score-${part}`).fill(String(points));
    await lead.getByRole("button", { name: /Pass and deliver/ }).click();
    await expect(lead.getByText("Review passed. Work delivered.")).toBeVisible();
  });

  await test.step("the reviewer's fee is an available earning", async () => {
    await until(
      "the fee is earned",
      async () =>
        (await valueOf(`select id from earnings where "orderId" = $1 and part = 'review'`, orderId)) !== undefined,
      15_000,
    );
    await open(lead, "/editor/editor-payouts");
    const row = lead.getByRole("row").filter({ hasText: number });
    await expect(row).toHaveCount(1);
    await expect(row).toContainText("Quality review");
    await expect(row).toContainText(fee);
    await expect(row).toContainText("Available");
    await open(editor, "/editor/reviews");
    await expect(editor.getByRole("row").filter({ hasText: number })).toContainText("90 of 100");
  });

  await test.step("the author opens the edited copy and accepts it, which makes the editor's pay available", async () => {
    await open(editor, "/editor/editor-payouts");
    const pay = editor.getByRole("row").filter({ hasText: number });
    await expect(pay).toContainText(`50% of ${formatMoney(listMinor, CURRENCY)}`);
    await expect(pay).toContainText("Pending");
    const author = await newPage(browser);
    await signIn(author, AUTHOR.email);
    await open(author, `/order/${orderId}`);
    await expect(author.getByRole("link", { name: "Download clean copy" })).toBeVisible();
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
    // The page updates automatically.
    await expect(pay).toContainText("Available", { timeout: 15_000 });
  });
});

test("two admins pay the editor, who has a self-billed invoice", async ({ browser }) => {
  test.setTimeout(240_000);
  const payMinor = Number(await valueOf(`select "amountMinor" from earnings where "editorId" = $1`, editorUid));
  const pay = formatMoney(payMinor, CURRENCY);
  const owed = admin.getByRole("row").filter({ hasText: EDITOR.name });

  await test.step("nothing is paid before all documents are approved and the waiting times are over", async () => {
    await open(admin, "/admin/editor-payouts");
    await expect(admin.getByText("Nothing is ready to be paid.")).toBeVisible();
    for (const reason of [
      "No earnings have been available for 3 days at the cut-off.",
      "Not all identity documents have been approved yet.",
      "The bank details changed in the last 3 days.",
    ])
      await expect(owed).toContainText(reason);
    await open(editor, "/editor/kyc");
    const recent = dayOf(new Date(Date.now() - 10 * DAY_MS));
    await sendDocument(editor, "proof_of_address", ["Electricity bill", "Storgata 5", EDITOR.name], {
      issuedOn: recent,
    });
    await sendDocument(editor, "degree_certificate", ["Doctorate", EDITOR.name]);
    await sendDocument(editor, "tax_form", ["W-8BEN", EDITOR.name], { form: "w8ben" });
    await sendDocument(editor, "bank_proof", ["Bank statement", EDITOR.name]);
    await approveDocuments(editorUid, 4);
    await emailTo(EDITOR.email, /can be paid now/);
  });

  // Production has no movable clock, so today's events are backdated instead. The last cut-off was up to 16 days ago,
  // earnings must have been available for three days by then, and new bank details aren't used for three days.
  await db.query(
    `update earnings set "createdAt" = "createdAt" - interval '30 days', "availableAt" = "availableAt" - interval '30 days' where "editorId" = $1`,
    [editorUid],
  );
  await db.query(
    `update bank_details set "createdAt" = "createdAt" - interval '4 days', "confirmedAt" = "confirmedAt" - interval '4 days', "usableAt" = "usableAt" - interval '4 days' where uid = $1`,
    [editorUid],
  );

  const checker = await newPage(browser);
  await test.step("one admin prepares the run, and another approves it, takes the bank file, and marks it as paid", async () => {
    await makeAdmin(SECOND_ADMIN);
    await signIn(checker, SECOND_ADMIN.email);
    await open(admin, "/admin/editor-payouts");
    await expect(admin.getByText(`${pay} to 1 editor ready to be paid.`)).toBeVisible();
    await admin.getByRole("button", { name: "Prepare payout run" }).click();
    await admin.waitForURL(/bank-batch\?run=/);
    await expect(admin.getByText("Someone else must approve this.")).toBeVisible();
    await expect(admin.getByRole("button", { name: /^Approve \$/ })).toHaveCount(0);
    await open(checker, new URL(admin.url()).pathname + new URL(admin.url()).search);
    await checker.getByRole("button", { name: `Approve ${pay}` }).click();
    await checker
      .getByRole("dialog")
      .getByRole("button", { name: `Approve ${pay}` })
      .click();
    const [file] = await Promise.all([
      checker.waitForEvent("download"),
      checker.getByRole("button", { name: "Download the bank file" }).click(),
    ]);
    const xml = await readFile((await file.path())!, "utf8");
    expect(xml).toContain("NO9386011117947");
    expect(xml, "the payer").toContain("Marginalia GmbH");
    expect(xml).toContain((payMinor / 100).toFixed(2));
    await open(checker, new URL(checker.url()).pathname + new URL(checker.url()).search);
    await checker.getByRole("button", { name: "Mark as paid" }).first().click();
    await checker.getByRole("dialog").getByRole("button", { name: "Mark as paid" }).click();
    await expect(checker.getByText(`${pay} paid in 1 payout.`)).toBeVisible();
  });

  await test.step("the editor sees the payout and opens its invoice", async () => {
    await open(editor, "/editor/editor-payouts");
    const payout = editor
      .getByRole("table", { name: /^Your payouts/ })
      .getByRole("row")
      .filter({ hasText: "RUN-" });
    await expect(payout).toContainText(pay);
    await expect(payout).toContainText("Paid");
    const href = await payout.locator('a[href^="/api/invoices/"]').getAttribute("href");
    const invoice = await editor.request.get(new URL(href!, product.url).href);
    expect(invoice.headers()["content-type"]).toContain("application/pdf");
    expect((await invoice.body()).subarray(0, 5).toString()).toBe("%PDF-");
    const other = await lead.request.get(new URL(href!, product.url).href);
    expect(other.status(), "nobody else's").toBeGreaterThanOrEqual(403);
    await emailTo(EDITOR.email, /^You have been paid/);
    await open(lead, "/editor/editor-payouts");
    await expect(lead.getByRole("row").filter({ hasText: "Quality review" })).toContainText("Available");
  });
});

/** The admin opens somebody's details and documents, as an approval requires, and approves each pending one. */
async function approveDocuments(uid: string, count: number): Promise<void> {
  await open(admin, `/admin/kyc-review?person=${uid}`);
  const details = admin.getByRole("button", { name: "Open details" });
  if ((await details.count()) > 0) await details.click();
  await expect(details).toHaveCount(0);
  const approve = admin.getByRole("button", { name: "Approve document" });
  // The last one may still be arriving, and shows itself.
  await expect(approve).toHaveCount(count);
  // As the viewer does, which the applicant's first document went through.
  const opened = await admin.locator('form[action^="/api/kyc/files/"]').evaluateAll((forms) =>
    Promise.all(
      forms.map(async (form) => {
        const { pathname } = new URL((form as HTMLFormElement).action);
        return (await fetch(pathname, { method: "POST" })).status;
      }),
    ),
  );
  expect(opened.length).toBeGreaterThanOrEqual(count);
  expect(new Set(opened)).toEqual(new Set([200]));
  for (let left = count; left > 0; left--) {
    await expect(approve).toHaveCount(left);
    await approve.first().click();
  }
  await expect(approve).toHaveCount(0);
}

async function startedAt(): Promise<string> {
  const { rows } = await db.query(`select "sampleStartedAt" from editor_applications`);
  return String((rows[0] as { sampleStartedAt: Date }).sampleStartedAt.getTime());
}
