import { dayOf } from "#app/platform/rules/core/day.ts";
import { type BrowserContext, type Page, expect, test } from "@playwright/test";
import { CAST } from "#db/seed/cast.ts";
import { GEOLOGISTS } from "#db/seed/demo-geologists.ts";
import { camtStatement } from "#app/features/backoffice/testing/camt-statement.ts";
import { CHOICES, Client, manuscript, until } from "./client.ts";
import { hydrated } from "./hydrated.ts";

/**
 * What admins do about money that others move: a dispute won, one lost, a bank statement, and a month that is closed.
 */
const DISPUTED_CARD = "4000000000002685";
const contexts: BrowserContext[] = [];
const errors: string[] = [];
test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  expect(errors.splice(0)).toEqual([]);
});

async function admin(
  browser: { newContext(): Promise<BrowserContext> },
  url: string,
  who: "ada" | "ben" = "ada",
): Promise<[Page, Client]> {
  const client = await new Client(url).signIn(CAST[who].email);
  const context = await browser.newContext();
  contexts.push(context);
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url })));
  const page = await context.newPage();
  page.on("pageerror", (error) => errors.push(error.message));
  return [page, client];
}
const html = async (client: Client, path: string): Promise<string> => (await client.get(path)).text();

test("a dispute is answered and won, another one lost, and both sides of the order see it", async ({
  browser,
  baseURL,
}) => {
  const url = baseURL!;
  const [page, ada] = await admin(browser, url);
  const lena = await new Client(url).signIn(GEOLOGISTS.lena.email);
  const ruth = await new Client(url).signIn(GEOLOGISTS.ruth.email);

  // The demo's own dispute. Its order is frozen for the author and for the editor.
  await page.goto("/admin/disputes");
  const row = page.getByRole("row").filter({ hasText: GEOLOGISTS.lena.displayName });
  const disputeUrl = await row.getByRole("link").first().getAttribute("href");
  await page.goto(disputeUrl!);
  await hydrated(page);
  const orderLink = page.getByRole("main").locator('a[href*="/admin/orders/"]').first();
  const orderId = /ord_[0-9a-z]{26}/.exec((await orderLink.getAttribute("href")) ?? "")![0];
  const frozen = "The payment is disputed with the card";
  expect(await html(lena, `/order/${orderId}`)).toContain("disputed");
  expect(await html(ruth, `/editor/orders/${orderId}`)).toContain(frozen);

  const pdf = await ada.get(`/api/disputes/${/dsp_[0-9a-z]{26}/.exec(disputeUrl!)![0]}/evidence`);
  expect(pdf.headers.get("content-type")).toContain("application/pdf");
  expect(
    Buffer.from(await pdf.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe("%PDF-");
  const send = async (statement: string) => {
    await page.getByLabel("Statement").fill(statement);
    await page.getByRole("button", { name: "Send evidence" }).click();
  };
  await send("She downloaded the edited copy and rated it four stars. winning_evidence");
  await expect(page.getByText("Won: the payment is valid")).toBeVisible();
  expect(await html(ruth, `/editor/orders/${orderId}`)).not.toContain(frozen);

  // Another order, disputed as soon as it's paid.
  const { name, bytes } = manuscript(`disputed ${Date.now()}`);
  const { orderId: lostId } = await ruth.dropManuscript(bytes, name);
  await ruth.saveChoices(lostId, CHOICES);
  expect(await ruth.payAt(await ruth.place(lostId), DISPUTED_CARD)).toBe("paid");
  const own = `/editor/own/order/${lostId}`;
  await until("the order is disputed", async () => (await html(ruth, own)).includes("disputed"), 20_000);
  await page.goto("/admin/disputes");
  await hydrated(page);
  await page.getByRole("row").filter({ hasText: GEOLOGISTS.ruth.displayName }).getByRole("link").first().click();
  await page.waitForURL(/\/admin\/disputes\/dsp_/);
  await send("We have nothing to show for it. losing_evidence");
  await expect(page.getByText("Lost: the bank returned the money")).toBeVisible();
  expect(await html(ruth, own)).toContain("Refunded");

  // The open book shows all of it.
  await page.goto(`/admin/orders/${lostId}/money`);
  for (const step of ["Paid", "Card fee", "Dispute", "Withheld", "Refund"])
    await expect(page.getByRole("listitem").filter({ hasText: step }).first()).toBeVisible();
});

/** A statement of the demo's account with one line. It has no balances, because other tests add lines of their own. */
function oneLine(text: string, day: string, minor: number): Buffer {
  const statement = camtStatement({ id: text, day, openingMinor: 0, lines: [{ minor, text }] }).text;
  const own = statement.replace("<IBAN>DE89<", "<IBAN>DE89370400440532013000<");
  return Buffer.from(own.replaceAll(/<Bal>.*?<\/Bal>/g, ""));
}

test("a bank statement is imported, and what it doesn't explain is assigned and resolved", async ({
  browser,
  baseURL,
}) => {
  const [page] = await admin(browser, baseURL!);
  await page.goto("/admin/reconciliation");
  await hydrated(page);
  const fee = `Fee ${Date.now()}`;
  const day = dayOf(new Date());
  await page.getByText("Import a bank statement").click();
  const file = { name: "bank.xml", mimeType: "text/xml", buffer: oneLine(fee, day, -777) };
  await page.locator("input[name=file]").setInputFiles(file);
  await page.getByRole("button", { name: "Import statement" }).click();
  const statements = page.getByRole("region", { name: "Imported bank statements" });
  await expect(statements.getByRole("row").filter({ hasText: "bank.xml" })).toBeVisible();
  await page.getByRole("button", { name: "Compare now" }).click();
  const open = page.getByRole("region", { name: "Bank lines to match" });
  const row = open.getByRole("row").filter({ hasText: fee });
  await expect(row).toContainText("Debit Bank fees $7.77, credit Not yet assigned $7.77.");
  await row.getByRole("button", { name: "Assign to me" }).click();
  await expect(row).toContainText(CAST.ada.displayName);
  await row.getByRole("link", { name: "Find a match" }).click();
  await row.getByLabel("Account it belongs to").selectOption("bank_fees");
  await row.getByRole("textbox", { name: "Note" }).first().fill("Monthly account fee");
  await row.getByRole("button", { name: "Match line" }).click();
  await expect(open.getByRole("row").filter({ hasText: fee })).toHaveCount(0);
  await page.getByRole("navigation", { name: "Views of the reconciliation" }).getByText("Resolved").click();
  const ended = page.getByRole("region", { name: "Resolved differences" }).getByRole("row").filter({ hasText: fee });
  await expect(ended).toContainText("Monthly account fee");

  // What's suggested is agreed to with one click.
  await page.goto("/admin/reconciliation");
  await hydrated(page);
  await page.getByText("Import a bank statement").click();
  const again = { name: "again.xml", mimeType: "text/xml", buffer: oneLine(fee, day, -778) };
  await page.locator("input[name=file]").setInputFiles(again);
  await page.getByRole("button", { name: "Import statement" }).click();
  await expect(row).toContainText("Debit Bank fees $7.78");
  // One key opens its parts, and one accepts what's suggested.
  await row.getByRole("link", { name: "Find a match" }).focus();
  await page.keyboard.press("s");
  await expect(row.getByLabel("Account of part 1")).toBeVisible();
  await row.getByRole("link", { name: "Close" }).focus();
  await page.keyboard.press("m");
  await expect(page.getByText("1 line matched").first()).toBeVisible();
  await expect(row).toHaveCount(0);
});

test("a month is closed, its balance sheet leads to a journal line and across to the bank line, for admins alone", async ({
  browser,
  baseURL,
}) => {
  const [page, ada] = await admin(browser, baseURL!);
  const months = "/admin/accounts/months";
  await page.goto(months);
  await hydrated(page);
  const heading = page.getByRole("heading", { name: /^Close \w+ \d{4}$/ });
  const words = (await heading.innerText()).replace("Close ", "");
  const first = new Date(`${words} 1 UTC`);
  const month = first.toISOString().slice(0, 7);
  const lastDay = dayOf(new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)));

  // Money that came to the bank on the month's last day.
  const interest = `Interest ${Date.now()}`;
  await page.goto("/admin/reconciliation");
  await hydrated(page);
  await page.getByText("Import a bank statement").click();
  const file = { name: "month-end.xml", mimeType: "text/xml", buffer: oneLine(interest, lastDay, 4_321) };
  await page.locator("input[name=file]").setInputFiles(file);
  await page.getByRole("button", { name: "Import statement" }).click();
  await expect(page.getByText("Statement imported: 1 of 1 line is new.").first()).toBeVisible();

  // Nobody else sees the books, closes the month, or takes its journal home.
  for (const { email } of [CAST.sam, CAST.amara, CAST.jonas]) {
    const other = await new Client(baseURL!).signIn(email);
    for (const path of ["/admin/accounts", "/admin/accounts/journal", months]) {
      const answer = await other.get(path);
      expect([path, answer.status === 200 && answer.url.endsWith(path)]).toEqual([path, false]);
    }
    const body = new URLSearchParams({ intent: "propose", month });
    const closing = await other.send(months, { method: "POST", body });
    expect(await closing.text()).not.toContain("Proposed.");
    expect((await other.get(`/api/csv/journal?month=${month}`)).headers.get("content-type")).not.toContain("text/csv");
  }

  await page.goto(months);
  await hydrated(page);
  const propose = page.getByRole("button", { name: `Propose to close ${words}` });
  await propose.click();
  await expect(page.getByText("Say why the month can be closed anyway.").first()).toBeVisible();
  for (const reason of await page.getByPlaceholder("Why the month can be closed anyway").all())
    await reason.fill("Known, and settled in the next month.");
  await propose.dblclick();
  await expect(page.getByText(`You proposed to close it`)).toBeVisible();
  await expect(page.getByRole("button", { name: `Close ${words}` })).toHaveCount(0);

  // Another person closes it.
  const [second] = await admin(browser, baseURL!, "ben");
  await second.goto(months);
  await hydrated(second);
  await second.getByRole("button", { name: `Close ${words}` }).dblclick();
  await expect(second.getByRole("table", { name: "Closed months" }).getByRole("link", { name: words })).toBeVisible();

  await page.goto(months);
  const closed = page.getByRole("table", { name: "Closed months" });
  await closed.getByRole("link", { name: words }).click();

  await expect(page.getByText("Assets equal liabilities and equity")).toBeVisible();
  const figure = page.getByRole("link", { name: /^Bank: / });
  const bank = (await figure.innerText()).trim();
  await figure.click();
  // Without "debit": it's zero while the demo's own statement, with the opening balance, is of a later month.
  await expect(page.locator("main")).toContainText(
    new RegExp(`Closing balance\\s*${bank.replaceAll(/[$.]/g, "\\$&")}(?!\\d)`),
  );
  await page.getByRole("link", { name: `Bank line: ${interest}` }).click();
  await expect(page.getByText("Debits less credits: $0.00, in balance.")).toBeVisible();
  const line = page
    .getByRole("table", { name: "Bank lines of this entry" })
    .getByRole("row")
    .filter({ hasText: interest });
  await expect(line).toContainText("month-end.xml");
  await expect(line).toContainText("$43.21");

  // The file that an accountant imports has the same line.
  const journal = await (await ada.get(`/api/csv/journal?month=${month}`)).text();
  expect(journal.split("\r\n").filter((row) => row.includes(interest))).toHaveLength(2);
});

test("an accrued cost needs a second person above the policy's sum, and is taken back by its opposite", async ({
  browser,
  baseURL,
}) => {
  const [page] = await admin(browser, baseURL!);
  const memo = `Advice ${Date.now()}, invoice not here yet`;
  await page.goto("/admin/accounts/entries");
  await hydrated(page);
  await page.getByRole("link", { name: "New entry" }).click();
  await page.getByRole("link", { name: "Accrued cost" }).click();
  await expect(page.getByText("A cost of this month whose invoice hasn't come yet.")).toBeVisible();
  await hydrated(page);
  await page.getByLabel("Description in the journal").fill(memo);
  await page.getByLabel("Reason").fill("The firm sends its invoice on the fifth.");
  await page.getByLabel("Debit of line 1").fill("2,500");
  await page.getByLabel("Credit of line 2").fill("2,400");
  await expect(page.getByText("Debits $2,500.00, credits $2,400.00. $100.00 apart.")).toBeVisible();
  await page.getByRole("button", { name: "Book entry" }).click();
  await expect(page.getByText("Debits are $100.00 above credits. They have to be equal.").first()).toBeVisible();
  // Nothing typed is lost.
  await expect(page.getByLabel("Description in the journal")).toHaveValue(memo);
  await page.getByLabel("Credit of line 2").fill("2,500");
  await page
    .locator('input[name="files"]')
    .setInputFiles({ name: "offer.pdf", mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7 offer") });
  await page.getByRole("button", { name: "Book entry" }).dblclick();
  await page.waitForURL(/\/entries\/men_/);
  await expect(page.getByText("Another person who keeps the books has to agree")).toBeVisible();

  const [ben, client] = await admin(browser, baseURL!, "ben");
  await ben.goto(page.url());
  await hydrated(ben);
  await ben.getByRole("button", { name: "Agree and book" }).dblclick();
  await expect(ben.getByRole("link", { name: /^Entry \d+$/ })).toBeVisible();
  const document = await ben.getByRole("link", { name: "Open document" }).getAttribute("href");
  expect(await (await client.get(document!)).text()).toBe("%PDF-1.7 offer");
  for (const name of ["sam", "amara", "jonas"] as const) {
    const other = await new Client(baseURL!).signIn(CAST[name].email);
    for (const path of [document!, new URL(page.url()).pathname])
      expect(await (await other.get(path)).text()).not.toContain(path === document ? "%PDF" : memo);
  }

  await ben.locator("summary", { hasText: "Take back" }).click();
  await ben.getByLabel("Reason").fill("Booked for the wrong month.");
  await ben.getByRole("button", { name: "Book the opposite" }).click();
  await expect(ben.getByRole("link", { name: "An entry that needs a second person" })).toBeVisible();
});
