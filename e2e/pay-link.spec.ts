import { type BrowserContext, type Page, expect, test } from "@playwright/test";
import { closeAll, look as inspect } from "./axe.ts";
import { CHOICES, Client, GOOD_CARD, manuscript } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { look } from "./shots.ts";

/** A quote that its author shares, and a finance office pays: from the order form to the invoice with its references. */
const contexts: BrowserContext[] = [];
const errors: string[] = [];

test.afterAll(closeAll);
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  expect(errors.splice(0)).toEqual([]);
});

async function open(page: Page, who: string): Promise<Page> {
  contexts.push(page.context());
  page.on("console", (line) => {
    // The browser logs every refused form.
    if (line.type() === "error" && !/\b4(?:09|10|22)\b/.test(line.text())) errors.push(`${who}: ${line.text()}`);
  });
  page.on("pageerror", (error) => errors.push(`${who}: ${error.message}`));
  return page;
}

/** In Germany, and in no other test: those continue the draft that was changed last. */
const LENA = { email: "client3@demo.test", name: "Dr. Lena Hoffmann" };

/** A new order of hers, ready for its price. */
async function freshOrder(baseURL: string, title: string) {
  const lena = await new Client(baseURL).signIn(LENA.email);
  const fresh = await lena.form("/order/new", { intent: "fresh" });
  const orderId = /ord_[0-9a-z]+/.exec(fresh.headers.get("location") ?? "")![0];
  const { name, bytes } = manuscript(title);
  await lena.upload(orderId, name, bytes);
  await lena.saveChoices(orderId, { ...CHOICES, title });
  return { lena, orderId };
}

test("an author shares a quote, and an office without an account pays it with a PO number", async ({
  browser,
  baseURL,
}) => {
  const title = `Tides and sand, shared ${Date.now()}`;
  const { lena, orderId } = await freshOrder(baseURL!, title);

  const at = baseURL ? { baseURL } : {};
  const home = await browser.newContext({ timezoneId: "UTC", ...at });
  await home.addCookies([...lena.cookies].map(([key, value]) => ({ name: key, value, url: baseURL! })));
  const author = await open(await home.newPage(), "author");
  await author.goto(`/order/new/form?order=${orderId}`);
  await hydrated(author);
  await author.getByText("Share this quote").click();
  await author.getByRole("button", { name: "Create link" }).click();
  await expect(author.getByText("Choose whether the manuscript's title is shown.").first()).toBeVisible();
  const early = author.getByRole("checkbox", { name: /start/i });
  if (await early.count()) await early.first().check();
  await author.getByRole("radio", { name: "No", exact: true }).check();
  await author.getByRole("button", { name: "Create link" }).click();
  const link = author.getByRole("textbox", { name: "Link" });
  await expect(link).toBeVisible();
  const url = await link.inputValue();
  expect(url).toContain(`/pay/shq_`);
  await look(author, "share-quote");
  const number = /Q-\d{4}-\d{4,}/.exec(await author.getByText(/is valid until/).innerText())![0];
  await author.getByLabel("Send it to").fill("office@uni.example");
  await author.getByRole("button", { name: "Send quote" }).click();
  await expect(author.getByText("Quote sent to office@uni.example.")).toBeVisible();

  // The office, in a browser of its own.
  const office = await open(await (await browser.newContext({ timezoneId: "UTC", ...at })).newPage(), "office");
  const first = await office.goto(url);
  expect(first!.headers()).toMatchObject({
    "cache-control": "private, no-store",
    "referrer-policy": "same-origin",
    "x-robots-tag": "noindex, nofollow",
  });
  await hydrated(office);
  await expect(office.getByRole("heading", { name: `Quote ${number}` })).toBeVisible();
  await expect(office.getByText(LENA.name).first()).toBeVisible();
  await expect(office.getByText(title)).toHaveCount(0);
  await expect(office.getByRole("navigation")).toHaveCount(0);
  await look(office, "pay");
  const here = new URL(url).pathname;
  await inspect(browser, baseURL!, null, here);
  const quote = await office.request.get(
    (await office.getByRole("link", { name: "Download PDF" }).getAttribute("href"))!,
  );
  expect((await quote.body()).subarray(0, 5).toString()).toBe("%PDF-");
  await office.getByRole("button", { name: /^Pay \$/ }).click();
  await expect(office.getByText("Enter the name for the invoice.").first()).toBeVisible();
  await office.getByLabel("Name on the invoice").fill("Karin Vogel");
  await office.getByLabel("Organization").fill("University of Bremen");
  await office.getByLabel("Address").fill("Library Street 1\n28359 Bremen");
  await office.getByLabel("PO number").fill("PO-4500123");
  await office.getByLabel("Cost center").fill("CC 4711");
  await office.getByLabel("Send documents to").fill("office@uni.example");
  await look(office, "pay-filled");
  await office.getByRole("button", { name: /^Pay \$/ }).click();
  await office.waitForURL(/\/checkout\/sandbox\//);
  await office.getByLabel("Card number").fill(GOOD_CARD);
  await office.getByLabel(/Expiry/).fill("12 / 49");
  await office.getByLabel("CVC").fill("123");
  await office.getByLabel(/Name/).fill("Karin Vogel");
  await office.getByRole("button", { name: /Pay/ }).click();
  await office.waitForURL(/\/pay\/shq_/);
  await expect(office.getByText(/^Paid on .* by card\.$/)).toBeVisible({ timeout: 20_000 });
  await look(office, "pay-paid");
  await inspect(browser, baseURL!, null, here);
  const document = office.getByRole("link", { name: /Download invoice INV-/ });
  const invoice = await office.request.get((await document.getAttribute("href"))!);
  expect((await invoice.body()).subarray(0, 5).toString()).toBe("%PDF-");
  const xml = office.getByRole("link", { name: "XML" });
  if (await xml.count()) {
    const text = await (await office.request.get((await xml.getAttribute("href"))!)).text();
    expect(text).toContain(
      "<ram:IssuerAssignedID>PO-4500123</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument>",
    );
    expect(text).toContain("<ram:ID>CC 4711</ram:ID></ram:ReceivableSpecifiedTradeAccountingAccount>");
  }

  // The author is told, and the order has started.
  // A search shows those that are folded otherwise.
  await author.goto(`/notifications?q=${number}`);
  await hydrated(author);
  const notices = author.getByRole("main");
  await expect(notices.getByText(`Your quote ${number} was opened`).first()).toBeVisible();
  await expect(notices.getByText(new RegExp(`Quote ${number} was paid`)).first()).toBeVisible();
  await author.goto(`/order/${orderId}`);
  await hydrated(author);
  await expect(
    author
      .getByRole("main")
      .getByText(/looking for an editor|editor accepted|your editor/i)
      .first(),
  ).toBeVisible();
  await expect(author.getByText("paid by University of Bremen (PO number PO-4500123)")).toBeVisible();
  await author.goto("/my-payments");
  await expect(author.getByText(/INV-/).first()).toBeVisible();
});

test("a wrong link and a quote that was taken back say what to do", async ({ page, baseURL }) => {
  await open(page, "visitor");
  errors.length = 0;
  const wrong = await page.request.get(`${baseURL}/pay/shq_00000000000000000000000000.a.b`);
  expect(wrong.status()).toBe(404);
  expect(await wrong.text()).toContain("This link is incomplete or wrong.");

  const { lena, orderId } = await freshOrder(baseURL!, "taken back");
  await page.context().addCookies([...lena.cookies].map(([key, value]) => ({ name: key, value, url: baseURL! })));
  await page.goto(`/order/new/form?order=${orderId}`);
  await hydrated(page);
  await page.getByText("Share this quote").click();
  const early = page.getByRole("checkbox", { name: /start/i });
  if (await early.count()) await early.first().check();
  await page.getByRole("radio", { name: "Yes", exact: true }).check();
  await page.getByRole("button", { name: "Create link" }).click();
  const url = await page.getByRole("textbox", { name: "Link" }).inputValue();
  await page.getByRole("button", { name: "Take quote back" }).click();
  await expect(page.getByText("Quote taken back.", { exact: false })).toBeVisible();
  const gone = await page.request.get(url);
  expect(gone.status()).toBe(410);
  expect(await gone.text()).toContain("The author took this quote back.");
});
