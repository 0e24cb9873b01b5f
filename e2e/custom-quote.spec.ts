import { type BrowserContext, type Page, expect, test } from "@playwright/test";
import { CAST_PASSWORD, personOf } from "#db/seed/cast.ts";
import { Client, GOOD_CARD, manuscript } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { look } from "./shots.ts";

/** A custom quote from the request to the paid order: the author, support, and the editor who agrees to it. */
const contexts: BrowserContext[] = [];
const errors: string[] = [];

test.afterEach(async () => {
  for (const context of contexts.splice(0)) await context.close();
  expect(errors.splice(0)).toEqual([]);
});

/** A datetime-local value some days from now: "2026-12-02T10:00". */
const inDays = (days: number): string => new Date(Date.now() + days * 24 * 3_600_000).toISOString().slice(0, 16);

test("an author asks for a quote, declines the first offer with a counteroffer, and pays the second for an editor who agreed", async ({
  browser,
  baseURL,
}) => {
  const open = async (who: "mei" | "sam" | "jonas"): Promise<Page> => {
    const { email } = personOf(who);
    const context = await browser.newContext({ timezoneId: "UTC", ...(baseURL ? { baseURL } : {}) });
    contexts.push(context);
    const page = await context.newPage();
    page.on("console", (line) => {
      // The browser logs every refused form, and this test submits one.
      if (line.type() === "error" && !line.text().includes("422")) errors.push(`${email}: ${line.text()}`);
    });
    page.on("pageerror", (error) => errors.push(`${email}: ${error.message}`));
    const answer = await context.request.post("/api/auth/sign-in/email", { data: { email, password: CAST_PASSWORD } });
    expect(answer.ok()).toBe(true);
    return page;
  };
  const title = `Vaccination, quote ${Date.now()}`;
  const client = await new Client(baseURL!).signIn(personOf("mei").email);
  const fresh = await client.form("/order/new", { intent: "fresh" });
  const orderId = /ord_[0-9a-z]+/.exec(fresh.headers.get("location") ?? "")![0];
  const { name, bytes } = manuscript(title);
  await client.upload(orderId, name, bytes);

  const author = await open("mei");
  await author.goto(`/order/new/form?order=${orderId}`);
  await hydrated(author);
  await author.getByRole("textbox", { name: "Title" }).fill(title);
  await author.getByRole("link", { name: "Ask for a custom quote" }).click();
  await author.waitForURL(/\/order\/custom-quote/);
  await hydrated(author);
  // The order form's input is carried over.
  await expect(author.getByRole("textbox", { name: "Title" })).toHaveValue(title);
  await author.getByRole("button", { name: "Send request" }).click();
  await expect(author.getByText("Choose your field so we can find the right editor.").first()).toBeVisible();
  const requirements = "The discussion comes first, because my co-author needs it on Friday.";
  await author.getByLabel("Requirements").fill(requirements);
  await author.getByRole("combobox", { name: "Field" }).selectOption({ label: "Environmental science" });
  await author.getByRole("combobox", { name: "Document type" }).selectOption({ label: "Research article" });
  await author.getByRole("combobox", { name: "English" }).selectOption({ label: "British English" });
  await author.getByRole("combobox", { name: "Style guide" }).selectOption({ label: "APA" });
  await look(author, "quote-request");
  await author.getByRole("button", { name: "Send request" }).click();
  await expect(author.getByText("We're preparing an offer for you.")).toBeVisible();

  const support = await open("sam");
  await support.goto("/support-desk/quotes");
  await hydrated(support);
  await support.getByRole("row").filter({ hasText: title }).getByRole("link").first().click();
  await support.waitForURL(/\/support-desk\/quotes\/quo_/);
  await hydrated(support);
  await expect(support.getByText(requirements)).toBeVisible();
  await look(support, "quote-support");
  await support.getByLabel("Due date if paid now").fill(inDays(14));
  await support.getByLabel("Price", { exact: true }).fill("10");
  await support.getByRole("button", { name: "Send offer" }).click();
  await expect(support.getByRole("alert")).toContainText("or ask an admin to send the offer");
  await support.getByLabel("Price", { exact: true }).fill("80.00");
  await support.getByRole("button", { name: "Send offer" }).click();
  await expect(support.getByText("Our offer is with the author.")).toBeVisible();

  // The author's page updates automatically.
  await expect(author.getByRole("button", { name: "Accept and pay $80.00" })).toBeVisible();
  await look(author, "quote-offer");
  await author.locator("summary", { hasText: "Ask for changes" }).click();
  await author.getByLabel("What should change").fill("I need it by the end of the week after next.");
  await author.getByLabel("Price you'd pay").fill("70");
  await author.getByRole("button", { name: "Request changes" }).click();
  await expect(author.getByText("We're preparing a new offer for you.")).toBeVisible();

  await expect(support.getByText("The author would pay $70.00.")).toBeVisible();
  await support.getByLabel("Due date if paid now").fill(inDays(12));
  await support.getByLabel("Price", { exact: true }).fill("70");
  await support.getByText("Ask an editor to agree first").click();
  await support.getByRole("combobox", { name: "Editor" }).selectOption(personOf("jonas").uid);
  await support.getByLabel("About the work, for the editor").fill(`${title}. The discussion comes first.`);
  await support.getByRole("button", { name: "Ask editor" }).click();
  await expect(support.getByText("An editor was asked to agree to an offer.")).toBeVisible();

  const editor = await open("jonas");
  await editor.goto("/editor/invites");
  await hydrated(editor);
  await editor.getByRole("link", { name: "See the terms" }).click();
  await editor.waitForURL("**/editor/quotes");
  await hydrated(editor);
  // 55% of the price.
  const card = editor.getByRole("region").filter({ hasText: `${title}. The discussion` });
  await expect(card.getByText("$38.50")).toBeVisible();
  await look(editor, "quote-editor");
  await card.getByRole("button", { name: "Agree", exact: true }).click();
  await expect(card).toBeHidden();

  await support.getByRole("button", { name: "Send agreed offer" }).click();
  await expect(support.getByText("Our offer is with the author.")).toBeVisible();
  await expect(author.getByText("Jonas Weber has agreed to edit your manuscript", { exact: false })).toBeVisible();
  await author.getByRole("button", { name: "Accept and pay $70.00" }).click();
  await author.waitForURL(/\/checkout\/sandbox\//);
  await author.getByLabel("Card number").fill(GOOD_CARD);
  await author.getByLabel(/Expiry/).fill("12 / 49");
  await author.getByLabel("CVC").fill("123");
  await author.getByLabel(/Name/).fill(personOf("mei").displayName);
  await author.getByRole("button", { name: /^Pay/ }).click();
  await author.waitForURL(/\/order-success/, { timeout: 20_000 });

  // The editor gets the order without an invite, and the author sees who it is.
  await author.goto(`/order/${orderId}`);
  await expect(author.getByText("Editor found").first()).toBeVisible();
  // The bell's list contains a hidden copy.
  await expect(author.getByText("Jonas Weber").filter({ visible: true }).first()).toBeVisible();
  await expect(editor.getByRole("link", { name: "Assigned to you" }).first()).toBeVisible();
});
