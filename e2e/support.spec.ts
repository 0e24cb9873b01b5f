/**
 * Support from both sides, in real browsers: a ticket about an order, and a visitor's message with an answer and a
 * reply.
 */
import { type Browser, type BrowserContext, type Page, expect, test } from "@playwright/test";
import { CAST, type CastName } from "#db/seed/cast.ts";
import { solveHumanCheck } from "#app/features/accounts/testing/human-check.ts";
import { Client } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { demoOrders } from "./pages.ts";

const contexts: BrowserContext[] = [];
test.afterAll(async () => {
  for (const context of contexts) await context.close();
});

async function open(browser: Browser, baseURL: string, who?: CastName): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  contexts.push(context);
  if (who) {
    const { cookies } = await new Client(baseURL).signIn(CAST[who].email);
    await context.addCookies([...cookies].map(([name, value]) => ({ name, value, url: baseURL })));
  }
  return context.newPage();
}
/** The composer is hydrated: files upload while one writes. */
const lives = (page: Page) => expect(page.locator("input[name=files]:not([data-plain])")).toBeAttached();

test("a ticket about an order: opened with a file, answered while its page is open, resolved and rated", async ({
  browser,
  baseURL,
}) => {
  const amara = await open(browser, baseURL!, "amara");
  const sam = await open(browser, baseURL!, "sam");
  const orderId = (await demoOrders(baseURL!)).amara.at(-1)!;
  const subject = `Which invoice is right? ${Date.now()}`;

  await amara.goto(`/order/${orderId}`);
  await hydrated(amara);
  const more = amara.getByRole("link", { name: "More", exact: true });
  if (await more.isVisible()) await more.click();
  await amara.getByRole("link", { name: "Ask support about this order" }).click();
  // The order's own page has a composer, and a problem report that takes files.
  await expect(amara.getByLabel("Subject")).toBeVisible();
  await lives(amara);
  await expect(amara.getByLabel("Order", { exact: true })).toHaveValue(orderId);
  await expect(amara.getByText("Have a question for your editor?")).toBeVisible();
  await amara.getByLabel("Topic").selectOption("payment");
  await expect(amara.getByText("Have a question for your editor?")).toBeHidden();
  await amara.getByLabel("Subject").fill(subject);
  await amara.getByLabel("Your message").fill("There are two of them, see the file.");
  await amara
    .locator("input[name=files]")
    .setInputFiles({ name: "two invoices.txt", mimeType: "text/plain", buffer: Buffer.from("INV-1 and INV-2\n") });
  await amara.getByRole("button", { name: "Send message" }).click();
  // The file is stored first, and has as long for that as any request.
  await expect(amara).toHaveURL(/\/support\/tickets\/tkt_\w+$/, { timeout: 30_000 });
  await expect(amara.getByRole("region", { name: "What happens next" })).toContainText("We're reading your message.");
  await expect(amara.getByRole("link", { name: /two invoices\.txt/ })).toBeVisible();
  const ticketId = amara.url().split("/").at(-1)!;

  await sam.goto(`/support-desk/threads/${ticketId}`);
  await hydrated(sam);
  await expect(sam.getByText("There are two of them, see the file.")).toBeVisible();
  await sam.getByLabel("Your reply").fill("INV-2 is the one that counts.");
  await sam.getByRole("button", { name: "Send and wait for customer" }).click();

  // Without a reload.
  await expect(amara.getByText("INV-2 is the one that counts.")).toBeVisible({ timeout: 15_000 });
  await amara.getByRole("button", { name: "Mark as resolved" }).click();
  await expect(amara.getByRole("status").filter({ hasText: "Ticket resolved." })).toBeVisible();
  await amara.getByText("4 of 5: Good").click({ force: true });
  await amara.getByRole("button", { name: "Submit rating" }).click();
  await expect(amara.getByRole("img", { name: "Your rating: 4.0 of 5" })).toBeVisible();
  await amara.goto("/support");
  await expect(amara.getByRole("link", { name: subject })).toContainText("Resolved");
});

test("emails a visitor an answer with a link for replying without an account", async ({ browser, baseURL }) => {
  const visitor = new Client(baseURL!);
  const email = `visitor-${Date.now()}@example.org`;
  const sent = await visitor.form("/contact", {
    key: email,
    name: "Ingrid Solheim",
    email,
    topic: "ordering",
    message: `May I order chapters one by one? ${email}`,
    humanCheck: await solveHumanCheck(() => visitor.get("/api/human-check")),
  });
  expect(sent.headers.get("location")).toBe("/thanks?for=contact");

  const sam = await open(browser, baseURL!, "sam");
  await sam.goto(`/support-desk/contact?q=${encodeURIComponent(email)}`);
  await hydrated(sam);
  await sam.getByRole("link", { name: "Ingrid Solheim" }).click();
  await sam.getByLabel("Your reply").fill("Yes, and with the same editor.");
  await sam.getByRole("button", { name: "Send reply" }).click();
  await expect(sam).toHaveURL(/\/support-desk\/threads\/tkt_/);

  const letter = await visitor.emailTo(email, /answer/i);
  const link = /https?:\/\/\S+(\/contact\/reply\/[^\s)>\]]+)/.exec(letter)![1]!;
  const page = await open(browser, baseURL!);
  await page.goto(link);
  expect(await page.title()).not.toMatch(/Ingrid|chapters/);
  await expect(page.getByText("Yes, and with the same editor.")).toBeVisible();
  await page.getByLabel("Your reply").fill("Then I begin with the first.");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Then I begin with the first.")).toBeVisible();

  const late = await page.goto(`${link.slice(0, -3)}abc`);
  expect(late!.status()).toBe(404);
  await expect(page.getByRole("link", { name: "Send a new message" })).toBeVisible();
});
