/** What is typed while a form's answer is on its way, or in a window that is behind another one, isn't lost. */
import { type Browser, type BrowserContext, type Locator, type Page, expect, test } from "@playwright/test";
import { CHOICES, Client, manuscript } from "./client.ts";
import { hydrated } from "./hydrated.ts";

const contexts: BrowserContext[] = [];
test.afterAll(async () => {
  await Promise.all(contexts.map((it) => it.close()));
});

/** An author of this test's own: others' drafts and billing details stay as their tests expect them. */
async function newAuthor(baseURL: string): Promise<Client> {
  const author = new Client(baseURL);
  const email = `typed-on-${Date.now()}@example.org`;
  await author.signUp("Lena Hoffmann", email, "a long enough phrase 7");
  await author.verify(await author.emailTo(email, /^Verify/));
  return author;
}

async function browserOf(browser: Browser, baseURL: string, client: Client): Promise<BrowserContext> {
  const context = await browser.newContext({ baseURL, reducedMotion: "reduce" });
  contexts.push(context);
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: baseURL })));
  return context;
}
async function open(context: BrowserContext, path: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(path);
  await hydrated(page);
  return page;
}
/** An order form with every choice made. @returns its path */
async function orderForm(author: Client, mark: string): Promise<string> {
  const { name, bytes } = manuscript(mark);
  const { orderId } = await author.dropManuscript(bytes, name);
  await author.saveChoices(orderId, CHOICES);
  return `/order/new/form?order=${orderId}`;
}

/** Holds back the page's next answer to a form. */
async function holdBack(page: Page): Promise<{ sent: Promise<void>; release: () => void }> {
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let told = () => {};
  const sent = new Promise<void>((resolve) => (told = resolve));
  await page.route(/\.data(\?|$)/, async (route) => {
    if (route.request().method() !== "POST") return route.fallback();
    const answer = await route.fetch();
    told();
    await released;
    await route.fulfill({ response: answer });
  });
  return { sent, release };
}

/**
 * Presses a button that sends a form with this intent, and waits for the answer: leaving the page earlier would cancel
 * what is sent.
 */
async function send(page: Page, button: Locator, intent: string): Promise<void> {
  const answered = page.waitForResponse(
    (it) => it.request().method() === "POST" && (it.request().postData() ?? "").includes(intent),
  );
  await button.click();
  // Not until it's finished: the page stops reading once it has the data, and Chromium ends an answer that may not be
  // stored before its last byte.
  await answered;
}

test("the order form keeps what is typed while its answer is on the way", async ({ browser, baseURL }) => {
  const author = await newAuthor(baseURL!);
  const path = await orderForm(author, "typed-on");
  const page = await open(await browserOf(browser, baseURL!, author), path);
  await page.getByText(/^Billing details/).click();
  const [name, organization] = [page.getByLabel("Name on the invoice"), page.getByLabel("Organization")];
  const save = page.getByRole("button", { name: /^Save (billing details|and update tax)$/ });
  await page.getByLabel("Country").selectOption("NL");
  await name.fill("  Lena Hoffmann  ");
  await organization.fill("University of Ghana");
  const held = await holdBack(page);
  await save.click();
  await held.sent;
  await page.locator("#title").fill("A newer title");
  await organization.focus();
  await organization.press("End");
  await page.keyboard.type(", Legon");
  held.release();
  // What wasn't touched since shows how it was saved, which also says that the answer is there.
  await expect(name).toHaveValue("Lena Hoffmann");
  await expect(organization).toHaveValue("University of Ghana, Legon");
  await expect(organization).toBeFocused();
  await page.keyboard.type(" Campus");
  await page.unrouteAll({ behavior: "wait" });
  await send(page, save, "billing");
  // A save that the busy server refused is tried again a few seconds later.
  await expect(page.locator("[role=status][data-state]")).toHaveAttribute("data-state", "saved", { timeout: 30_000 });
  await page.reload();
  await hydrated(page);
  await expect(page.locator("#title")).toHaveValue("A newer title");
  await expect(page.locator("#organization")).toHaveValue("University of Ghana, Legon Campus");
});

test("an older window keeps newer billing details, and asks where both changed the same", async ({
  browser,
  baseURL,
}) => {
  const author = await newAuthor(baseURL!);
  const path = await orderForm(author, "two-windows");
  const context = await browserOf(browser, baseURL!, author);
  const [older, newer] = [await open(context, path), await open(context, path)];
  const save = (page: Page) =>
    send(page, page.getByRole("button", { name: /^Save (billing details|and update tax)$/ }), "billing");
  const seen = (page: Page) => page.locator('input[name="billingSeen"]');
  for (const page of [older, newer]) await page.getByText(/^Billing details/).click();

  await newer.locator("#country").selectOption("NL");
  await newer.locator("#organization").fill("University of Ghana");
  await save(newer);
  await older.locator("#name").fill("Department of Botany");
  await save(older);
  // The older window shows what the newer one saved.
  await expect(older.locator("#organization")).toHaveValue("University of Ghana");
  await expect(older.locator("#country")).toHaveValue("NL");
  await expect(older.locator("#name")).toHaveValue("Department of Botany");

  await newer.reload();
  await hydrated(newer);
  await expect(newer.locator("#name")).toHaveValue("Department of Botany");
  await newer.getByText(/^Billing details/).click();
  await newer.locator("#organization").fill("Kwame Nkrumah University");
  const beforeSave = await seen(newer).inputValue();
  await save(newer);
  await expect(seen(newer)).not.toHaveValue(beforeSave);
  await older.locator("#organization").fill("Ashesi University");
  const beforeRefusal = await seen(older).inputValue();
  await save(older);
  await expect(older.getByText("Your billing details were changed in another window.")).toBeVisible();
  await expect(older.getByText("Changed to “Kwame Nkrumah University” in another window.").last()).toBeVisible();
  await expect(older.locator("#organization")).toHaveValue("Ashesi University");
  // Saving again overwrites once the window has read what it is about to overwrite.
  await expect(seen(older)).not.toHaveValue(beforeRefusal);
  await save(older);
  await expect(older.getByText("Your billing details were changed in another window.")).toBeHidden();
  await older.reload();
  await hydrated(older);
  await expect(older.locator("#organization")).toHaveValue("Ashesi University");
  await expect(older.locator("#name")).toHaveValue("Department of Botany");
});

test("notification settings keep a checkbox that is changed while they are saved", async ({ browser, baseURL }) => {
  const page = await open(
    await browserOf(browser, baseURL!, await newAuthor(baseURL!)),
    "/notifications?view=settings",
  );
  const digest = (value: string) => page.locator(`input[name="digest"][value="${value}"]`);
  await digest("daily").check();
  const held = await holdBack(page);
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await held.sent;
  await digest("weekly").check();
  held.release();
  await expect(page.getByRole("status").filter({ hasText: /saved/i })).toBeVisible();
  await expect(digest("weekly")).toBeChecked();
  await page.unrouteAll({ behavior: "wait" });
  await send(page, page.getByRole("button", { name: "Save", exact: true }), "preferences");
  await page.reload();
  await hydrated(page);
  await expect(digest("weekly")).toBeChecked();
});
