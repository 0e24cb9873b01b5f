import { dayOf } from "#app/platform/rules/core/day.ts";
import { type Browser, type BrowserContext, type Page, expect, test } from "@playwright/test";
import { camtStatement } from "#app/features/backoffice/testing/camt-statement.ts";
import { CAST, type CastName } from "#db/seed/cast.ts";
import { closeAll, look as inspect } from "./axe.ts";
import { CHOICES, Client, manuscript } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { look } from "./shots.ts";

/**
 * A lab buys editing: it's created, paid into by bank transfer, joined by invitation, and pays for an order within a
 * member's limit and for one above it after an approval.
 */
const contexts: BrowserContext[] = [];
const errors: string[] = [];

test.afterAll(closeAll);
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  expect(errors.splice(0)).toEqual([]);
});

async function pageOf(browser: Browser, baseURL: string, who: CastName): Promise<[Page, Client]> {
  return open(browser, baseURL, who, await new Client(baseURL).signIn(CAST[who].email));
}

/** Somebody with a new account and a verified address. */
async function newPerson(browser: Browser, baseURL: string, name: string, email: string): Promise<[Page, Client]> {
  const client = new Client(baseURL);
  await client.signUp(name, email, "a long enough phrase 7");
  await client.verify(await client.emailTo(email, /^Verify/));
  return open(browser, baseURL, name, client);
}

async function open(browser: Browser, baseURL: string, who: string, client: Client): Promise<[Page, Client]> {
  const context = await browser.newContext({ baseURL, timezoneId: "UTC" });
  contexts.push(context);
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: baseURL })));
  const page = await context.newPage();
  page.on("console", (line) => {
    // The browser logs every refused form and page.
    if (line.type() === "error" && !/\b4(?:03|04|09|22)\b/.test(line.text())) errors.push(`${who}: ${line.text()}`);
  });
  page.on("pageerror", (error) => errors.push(`${who}: ${error.message}`));
  return [page, client];
}

/** A new order, ready for its price. */
async function freshOrder(client: Client, title: string): Promise<string> {
  const fresh = await client.form("/order/new", { intent: "fresh" });
  const orderId = /ord_[0-9a-z]+/.exec(fresh.headers.get("location") ?? "")![0];
  const { name, bytes } = manuscript(title, "hedgerows");
  await client.upload(orderId, name, bytes);
  await client.saveChoices(orderId, { ...CHOICES, title });
  return orderId;
}

/** The author cancels an order, so that its words don't take an editor's time from other tests. */
async function giveBack(page: Page, client: Client, orderId: string): Promise<void> {
  await page.goto(`/order-success?order=${orderId}`);
  const text = await page.locator("main").innerText();
  const total = [...text.matchAll(/\$[\d,]+\.\d\d/g)].at(-1)![0];
  const minor = total.replaceAll(/\D/g, "");
  const answer = await client.form(`/order/${orderId}`, { intent: "cancel", expectedRefundMinor: minor });
  expect(answer.status).toBeLessThan(400);
}

/** Opens the order form and lets the organization pay. */
async function chooseLab(page: Page, orderId: string, name: string): Promise<void> {
  await page.goto(`/order/new/form?order=${orderId}`);
  await hydrated(page);
  const payer = page.getByLabel("Who pays");
  const option = payer.locator("option", { hasText: name });
  await payer.selectOption((await option.getAttribute("value"))!);
  await expect(page.getByText(`The invoice names ${name}`).first()).toBeVisible();
}

test("a lab pays in by transfer, and a member orders within their limit and above it", async ({ browser, baseURL }) => {
  test.slow();
  const mark = String(Date.now());
  const name = `Coastal Lab ${mark}`;
  const [owner] = await pageOf(browser, baseURL!, "amara");

  await owner.goto("/organizations/new");
  await hydrated(owner);
  await owner.getByRole("button", { name: "Create organization" }).click();
  await expect(owner.getByText("Enter the organization's legal name.").first()).toBeVisible();
  await owner.getByLabel("Legal name").fill(name);
  await owner.getByLabel("Address").fill("1 University Road\nLegon");
  await owner.getByLabel("Country").selectOption("GH");
  await look(owner, "organization-new");
  await owner.getByRole("button", { name: "Create organization" }).click();
  await expect(owner.getByRole("heading", { name, level: 1 })).toBeVisible();
  const home = new URL(owner.url()).pathname;
  await expect(owner.getByText("Two steps to the first order")).toBeVisible();

  // A pro forma invoice, its transfer, and the balance.
  await owner.getByRole("link", { name: "Add funds" }).click();
  await owner.getByLabel("Amount in USD").fill("1,000");
  await owner.getByRole("button", { name: "Get a pro forma invoice" }).click();
  const link = owner.getByRole("link", { name: /^PF-\d{4}-\d{6}$/ });
  await expect(link).toBeVisible();
  const number = await link.innerText();
  const pdf = await owner.request.get((await link.getAttribute("href"))!);
  expect((await pdf.body()).subarray(0, 5).toString()).toBe("%PDF-");
  const [bank] = await pageOf(browser, baseURL!, "farah");
  await bank.goto("/admin/reconciliation");
  await hydrated(bank);
  await bank.getByText("Import a bank statement").click();
  const { text } = camtStatement({
    id: mark,
    day: dayOf(new Date()),
    openingMinor: 0,
    lines: [{ minor: 100_000, text: `${name} ${number}` }],
  });
  const own = text.replace("<IBAN>DE89<", "<IBAN>DE89370400440532013000<").replaceAll(/<Bal>.*?<\/Bal>/g, "");
  await bank
    .locator("input[name=file]")
    .setInputFiles({ name: `lab-${mark}.xml`, mimeType: "text/xml", buffer: Buffer.from(own) });
  await bank.getByRole("button", { name: "Import statement" }).click();
  await expect(
    bank.getByRole("region", { name: "Imported bank statements" }).getByRole("row", { name: `lab-${mark}.xml` }),
  ).toBeVisible();
  await owner.reload();
  await expect(owner.getByText("$1,000.00").and(owner.locator(":visible")).first()).toBeVisible();
  await expect(owner.getByRole("row").filter({ hasText: number }).getByText("Paid")).toBeVisible();
  await look(owner, "organization-balance");

  // Somebody joins.
  await owner.goto(`${home}/members`);
  await hydrated(owner);
  await owner.getByText("Invite somebody").click();
  const invite = owner.locator("details").filter({ hasText: "Invite somebody" });
  await invite.getByLabel("Email address").fill(CAST.mei.email);
  await invite.getByLabel("Limit for one order").fill("many");
  await invite.getByRole("button", { name: "Send invitation" }).click();
  await expect(owner.getByText(/Enter an amount such as 500/).first()).toBeVisible();
  await invite.getByLabel("Limit for one order").fill("");
  await invite.getByRole("button", { name: "Send invitation" }).click();
  await expect(owner.getByText(`Invitation sent to ${CAST.mei.email}.`)).toBeVisible();
  const [member, client] = await pageOf(browser, baseURL!, "mei");
  await member.goto("/organizations");
  await hydrated(member);
  await expect(member.getByText(`You're invited to ${name}`)).toBeVisible();
  const href = await member
    .getByRole("link", { name: "Open invitation" })
    .evaluateAll(
      (links, wanted) =>
        links.find((one) => one.closest("[data-tone]")?.textContent?.includes(wanted))?.getAttribute("href") ?? "",
      name,
    );
  await member.goto(href);
  await hydrated(member);
  await look(member, "organization-join");
  await member.getByRole("button", { name: `Join ${name}` }).click();
  await expect(member).toHaveURL(new RegExp(`${home}$`));
  // Members see their own part alone.
  await expect(member.getByRole("link", { name: "Members" })).toHaveCount(0);
  expect((await member.goto(`${home}/balance`))!.status()).toBe(403);

  // Within the limit.
  const first = await freshOrder(client, `Within ${mark}`);
  await chooseLab(member, first, name);
  await look(member, "order-form-balance");
  await member.getByRole("button", { name: /^Pay \$[\d.,]+ from the balance$/ }).click();
  await expect(member).toHaveURL(/\/order-success\?order=/);

  // Above it.
  await owner.reload();
  await hydrated(owner);
  const row = owner.getByRole("row").filter({ hasText: CAST.mei.email });
  await row.getByText("Role and limits").click();
  await row.getByLabel("Limit for one order").fill("1");
  await row.getByRole("button", { name: "Save" }).click();
  await expect(owner.getByText("Saved.")).toBeVisible();
  const second = await freshOrder(client, `Above ${mark}`);
  await chooseLab(member, second, name);
  await expect(member.getByText("Your limit for one order is $1.00.")).toBeVisible();
  await member.getByLabel("Note to the managers (optional)").fill("The journal waits.");
  await member.getByRole("button", { name: "Ask for approval" }).click();
  await expect(member.getByText("Waiting for approval")).toBeVisible();
  await owner.goto(home);
  await hydrated(owner);
  await expect(owner.getByText("1 order needs your approval")).toBeVisible();
  await expect(owner.getByText("The journal waits.")).toBeVisible();
  await look(owner, "organization");
  const chart = owner.getByRole("img", { name: /^Spent in the last 12 months/ });
  await expect(chart).toBeVisible();
  await owner.getByText("Show as table").click();
  await expect(owner.getByRole("table", { name: "Spent in the last 12 months" }).getByRole("row")).toHaveCount(13);
  await owner.getByRole("button", { name: /^Approve \$/ }).click();
  await expect(owner.getByText("Approved. The author can place the order now.")).toBeVisible();
  await member.reload();
  await hydrated(member);
  await member.getByRole("button", { name: /^Pay \$[\d.,]+ from the balance$/ }).click();
  await expect(member).toHaveURL(/\/order-success\?order=/);

  // What managers, finance, and others see of it.
  for (const orderId of [first, second]) await giveBack(member, client, orderId);
  await owner.goto(home);
  const orders = owner.getByRole("table", { name: "Orders", exact: true });
  await expect(orders.getByText(`Within ${mark}`)).toBeVisible();
  await expect(orders.getByText(`Above ${mark}`)).toBeVisible();
  await expect(owner.getByRole("img", { name: /^Spent in the last 12 months/ })).toHaveCount(0);
  const confirmation = await owner.request.get(
    (await orders.getByRole("link", { name: "Order confirmation" }).first().getAttribute("href"))!,
  );
  expect((await confirmation.body()).subarray(0, 5).toString()).toBe("%PDF-");
  await owner.goto(`${home}/statements`);
  await hydrated(owner);
  const today = dayOf(new Date());
  await owner.getByLabel("Issued from (UTC)").fill(today);
  await owner.getByLabel("Issued until (UTC)").fill(today);
  await look(owner, "organization-documents");
  const download = owner.waitForEvent("download");
  await owner.getByRole("button", { name: "Download documents (ZIP)" }).click();
  expect((await download).suggestedFilename()).toBe(`documents-${today}-${today}.zip`);
  await bank.goto("/admin/organizations");
  await expect(bank.getByRole("link", { name })).toBeVisible();
  await look(bank, "admin-organizations");
  const [stranger] = await pageOf(browser, baseURL!, "jonas");
  expect((await stranger.goto(home))!.status()).toBe(404);
  for (const path of [home, `${home}/balance`, `${home}/members`, `${home}/settings`])
    await inspect(browser, baseURL!, "amara", path);
  for (const path of ["/organizations", "/organizations/new"]) await inspect(browser, baseURL!, "mei", path);
  await inspect(browser, baseURL!, null, "/institutions");
  await bank.goto("/institutions");
  await look(bank, "institutions");
  for (const sample of [
    "Quote",
    "Order confirmation",
    "Pro forma invoice",
    "Invoice",
    "Monthly statement",
    "Credit note",
  ]) {
    const href = await bank.getByRole("main").getByRole("link", { name: sample, exact: true }).getAttribute("href");
    expect((await (await bank.request.get(href!)).body()).subarray(0, 5).toString()).toBe("%PDF-");
  }
});

test("a department gets terms, sends a purchase order, and orders on credit", async ({ browser, baseURL }) => {
  test.slow();
  const mark = String(Date.now());
  const name = `Terms Department ${mark}`;
  const [owner, client] = await pageOf(browser, baseURL!, "mei");
  await owner.goto("/organizations/new");
  await hydrated(owner);
  await owner.getByLabel("Legal name").fill(name);
  await owner.getByLabel("Address").fill("12 Botanic Lane");
  await owner.getByLabel("Country").selectOption("SG");
  await owner.getByRole("button", { name: "Create organization" }).click();
  await expect(owner.getByRole("heading", { name, level: 1 })).toBeVisible();
  const home = new URL(owner.url()).pathname;

  // Asking, with a wrong amount first: nothing typed is lost.
  await owner.getByRole("link", { name: "ask for terms" }).click();
  await owner.getByText("Ask for terms", { exact: true }).first().click();
  const terms = owner.locator("details").filter({ hasText: "Ask for terms" });
  await terms.getByLabel("The most you would owe in USD").fill("1");
  await terms.getByLabel("Note (optional)").fill("Two papers a month.");
  await terms.getByRole("button", { name: "Ask for terms" }).click();
  await expect(owner.getByText("Enter $100.00 to $1,000,000.00.").first()).toBeVisible();
  await expect(terms.getByLabel("Note (optional)")).toHaveValue("Two papers a month.");
  await terms.getByLabel("The most you would owe in USD").fill("2,000");
  await terms.getByRole("button", { name: "Ask for terms" }).dblclick();
  await expect(owner.getByText("Asked. We'll tell you when it's decided.")).toBeVisible();

  // A purchase order that isn't a PDF, then one that is.
  await owner.getByText("Send a purchase order", { exact: true }).click();
  const order = owner.locator("details").filter({ hasText: "Send a purchase order" });
  const send = async (file: string) => {
    await order.getByLabel("PO number").fill(`PO-${mark}`);
    await order.getByLabel("Amount in USD").fill("500");
    await order
      .locator("input[type=file]")
      .setInputFiles({ name: "po.pdf", mimeType: "application/pdf", buffer: Buffer.from(file) });
    await order.getByRole("button", { name: "Send it" }).click();
  };
  await send("not a PDF");
  await expect(owner.getByText("This isn't a PDF.").first()).toBeVisible();
  await send("%PDF-1.4\n");
  await expect(owner.getByText("Sent. We check it, and tell you when members can order on it.")).toBeVisible();
  await look(owner, "organization-statements");

  // The finance team decides.
  const [finance] = await pageOf(browser, baseURL!, "farah");
  await finance.goto("/admin/organizations");
  await hydrated(finance);
  await look(finance, "admin-organizations-credit");
  await finance.getByRole("table", { name: "Waiting decisions" }).getByRole("link", { name }).first().click();
  await expect(finance.getByRole("heading", { name, level: 1 })).toBeVisible();
  const request = finance.getByRole("listitem").filter({ hasText: "Monthly statement, net 30" });
  await request.getByLabel("Limit in USD").fill("1,500");
  await request.getByRole("button", { name: "Decline" }).click();
  await expect(finance.getByText("Say why. The organization reads it.").first()).toBeVisible();
  await expect(request.getByLabel("Limit in USD")).toHaveValue("1,500");
  await request.getByRole("button", { name: "Grant" }).dblclick();
  await expect(finance.getByText("Granted. The organization is told.")).toBeVisible();
  const po = finance.getByRole("listitem").filter({ hasText: `PO-${mark}` });
  await expect(po.getByRole("link", { name: "Open the purchase order" })).toBeVisible();
  await look(finance, "organization-statements-finance");

  // Cost centers, and an order on the terms.
  await owner.goto(`${home}/settings`);
  await hydrated(owner);
  await owner.getByLabel("With each order").selectOption("required");
  await owner.getByLabel("What you call it").fill("Grant");
  await owner.getByLabel("Those to choose from").fill("G-100\nG-200");
  await owner.getByRole("button", { name: "Save cost centers" }).click();
  await expect(owner.getByText("Saved. New orders ask for it.")).toBeVisible();
  const orderId = await freshOrder(client, `On terms ${mark}`);
  await chooseLab(owner, orderId, name);
  const place = owner.getByRole("button", { name: /^Order for \$[\d.,]+$/ });
  await expect(owner.getByText(/^Monthly statement, net 30: \$[\d.,]+ left\.$/)).toBeVisible();
  await place.click();
  await expect(owner.getByText("Grant: enter where this order is booked.").first()).toBeVisible();
  await owner.getByLabel("Grant").selectOption("G-200");
  await look(owner, "order-form-credit");
  await place.dblclick();
  await expect(owner).toHaveURL(/\/order-success\?order=/);
  await owner.goto(home);
  await expect(owner.getByRole("table", { name: "This month by cost center" }).getByText("G-200")).toBeVisible();
  await owner.goto(`${home}/statements`);
  await expect(owner.getByText("Not on a statement yet")).toBeVisible();
  await finance.goto("/admin/organizations");
  await expect(finance.getByRole("table", { name: "Owed by age" }).getByText(name)).toBeVisible();

  await giveBack(owner, client, orderId);

  // For others there's nothing here.
  const [stranger] = await pageOf(browser, baseURL!, "jonas");
  expect((await stranger.goto(`${home}/statements`))!.status()).toBe(404);
  await inspect(browser, baseURL!, "mei", `${home}/statements`);
  await inspect(browser, baseURL!, "mei", `${home}/settings`);
  await inspect(browser, baseURL!, "farah", `${home}/statements`);
  await inspect(browser, baseURL!, "farah", "/admin/organizations");
});

test("a lab proves its domain, and people with an address there join and let it pay", async ({ browser, baseURL }) => {
  test.slow();
  const mark = String(Date.now());
  const domain = `lab-${mark}.example`;
  const name = `Domain Lab ${mark}`;
  const [owner] = await newPerson(browser, baseURL!, "Ama Boateng", `ama@${domain}`);
  await owner.goto("/organizations/new");
  await hydrated(owner);
  await owner.getByLabel("Legal name").fill(name);
  await owner.getByLabel("Address").fill("3 Harbor Street");
  await owner.getByLabel("Country").selectOption("GH");
  await owner.getByRole("button", { name: "Create organization" }).click();
  await expect(owner.getByRole("heading", { name, level: 1 })).toBeVisible();
  const home = new URL(owner.url()).pathname;

  // A provider's domain is refused, and what was typed is kept.
  await owner.goto(`${home}/settings`);
  await hydrated(owner);
  await look(owner, "organization-domains-empty");
  await owner.getByText("Add a domain", { exact: true }).click();
  await owner.getByRole("textbox", { name: /^Domain/ }).fill("gmail.com");
  await owner.getByRole("button", { name: "Add domain" }).click();
  await expect(owner.getByText("gmail.com gives addresses to everybody.").first()).toBeVisible();
  await owner.getByRole("textbox", { name: /^Domain/ }).fill(`ama@${domain}`);
  await owner.getByRole("button", { name: "Add domain" }).dblclick();
  await expect(owner.getByText(`${domain} added. Prove it to let people join.`)).toBeVisible();
  await expect(owner.getByText(`_stet-challenge.${domain}`)).toBeVisible();
  await look(owner, "organization-domains-open");
  await owner.getByRole("button", { name: "Ask us to approve it" }).dblclick();
  await expect(owner.getByText("Waiting for our approval")).toBeVisible();
  await expect(owner.getByText("People with a verified address at these domains")).toHaveCount(0);

  // Until it's verified, nobody is offered anything.
  const [member, client] = await newPerson(browser, baseURL!, "Kofi Mensah", `kofi@${domain}`);
  await member.goto("/organizations");
  await expect(member.getByText("You don't belong to an organization")).toBeVisible();
  await expect(member.getByText(name)).toHaveCount(0);

  // An admin finds the request, and approves it.
  const [admin] = await pageOf(browser, baseURL!, "ada");
  await admin.goto("/admin/organizations");
  await hydrated(admin);
  const waiting = admin.getByRole("table", { name: "Waiting decisions" });
  await expect(waiting.getByText(`Domain: ${domain}`)).toBeVisible();
  await admin.goto(`${home}/settings`);
  await hydrated(admin);
  await expect(admin.getByText(`with the verified address ama@${domain}.`)).toBeVisible();
  await look(admin, "organization-domains-admin");
  await admin.getByRole("button", { name: `Approve ${domain}` }).click();
  await expect(admin.getByText("Domain approved.")).toBeVisible();
  await owner.reload();
  await hydrated(owner);
  await owner.getByLabel("Limit for a month").fill("lots");
  await owner.getByRole("button", { name: "Save joining" }).click();
  await expect(owner.getByText(/Enter an amount such as 500/).first()).toBeVisible();
  await expect(owner.getByLabel("Limit for a month")).toHaveValue("lots");
  await owner.getByLabel("Limit for a month").fill("400");
  await owner.getByRole("button", { name: "Save joining" }).click();
  await expect(owner.getByText("Saved. It applies to people who join from now on.")).toBeVisible();
  await look(owner, "organization-domains-verified");

  // The offer is on the dashboard, on the organizations page, and in the order form.
  await member.goto("/dashboard");
  await expect(member.getByText(`${name} can pay for your orders`)).toBeVisible();
  await look(member, "dashboard-institution");
  await inspect(browser, baseURL!, "ada", `${home}/settings`);
  await member.goto("/organizations");
  await expect(member.getByRole("button", { name: `Join ${name}` })).toBeVisible();
  await look(member, "organizations-institution");
  const orderId = await freshOrder(client, `By domain ${mark}`);
  await member.goto(`/order/new/form?order=${orderId}`);
  await hydrated(member);
  await look(member, "order-form-institution");
  await member.getByRole("button", { name: "Pay with your institution" }).dblclick();
  await expect(member.getByText(`You're a member of ${name} now, and it pays for this order.`)).toBeVisible();
  await expect(member.getByText(`The invoice names ${name}`).first()).toBeVisible();
  await expect(member.getByRole("button", { name: "Pay with your institution" })).toHaveCount(0);
  await owner.goto(`${home}/members`);
  await expect(
    owner
      .getByRole("row")
      .filter({ hasText: `kofi@${domain}` })
      .getByText("$400.00"),
  ).toBeVisible();
});
