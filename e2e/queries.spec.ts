/**
 * The questions in an editor's comments on the order page: how they're shown, answered, and written into the document.
 * All of it is about the same order, so it's in one file, whose tests run one after another.
 */
import { type Browser, type BrowserContext, type Page, expect, test } from "@playwright/test";
import { readDocx } from "#app/features/documents/rules/docx/docx-reader.ts";
import { CAST, CAST_PASSWORD } from "#db/seed/cast.ts";
import { DOCX, signedIn } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { linksOn } from "./pages.ts";

let context: BrowserContext | undefined;
test.afterAll(() => context?.close());

/** A new page for the author. */
async function pageOf(browser: Browser, baseURL: string, width: number): Promise<Page> {
  const own = await browser.newContext({ baseURL, viewport: { width, height: 800 }, reducedMotion: "reduce" });
  await own.request.post("/api/auth/sign-in/email", { data: { email: CAST.amara.email, password: CAST_PASSWORD } });
  return own.newPage();
}

/** The demo's delivered order with eleven editor questions in the document. */
async function openDelivered(page: Page, hash = ""): Promise<void> {
  const list = await (await page.request.get("/my-orders")).text();
  for (const id of new Set(list.match(/ord_[0-9a-z]{26}/g)))
    if (/with “more than five days”/.test(await (await page.request.get(`/order/${id}`)).text())) {
      await page.goto(`/order/${id}${hash}`);
      await hydrated(page);
      return;
    }
  throw new Error("No delivered order has questions");
}

for (const [width, most] of [
  [360, 2_600],
  [1280, 1_700],
] as const)
  test(`a delivered order with eleven questions starts with what to do and stays short, at ${width} px`, async ({
    browser,
    baseURL,
  }) => {
    const page = await pageOf(browser, baseURL!, width);
    await openDelivered(page);
    const isShort = async () =>
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(most);
    await isShort();
    const head = page.getByRole("region", { name: "What happens next" });
    await expect(head.getByRole("link", { name: "See every change" })).toBeInViewport();
    for (const [role, name] of [
      ["link", "Answer questions"],
      ["link", "Request revision"],
      ["button", "Accept order"],
    ] as const)
      if (width > 360) await expect(page.getByRole(role, { name, exact: true }).first()).toBeInViewport();

    // A copy with open questions isn't called final.
    await page.getByRole("link", { name: "Files", exact: true }).click();
    await expect(page.getByText(/ready to submit/)).toHaveCount(0);
    await expect(page.getByText(/All changes accepted, \d+ questions still open/)).toBeVisible();
    await isShort();
    await page.getByRole("link", { name: /^Questions/ }).click();
    const questions = page.locator("#questions");
    const items = questions.getByRole("listitem");
    await expect(questions).toBeVisible();
    expect(await items.count()).toBeGreaterThanOrEqual(11);
    const open = questions.locator("details[open]");
    await expect(open).toHaveCount(1);
    const states = await items.evaluateAll((all) => all.map((it) => it.getAttribute("data-state")));
    const next = states.indexOf("open");
    await expect(items.nth(next).locator("details")).toHaveAttribute("open", "");
    await page.context().close();
  });

test("a URL with a question or the revision opens it, with and without JavaScript", async ({ browser, baseURL }) => {
  const page = await pageOf(browser, baseURL!, 1280);
  await openDelivered(page);
  const order = page.url();
  const last = page.locator("#questions li").last();
  const id = await last.locator("details > div").getAttribute("id");
  await expect(last.locator("details")).not.toHaveAttribute("open");
  await page.getByRole("link", { name: "Request revision" }).click();
  await expect(page.getByLabel("What should your editor change?")).toBeInViewport();
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({
      baseURL: baseURL!,
      javaScriptEnabled,
      storageState: await page.context().storageState(),
    });
    const other = await context.newPage();
    await other.goto(`${order}#${id}`);
    await expect(other.locator(`[id="${id}"] blockquote`)).toBeInViewport();
    await context.close();
  }
  await page.context().close();
});

test("tabs have addresses, are remembered while the window is open, and need no script", async ({
  browser,
  baseURL,
}) => {
  const page = await pageOf(browser, baseURL!, 1280);
  await openDelivered(page);
  const order = page.url();
  const tab = (name: string | RegExp) =>
    page.getByRole("navigation", { name: "Parts of this order" }).getByRole("link", { name });
  await expect(page.getByText(/^Letter from/)).toBeVisible();
  await expect(page.locator("#messages")).toBeHidden();
  await tab("Receipt").click();
  await expect(page).toHaveURL(`${order}#receipt`);
  await expect(tab("Receipt")).toHaveAttribute("aria-current", "true");
  await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
  await expect(page.getByText(/^Letter from/)).toBeHidden();
  // Coming back by a link without an address of its own.
  await page.getByRole("link", { name: "My orders" }).first().click();
  await page.goto(order);
  await hydrated(page);
  await expect(page.getByRole("heading", { name: "Receipt" })).toBeVisible();
  // The address of something inside opens its tab.
  await page.goto(`${order}#kept-files`);
  await page.reload();
  await hydrated(page);
  await expect(page.locator("#kept-files")).toBeInViewport();
  // Without script, everything is there, and the tabs lead to it.
  const context = await browser.newContext({
    baseURL: baseURL!,
    javaScriptEnabled: false,
    storageState: await page.context().storageState(),
  });
  const plain = await context.newPage();
  await plain.goto(order);
  await expect(plain.getByText(/^Letter from/)).toBeVisible();
  await plain.getByRole("link", { name: "Details", exact: true }).click();
  await expect(plain.locator("#details")).toBeInViewport();
  await expect(plain.getByRole("heading", { name: "History" })).toBeVisible();
  await context.close();
  await page.context().close();
});

test("saving an answer collapses its question and opens the next one", async ({ browser, baseURL }) => {
  const page = await pageOf(browser, baseURL!, 1280);
  await openDelivered(page, "#questions");
  const open = page.locator("#questions details[open]");
  const first = await open.locator("summary").innerText();
  await open.getByRole("button", { name: "Skip" }).click();
  await expect(open).toHaveCount(1);
  await expect(open.locator("summary")).not.toHaveText(first);
  const skipped = page.locator('#questions li[data-state="skipped"]').first();
  await skipped.locator("summary").click();
  await skipped.getByRole("button", { name: "Answer anyway" }).click();
  await expect(page.locator('#questions li[data-state="skipped"]')).toHaveCount(0);
  await page.context().close();
});

test("an author answers two questions, one by a choice, and downloads the document with the answers", async ({
  browser,
  baseURL,
}) => {
  const author = await signedIn(baseURL!, "amara");
  context = await browser.newContext({ baseURL: baseURL! });
  await context.addCookies([...author.cookies].map(([name, value]) => ({ name, value, url: baseURL! })));
  const page = await context.newPage();
  // A delivered order whose comments offer a choice.
  for (const id of await linksOn(author, "/my-orders", /ord_[0-9a-z]{26}/g)) {
    if (!(await (await author.send(`/order/${id}`)).text()).includes("with “more than five days”")) continue;
    await page.goto(`/order/${id}#questions`);
    await hydrated(page);
    break;
  }
  const questions = page.locator("#questions");
  const item = (words: string) => questions.getByRole("listitem").filter({ hasText: words });
  const opened = async (words: string) => {
    const it = item(words);
    if (
      !(await it
        .locator("details")
        .getAttribute("open")
        .then((open) => open !== null))
    )
      await it.locator("summary").click();
    const change = it.getByRole("button", { name: "Change answer" });
    await expect(it).toBeVisible();
    if (await change.isVisible()) await change.click();
    await expect(it.getByRole("button", { name: "Save answer" })).toBeVisible();
    return it;
  };
  await expect(questions.getByText(/\d+ of \d+/)).toBeVisible();

  const choice = await opened("longer than a few days");
  await choice.getByRole("radio", { name: "Replace “longer than a few days” with “more than five days”" }).check();
  await expect(choice.locator("blockquote ins")).toHaveText("more than five days");
  await choice.getByRole("button", { name: "Save answer" }).click();
  await expect(choice.getByText("Answered", { exact: true })).toBeVisible();

  const sum = `${40 + Math.floor(Math.random() * 1e6)} cedis a month.`;
  const payment = await opened("Please state the payment");
  await payment.getByLabel("Your answer").fill(sum);
  await page.reload();
  await hydrated(page);
  await expect(payment.getByLabel("Your answer")).toHaveValue(sum);
  await payment.getByRole("button", { name: "Save answer" }).click();
  await expect(payment.getByText("Answered", { exact: true })).toBeVisible();

  await questions.getByRole("button", { name: "Add my answers to the document" }).click();
  const link = questions.getByRole("link", { name: /\(answered\)\.docx$/ });
  await expect(questions.getByText("The edited copy with your answers")).toBeVisible();
  const file = await page.request.get((await link.getAttribute("href"))!);
  expect(file.headers()["content-type"]).toBe(DOCX);
  const model = readDocx(await file.body());
  const replies = model.comments.filter((one) => one.replyTo !== null && one.author === "Dr. Amara Osei");
  expect(replies.map((one) => one.text)).toEqual(
    expect.arrayContaining([sum, "Replace “longer than a few days” with “more than five days”."]),
  );
  expect(
    model.changes.filter((one) => one.author === "Dr. Amara Osei").map(({ kind, text }) => `${kind} ${text}`),
  ).toEqual(["delete longer than a few days", "insert more than five days"]);
});
