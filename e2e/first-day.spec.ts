/** Follows docs/operations.md from an empty server to the first paid order, with only an operator's tools. */
import { execFile } from "node:child_process";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { closeDatabase, useDatabase } from "#app/platform/server/core/database.ts";
import { seedCast } from "#db/seed/seed-cast.ts";
import { camtStatement } from "#app/features/backoffice/testing/camt-statement.ts";
import { Client, Unexpected, manuscript, until } from "./client.ts";
import { type Outside, startOutside } from "./outside.ts";
import { type Product, startProduct } from "./product.ts";

const OPERATOR = "operator@example.org";
const PASSWORD = "a long enough phrase 7";
const SETUP = "/admin/admin-tools?show=setup";

let outside: Outside;
let product: Product;
test.beforeAll(async () => {
  test.setTimeout(180_000);
  outside = await startOutside();
  product = await startProduct({ env: outside.env, port: outside.port });
});
test.afterAll(async () => {
  await product?.stop();
  await outside?.stop();
});

/** `npm run -s admin -- ...` with the settings of this server. */
const admin = (...args: string[]): Promise<{ ok: boolean; said: string }> =>
  new Promise((resolve) => {
    execFile(
      "npm",
      ["run", "-s", "admin", "--", ...args],
      {
        cwd: path.resolve(import.meta.dirname, ".."),
        env: { ...process.env, ...outside.env, NODE_OPTIONS: "" },
        timeout: 90_000,
      },
      (error, stdout, stderr) => resolve({ ok: error === null, said: stdout + stderr }),
    );
  });

/** A message's decoded text. */
const readable = (raw: string): string =>
  raw
    .replaceAll(/=\r?\n/g, "")
    .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

async function pressed(client: Client, fields: Record<string, string>): Promise<Response> {
  const answer = await client.form(SETUP, fields);
  if (answer.status >= 400) throw new Unexpected(String(fields["intent"]), answer.status, await answer.text());
  return answer;
}

/** The text of a checklist row. */
async function rowOf(client: Client, step: string): Promise<string> {
  const html = await (await client.get(SETUP)).text();
  return new RegExp(`<li id="${step}".*?(?:</summary>|</li>)`, "s").exec(html)?.[0].replaceAll(/<[^>]+>/g, " ") ?? "";
}

/** A department of the author's gets terms, sends a purchase order, and orders on both. */
async function buyOnCredit(author: Client, operator: Client): Promise<void> {
  const made = await author.form("/organizations/new", {
    organization: "Department of Forest Ecology",
    address: "12 Botanic Lane",
    country: "SG",
    invoiceEmail: "payables@forest.example",
    clientKey: "the department's form",
  });
  const home = made.headers.get("location")!;
  expect(home).toMatch(/^\/organizations\/org_\w+$/);
  const page = `${home}/statements`;
  const post = async (who: Client, fields: Record<string, string>, file?: string) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    if (file) body.append("file", new Blob([file], { type: "application/pdf" }), "po.pdf");
    const answer = await who.send(page, { method: "POST", body });
    if (answer.status !== 200) throw new Unexpected(fields["intent"]!, answer.status, await answer.text());
  };
  const purchaseOrder = "%PDF-1.7 for the eyes of few";
  await post(author, { intent: "terms", limit: "500", netDays: "30", note: "" });
  await post(author, { intent: "order", poNumber: "4500-7", limit: "900", lastDay: "", note: "" }, purchaseOrder);
  const stored = [...outside.s3.objects].find(([key]) => key.includes("purchase-orders/"));
  expect(stored![1].body.includes("eyes of few"), "it's encrypted").toBe(false);
  const asked = await (await operator.get(page)).text();
  const lines = [...new Set(asked.match(/crd_\w{26}/g))];
  expect(lines).toHaveLength(2);
  const [, withFile] = /\/api\/purchase-orders\/(crd_\w+)/.exec(asked)!;
  expect(await (await operator.get(`/api/purchase-orders/${withFile}`)).text()).toBe(purchaseOrder);
  const figures = { limit: "900", netDays: "30", lastDay: "", reason: "", revision: "1" };
  for (const creditLineId of lines) await post(operator, { intent: "approve", creditLineId, ...figures });
  for (const credit of lines) {
    const { name, bytes } = manuscript(credit, "hedgerows");
    const { orderId } = await author.dropManuscript(bytes, name);
    await author.saveChoices(orderId);
    const payer = home.replace("/organizations/", "");
    const placed = await author.form("/order/new/form", { intent: "pay", orderId, status: "draft", payer, credit });
    expect(placed.headers.get("location")).toContain(`/order-success?order=${orderId}`);
  }
  expect((await (await author.get(home)).text()).match(/INV-\d{4}-\d{6}/g)!.length).toBeGreaterThanOrEqual(2);
  const told = () => outside.smtp.mails.filter((mail) => mail.subject.startsWith("Order placed")).length;
  await until("the author reads that both are placed", () => Promise.resolve(told() === 2), 20_000);
}

/** The first bank statement is imported and its fee matched, and a cost is booked by hand with a document. */
async function keepBooks(operator: Client): Promise<void> {
  const send = async (path: string, fields: Record<string, string | File>) => {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    const answer = await operator.send(path, { method: "POST", body });
    const said = await answer.text();
    if (answer.status >= 400) throw new Unexpected(path, answer.status, said);
    return { said, location: answer.headers.get("location") };
  };
  const today = dayOf(new Date());
  const lines = [{ minor: -750, text: "Account fee" }];
  const { text } = camtStatement({ id: "FIRST", day: today, openingMinor: 10_000, lines });
  const bank = "/admin/reconciliation";
  const imported = await send(bank, { intent: "import", file: new File([text], "first.xml", { type: "text/xml" }) });
  expect(imported.said).toContain("Statement imported: 1 of 1 line is new.");
  const [, agreed] = /value="(line:bln_\w+ bank_fees)"/.exec(await (await operator.get(bank)).text())!;
  expect((await send(bank, { intent: "accept", id: agreed! })).said).toContain("1 line matched");

  const entries = "/admin/accounts/entries";
  const [, entryId] = /name="entryId" value="(men_\w{26})"/.exec(await (await operator.get(`${entries}/new`)).text())!;
  const document = "%PDF-1.7 a bill for nobody else";
  const entry = {
    entryId: entryId!,
    day: today,
    memo: "Domain for a year, paid by the founder",
    reason: "Paid with a private card before the bank account was open.",
    takeBackOn: "",
    "account-1": "other_costs",
    "debit-1": "18.00",
    "account-2": "equity",
    "credit-2": "18.00",
    files: new File([document], "bill.pdf", { type: "application/pdf" }),
  };
  for (let twice = 0; twice < 2; twice++)
    expect((await send(`${entries}/new`, entry)).location).toBe(`${entries}/${entryId}`);
  const stored = [...outside.s3.objects].filter(([key]) => key.includes("journal-entries/"));
  expect(stored).toHaveLength(1);
  expect(stored[0]![1].body.includes("nobody else"), "it's encrypted").toBe(false);
  expect(await (await operator.get(`/api/journal-entries/${entryId}/document`)).text()).toBe(document);
  const cash = await (await operator.get("/admin/accounts?view=cash")).text();
  expect(cash).toContain("Explains every change of the money");
  expect(await (await operator.get("/admin/accounts")).text()).toContain("Assets equal liabilities and equity");
}

test("from an empty server to the first paid order", async () => {
  test.setTimeout(240_000);
  const visitor = new Client(product.url);
  const home = async () => (await visitor.get("/")).text();
  expect(await home()).toContain("Opening soon");
  expect(await (await visitor.get("/pricing")).text()).toContain("Opening soon");
  const refused = await visitor.post("/api/drafts", {});
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("We're not taking orders yet.");
  expect((await visitor.get("/order/new")).status).toBe(200);
  expect(await (await visitor.get("/order/new")).text()).toContain("Opening soon");

  // The first person to sign up is a client, not an admin.
  await new Client(product.url).signUp("Leila Farahani", "leila@example.org", PASSWORD);
  expect((await admin("list")).said).toContain("There's no admin yet");
  expect(await admin("grant", "leila@example.org")).toMatchObject({ ok: false });
  const created = await admin("create", OPERATOR);
  expect(created.ok, created.said).toBe(true);
  const link = /https?:\S+/.exec(created.said)![0];
  const operator = new Client(product.url);
  const chosen = await operator.form(new URL(link).pathname + new URL(link).search, {
    token: new URL(link).searchParams.get("token")!,
    password: PASSWORD,
  });
  expect(chosen.headers.get("location")).toBe("/signin?changed=1");
  const signedIn = await operator.form("/signin", { email: OPERATOR, password: PASSWORD });
  expect(signedIn.headers.get("location")).toBe(SETUP);
  expect(await admin("create", "second@example.org")).toMatchObject({ ok: false });
  expect((await admin("revoke", OPERATOR)).said).toContain("no other admin");

  const early = await operator.form(SETUP, { intent: "open-shop" });
  expect(early.status).toBe(409);
  expect(await early.text()).toContain("6 required steps aren");

  await pressed(operator, {
    intent: "company",
    version: "0",
    legalName: "Marginalia GmbH",
    address: "Lindenallee 4\n60313",
    town: "Frankfurt am Main",
    country: "DE",
    registration: "HRB 12345, Frankfurt am Main",
  });
  expect(await (await visitor.get("/terms")).text()).toContain("Marginalia GmbH");
  const added = await operator.form("/admin/tax", {
    intent: "propose",
    scheme: "domestic",
    place: "DE",
    number: "DE123456788",
    validFrom: "2026-01-01",
  });
  expect(await added.text()).toContain("Registration added");
  expect(await rowOf(operator, "tax")).toContain("Germany, VAT: DE123456788");
  await pressed(operator, { intent: "confirm", step: "prices" });

  const checkout = (await pressed(operator, { intent: "test-payment" })).headers.get("location")!;
  expect(new URL(checkout).origin, "the provider's own page").toBe(outside.cards.url);
  await operator.form(checkout, {
    email: OPERATOR,
    number: "4242424242424242",
    expiry: "12 / 49",
    cvc: "123",
    name: "O",
  });
  await until(
    "the test payment arrived and was refunded",
    async () => (await rowOf(operator, "card")).includes("was refunded"),
    30_000,
  );

  await pressed(operator, { intent: "test-email" });
  const tested = () => outside.smtp.mails.find((mail) => mail.subject.startsWith("Test email"));
  await until("the test email", () => Promise.resolve(tested() !== undefined), 20_000);
  const code = /arrived=([\w-]+)/.exec(readable(tested()!.raw))![1]!;
  await pressed(operator, { intent: "email-arrived", code });

  const texts = await (await operator.get(SETUP)).text();
  const versions = [
    ...texts.matchAll(/name="item" value="([\w-]+)"[^>]*>\s*<input[^>]*name="version" value="([\d-]+)"/g),
  ];
  expect(versions).toHaveLength(7);
  for (const [, item, version] of versions)
    await pressed(operator, { intent: "confirm", step: "legal", item: item!, version: version! });
  await pressed(operator, { intent: "invite-editors", emails: "jonas@example.org" });
  expect((await outside.smtp.mailTo("jonas@example.org", 20_000)).subject).toBe("Edit with Stet");

  await visitor.get("/");
  await pressed(operator, { intent: "open-shop" });
  await until("the cached home page follows", async () => !(await home()).includes("Opening soon"), 1_000, 50);

  // Somebody must be available to edit, or no date can be promised.
  await seedCast(useDatabase(product.databaseUrl, 2), new Date());
  await closeDatabase();
  const author = new Client(product.url);
  await author.signUp("Omar Said", "omar@example.org", PASSWORD);
  await author.verify(readable((await outside.smtp.mailTo("omar@example.org", 20_000)).raw));
  const { name, bytes } = manuscript("first");
  const { orderId } = await author.dropManuscript(bytes, name);
  await author.saveChoices(orderId);
  // The company is registered for VAT, so the buyer's country decides the tax.
  const bill = { name: "Omar Said", organization: "", address: "Kade 5\nAmsterdam", country: "NL", vatId: "" };
  const form = `/order/new/form?order=${orderId}`;
  await author.form(form, { intent: "billing", orderId, status: "draft", ...bill });
  expect(await (await author.get(form)).text()).toContain("VAT 19% (Germany)");
  expect(await author.payAt(await author.place(orderId))).toBe("paid");
  await author.waitUntilPaid(orderId);
  expect(await (await operator.get("/admin/orders")).text()).toContain("Omar Said");

  await buyOnCredit(author, operator);
  await keepBooks(operator);

  // Once closed again, paid orders continue and no new ones start.
  await pressed(operator, { intent: "close-shop", reason: "A holiday." });
  await until("the cached home page follows", async () => (await home()).includes("Opening soon"), 1_000, 50);
  expect((await author.get(`/order/${orderId}`)).status).toBe(200);
});
