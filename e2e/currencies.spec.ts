import { type Browser, type BrowserContext, type Page, expect, test } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import { removeDataFolder } from "#boot/testing/data-folder.ts";
import { closeAll } from "./axe.ts";
import { CHOICES, Client, GOOD_CARD, manuscript } from "./client.ts";
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

  // Public prices in euros have an address of their own, so what's cached for everybody stays in dollars.
  const visitor = new Client(product.url);
  const prices = () => text(visitor, "/pricing");
  const [plain, inEuros, again] = [await prices(), await text(visitor, "/pricing?currency=EUR"), await prices()];
  expect(inEuros).toContain("Prices in euros per 1,000 words, by turnaround");
  expect(inEuros).not.toMatch(/>\$\d/);
  for (const page of [plain, again, await text(visitor, "/pricing?currency=GBP")]) {
    expect(page).toContain("Prices in US dollars per 1,000 words, by turnaround");
    expect(page).not.toContain("€3");
  }
  const reader = await pageOf(browser, visitor);
  await reader.goto("/pricing?words=4000");
  await hydrated(reader);
  await reader.getByLabel("Currency").selectOption("EUR");
  await expect(reader).toHaveURL(/words=4000.*currency=EUR/);
  await expect(reader.getByText("Prices in euros per 1,000 words, by turnaround")).toBeVisible();
  await expect(reader.getByLabel("Words")).toHaveValue("4000");
  await expect(reader.getByRole("link", { name: "upload your manuscript" })).toHaveAttribute(
    "href",
    "/order/new?currency=EUR",
  );
  await look(reader, "pricing-euros");

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
  await expect(ada!.locator("main").getByText(`€${euros}`).first()).toBeVisible();
  await look(ada!, "payments-euros");
});

test("a department in Germany buys on a purchase order in euros, and an office pays a shared quote in them", async ({
  browser,
}) => {
  test.slow();
  const client = new Client(product.url);
  const mark = String(Date.now());
  const email = `jonas-${mark}@example.org`;
  await client.signUp("Jonas Adler", email, "a long enough phrase 12");
  await client.verify(await client.emailTo(email, /^Verify/));
  const page = await pageOf(browser, client);
  const name = `Institute of Soil Science ${mark}`;
  await page.goto("/organizations/new");
  await hydrated(page);
  await page.getByLabel("Legal name").fill(name);
  await page.getByLabel("Address").fill("Library Street 1\n28359 Bremen");
  await page.getByLabel("Country").selectOption("DE");
  await page.getByLabel("Currency").selectOption("EUR");
  await look(page, "organization-new-euros");
  await page.getByRole("button", { name: "Create organization" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
  const home = new URL(page.url()).pathname;

  // The purchase order in euros, granted by the finance team.
  await page.goto(`${home}/statements`);
  await hydrated(page);
  await page.getByText("Send a purchase order", { exact: true }).click();
  const order = page.locator("details").filter({ hasText: "Send a purchase order" });
  await order.getByLabel("PO number").fill("PO-4500123");
  await order.getByLabel("Amount in EUR").fill("1,000");
  await order
    .locator("input[type=file]")
    .setInputFiles({ name: "po.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.4\n") });
  await order.getByRole("button", { name: "Send it" }).click();
  await expect(page.getByText("Sent. We check it, and tell you when members can order on it.")).toBeVisible();
  const finance = await pageOf(browser, await new Client(product.url).signIn("finance@demo.test"));
  await finance.goto(`${home}/statements`);
  await hydrated(finance);
  await finance.getByRole("button", { name: "Grant", exact: true }).first().click();
  await expect(finance.getByText("Granted. The organization is told.")).toBeVisible();

  // An order that was priced in dollars is in euros once the institute pays.
  const { bytes, name: file } = manuscript("on a purchase order", "hedgerows");
  const { orderId } = await client.dropManuscript(bytes, file);
  await client.saveChoices(orderId, { ...CHOICES, title: "Carbon in hedgerow soils" });
  await page.goto(`/order/new/form?order=${orderId}`);
  await hydrated(page);
  await expect(page.getByRole("button", { name: /^Pay \$/ }).first()).toBeVisible();
  const payer = page.getByLabel("Who pays");
  await payer.selectOption((await payer.locator("option", { hasText: name }).getAttribute("value"))!);
  await expect(page.getByText(`The invoice names ${name}`).first()).toBeVisible();
  await expect(page.getByText("Purchase order PO-4500123: €1,000.00 left.")).toBeVisible();
  const place = page.getByRole("button", { name: /^Order for €/ });
  const total = /€([\d.,]+)/.exec(await place.innerText())![1]!;
  await look(page, "order-form-purchase-order-euros");
  await place.click();
  await expect(page).toHaveURL(/\/order-success\?order=/);
  await page.goto(home);
  await expect(page.locator("main").getByText(`€${total}`).first()).toBeVisible();
  expect(await page.locator("main").innerText()).not.toMatch(/\$\d/);
  await look(page, "organization-euros");
  await page.goto(`${home}/settings`);
  await expect(page.getByText("Prices, the balance, limits, and invoices are in euros.")).toBeVisible();
  await finance.goto("/admin/organizations");
  await expect(
    finance.getByRole("table", { name: "Owed by age" }).getByRole("row", { name }).getByText(`€${total}`).first(),
  ).toBeVisible();
  await look(finance, "admin-organizations-euros");

  // A second order is shared with the office, which pays by card with the PO number.
  const shared = await client.form("/order/new", { intent: "fresh" });
  const sharedId = /ord_[0-9a-z]+/.exec(shared.headers.get("location") ?? "")![0];
  const second = manuscript("shared in euros");
  await client.upload(sharedId, second.name, second.bytes);
  await client.saveChoices(sharedId, { ...CHOICES, title: "Shared in euros", currency: "EUR" });
  await page.goto(`/order/new/form?order=${sharedId}`);
  await hydrated(page);
  await page.getByText("Share this quote").click();
  await page.getByRole("radio", { name: "No", exact: true }).check();
  const early = page.getByRole("checkbox", { name: /start/i });
  if (await early.count()) await early.first().check();
  await page.getByRole("button", { name: "Create link" }).click();
  const link = page.getByRole("textbox", { name: "Link" });
  await expect(link).toBeVisible();
  const office = await pageOf(browser, new Client(product.url));
  await office.goto(await link.inputValue());
  await hydrated(office);
  await office.getByLabel("Name on the invoice").fill("Karin Vogel");
  await office.getByLabel("Address").fill("Library Street 1\n28359 Bremen");
  await office.getByLabel("PO number").fill("PO-4500124");
  await office.getByLabel("Send documents to").fill("office@uni.example");
  const country = office.getByLabel("Country");
  if (await country.count()) await country.selectOption("DE");
  await look(office, "pay-euros");
  await office.getByRole("button", { name: /^Pay €/ }).click();
  await office.waitForURL(/\/checkout\/sandbox\//);
  await office.getByLabel("Card number").fill(GOOD_CARD);
  await office.getByLabel(/Expiry/).fill("12 / 49");
  await office.getByLabel("CVC").fill("123");
  await office.getByLabel(/Name/).fill("Karin Vogel");
  await office.getByRole("button", { name: /Pay/ }).click();
  await office.waitForURL(/\/pay\/shq_/);
  await expect(office.getByText(/^Paid on .* by card\.$/)).toBeVisible({ timeout: 20_000 });
  const invoice = office.getByRole("link", { name: /Download invoice INV-/ });
  const pdf = await getDocumentProxy(
    new Uint8Array(await (await office.request.get((await invoice.getAttribute("href"))!)).body()),
  );
  const printed = (await extractText(pdf, { mergePages: true })).text;
  expect(printed).toContain("PO-4500124");
  // As Germany writes it.
  expect(printed).toMatch(/EUR \d+,\d\d/);
  expect(printed).not.toContain("$");
});
