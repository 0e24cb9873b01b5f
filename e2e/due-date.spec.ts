import { type Browser, type BrowserContext, type Page, expect, test } from "@playwright/test";
import pg from "pg";
import { GOOD_CARD } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { look } from "./shots.ts";
import { type Product, startProduct } from "./product.ts";

/**
 * An editor asks for more time, and the author agrees to a date that costs less. Then time passes for an order that's
 * very late, and for one that nobody took. It changes money and dates of the demo's orders, so it needs its own
 * product.
 */
test.describe.configure({ mode: "serial" });

let product: Product;
let author: Page;
let editor: Page;
let admin: Page;
let database: pg.Pool;
/** The order whose editor asks for more time. */
let orderId: string;
const contexts: BrowserContext[] = [];
const errors: string[] = [];

async function open(browser: Browser, email: string, timezoneId: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url, timezoneId });
  contexts.push(context);
  const page = await context.newPage();
  page.on("console", (line) => {
    if (line.type() === "error") errors.push(`${email}: ${line.text()}`);
  });
  page.on("pageerror", (error) => errors.push(`${email}: ${error.message}`));
  const answer = await context.request.post("/api/auth/sign-in/email", { data: { email, password: "demo-password" } });
  expect(answer.ok()).toBe(true);
  return page;
}

test.beforeAll(async ({ browser }) => {
  test.setTimeout(120_000);
  product = await startProduct({ oneProcess: true });
  author = await open(browser, "client2@demo.test", "Asia/Singapore");
  editor = await open(browser, "editor@demo.test", "Europe/Berlin");
  admin = await open(browser, "admin@demo.test", "Europe/London");
  database = new pg.Pool({ connectionString: product.databaseUrl, max: 1 });
});
test.afterAll(async () => {
  for (const context of contexts) await context.close();
  await database?.end();
  await product?.stop();
});
test.afterEach(() => {
  expect(errors.splice(0)).toEqual([]);
});

/** As a datetime-local field expects it: "2026-11-22T10:00". */
const typed = (at: Date) => at.toISOString().slice(0, 16);

test("an editor asks for more time, and the author sees it live, agrees, and gets the price difference back", async () => {
  await editor.goto("/editor/orders");
  await editor
    .getByRole("row")
    .filter({ hasText: "Soil moisture memory" })
    .filter({ hasText: "Being edited" })
    .getByRole("link")
    .first()
    .click();
  await editor.waitForURL(/\/editor\/orders\/ord_/);
  await hydrated(editor);
  orderId = /ord_[0-9a-z]+/.exec(editor.url())![0];
  await author.goto(`/order/${orderId}`);
  await hydrated(author);
  await expect(author.locator("main").getByText("$150.75").first()).toBeVisible();

  await editor.getByRole("navigation", { name: "Parts of this order" }).getByRole("link", { name: "More" }).click();
  await editor.getByRole("button", { name: "Ask for more time" }).click();
  const dialog = editor.getByRole("dialog");
  await dialog.getByLabel("New deadline").fill(typed(new Date(Date.now() + 14 * 24 * 3_600_000)));
  await dialog.getByLabel("Reason").fill("The methods section needs a second look.");
  await dialog.getByRole("button", { name: "Ask for more time" }).click();
  await expect(editor.getByText("You asked for a later due date")).toBeVisible();
  await expect(editor.getByText("Waiting for the author to agree.")).toBeVisible();

  await expect(author.getByText("Your editor asks for a later due date")).toBeVisible();
  await expect(author.getByText("The methods section needs a second look.").first()).toBeVisible();
  // Substantive editing of 3,015 words costs $135.68 in 14 days.
  await expect(author.getByText("we'll refund $15.07 the way it was paid", { exact: false })).toBeVisible();
  // A reload in between loses nothing.
  await author.reload();
  await hydrated(author);
  await look(author, "date-author");
  await look(editor, "date-editor");
  await author.getByRole("button", { name: "Agree to later date" }).click();
  await expect(author.getByText("New due date confirmed.").first()).toBeVisible();
  await expect(author.getByText("Your editor asks for a later due date")).toBeHidden();

  await expect(editor.getByText("You asked for a later due date")).toBeHidden();
  await author.goto("/my-payments");
  await expect(author.getByText("$15.07").filter({ visible: true }).first()).toBeVisible();
});

test("a proposal can be withdrawn, and the date doesn't change", async () => {
  await editor.getByRole("button", { name: "Ask for more time" }).click();
  const dialog = editor.getByRole("dialog");
  await dialog.getByLabel("Reason").fill("A day would be enough.");
  await dialog.getByRole("button", { name: "Ask for more time" }).click();
  await expect(editor.getByText("You asked for a later due date")).toBeVisible();
  await editor.getByRole("button", { name: "Withdraw" }).click();
  await expect(editor.getByText("Proposal withdrawn. The due date stays as it is.").first()).toBeVisible();
  await expect(editor.getByText("You asked for a later due date")).toBeHidden();
});

type Row = { id: string; status: string; dueAt: Date; windowMs: string; paidMinor: string; refundedMinor: string };
const orderRow = async (id: string): Promise<Row> =>
  (await database.query<Row>("select * from orders where id = $1", [id])).rows[0]!;

test("an author asks for an earlier date and more work, the editor agrees, the difference is paid, and dropped work is refunded", async ({
  browser,
}) => {
  const amara = await open(browser, "client@demo.test", "Africa/Accra");
  const { rows } = await database.query<Row>(
    `select * from orders where "userId" = 'usr_amara' and status = 'assigned' and "assignedTo" = 'usr_jonas'`,
  );
  const before = rows[0]!;
  const propose = async (figures: string, dueAt: Date | null) => {
    await amara.goto(`/order/${before.id}`);
    await hydrated(amara);
    await amara.getByRole("button", { name: "Change this order" }).click();
    const dialog = amara.getByRole("dialog");
    await dialog.getByLabel(/Figures and tables/).fill(figures);
    if (dueAt) await dialog.getByLabel("Earlier due date (optional)").fill(typed(dueAt));
    await dialog.getByLabel("Reason").fill("The journal moved its deadline.");
    await dialog.getByRole("button", { name: "Propose change" }).click();
    await expect(amara.getByText("You proposed to change this order")).toBeVisible();
  };
  const earlier = new Date(before.dueAt.getTime() - 6 * 24 * 3_600_000);
  earlier.setUTCSeconds(0, 0);
  await propose("2", earlier);
  await look(amara, "scope-author");
  const costs = await amara.getByText(/^It costs \$[\d.]+ more\./).textContent();
  const amount = /\$[\d.]+/.exec(costs!)![0].replace(/\.$/, "");

  await editor.goto(`/editor/orders/${before.id}`);
  await hydrated(editor);
  await expect(editor.getByText("The author proposes to change this order")).toBeVisible();
  await expect(editor.getByText("Figures and tables: 2 instead of 0", { exact: true })).toBeVisible();
  await look(editor, "scope-editor");
  await editor.getByRole("button", { name: "Agree to change" }).click();
  await expect(
    editor.getByText("It applies once the author has paid the difference.", { exact: false }).first(),
  ).toBeVisible();
  expect((await orderRow(before.id)).dueAt).toEqual(before.dueAt);

  await amara.getByRole("button", { name: `Pay ${amount}` }).click();
  await amara.waitForURL(/\/checkout\/sandbox\//);
  await amara.getByLabel("Card number").fill(GOOD_CARD);
  await amara.getByLabel(/Expiry/).fill("12 / 49");
  await amara.getByLabel("CVC").fill("123");
  await amara.getByLabel(/Name/).fill("Amara Osei");
  await amara.getByRole("button", { name: /^Pay/ }).click();
  await amara.waitForURL(/\/order\/ord_/);
  await expect(
    amara.locator("main").getByText(`Extra charge of ${amount} paid`, { exact: false }).first(),
  ).toBeVisible();
  const changed = await orderRow(before.id);
  expect(changed.dueAt).toEqual(earlier);
  expect(Number(changed.paidMinor) - Number(before.paidMinor)).toBe(Math.round(Number(amount.slice(1)) * 100));

  await propose("0", null);
  await expect(amara.getByText("It costs $6.00 less, which we'll refund.")).toBeVisible();
  await expect(editor.getByText("Figures and tables: 0 instead of 2", { exact: true })).toBeVisible();
  await editor.getByRole("button", { name: "Agree to change" }).click();
  await expect(editor.getByText("Change agreed. It applies now.").first()).toBeVisible();
  await expect.poll(async () => Number((await orderRow(before.id)).refundedMinor)).toBe(600);
  await amara.goto("/my-payments");
  await expect(amara.getByText("$6.00").filter({ visible: true }).first()).toBeVisible();
  await amara.context().close();
});

/** The provider reports refunds a moment later. */
const refundedInFull = (id: string) =>
  expect
    .poll(async () => {
      const { status, paidMinor, refundedMinor } = await orderRow(id);
      return [status, Number(paidMinor) - Number(refundedMinor)];
    })
    .toEqual(["refunded", 0]);

/** Moves the demo's clock to an instant. Everything due happens before the response. */
async function moveTo(at: Date): Promise<void> {
  const now = (await (await admin.request.post("/api/demo/clock", { data: { advanceMs: 1 } })).json()) as {
    now: string;
  };
  const advanceMs = at.getTime() - Date.parse(now.now);
  expect((await admin.request.post("/api/demo/clock", { data: { advanceMs } })).ok()).toBe(true);
}

test("a very late order: the author chooses to wait, staff find another editor, and nobody waits forever", async () => {
  const { rows } = await database.query<Row>(
    `select * from orders where "userId" = 'usr_mei' and status = 'paid' and "dueAt" is not null order by "dueAt" limit 1`,
  );
  const untaken = rows[0]!;
  const { dueAt, windowMs } = await orderRow(orderId);
  await author.goto("/my-orders");
  await editor.goto("/editor");
  await moveTo(new Date(dueAt.getTime() + 0.3 * Number(windowMs)));

  // Nobody took the other one by its due date, so it's being refunded in full.
  await refundedInFull(untaken.id);
  await author.goto(`/order/${untaken.id}`);
  await expect(author.getByText("Refunded").filter({ visible: true }).first()).toBeVisible();

  await author.goto(`/order/${orderId}`);
  await hydrated(author);
  const ways = author.getByRole("region", { name: "This order is late, and we're sorry. What would you like to do?" });
  await expect(ways).toContainText("Our staff will give it to another editor or ask you to agree to a later date.");
  await look(author, "late-author");
  await ways.getByRole("button", { name: "Wait until this date" }).click();
  await expect(ways.getByText(/You're waiting until/)).toBeVisible();

  await admin.goto(`/admin/orders/${orderId}`);
  await hydrated(admin);
  await expect(admin.getByText("Decide what happens to this order")).toBeVisible();
  await look(admin, "late-admin");
  await admin.getByRole("button", { name: "Find another editor" }).first().click();
  const dialog = admin.getByRole("dialog");
  await dialog.getByLabel(/Reason/).fill("No answer from the editor for days.");
  await dialog.getByRole("button", { name: "Find another editor" }).click();
  await expect(admin.getByText("Decide what happens to this order")).toBeHidden();
  await expect(ways).toContainText("We're looking for another editor.");

  // The date that the author is waiting for passes too.
  const until = (await database.query<{ at: Date }>(`select "waitUntilAt" as at from orders where id = $1`, [orderId]))
    .rows[0]!.at;
  await moveTo(new Date(until.getTime() + 60_000));
  await refundedInFull(orderId);
  await expect(ways).toBeHidden();
  await expect(author.getByText("Refunded").filter({ visible: true }).first()).toBeVisible();
});
