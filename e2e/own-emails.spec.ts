/**
 * On an empty production database, two admins write an email in their own words, and the next person who signs up gets
 * it: by SMTP, with their words where ours were.
 */
import { type Page, expect, test } from "@playwright/test";
import pg from "pg";
import { templatePath } from "#app/features/emails/rules/template-name.ts";
import { Client, until } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { type Outside, startOutside } from "./outside.ts";
import { type Product, startProduct } from "./product.ts";

const PASSWORD = "a long enough phrase 19";
const EMAIL = templatePath({ email: "account.verify", language: "en" });
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

const mailsTo = (address: string) => outside.smtp.mails.filter((mail) => mail.to.includes(address));
/** The first email to an address, its soft line breaks joined. */
async function firstEmailTo(address: string): Promise<{ subject: string; text: string }> {
  await until(`an email to ${address}`, async () => mailsTo(address).length > 0, 40_000);
  const { subject, raw } = mailsTo(address)[0]!;
  return { subject, text: raw.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=") };
}

async function admin(name: string, email: string): Promise<Client> {
  const client = new Client(product.url);
  await client.signUp(name, email, PASSWORD);
  await client.verify((await firstEmailTo(email)).text);
  await db.query(`update auth_user set claims = '{"admin":true}' where email = $1`, [email]);
  return new Client(product.url).signIn(email, PASSWORD);
}

async function open(page: Page, client: Client): Promise<void> {
  await page.context().addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: product.url })));
  await page.goto(`${product.url}${EMAIL}`);
  await hydrated(page);
}

test("an email in the operator's words is checked, previewed, approved by another admin, and sent", async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const [anna, boris] = [await browser.newPage(), await browser.newPage()];
  await open(anna, await admin("Anna Keller", "anna@example.org"));
  await open(boris, await admin("Boris Lang", "boris@example.org"));

  await anna.getByLabel("Subject").fill("Welcome to Marginalia Press");
  await anna.getByLabel("Body").fill("We edit what you write, {nobody}.\n\n{button}");
  await anna.getByRole("button", { name: "Save draft" }).click();
  // A draft keeps whatever is typed. What's wrong with it is said before anybody decides about it.
  await anna.getByLabel("Reason").fill("Our own voice.");
  await anna.getByRole("button", { name: "Propose text" }).click();
  await expect(anna.getByText("There's no placeholder {nobody}. Choose one of the list.").first()).toBeVisible();
  await expect(anna.getByLabel("Body")).toHaveValue(/\{nobody\}/);
  await anna.getByLabel("Body").fill("We edit what you write.\n\n{button}");
  await anna.getByRole("button", { name: "Save draft" }).click();
  await expect(anna.getByText("Draft saved.", { exact: false })).toBeVisible();
  await expect(anna.locator("iframe[title^='Preview: Welcome to Marginalia Press']").first()).toHaveAttribute(
    "srcdoc",
    /We edit what you write\./,
  );
  await anna.getByLabel("Reason").fill("Our own voice.");
  await anna.getByRole("button", { name: "Propose text" }).click();
  await expect(anna.getByText("An admin other than you has to approve it.", { exact: false }).first()).toBeVisible();
  await expect(anna.getByRole("button", { name: "Approve text" })).toHaveCount(0);

  const before = new Client(product.url);
  await before.signUp("Early Reader", "early@example.org", PASSWORD);
  expect((await firstEmailTo("early@example.org")).text).not.toContain("We edit what you write.");

  await boris.reload();
  await hydrated(boris);
  await boris.getByRole("button", { name: "Approve text" }).click();
  await expect(boris.getByText("Version 1 of your words is in use.", { exact: false })).toBeVisible();

  // Every process has it within a few seconds.
  let reader = 0;
  await until(
    "an email in the new words",
    async () => {
      const address = `reader-${++reader}@example.org`;
      const client = new Client(product.url);
      await client.signUp("Clara Brandt", address, PASSWORD);
      const { subject, text } = await firstEmailTo(address);
      if (subject !== "Welcome to Marginalia Press") return false;
      expect(text).toContain("We edit what you write.");
      // Its button still confirms the address.
      await client.verify(text);
      return true;
    },
    40_000,
  );
  await anna.close();
  await boris.close();
});
