/** A client adds to their balance, gives some to somebody, pays for an order from it, and has the rest paid back. */
import { type Browser, type Page, expect, test } from "@playwright/test";
import { closeAll, examineOpen } from "./axe.ts";
import { Client, manuscript } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { look } from "./shots.ts";

test.afterAll(closeAll);

/** A new client, so that nobody else in the demo world has a balance. */
async function newClient(browser: Browser, baseURL: string, name: string) {
  const client = new Client(baseURL);
  const email = `${name.split(" ")[0]!.toLowerCase()}-${Date.now()}@example.org`;
  await client.signUp(name, email, "a long enough phrase 9");
  await client.verify(await client.emailTo(email, /^Verify/));
  const context = await browser.newContext({
    baseURL,
    reducedMotion: "reduce",
    viewport: { width: 1280, height: 900 },
  });
  await context.addCookies([...client.cookies].map(([key, value]) => ({ name: key, value, url: baseURL })));
  return { client, email, page: await context.newPage() };
}

/** On the card provider's page. */
async function payByCard(page: Page) {
  await page.waitForURL(/\/checkout\/sandbox\//);
  await page.getByLabel("Card number").fill("4242424242424242");
  await page.getByLabel(/Expiry/).fill("12 / 49");
  await page.getByLabel("CVC").fill("123");
  await page.getByLabel(/Name/).fill("Berta Falk");
  await page.getByRole("button", { name: /^Pay/ }).click();
  await page.waitForURL(/\/profile\/balance\?deposit=/);
  await hydrated(page);
}

test("a balance is added to by card, given, spent, and paid back", async ({ browser, baseURL }) => {
  test.setTimeout(180_000);
  const { page: berta, client: author } = await newClient(browser, baseURL!, "Berta Falk");
  await berta.goto("/my-payments");
  await hydrated(berta);
  await berta.getByRole("link", { name: "Balance", exact: true }).click();
  await expect(berta.getByRole("heading", { name: "Balance", exact: true })).toBeVisible();
  await hydrated(berta);
  await look(berta, "own-balance-empty");
  const add = berta.locator("form", { has: berta.locator("#amount") });
  await add.getByRole("textbox").fill("a lot");
  await add.getByRole("button", { name: "Pay by card" }).click();
  await expect(berta.getByText(/Enter an amount such as/).first()).toBeVisible();
  await add.getByRole("textbox").fill("2000");
  await add.getByRole("button", { name: "Pay by card" }).click();
  await payByCard(berta);
  await expect(berta.getByText("$2,000.00 arrived")).toBeVisible();
  await expect(berta.getByRole("table", { name: "Payments by card" })).toContainText("Visa ending 4242");

  const give = berta.locator("form", { has: berta.locator("#giftEmail") });
  const { page: carl, email } = await newClient(browser, baseURL!, "Carl Ost");
  await give.getByLabel("Their email address").fill(email);
  await give.getByLabel(/^Amount/).fill("60");
  await give.getByLabel("Message (optional)").fill("For your first paper with us.");
  await give.getByRole("button", { name: "Pay by card" }).click();
  await payByCard(berta);
  const given = berta.getByRole("table", { name: "Balances given to others" });
  await expect(given).toContainText("Not accepted yet");
  await look(berta, "own-balance");
  expect(await examineOpen(berta, "a client's balance")).toEqual([]);

  await carl.goto("/profile/balance");
  await hydrated(carl);
  await expect(carl.getByText("For your first paper with us.")).toBeVisible();
  await look(carl, "gift-to-accept");
  await carl.getByRole("button", { name: "Accept", exact: true }).dblclick();
  await expect(carl.getByText("It's on your balance.")).toBeVisible();
  await expect(carl.getByRole("table", { name: "Movements of the balance" })).toContainText("A gift accepted");
  await expect(given).toContainText("Accepted");

  const back = berta.locator("form", { has: berta.locator("#returned") });
  await back.getByRole("textbox").fill("2000.01");
  await back.getByRole("button", { name: "Pay back to the card" }).click();
  await expect(berta.getByText("Nothing was paid back. Choose at most that.").first()).toBeVisible();
  await back.getByRole("textbox").fill("500");
  await back.getByRole("button", { name: "Pay back to the card" }).click();
  await expect(berta.getByText("It's off your balance, and on its way to the card.")).toBeVisible();
  await expect(berta.getByRole("table", { name: "Movements of the balance" })).toContainText("Paid back to the card");

  const { name, bytes } = manuscript("paid from a balance");
  const { orderId } = await author.dropManuscript(bytes, name);
  await author.saveChoices(orderId);
  await berta.goto(`/order/new/form?order=${orderId}`);
  await hydrated(berta);
  const pay = berta.getByRole("button", { name: /^Pay \$[\d,.]+ from your balance$/ });
  await expect(pay).toBeVisible();
  await expect(berta.getByRole("button", { name: "Pay by card instead" })).toBeVisible();
  await look(berta, "pay-from-own-balance");
  await berta.getByLabel(/I expressly ask you to start work right away/).check();
  await pay.dblclick();
  await berta.waitForURL(/\/order-success/);
  await expect(berta.getByText(/has been paid from the balance/)).toBeVisible();
  await berta.context().close();
  await carl.context().close();
});
