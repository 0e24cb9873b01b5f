/** How somebody becomes an editor: the forms that applicants and admins fill in, in real browsers. */
import { type Page, expect } from "@playwright/test";
import { specimenPdf } from "#db/seed/specimen.ts";

export type Person = { name: string; email: string; birth: string; taxNumber: string };

/** A unique file, because one file can't prove two things. */
const pdf = (...lines: string[]) => ({
  name: `${lines[0]!.toLowerCase()}.pdf`,
  mimeType: "application/pdf",
  buffer: specimenPdf(lines),
});

export async function openAccount(page: Page, person: Person, password: string): Promise<void> {
  await page.locator('input[name="name"]').fill(person.name);
  await page.locator('input[name="email"]').fill(person.email);
  await page.locator('input[name="password"]').fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL(/\/signup/);
}

/** Fills in the application except for the sample edit. */
export async function fillApplication(page: Page): Promise<void> {
  await page.getByLabel("Highest degree and its subject").fill("PhD, Environmental Science");
  await page.getByLabel("Years of editing").fill("8");
  await page.getByLabel("Headline").fill("Environmental scientist and editor");
  await page
    .getByLabel("About you")
    .fill(
      "I have edited research articles on soil, water and forests for eight years, most of them for authors who write in their second language.",
    );
  await page.getByLabel("CV", { exact: true }).setInputFiles(pdf("cv"));
  await page.getByLabel("Degree certificate").setInputFiles(pdf("degree"));
  await page.getByText("Earth and environment").click();
  await page.getByLabel("Environmental science").check();
  await page.locator('input[name="services"][value="copyediting"]').check();
  await page.locator('input[name="variants"][value="UK"]').check();
}

/** Edits the sample, with its timer already running, and submits the application. */
export async function sendSample(page: Page): Promise<void> {
  const sample = page.getByLabel("Your edited paragraph");
  await sample.fill(
    (await sample.inputValue()).replace("trees is often", "trees are often").replace("proves that", "suggests that"),
  );
  await page.locator('input[name="agreement"]').check();
  await page.getByRole("button", { name: "Send application" }).click();
  await page.waitForURL(/\/thanks/);
}

/** An admin scores the sample edit on the applicant's page, and approves it. */
export async function approveApplication(admin: Page): Promise<void> {
  for (const label of ["Grammar, usage", "Changes only", "Keeps the meaning", "Queries and letter", "Consistent style"])
    await admin.getByLabel(label, { exact: false }).fill("16");
  await admin.getByLabel("Note").fill("A careful edit. Welcome.");
  await admin.getByRole("button", { name: "Approve as trial editor" }).click();
  await expect(admin.getByText("Application approved.", { exact: false })).toBeVisible();
}

export async function saveDetails(page: Page, person: Person): Promise<void> {
  await page.getByLabel("Full legal name", { exact: true }).fill(person.name);
  await page.getByLabel("Date of birth").fill(person.birth);
  await page.getByLabel("Street address").fill("Storgata 5");
  await page.getByLabel("City", { exact: true }).fill("Oslo");
  await page.getByLabel("Country", { exact: true }).selectOption("NO");
  await page.getByLabel("Tax residence").selectOption("NO");
  await page.getByLabel("Tax identification number").fill(person.taxNumber);
  await page.getByLabel("VAT", { exact: true }).selectOption("none");
  await page.getByRole("button", { name: "Save details" }).click();
  await expect(page.getByText("Details saved")).toBeVisible();
}

export async function signAgreement(page: Page, name: string): Promise<void> {
  await page.locator('input[name="agreed"]').check();
  await page.getByLabel("Type your full legal name to sign").fill(name);
  await page.getByRole("button", { name: "Sign agreement" }).click();
}

/** Submits one document for review from the editor's documents page. */
export async function sendDocument(
  page: Page,
  kind: "id_document" | "proof_of_address" | "degree_certificate" | "tax_form" | "bank_proof",
  lines: readonly [string, ...string[]],
  fields: { expiresOn?: string; issuedOn?: string; form?: string } = {},
): Promise<void> {
  const form = page.locator("form", { has: page.locator(`input[name="kind"][value="${kind}"]`) });
  await form
    .locator('input[name="files"]')
    .first()
    .setInputFiles(pdf(...lines));
  if (fields.form) await form.locator('select[name="form"]').selectOption(fields.form);
  if (fields.issuedOn) await form.locator('input[name="issuedOn"]').fill(fields.issuedOn);
  if (fields.expiresOn) await form.locator('input[name="expiresOn"]').fill(fields.expiresOn);
  await form.getByRole("button", { name: "Send for review" }).click();
  // A submitted document's form closes. A message alone might belong to the previous document.
  await expect(form.getByRole("button", { name: "Send for review" })).toBeHidden();
  await expect(page.getByText("Document sent.", { exact: false })).toBeVisible();
}
