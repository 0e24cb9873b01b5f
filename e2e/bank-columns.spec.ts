import { type Browser, type BrowserContext, type Page, expect, test } from "@playwright/test";
import { CAST } from "#db/seed/cast.ts";
import { Client } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { look } from "./shots.ts";

/** The columns of a CSV bank statement are checked before an account's first import, and remembered after it. */
const contexts: BrowserContext[] = [];
const errors: string[] = [];

test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  expect(errors.splice(0)).toEqual([]);
});

/** The reconciliation, as somebody of the finance team sees it. */
async function reconciliation(browser: Browser, baseURL: string, javaScriptEnabled: boolean): Promise<[Page, Client]> {
  const client = await new Client(baseURL).signIn(CAST.farah.email);
  const context = await browser.newContext({ baseURL, timezoneId: "UTC", javaScriptEnabled });
  contexts.push(context);
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: baseURL })));
  const page = await context.newPage();
  page.on("pageerror", (error) => errors.push(error.message));
  await page.goto("/admin/reconciliation");
  if (javaScriptEnabled) await hydrated(page);
  return [page, client];
}

const form = (page: Page) => page.locator("form").filter({ has: page.locator("input[name=file]") });
const columns = (page: Page) => form(page).getByRole("group", { name: "Columns of this file" });
const choose = (page: Page, name: string, ...rows: string[]) =>
  form(page)
    .locator("input[name=file]")
    .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(rows.join("\n")) });
const send = (page: Page) => form(page).getByRole("button", { name: "Import statement" }).click();
/** Reverses the import of a file, so that its lines aren't differences that other tests meet. */
async function reverse(page: Page, client: Client, name: string): Promise<void> {
  const href = await page.getByRole("link", { name }).first().getAttribute("href");
  const statementId = /statement=(\w+)/.exec(href!)![1]!;
  const answer = await client.form("/admin/reconciliation", { intent: "reverse", statementId, why: "A test's file." });
  expect(await answer.text()).toContain("Import reversed");
}

test("columns are checked, corrected, and remembered for the account", async ({ browser, baseURL }) => {
  const account = `US-${Date.now()}`;
  const [page, client] = await reconciliation(browser, baseURL!, true);
  await page.getByText("Import a bank statement").click();
  await form(page).getByLabel("Bank account").fill(account);

  // Another file is chosen after the first one was looked at: its own columns are shown.
  await choose(
    page,
    "wrong.csv",
    "Text,Date,Amount,Currency",
    "Fees,2026-11-02,-5.00,USD",
    "Fees,2026-11-03,-6.00,USD",
  );
  await send(page);
  await expect(form(page).getByRole("alert")).toContainText("Check the columns of this file.");
  await expect(columns(page).getByLabel("What column 1 holds")).toHaveValue("text");
  await columns(page).getByLabel("What column 1 holds").selectOption("status");
  const line = (day: string, amount: string, balance: string) => `2026-11-${day},${amount},Fees,${balance}`;
  await choose(
    page,
    `first-${account}.csv`,
    "Date,Amount,Text,Balance",
    line("02", "-5.00", "95.00"),
    line("03", "7.00", "102.00"),
  );
  await send(page);
  await expect(columns(page).getByLabel("What column 1 holds")).toHaveValue("booked");
  await expect(columns(page).getByLabel("What column 4 holds")).toHaveValue("balance");
  await expect(columns(page).getByRole("cell", { name: "102.00" })).toBeVisible();
  await look(page, "bank-columns");

  // What is missing is said, and what was chosen stays.
  await columns(page).getByLabel("What column 2 holds").selectOption("");
  await columns(page).getByLabel("Currency").fill("usd");
  await send(page);
  await expect(form(page).getByRole("alert")).toContainText("We couldn't find a column of amounts in this CSV file.");
  await expect(columns(page).getByLabel("What column 2 holds")).toHaveValue("");
  await expect(columns(page).getByLabel("Currency")).toHaveValue("USD");
  await columns(page).getByLabel("What column 2 holds").selectOption("amount");
  await send(page);
  await expect(page.getByText("Statement imported: 2 of 2 lines are new.")).toBeVisible();
  await expect(columns(page)).toHaveCount(0);

  // The next file of the account is imported at once.
  await page.getByText("Import a bank statement").click();
  await form(page).getByLabel("Bank account").fill(account);
  await choose(
    page,
    `second-${account}.csv`,
    "Date,Amount,Text,Balance",
    line("04", "1.00", "103.00"),
    line("05", "1.00", "104.00"),
  );
  await send(page);
  await expect(page.getByText("Statement imported: 2 of 2 lines are new.")).toBeVisible();
  for (const name of [`second-${account}.csv`, `first-${account}.csv`]) await reverse(page, client, name);
});

test("columns are checked without script, and a form that says nonsense shows them again", async ({
  browser,
  baseURL,
}) => {
  const account = `US-${Date.now()}-NOSCRIPT`;
  const [page, client] = await reconciliation(browser, baseURL!, false);
  const file = ["Date,Amount,Text,Balance", "2026-11-02,-5.00,Fees,95.00", "2026-11-03,7.00,Interest,102.00"];
  await page.getByText("Import a bank statement").click();
  await form(page).getByLabel("Bank account").fill(account);
  await choose(page, `plain-${account}.csv`, ...file);
  await send(page);
  await expect(columns(page)).toBeVisible();
  expect(await page.content()).toContain("Choose the file again before you import it.");
  await columns(page).getByLabel("Currency").fill("USD");
  await send(page);
  await expect(form(page).getByRole("alert")).toContainText("Choose the statement's file first.");
  await expect(columns(page).getByLabel("Currency")).toHaveValue("USD");
  await choose(page, `plain-${account}.csv`, ...file);
  await send(page);
  await expect(page.getByText("Statement imported: 2 of 2 lines are new.")).toBeVisible();
  await reverse(page, client, `plain-${account}.csv`);

  for (const titles of ["null", "7", '{"length":1}', "[1]", "{"]) {
    const answer = await page.request.post("/admin/reconciliation", {
      headers: { origin: baseURL! },
      multipart: {
        intent: "import",
        account: `${account}-2`,
        separator: ",",
        titles,
        file: { name: "x.csv", mimeType: "text/csv", buffer: Buffer.from(file.join("\n")) },
      },
    });
    expect([titles, answer.status()]).toEqual([titles, 422]);
    expect(await answer.text()).toContain("Check the columns of this file.");
  }
});
