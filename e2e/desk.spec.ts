/** Support at work: the queue, a note, an answer with a macro, live updates for others, and two conflicting answers. */
import { type BrowserContext, type Page, expect, test } from "@playwright/test";
import { CAST, type CastName } from "#db/seed/cast.ts";
import { type Client, signedIn } from "./client.ts";
import { hydrated } from "./hydrated.ts";

const mark = Date.now().toString(36);
const SUBJECT = `A part of the price back ${mark}`;
const contexts: BrowserContext[] = [];
const errors: string[] = [];

test.afterAll(async () => {
  await Promise.all(contexts.map((it) => it.close()));
});

test("Sam takes a ticket from the queue, and Ada sees it happen, and of two answers at once the second is held, then sent", async ({
  browser,
  baseURL,
}) => {
  const open = async (who: CastName): Promise<{ client: Client; page: Page }> => {
    const client = await signedIn(baseURL!, who);
    const context = await browser.newContext({ baseURL: baseURL! });
    contexts.push(context);
    await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: baseURL! })));
    const page = await context.newPage();
    // A held answer has status 409, which the browser logs.
    page.on("console", (line) => {
      if (line.type() === "error" && !/status of 409/.test(line.text())) errors.push(`${who}: ${line.text()}`);
    });
    page.on("pageerror", (error) => errors.push(`${who}: ${error.message}`));
    return { client, page };
  };
  const amara = await signedIn(baseURL!, "amara");
  const opened = await amara.form("/support?new", {
    intent: "open",
    subject: SUBJECT,
    category: "refunds",
    body: "The copy came a day late.",
    clientKey: `desk-${mark}`,
  });
  const id = /tkt_[0-9a-z]{26}/.exec(opened.headers.get("location") ?? "")![0];
  const [sam, ada] = await Promise.all([open("sam"), open("ada")]);
  await sam.client.form("/support-desk/threads?view=macros", {
    intent: "save-macro",
    id: "",
    title: `Late ${mark}`,
    category: "refunds",
    body: "Dear {name}, about {number}: we'll refund that part today.",
  });

  // The menu's "Refunds" is the filtered queue.
  await sam.page.goto("/support-desk/threads?category=refunds");
  await hydrated(sam.page);
  await ada.page.goto(`/admin/support?q=${mark}`);
  const row = ada.page.getByRole("row", { name: new RegExp(SUBJECT) });
  await expect(row).toContainText("Open");
  await sam.page.getByRole("link", { name: new RegExp(SUBJECT) }).click();
  await expect(sam.page.getByRole("heading", { level: 1, name: SUBJECT })).toBeVisible();
  await sam.page.getByRole("button", { name: "Assign to me" }).click();
  await expect(row).toContainText(CAST.sam.displayName);
  // Ada's page may know it earlier than Sam's.
  await expect(sam.page.getByRole("button", { name: /^(?:Assign to me|Assigning)$/ })).toHaveCount(0);

  await sam.page.getByRole("link", { name: "Internal note" }).click();
  await sam.page
    .getByLabel("Internal note")
    .and(sam.page.locator("textarea"))
    .fill(`The date was missed by us ${mark}.`);
  await sam.page.getByRole("button", { name: "Add note" }).click();
  await expect(sam.page.getByText(/visible only to staff/i)).toBeVisible();
  expect(await (await amara.get(`/support/tickets/${id}`)).text()).not.toContain("missed by us");

  await sam.page.getByRole("link", { name: "Reply", exact: true }).click();
  await sam.page.getByLabel("Insert macro").selectOption({ label: `Late ${mark}` });
  await expect(sam.page.getByLabel("Your reply")).toHaveValue(
    /^Dear Dr. Amara Osei, about T-\d+: we'll refund that part today\.$/,
  );
  await sam.page.getByRole("button", { name: "Send and wait for customer" }).click();
  await expect(sam.page.getByText("Dear Dr. Amara Osei", { exact: false }).first()).toBeVisible();
  await expect(row).toContainText("Waiting");

  // Ada starts an answer, but Sam's arrives first.
  await ada.page.goto(`/admin/support/tickets/${id}`);
  await hydrated(ada.page);
  await ada.page.getByLabel("Your reply").fill("It is on its way.");
  await expect(sam.page.getByText(`${CAST.ada.displayName} is writing a reply.`)).toBeVisible();
  const seenId = await sam.page.locator('input[name="seenId"]').inputValue();
  await sam.client.form(`/support-desk/threads/${id}`, {
    intent: "answer",
    seenId,
    body: "It was sent this morning.",
    clientKey: `first-${mark}`,
  });
  await expect(ada.page.getByText(`${CAST.sam.displayName} answered while you were writing.`)).toBeVisible();
  await ada.page.getByRole("button", { name: "Send and wait for customer" }).click();
  await expect(ada.page.getByText(`${CAST.sam.displayName} answered before you sent this.`)).toBeVisible();
  await expect(ada.page.getByLabel("Your reply")).toHaveValue("It is on its way.");
  expect(await (await amara.get(`/support/tickets/${id}`)).text()).not.toContain("It is on its way.");
  await ada.page.getByRole("button", { name: "Send anyway" }).click();
  await expect(ada.page.getByLabel("Your reply")).toHaveValue("");
  expect(await (await amara.get(`/support/tickets/${id}`)).text()).toContain("It is on its way.");

  // Sam tags it, and it's out of his list until tomorrow.
  await sam.page.keyboard.press("t");
  await sam.page.keyboard.type(`tag ${mark}`);
  await sam.page.keyboard.press("Enter");
  await expect(sam.page.getByRole("button", { name: `Remove tag tag ${mark}` })).toBeVisible();
  await sam.page.getByText("Snooze", { exact: true }).first().click();
  await sam.page.getByRole("button", { name: /^Tomorrow/ }).click();
  await expect(sam.page.getByText(`Snoozed by ${CAST.sam.displayName}`)).toBeVisible();
  await sam.page.goto(`/support-desk/threads?assignee=me`);
  await expect(sam.page.getByRole("heading", { level: 1, name: "Ticket queue" })).toBeVisible();
  await expect(sam.page.getByRole("link", { name: new RegExp(SUBJECT) })).toHaveCount(0);
  await sam.page.goto(`/support-desk/threads?tag=${encodeURIComponent(`tag ${mark}`)}`);
  await expect(sam.page.getByRole("row", { name: new RegExp(SUBJECT) })).toContainText("Snoozed");
  expect(errors).toEqual([]);
});
