/** Lists without the mouse: Ctrl+K, single keys, saved views, and bulk actions with undo. */
import { type Browser, type BrowserContext, type Page, expect, test } from "@playwright/test";
import { CAST, type CastName } from "#db/seed/cast.ts";
import { signedIn } from "./client.ts";
import { hydrated } from "./hydrated.ts";

const mark = Date.now().toString(36);
const contexts: BrowserContext[] = [];
test.afterEach(async () => {
  await Promise.all(contexts.splice(0).map((it) => it.close()));
});

async function open(browser: Browser, baseURL: string, who: CastName, path: string): Promise<Page> {
  const client = await signedIn(baseURL, who);
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  contexts.push(context);
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: baseURL })));
  const page = await context.newPage();
  await page.goto(path);
  await hydrated(page);
  return page;
}

/** Opens tickets of Amara's with this subject and returns their ids. */
async function tickets(baseURL: string, subject: string, n: number): Promise<string[]> {
  const amara = await signedIn(baseURL, "amara");
  const ids: string[] = [];
  for (let i = 0; i < n; i++) {
    const answer = await amara.form("/support?new", {
      intent: "open",
      subject: `${subject} ${i}`,
      category: "other",
      body: "Please look at this.",
      clientKey: `hands-${mark}-${subject}-${i}`,
    });
    ids.push(/tkt_[0-9a-z]{26}/.exec(answer.headers.get("location") ?? "")![0]);
  }
  return ids;
}

test("the queue is searched, walked, selected and opened with single keys, and an undo puts tickets back", async ({
  browser,
  baseURL,
}) => {
  const subject = `Walked ${mark}`;
  await tickets(baseURL!, subject, 3);
  const page = await open(browser, baseURL!, "sam", "/support-desk/threads");

  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.type(subject);
  // In a field, the keys type letters.
  await page.keyboard.type("jkx?");
  await expect(page.getByRole("searchbox")).toHaveValue(`${subject}jkx?`);
  await page.getByRole("searchbox").fill(subject);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/q=Walked/);
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(3);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());

  await page.keyboard.press("j");
  await expect(rows.nth(0).getByRole("link")).toBeFocused();
  await page.keyboard.press("x");
  await page.keyboard.press("j");
  await page.keyboard.press("x");
  await expect(page.getByRole("checkbox", { name: /^Select T-/, checked: true })).toHaveCount(2);
  await page.keyboard.press("k");
  await expect(rows.nth(0).getByRole("link")).toBeFocused();

  const mine = rows.filter({ has: page.getByText("Me", { exact: true }) });
  await page.getByRole("button", { name: "Assign to me" }).click();
  await expect(page.getByText("2 tickets assigned to you.")).toBeVisible();
  await expect(mine).toHaveCount(2);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Undone. 2 tickets restored.")).toBeVisible();
  await expect(mine).toHaveCount(0);

  // While the help is open, other keys do nothing.
  await page.keyboard.press("?");
  const sheet = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await expect(sheet).toBeVisible();
  await page.keyboard.press("j");
  await expect(sheet).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("j");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: new RegExp(subject) })).toBeVisible();
});

test("single keys can be turned off", async ({ browser, baseURL }) => {
  const page = await open(browser, baseURL!, "ada", "/admin/orders");
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await page.getByRole("checkbox", { name: "Use single keys on lists" }).uncheck();
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).not.toBeFocused();
  await page.reload();
  await hydrated(page);
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).not.toBeFocused();
  await page.keyboard.press("?");
  await page.getByRole("checkbox", { name: "Use single keys on lists" }).check();
  await page.keyboard.press("Escape");
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
});

test("resolving is delayed by a few seconds: undone, nothing happens; left alone or on leaving the page, it's done", async ({
  browser,
  baseURL,
}) => {
  const subject = `Held ${mark}`;
  await tickets(baseURL!, subject, 2);
  const page = await open(browser, baseURL!, "sam", `/support-desk/threads?q=${encodeURIComponent(subject)}`);
  const rows = page.locator("tbody tr");
  await expect(rows).toHaveCount(2);
  const resolve = async (nth: number) => {
    await rows.nth(nth).getByRole("checkbox").check();
    await page.getByRole("button", { name: "Resolve", exact: true }).click();
    await expect(page.getByText("Resolving 1 ticket in a few seconds")).toBeVisible();
  };
  await resolve(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByText("Resolving 1 ticket in a few seconds")).toBeHidden();
  await resolve(0);
  await expect(page.getByText("1 ticket resolved.")).toBeVisible({ timeout: 15_000 });
  await expect(rows.filter({ hasText: "Resolved" })).toHaveCount(1);

  // Leaving the page sends it at once.
  await rows.filter({ hasNotText: "Resolved" }).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Resolve", exact: true }).click();
  await expect(page.getByText("Resolving 1 ticket in a few seconds")).toBeVisible();
  await page.getByRole("link", { name: "Macros" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Macros" })).toBeVisible();
  await expect(async () => {
    await page.goto(`/support-desk/threads?q=${encodeURIComponent(subject)}`);
    await expect(rows.filter({ hasText: "Resolved" })).toHaveCount(2, { timeout: 1_000 });
  }).toPass({ timeout: 15_000 });
});

test("a view is saved, opens the list by default, is renamed and deleted", async ({ browser, baseURL }) => {
  const page = await open(browser, baseURL!, "ada", "/admin/orders?show=all&service=copyediting");
  const name = `Copy ${mark}`;
  await page.locator("summary", { hasText: /^(Save view|Edit views)$/ }).click();
  await page.getByPlaceholder("Name of the view").fill(name);
  await page.getByRole("button", { name: "Save view" }).click();
  const link = page.getByRole("navigation", { name: "Views" }).getByRole("link", { name, exact: true });
  await expect(link).toHaveAttribute("aria-current", "page");

  await page.locator("summary", { hasText: "Edit views" }).click();
  const form = page.locator("form").filter({ has: page.getByLabel(`New name of ${name}`) });
  await form.getByRole("button", { name: "Open by default" }).click();
  await expect(page.getByText("This list now opens with that view.")).toBeVisible();
  await page.goto("/admin/orders");
  await expect(page).toHaveURL(/service=copyediting&show=all/);
  await hydrated(page);
  // Everything else is still reachable.
  const all = page.getByRole("navigation", { name: "Views" }).getByRole("link", { name: /^Open\b/ });
  await all.click();
  await expect(page).toHaveURL(/\?q=$/);
  await expect(all).toHaveAttribute("aria-current", "page");

  await page.locator("summary", { hasText: "Edit views" }).click();
  await page.getByLabel(`New name of ${name}`).fill(`${name} B`);
  await form.getByRole("button", { name: "Rename" }).click();
  await expect(page.getByText("View renamed.")).toBeVisible();
  const renamed = page.locator("form").filter({ has: page.getByLabel(`New name of ${name} B`) });
  await renamed.getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("View deleted.")).toBeVisible();
  await page.goto("/admin/orders");
  await expect(page).toHaveURL(/\/admin\/orders$/);
});

test("Ctrl+K finds pages, people, orders and tickets for staff, and an author's own things for an author", async ({
  browser,
  baseURL,
}) => {
  const page = await open(browser, baseURL!, "ada", "/admin/orders");
  const input = page.getByPlaceholder(/^Find a page/);
  await page.keyboard.press("Control+k");
  await expect(input).toBeFocused();
  await input.fill("coup");
  await expect(
    page.getByRole("button", { name: "Coupons" }).or(page.getByRole("option", { name: "Coupons" })),
  ).toBeVisible();
  await input.fill(CAST.jonas.displayName);
  await expect(page.getByText(CAST.jonas.email)).toBeVisible();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/admin/editors/${CAST.jonas.uid}`));

  await page.keyboard.press("Control+k");
  await input.fill("zzzzqqq");
  await expect(page.getByText("Nothing found.", { exact: false })).toBeVisible();
  // Two letters swapped: the search says it looked for similar words.
  await input.fill("wbeer");
  await expect(page.getByText("These are similar.", { exact: false })).toBeVisible();
  await input.fill("weber");
  await page.getByText("Show all results for “weber”").click();
  await expect(page).toHaveURL(/\/search\?q=weber/);
  await expect(page.getByRole("table", { name: "People" }).getByRole("link")).toHaveText(CAST.jonas.displayName);
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: CAST.jonas.displayName })).toBeFocused();
  await page.keyboard.press("/");
  await expect(page.getByRole("searchbox")).toBeFocused();
  await page.keyboard.press("Control+k");
  await page.keyboard.press("Escape");
  await expect(input).toBeHidden();

  // The page needs no script, and neither shows nor counts anyone the reader may not find.
  const words = encodeURIComponent(CAST.jonas.displayName);
  const asStaff = await (await (await signedIn(baseURL!, "sam")).get(`/search?q=${words}&kind=people`)).text();
  expect(asStaff).toMatch(/People \(.*1.*\)/);
  const asAuthor = await (await (await signedIn(baseURL!, "mei")).get(`/search?q=${words}&kind=people`)).text();
  expect(asAuthor).not.toMatch(/People \(|editor@demo\.test/);

  const author = await open(browser, baseURL!, "amara", "/dashboard");
  await author.getByRole("link", { name: "Find", exact: true }).click();
  // Her own ticket mentions him; she can't find his account.
  await author.getByPlaceholder(/^Find a page/).fill(CAST.jonas.displayName);
  await expect(author.getByText("Editing statement for the journal")).toBeVisible();
  await author.getByPlaceholder(/^Find a page/).fill(CAST.jonas.email);
  await expect(author.getByText(`Show all results for “${CAST.jonas.email}”`)).toBeVisible();
  await expect(author.getByText(CAST.jonas.email, { exact: true })).toBeHidden();
  await author.getByPlaceholder(/^Find a page/).fill(`${CAST.jonas.displayName} zzzzqqq`);
  await expect(author.getByText("Nothing found.", { exact: false })).toBeVisible();
  await author.getByPlaceholder(/^Find a page/).fill("my ord");
  await expect(author.getByText("My Orders").last()).toBeVisible();
});

test("a click anywhere on a row opens it, and a click on its checkbox only selects it", async ({
  browser,
  baseURL,
}) => {
  const page = await open(browser, baseURL!, "ada", "/admin/orders?show=all");
  const number = await page.locator("tbody tr").first().getByRole("link").first().innerText();
  // A new order can come above it at any moment.
  const row = page.locator("tbody tr").filter({ has: page.getByRole("link", { name: number, exact: true }) });
  await row.getByRole("checkbox").check();
  await expect(page).toHaveURL(/show=all/);
  await expect(page.getByRole("button", { name: "Add note" })).toBeVisible();
  await row
    .locator("td")
    .nth(3)
    .click({ position: { x: 4, y: 4 } });
  // Beside the list, at an address of its own. Its page is one key away.
  const panel = page.getByRole("complementary", { name: new RegExp(`^${number} `) });
  await expect(panel).toBeVisible();
  await expect(page).toHaveURL(/show=all.*order=ord_/);
  await expect(row.getByRole("checkbox")).toBeVisible();
  await page.keyboard.press("n");
  await page.keyboard.type("Read by a test.");
  await panel.getByRole("button", { name: "Save note" }).click();
  await expect(page.getByText("Note added.")).toBeVisible();
  await expect(panel.getByLabel("Internal note")).toHaveValue("");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(row.getByRole("link").first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(panel).toBeVisible();
  await page.keyboard.press("o");
  // Its number alone may also be in the closed list of notifications.
  await expect(page).toHaveTitle(new RegExp(`^${number}`));
  await expect(page).toHaveURL(/\/admin\/orders\/ord_/);
});

test("columns are chosen and remembered, and the rule of orders at risk is said", async ({ browser, baseURL }) => {
  const page = await open(browser, baseURL!, "ada", "/admin/orders?show=all");
  const words = page.getByRole("columnheader", { name: "Words" });
  await expect(words).toBeVisible();
  await page.getByText("Columns", { exact: true }).click();
  await page.getByRole("checkbox", { name: "Words" }).uncheck();
  await expect(words).toHaveCount(0);
  await page.reload();
  await hydrated(page);
  await expect(words).toHaveCount(0);
  await page.getByText("Columns", { exact: true }).click();
  await page.getByRole("checkbox", { name: "Words" }).check();
  await expect(words).toBeVisible();
  await expect(page.getByText(/^At risk: the words left need longer/)).toBeVisible();
});
