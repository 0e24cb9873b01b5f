/**
 * An accountant's month on an empty production database: statements of three banks, what they say is booked, the month
 * is closed by two people and exported, and an editor in India is paid by file, after her bank sent the first payment
 * back.
 */
import { readFile } from "node:fs/promises";
import { type Browser, type Page, expect, test } from "@playwright/test";
import pg from "pg";
import { camtStatement } from "#app/features/backoffice/testing/camt-statement.ts";
import { readDatev } from "#app/features/backoffice/testing/accountant-files.ts";
import { lastDayOf, monthOf, monthWords } from "#app/features/backoffice/rules/books.ts";
import { ACCOUNTS } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { assignedQaReason } from "#app/features/orders/rules/review/qa.ts";
import { QA_POLICY } from "#app/features/orders/rules/review/qa-figures.ts";
import { pain002 } from "#app/features/payouts/testing/bank-report-samples.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { formatMoney } from "#app/platform/rules/core/money.ts";
import { CAST } from "#db/seed/cast.ts";
import { MANUSCRIPTS, letterFor, trackedOf } from "#db/seed/manuscripts.ts";
import { seedCast } from "#db/seed/seed-cast.ts";
import { closeDatabase, useDatabase } from "#app/platform/server/core/database.ts";
import { Client, manuscript, until } from "./client.ts";
import { hydrated } from "./hydrated.ts";
import { type Outside, startOutside } from "./outside.ts";
import { type Product, startProduct } from "./product.ts";

// Each part depends on the one before.
test.describe.configure({ mode: "serial" });

const PASSWORD = "a long enough phrase 7";
const [ANNA, BORIS] = [
  { name: "Anna Keller", email: "anna@example.org" },
  { name: "Boris Lang", email: "boris@example.org" },
];
const KAVYA = { name: "Kavya Nair", email: "kavya@example.org" };
const MONTH = monthOf(new Date(Date.parse(`${monthOf(new Date())}-01`) - 1));
const on = (day: number): string => `${MONTH}-${String(day).padStart(2, "0")}`;
const usd = (minor: number): string => (Math.abs(minor) / 100).toFixed(2);

/** The account that pays is the first one. The others are at banks with other formats. */
const FIRST = "DE89370400440532013000";
const SECOND = "50010517/5407324931";
const THIRD = "202511223344";

type Moved = readonly [day: number, minor: number, text: string];
const ofFirst: readonly Moved[] = [
  [1, -1_250, "Account fee"],
  [2, -20_000, `Umbuchung 50010517 5407324931`],
  [3, -4_900, "NORDWOLKE HOSTING 11802"],
  [5, -1_500, "Wire fee"],
  [6, -19_040, "FINANZAMT FRANKFURT UMSATZSTEUER"],
  [8, -4_900, "NORDWOLKE HOSTING 11917"],
  [9, -30_000, `Umbuchung ${THIRD}`],
  [12, -1_500, "Wire fee"],
  [14, -11_800, "KARTENABRECHNUNG"],
  [15, -4_900, "NORDWOLKE HOSTING 12033"],
  [19, -1_500, "Wire fee"],
  [22, -4_900, "NORDWOLKE HOSTING 12190"],
  [28, 312, "Habenzins"],
];
const ofSecond: readonly Moved[] = [
  [2, 20_000, `Umbuchung ${FIRST}`],
  [4, -500, "Entgelt Karte"],
  [7, -2_300, "NORDWOLKE BACKUP 7781"],
  [11, -500, "Entgelt Karte"],
  [14, -2_300, "NORDWOLKE BACKUP 7790"],
  [18, -500, "Entgelt Karte"],
  [21, -2_300, "NORDWOLKE BACKUP 7799"],
  [25, -500, "Entgelt Karte"],
  [28, 208, "Habenzins"],
];
const ofThird: readonly Moved[] = [
  [9, 30_000, `Transfer from ${FIRST}`],
  [10, -1_900, "NORDWOLKE DNS 551"],
  [12, -300, "Card fee"],
  [13, -1_900, "NORDWOLKE DNS 560"],
  [17, -1_900, "NORDWOLKE DNS 571"],
  [19, -300, "Card fee"],
  [20, -1_900, "NORDWOLKE DNS 582"],
  [26, -300, "Card fee"],
  [28, 95, "Interest paid"],
];
const LINES = ofFirst.length + ofSecond.length + ofThird.length;
const [OPENED_FIRST, OPENED_SECOND, OPENED_THIRD] = [500_000, 100_000, 50_000];
const sumOf = (lines: readonly Moved[]): number => lines.reduce((sum, [, minor]) => sum + minor, 0);

const firstStatement = (): string =>
  camtStatement({
    id: "STATEMENT-1",
    day: lastDayOf(MONTH),
    openingMinor: OPENED_FIRST,
    lines: [
      ...ofFirst.map(([day, minor, text]) => ({ day: on(day), minor, text })),
      // A statement reaches to the day of its last line.
      { minor: -100, text: "Account fee paper" },
    ],
  }).text.replace("<IBAN>DE89<", `<IBAN>${FIRST}<`);

function secondStatement(): string {
  const day = (iso: string): string => iso.slice(2).replaceAll("-", "");
  const amount = (minor: number): string => `${minor < 0 ? "D" : "C"}${usd(minor).replace(".", ",")}`;
  const balance = (iso: string, minor: number): string =>
    `${minor < 0 ? "D" : "C"}${day(iso)}USD${usd(minor).replace(".", ",")}`;
  return [
    ":20:STARTUMS",
    `:25:${SECOND}`,
    ":28C:10/1",
    `:60F:${balance(on(1), OPENED_SECOND)}`,
    ...ofSecond.flatMap(([d, minor, text], i) => [
      `:61:${day(on(d))}${day(on(d)).slice(2)}${amount(minor)}NMSCNONREF//B${i}`,
      `:86:${text}`,
    ]),
    `:62F:${balance(lastDayOf(MONTH), OPENED_SECOND + sumOf(ofSecond))}`,
    "-",
    "",
  ].join("\r\n");
}

function thirdStatement(): string {
  let balance = OPENED_THIRD;
  const rows = ofThird.map(([day, minor, text]) => {
    balance += minor;
    const [year, month] = MONTH.split("-");
    return `${month}/${String(day).padStart(2, "0")}/${year},"${text}",${(minor / 100).toFixed(2)},${usd(balance)}`;
  });
  return ["Date,Description,Amount,Balance", ...rows, ""].join("\n");
}

let outside: Outside;
let product: Product;
let db: pg.Pool;
let anna: Page;
let boris: Page;
let kavya: Client;
const errors: string[] = [];

test.beforeAll(async () => {
  test.setTimeout(180_000);
  outside = await startOutside();
  product = await startProduct({ env: { ...outside.env, HUMAN_CHECK: "off" }, port: outside.port });
  db = new pg.Pool({ connectionString: product.databaseUrl, max: 2 });
});
test.afterAll(async () => {
  await db?.end();
  await product?.stop();
  await outside?.stop();
});
test.afterEach(() => {
  expect(errors.splice(0)).toEqual([]);
});

const readable = (raw: string): string =>
  raw
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The newest email with this subject. */
async function emailTo(address: string, subject: RegExp): Promise<string> {
  const find = () => outside.smtp.mails.findLast((m) => m.to.includes(address) && subject.test(m.subject));
  await until(`an email to ${address} about ${subject}`, async () => find() !== undefined, 40_000);
  return readable(find()!.raw);
}

/** Somebody with an account. @returns their id */
async function join({ name, email }: { name: string; email: string }, claims: string): Promise<[Client, string]> {
  const client = new Client(product.url);
  await client.signUp(name, email, PASSWORD);
  await client.verify(await emailTo(email, /^Verify/));
  await db.query("update auth_user set claims = $2 where email = $1", [email, claims]);
  const { rows } = await db.query<{ uid: string }>("select uid from users where email = $1", [email]);
  // With the role, which their sessions learn when they sign in.
  return [await new Client(product.url).signIn(email, PASSWORD), rows[0]!.uid];
}

async function pageOf(browser: Browser, client: Client): Promise<Page> {
  const context = await browser.newContext({ baseURL: product.url, acceptDownloads: true });
  await context.addCookies([...client.cookies].map(([name, value]) => ({ name, value, url: product.url })));
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.on("pageerror", (error) => errors.push(error.message));
  return page;
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

const ok = async (answer: Response): Promise<string> => {
  const text = await answer.text();
  expect(answer.status, text.replaceAll(/<[^>]+>/g, " ").slice(0, 2_000)).toBeLessThan(400);
  return text;
};

const importForm = () => anna.locator("form").filter({ has: anna.locator("input[name=file]") });
async function send(name: string, text: string, account = ""): Promise<void> {
  await open(anna, "/admin/reconciliation");
  await anna.getByText("Import a bank statement").click();
  if (account) await importForm().getByLabel("Bank account").fill(account);
  await importForm()
    .locator("input[name=file]")
    .setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from(text) });
  await importForm().getByRole("button", { name: "Import statement" }).click();
}
const said = (words: string) => expect(anna.getByText(words).first()).toBeVisible();
const toMatch = () => anna.getByRole("region", { name: "Bank lines to match" }).locator("tbody tr");

/** How many bank lines a page has to match. */
const PER_PAGE = 15;

/** More lines than a page has are shown page by page, which isn't long on a phone. A line's forms keep its page. */
async function staysShort(page: Page): Promise<void> {
  const before = page.viewportSize()!;
  await page.setViewportSize({ width: 360, height: 800 });
  const size = () =>
    page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.scrollHeight < 3_000 || document.documentElement.scrollHeight,
    ]);
  expect.soft(await size()).toEqual([360, true]);
  await page.getByRole("link", { name: "Next" }).click();
  const line = toMatch().filter({ hasText: "NORDWOLKE BACKUP 7799" });
  await expect(line).toBeVisible();
  expect.soft(await size()).toEqual([360, true]);
  await line.getByRole("link", { name: "NORDWOLKE BACKUP 7799" }).click();
  await line.getByRole("link", { name: "Close" }).click();
  await expect(line).toBeVisible();
  await page.getByRole("link", { name: "Previous" }).click();
  await expect(page.getByText("Page 1 of 3")).toBeVisible();
  await expect(toMatch()).toHaveCount(PER_PAGE);
  await page.setViewportSize(before);
}

test("the company, its registration, two people who keep the books, and an editor in India", async ({ browser }) => {
  test.setTimeout(120_000);
  const [first] = await join(ANNA, '{"admin":true}');
  const [second] = await join(BORIS, '{"admin":true}');
  await ok(
    await first.form("/admin/admin-tools?show=setup", {
      intent: "company",
      version: "0",
      legalName: "Marginalia GmbH",
      address: "Lindenallee 4\n60313",
      town: "Frankfurt am Main",
      country: "DE",
      registration: "HRB 12345, Frankfurt am Main",
    }),
  );
  const registration = { scheme: "domestic", place: "DE", number: "DE123456788", validFrom: on(1) };
  await ok(await first.form("/admin/tax", { intent: "propose", ...registration }));
  const [, id] = /name="id" value="([^"]+)"/.exec(await ok(await second.get("/admin/tax")))!;
  await ok(await second.form("/admin/tax", { intent: "approve", id: id! }));
  [anna, boris] = [await pageOf(browser, first), await pageOf(browser, second)];

  const [editor, uid] = await join(KAVYA, '{"editor":true}');
  kavya = editor;
  await seedCast(useDatabase(product.databaseUrl, 2), new Date(), [
    { ...CAST.jonas, uid, email: KAVYA.email, displayName: KAVYA.name },
  ]);
  await closeDatabase();
  await ok(
    await kavya.form("/editor/kyc", {
      intent: "details",
      seen: "0",
      legalName: KAVYA.name,
      dateOfBirth: "1984-04-02",
      addressLine: "12 Brigade Road",
      postCode: "560001",
      town: "Bengaluru",
      country: "IN",
      taxCountry: "IN",
      tin: "ABCPN1234K",
      vatId: "",
      vatStatus: "none",
    }),
  );
});

test("statements of three banks are imported, and a file that was imported before changes nothing", async () => {
  test.setTimeout(120_000);
  await send("first.xml", firstStatement(), FIRST);
  await said(`Statement imported: ${ofFirst.length + 1} of ${ofFirst.length + 1} lines are new.`);
  await send("second.sta", secondStatement(), SECOND);
  await said(`Statement imported: ${ofSecond.length} of ${ofSecond.length} lines are new.`);
  await send("third.csv", thirdStatement(), THIRD);
  await expect(importForm().getByRole("alert")).toContainText("Check the columns of this file.");
  const currency = importForm().getByRole("group", { name: "Columns of this file" }).getByLabel("Currency");
  await expect(currency).toHaveValue("USD");
  await importForm().getByRole("button", { name: "Import statement" }).click();
  await said(`Statement imported: ${ofThird.length} of ${ofThird.length} lines are new.`);

  await send("again.xml", firstStatement());
  await said("This statement was imported before. Nothing has changed.");
  // The bank exports one of its lines once more, in another format and with another text.
  const again = ["Date,Description,Amount", `${on(14)},Kartenabrechnung vom 14.,-118.00`, ""].join("\n");
  await send("export.csv", again, FIRST);
  await expect(importForm().getByRole("alert")).toContainText("Check the columns of this file.");
  await importForm().getByRole("button", { name: "Import statement" }).click();
  await said("1 probably repeats a line of another file and isn't booked yet.");
  await anna.getByRole("button", { name: "Skip as duplicate" }).first().click();
  await said("1 line skipped as duplicate");
});

test("95% of the lines are matched by suggestion, and one is split", async () => {
  test.setTimeout(120_000);
  await open(anna, "/admin/reconciliation?view=rules");
  await anna.getByText("Add a rule").click();
  await anna.getByLabel("Words in the line's text").fill("Nordwolke");
  await anna.locator('select[name="account"]').selectOption("other_costs");
  await anna.getByRole("button", { name: "Save rule" }).click();
  await said("Rule saved");

  await open(anna, "/admin/reconciliation");
  await expect(anna.getByRole("heading", { name: `To match (${LINES + 1})` })).toBeVisible();
  const tax = toMatch().filter({ hasText: "FINANZAMT" });
  await expect(tax).toContainText("Debit Tax payable: Germany, VAT $190.40");
  await expect(tax).toContainText("Booked on ");
  await staysShort(anna);
  // Those of a page are matched at once, and the next ones move up.
  const suggested = toMatch().filter({ has: anna.getByRole("button", { name: "Match", exact: true }) });
  let left = LINES + 1;
  while ((await suggested.count()) > 0) {
    const matched = await suggested.count();
    await anna.getByRole("region", { name: "Bank lines to match" }).getByLabel("Select all on this page").check();
    await anna.getByRole("button", { name: "Match as suggested" }).click();
    left -= matched;
    await expect(anna.getByRole("heading", { name: `To match (${left})`, exact: true })).toBeVisible();
    await expect(toMatch()).toHaveCount(Math.min(PER_PAGE, left));
  }
  expect(left, (await toMatch().allInnerTexts()).join("\n")).toBeLessThanOrEqual((LINES + 1) * 0.05);

  const card = toMatch().filter({ hasText: "KARTENABRECHNUNG" });
  await card.getByRole("link", { name: "Split" }).click();
  await card.getByLabel("Account of part 1").selectOption("other_costs");
  await card.getByLabel("Amount of part 1").fill("99.00");
  await card.getByLabel("Account of part 2").selectOption("bank_fees");
  await card.getByLabel("Amount of part 2").fill("18.00");
  await card.getByRole("textbox", { name: "Note" }).last().fill("Software, and the card's yearly fee");
  await card.getByRole("button", { name: "Book the parts" }).click();
  await said("The parts have to add up to $118.00. They're $1.00 short.");
  await card.getByLabel("Amount of part 2").fill("19.00");
  await card.getByRole("button", { name: "Book the parts" }).click();
  await said("Line split");
  await said("Every bank line is matched");
});

test("the month is closed by two people, and its file for DATEV says what the bank said", async () => {
  test.setTimeout(120_000);
  const words = monthWords(MONTH);
  await open(anna, "/admin/accounts/months");
  await said("Nothing is open: no differences, unpaid refunds, or unsettled payout runs.");
  await anna.getByRole("button", { name: `Propose to close ${words}` }).click();
  await said("You proposed to close it");
  await open(boris, "/admin/accounts/months");
  await boris.getByRole("button", { name: `Close ${words}` }).click();
  const closed = boris.getByRole("table", { name: "Closed months" });
  await expect(closed.getByRole("link", { name: words })).toBeVisible();
  await expect(closed).toContainText(`${ANNA.name} and ${BORIS.name}`);

  const file = await boris.request.get(`/api/books/files/datev?period=${MONTH}&consultant=1001&client=42`);
  const { from, until: to, currency, postings } = readDatev(new Uint8Array(await file.body()));
  expect([from, to, currency]).toEqual([on(1), lastDayOf(MONTH), "USD"].map((it) => it.replaceAll("-", "")));
  const moved = (account: keyof typeof ACCOUNTS): number =>
    postings.reduce(
      (sum, { debit, credit, amountMinor }) =>
        sum +
        (debit === ACCOUNTS[account].code ? amountMinor : 0) -
        (credit === ACCOUNTS[account].code ? amountMinor : 0),
      0,
    );
  const all = [...ofFirst, ...ofSecond, ...ofThird];
  const with_ = (part: string): number => sumOf(all.filter(([, , text]) => text.includes(part)));
  expect({
    bank: moved("bank"),
    tax: moved("tax_payable"),
    costs: moved("other_costs"),
    fees: moved("bank_fees"),
    income: moved("other_income"),
    transfers: moved("own_transfers"),
    open: moved("unassigned"),
  }).toEqual({
    bank: OPENED_FIRST + OPENED_SECOND + OPENED_THIRD + sumOf(all) - 100,
    tax: 19_040,
    costs: -with_("NORDWOLKE") + 9_900,
    fees: -with_(" fee") - with_("Entgelt") + 100 + 1_900,
    income: -(with_("Habenzins") + with_("Interest")),
    transfers: 0,
    open: 0,
  });
  // Each day's movement is on the bank's day.
  expect(new Set(postings.map(({ day }) => Number(day.slice(0, 2))))).toEqual(
    new Set([1, ...all.map(([day]) => day), Number(lastDayOf(MONTH).slice(8))]),
  );
  await open(boris, `/admin/accounts?on=${lastDayOf(MONTH)}`);
  await expect(boris.getByText("Assets equal liabilities and equity")).toBeVisible();
});

/** The editor enters an account in India and confirms it by email. The wait for new details is over. */
async function nameAccount(accountNumber: string): Promise<void> {
  const own = "/editor/editor-payouts";
  const before = outside.smtp.mails.length;
  const asked = await ok(
    await kavya.form(own, {
      intent: "bank",
      scheme: "in",
      code: "HDFC0001234",
      accountNumber,
      bic: "",
      iban: "",
      holder: KAVYA.name,
      bankName: "HDFC Bank",
      addressLine: "12 Brigade Road",
      postCode: "560001",
      town: "Bengaluru",
      country: "IN",
    }),
  );
  expect(asked).toContain("We&#x27;ve sent an email");
  const confirm = () =>
    outside.smtp.mails
      .slice(before)
      .find((m) => m.to.includes(KAVYA.email) && m.subject.startsWith("Confirm your new bank"));
  await until("the email that confirms it", async () => confirm() !== undefined, 40_000);
  const token = /\?confirm=([\w-]+)/.exec(readable(confirm()!.raw))![1]!;
  expect(await ok(await kavya.form(own, { intent: "bank.confirm", token }))).toContain("Bank details confirmed");
  // Production has no movable clock, so what happened today is moved to the past instead.
  await db.query(
    `update bank_details set "createdAt" = "createdAt" - interval '4 days', "confirmedAt" = "confirmedAt" - interval '4 days', "usableAt" = "usableAt" - interval '4 days' where "replacedAt" is null`,
  );
}

/** One admin prepares a run, another approves it and takes its file. @returns the run's address, and the file */
async function payOut(amount: string): Promise<{ batch: string; xml: string }> {
  await open(anna, "/admin/editor-payouts");
  await expect(anna.getByText(`${amount} to 1 editor ready to be paid.`)).toBeVisible();
  await anna.getByRole("button", { name: "Prepare payout run" }).click();
  await anna.waitForURL(/bank-batch\?run=/);
  const { pathname, search } = new URL(anna.url());
  const batch = pathname + search;
  await open(boris, batch);
  await boris.getByRole("button", { name: `Approve ${amount}` }).click();
  await boris
    .getByRole("dialog")
    .getByRole("button", { name: `Approve ${amount}` })
    .click();
  const [file] = await Promise.all([
    boris.waitForEvent("download"),
    boris.getByRole("button", { name: "Download the bank file" }).click(),
  ]);
  return { batch, xml: await readFile((await file.path())!, "utf8") };
}
const tag = (xml: string, name: string): string => new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)![1]!;

async function report(name: string, text: string): Promise<void> {
  await open(boris, "/admin/payouts/bank-reports");
  await boris.locator("input[name=file]").setInputFiles({ name, mimeType: "text/xml", buffer: Buffer.from(text) });
  await boris.getByRole("button", { name: /^Import/ }).click();
  await boris.waitForURL(/report=/);
}

test("an editor in India is paid by file, her bank sends it back, and she's paid again", async () => {
  test.setTimeout(240_000);
  const author = new Client(product.url);
  await author.signUp("Omar Said", "omar@example.org", PASSWORD);
  await author.verify(await emailTo("omar@example.org", /^Verify/));
  // One in a few orders is reviewed by somebody else first, which other tests cover.
  let orderId = "";
  let mark = "";
  for (let n = 1; orderId === ""; n++) {
    mark = `month ${n}`;
    const { name, bytes } = manuscript(mark);
    const { orderId: ordered } = await author.dropManuscript(bytes, name);
    await author.saveChoices(ordered);
    // The company is registered for VAT, so the buyer's country decides the tax.
    const bill = { name: "Omar Said", organization: "", address: "Kade 5\nAmsterdam", country: "NL", vatId: "" };
    const saving = { intent: "billing", orderId: ordered, status: "draft", ...bill };
    await ok(await author.form(`/order/new/form?order=${ordered}`, saving));
    expect(await author.payAt(await author.place(ordered))).toBe("paid");
    await author.waitUntilPaid(ordered);
    const about = { orderId: ordered, service: "copyediting", editorQaDone: CAST.jonas.editor.qaDone };
    if (assignedQaReason(about, QA_POLICY) === null) orderId = ordered;
  }
  let invite = "";
  await until(
    "an invite",
    async () => {
      const { rows } = await db.query<{ id: string }>(`select id from invites where "orderId" = $1`, [orderId]);
      invite = rows[0]?.id ?? "";
      return invite !== "";
    },
    60_000,
  );
  await ok(await kavya.form("/editor/invites", { accept: invite }));
  const work = `/editor/orders/${orderId}`;
  await ok(await kavya.form(work, { intent: "start" }));
  const source = /\/api\/files\/(fil\w*_[0-9a-z]+)/.exec(await ok(await kavya.get(work)))![1]!;
  const text = MANUSCRIPTS.vaccination;
  const edited = trackedOf(
    { ...text, marked: `${text.marked}\n\nThis is copy ${mark} of the text.` },
    KAVYA.name,
    new Date(),
  );
  await kavya.upload(orderId, "edited.docx", edited, "tracked", source);
  await ok(await kavya.form(work, { intent: "submit", letter: letterFor(text, "Omar Said"), noAi: "on" }));
  await until(
    "the delivery",
    async () => (await (await author.get(`/order/${orderId}`)).text()).includes('value="accept"'),
    30_000,
  );
  await ok(await author.form(`/order/${orderId}`, { intent: "accept" }));
  await until(
    "the earning",
    async () => (await db.query(`select 1 from earnings where status = 'available'`)).rowCount === 1,
    20_000,
  );
  await db.query(
    `update earnings set "createdAt" = "createdAt" - interval '30 days', "availableAt" = "availableAt" - interval '30 days'`,
  );
  const { rows } = await db.query<{ amountMinor: string }>(`select "amountMinor" from earnings`);
  const minor = Number(rows[0]!.amountMinor);
  const amount = formatMoney(minor, "USD");

  await nameAccount("50100123456789");
  const sent = await payOut(amount);
  expect(sent.xml).toContain("<Othr><Id>50100123456789</Id></Othr>");
  expect(sent.xml).toContain("<ClrSysId><Cd>INFSC</Cd></ClrSysId><MmbId>HDFC0001234</MmbId>");
  const firstId = tag(sent.xml, "EndToEndId");
  await open(boris, sent.batch);
  await boris.getByRole("button", { name: "Mark as paid" }).first().click();
  await boris.getByRole("dialog").getByRole("button", { name: "Mark as paid" }).click();
  await expect(boris.getByText(`${amount} paid in 1 payout.`)).toBeVisible();
  await report("returned.xml", pain002(tag(sent.xml, "MsgId"), [{ id: firstId, status: "RJCT", code: "AC01" }]));
  // The notice of it, in the closed menu, says it too.
  await expect(boris.getByRole("region", { name: "Lines of returned.xml" })).toContainText("AC01");

  await nameAccount("50100987654321");
  const again = await payOut(amount);
  expect(again.xml).toContain("<Othr><Id>50100987654321</Id></Othr>");
  const secondId = tag(again.xml, "EndToEndId");
  expect(secondId).not.toBe(firstId);
  await report("paid.xml", pain002(tag(again.xml, "MsgId"), [{ id: secondId, status: "ACSC" }]));

  // The bank's own statement has all three.
  const today = dayOf(new Date());
  const statement = camtStatement({
    id: "STATEMENT-2",
    day: today,
    openingMinor: OPENED_FIRST + sumOf(ofFirst) - 100,
    lines: [
      { minor: -minor, text: `Payout ${KAVYA.name}`, reference: firstId },
      { minor, text: "Returned AC01", reference: firstId },
      { minor: -minor, text: `Payout ${KAVYA.name}`, reference: secondId },
    ],
  }).text.replace("<IBAN>DE89<", `<IBAN>${FIRST}<`);
  await send("payouts.xml", statement);
  await said("Statement imported: 3 of 3 lines are new.");
  await said("Every bank line is matched");

  await open(boris, "/admin/payout-history");
  const rowsOfBoth = boris.getByRole("region", { name: "Payments to editors" }).locator("tbody tr");
  await expect(rowsOfBoth).toHaveCount(2);
  await expect(rowsOfBoth.filter({ hasText: "Returned" })).toHaveCount(1);
  for (const [row, steps] of [
    [rowsOfBoth.filter({ hasText: "Returned" }), ["Prepared", "Approved", "Bank file", "Came back"]],
    [rowsOfBoth.filter({ hasNotText: "Returned" }), ["Prepared", "Approved", "Bank file", "Paid", "On the statement"]],
  ] as const) {
    await row.getByRole("link").first().click();
    const panel = boris.getByRole("main").getByRole("complementary");
    for (const step of steps) await expect(panel.getByRole("list", { name: "Steps" })).toContainText(step);
    await boris.keyboard.press("Escape");
    await expect(panel).toHaveCount(0);
  }
  const own = await ok(await kavya.get("/editor/editor-payouts"));
  for (const { xml } of [sent, again]) expect(own).toContain(tag(xml, "MsgId"));
});
