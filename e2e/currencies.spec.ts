import { type Browser, type BrowserContext, type Page, expect, test } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import { removeDataFolder } from "#boot/testing/data-folder.ts";
import { closeAll } from "./axe.ts";
import { CHOICES, Client, manuscript } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { type Product, preparedFolder, startProduct } from "./product.ts";
import { look } from "./shots.ts";

/** A product of its own, because a currency changes everybody's order form. */
let product: Product;
let folder: string;
const contexts: BrowserContext[] = [];
test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = preparedFolder();
  product = await startProduct({ dataDir: folder, oneProcess: true });
});
test.afterAll(async () => {
  for (const context of contexts.splice(0)) await context.close();
  await closeAll();
  await product?.stop();
  removeDataFolder(folder);
});

async function pageOf(browser: Browser, client: Client): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url, timezoneId: "UTC" });
  contexts.push(context);
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: product.url })));
  return context.newPage();
}
const text = async (client: Client, path: string): Promise<string> => (await client.get(path)).text();

test("two admins sell in euros, and a client chooses them, pays, has an invoice and a refund in them", async ({
  browser,
}) => {
  test.slow();
  const [ada, ben] = await Promise.all(
    ["admin@demo.test", "admin2@demo.test"].map(async (email) =>
      pageOf(browser, await new Client(product.url).signIn(email)),
    ),
  );
  await ada!.goto("/admin/policy");
  await hydrated(ada!);
  await ada!.getByRole("button", { name: "Draft a change" }).click();
  await ada!.waitForURL(/\/admin\/policy\/drafts\/pol_/);
  await hydrated(ada!);
  await ada!.getByRole("link", { name: "Other currencies" }).click();
  const rate = ada!.getByRole("textbox", { name: /^euros/ });
  await rate.fill("0.92");
  await ada!.getByRole("button", { name: "Save draft" }).click();
  await expect(ada!.getByText(/euros.*to 0\.92/)).toBeVisible();
  await ada!.getByLabel("Reason").fill("Our authors in Europe ask for it.");
  await ada!.getByRole("button", { name: "Propose change" }).click();
  await expect(ada!.getByText("An admin other than you has to approve this change.", { exact: false })).toBeVisible();
  await ben!.goto(ada!.url());
  await hydrated(ben!);
  await ben!.getByRole("button", { name: "Approve change" }).click();
  await ben!.waitForURL(/\/admin\/policy\/versions\/\d+/);

  const client = new Client(product.url);
  const email = `clara-${Date.now()}@example.org`;
  await client.signUp("Clara Brandt", email, "a long enough phrase 11");
  await client.verify(await client.emailTo(email, /^Verify/));
  const { name, bytes } = manuscript("in euros");
  const { orderId } = await client.dropManuscript(bytes, name);
  await client.saveChoices(orderId, CHOICES);
  const page = await pageOf(browser, client);
  await page.goto(`/order/new/form?order=${orderId}`);
  await hydrated(page);
  const dollars = /Pay \$([\d,.]+)/.exec(await page.locator("main").innerText())![1]!;
  await page.getByLabel("Currency").selectOption("EUR");
  await expect(page.getByRole("button", { name: /^Pay €/ }).first()).toBeVisible();
  const main = await page.locator("main").innerText();
  expect(main).not.toMatch(/\$\d/);
  const euros = /Pay €([\d,.]+)/.exec(main)![1]!;
  // The rate, and amounts that are rounded up to half a euro.
  expect(Number(euros) / Number(dollars)).toBeGreaterThan(0.91);
  expect(Number(euros) / Number(dollars)).toBeLessThan(0.94);
  await look(page, "order-form-euros");
  // What's chosen is saved a moment later.
  await expect
    .poll(() => text(client, `/order/new/form?order=${orderId}`), { timeout: 10_000 })
    .toContain(`Pay €${euros}`);

  expect(await client.payAt(await client.place(orderId))).toBe("paid");
  await client.waitUntilPaid(orderId);
  expect(await text(client, `/order-success?order=${orderId}`)).toContain(`€${euros}`);
  const payments = await text(client, "/my-payments");
  expect(payments).toContain(`€${euros}`);
  const [, invoice] = /\/api\/invoices\/(doc_[0-9a-z]{26})\/pdf/.exec(payments)!;
  const pdf = await getDocumentProxy(
    new Uint8Array(await (await client.get(`/api/invoices/${invoice}/pdf`)).arrayBuffer()),
  );
  const printed = (await extractText(pdf, { mergePages: true })).text;
  expect(printed).toContain(`€${euros}`);
  expect(printed).not.toContain("$");

  const canceled = await client.form(`/order/${orderId}`, {
    intent: "cancel",
    expectedRefundMinor: euros.replaceAll(/\D/g, ""),
  });
  expect(canceled.status).toBeLessThan(400);
  await expect.poll(() => text(client, "/my-payments"), { timeout: 20_000 }).toMatch(/[Rr]efunded/);
  await ada!.goto("/admin/payments");
  await expect(ada!.getByText(`€${euros}`).first()).toBeVisible();
  await look(ada!, "payments-euros");
});
