/** Hiring on an empty installation: an applicant becomes an editor, proves who they are, and gets an invite for a paid order. Nothing is seeded. */
import { type Browser, type Page, expect, test } from "@playwright/test";
import pg from "pg";
import { specimenPdf } from "#db/seed/specimen.ts";
import { Client, until } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { BUCKET, type Outside, startOutside } from "./outside.ts";
import { type Product, startProduct } from "./product.ts";

const PASSWORD = "a long enough phrase 7";
const EDITOR = { name: "Ingrid Solberg", email: "ingrid@example.org" };
const ADMIN = { name: "Olga Petrova", email: "olga@example.org" };

let outside: Outside;
let product: Product;
let db: pg.Pool;
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

/** A page of somebody's own, which gives up on a missing element before the test does. */
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

test("an applicant is hired, proves who they are, and is invited to a paid order", async ({ browser }) => {
  test.setTimeout(400_000);
  const applicant = await newPage(browser);

  await test.step("the operator makes the first admin", async () => {
    const admin = new Client(product.url);
    await admin.signUp(ADMIN.name, ADMIN.email, PASSWORD);
    await admin.verify(await emailTo(ADMIN.email, /^Verify/));
    await db.query(`update auth_user set claims = '{"admin":true}' where email = $1`, [ADMIN.email]);
  });

  await test.step("the applicant signs up and applies, with evidence and a timed sample", async () => {
    await open(applicant, "/editor-signup");
    await applicant.locator('input[name="name"]').fill(EDITOR.name);
    await applicant.locator('input[name="email"]').fill(EDITOR.email);
    await applicant.locator('input[name="password"]').fill(PASSWORD);
    await applicant.getByRole("button", { name: "Create account" }).click();
    await applicant.waitForURL(/\/signup/);
    await open(applicant, linkIn(await emailTo(EDITOR.email, /^Verify/), /verify/));
    await applicant.getByRole("button", { name: "Verify address" }).click();
    await applicant.waitForURL(/\/editor-signup/);
    await hydrated(applicant);

    await applicant.getByRole("button", { name: "Send application" }).click();
    await expect(applicant.getByText("Attach your CV.").first()).toBeVisible();
    await applicant.getByLabel("Highest degree and its subject").fill("PhD, Environmental Science");
    await applicant.getByLabel("Years of editing").fill("8");
    await applicant.getByLabel("Headline").fill("Environmental scientist and editor");
    await applicant
      .getByLabel("About you")
      .fill(
        "I have edited research articles on soil, water and forests for eight years, most of them for authors who write in their second language.",
      );
    const pdf = (name: string) => ({ name, mimeType: "application/pdf", buffer: specimenPdf([name]) });
    await applicant.getByLabel("CV", { exact: true }).setInputFiles(pdf("cv.pdf"));
    await applicant.getByLabel("Degree certificate").setInputFiles(pdf("degree.pdf"));
    await applicant.getByText("Earth and environment").click();
    await applicant.getByLabel("Environmental science").check();
    await applicant.locator('input[name="services"][value="copyediting"]').check();
    await applicant.locator('input[name="variants"][value="UK"]').check();
    await applicant.getByRole("button", { name: "Start sample edit" }).click();
    const sample = applicant.getByLabel("Your edited paragraph");
    await expect(sample).toHaveValue(/Urban trees is often/);
    await expect(applicant.getByText("CV attached", { exact: false })).toBeVisible();
    // Leaving and coming back: the clock goes on from the same start.
    const started = await startedAt();
    await open(applicant, "/pricing");
    await open(applicant, "/editor-signup");
    expect(await startedAt()).toBe(started);
    await sample.fill(
      (await sample.inputValue()).replace("trees is often", "trees are often").replace("proves that", "suggests that"),
    );
    await applicant.locator('input[name="agreement"]').check();
    await applicant.getByRole("button", { name: "Send application" }).click();
    await applicant.waitForURL(/\/thanks/);
  });
  const startedRows = async () =>
    (await db.query(`select uid, "sampleFinishedAt" from editor_applications where status = 'submitted'`)).rows as {
      uid: string;
      sampleFinishedAt: Date | null;
    }[];
  const [{ uid, sampleFinishedAt } = { uid: "", sampleFinishedAt: null }] = await startedRows();
  expect(sampleFinishedAt).not.toBeNull();

  const admin = await newPage(browser);
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
    for (const label of [
      "Grammar, usage",
      "Changes only",
      "Keeps the meaning",
      "Queries and letter",
      "Consistent style",
    ])
      await admin.getByLabel(label, { exact: false }).fill("16");
    await admin.getByLabel("Note").fill("A careful edit. Welcome.");
    await admin.getByRole("button", { name: "Approve as trial editor" }).click();
    await expect(admin.getByText("Application approved.", { exact: false })).toBeVisible();
    await emailTo(EDITOR.email, /application was approved/);
  });

  await test.step("the editor enters details, signs, and sends a passport", async () => {
    await open(applicant, "/editor/kyc");
    await applicant.getByLabel("Full legal name", { exact: true }).fill("Ingrid Solberg");
    await applicant.getByLabel("Date of birth").fill("1985-02-11");
    await applicant.getByLabel("Street address").fill("Storgata 5");
    await applicant.getByLabel("City", { exact: true }).fill("Oslo");
    await applicant.getByLabel("Country", { exact: true }).selectOption("NO");
    await applicant.getByLabel("Tax residence").selectOption("NO");
    await applicant.getByLabel("Tax identification number").fill("11028512345");
    await applicant.getByRole("button", { name: "Save details" }).click();
    await expect(applicant.getByText("Details saved")).toBeVisible();

    await applicant.locator('input[name="agreed"]').check();
    await applicant.getByLabel("Type your full legal name to sign").fill("Somebody Else");
    await applicant.getByRole("button", { name: "Sign agreement" }).click();
    await expect(applicant.getByText("This isn't your legal name.").first()).toBeVisible();
    await applicant.getByLabel("Type your full legal name to sign").fill("Ingrid Solberg");
    await applicant.getByRole("button", { name: "Sign agreement" }).click();
    await expect(applicant.getByText("You signed the", { exact: false })).toBeVisible();

    const passport = applicant.locator("form", { has: applicant.locator('input[value="id_document"]') });
    await passport
      .locator('input[name="files"]')
      .first()
      .setInputFiles({
        name: "passport.pdf",
        mimeType: "application/pdf",
        buffer: specimenPdf(["Passport", "N1234567", "Ingrid Solberg"]),
      });
    await passport.getByLabel("Expiration date").fill("2031-05-01");
    await passport.getByRole("button", { name: "Send for review" }).click();
    await expect(applicant.getByText("Document sent.", { exact: false })).toBeVisible();

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

    // Opening the shop through the setup checklist has a journey of its own (first-day.spec.ts).
    await db.query(
      `insert into shop (id, "openedAt", "changedAt") values (1, now(), now()) on conflict (id) do update set "openedAt" = excluded."openedAt"`,
    );
    const author = new Client(product.url);
    await author.signUp("Leila Farahani", "leila@example.org", PASSWORD);
    await author.verify(await emailTo("leila@example.org", /^Verify/));
    const { orderId } = await author.orderAndPay("hiring");
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

async function startedAt(): Promise<string> {
  const { rows } = await db.query(`select "sampleStartedAt" from editor_applications`);
  return String((rows[0] as { sampleStartedAt: Date }).sampleStartedAt.getTime());
}
