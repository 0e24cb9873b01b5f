import { expect, test } from "@playwright/test";
import { extractText, getDocumentProxy } from "unpdf";
import { removeDataFolder } from "#boot/testing/data-folder.ts";
import { CHOICES, Client, manuscript } from "./client.ts";
import { type Product, preparedFolder, startProduct } from "./product.ts";

/** A product of its own, because a registration changes everybody's prices. */
let product: Product;
let folder: string;
test.beforeAll(async () => {
  test.setTimeout(240_000);
  folder = preparedFolder();
  product = await startProduct({ dataDir: folder, oneProcess: true });
});
test.afterAll(async () => {
  await product?.stop();
  removeDataFolder(folder);
});

const page = async (client: Client, path: string): Promise<string> => (await client.get(path)).text();
const pdfText = async (client: Client, path: string): Promise<string> => {
  const answer = await client.get(path);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  const { text } = await extractText(new Uint8Array(await answer.arrayBuffer()), { mergePages: true });
  return text.replaceAll(/\s+/g, " ");
};
const attachedXml = async (client: Client, path: string): Promise<string> => {
  const pdf = await getDocumentProxy(new Uint8Array(await (await client.get(path)).arrayBuffer()));
  return new TextDecoder().decode((await pdf.getAttachmentContent("factur-x.xml")) as Uint8Array);
};
const invoicesOf = async (client: Client): Promise<string[]> =>
  [...(await page(client, "/my-payments")).matchAll(/\/api\/invoices\/(doc_[0-9a-z]{26})\/pdf/g)].map((it) => it[1]!);

test("a university in the EU pays with reverse charge, opens its invoice, and has its name corrected", async () => {
  const [ada, ben] = await Promise.all(
    ["admin@demo.test", "admin2@demo.test"].map((email) => new Client(product.url).signIn(email)),
  );
  // The company moves to Germany and is registered there, which takes two admins.
  const setup = await page(ada!, "/admin/admin-tools?show=setup");
  const company = await ada!.form("/admin/admin-tools?show=setup", {
    intent: "company",
    legalName: "Stet GmbH",
    address: "Hauptstraße 1",
    town: "60311 Frankfurt am Main",
    country: "DE",
    registration: "HRB 12345",
    version: /name="version" value="(\d+)"/.exec(setup)![1]!,
  });
  expect(company.status).toBe(200);
  const registration = { scheme: "domestic", place: "DE", number: "DE123456788", validFrom: "2026-01-01" };
  expect((await ada!.form("/admin/tax", { intent: "propose", ...registration })).status).toBe(200);
  const id = /name="id" value="([^"]+)"/.exec(await page(ben!, "/admin/tax"))![1]!;
  expect((await ben!.form("/admin/tax", { intent: "approve", id })).status).toBe(200);

  const author = new Client(product.url);
  const email = `sanne-${Date.now()}@example.org`;
  await author.signUp("Sanne de Vries", email, "a long enough phrase 7");
  await author.verify(await author.emailTo(email, /^Verify/));
  const { name, bytes } = manuscript("reverse-charge");
  const { orderId } = await author.dropManuscript(bytes, name);
  await author.saveChoices(orderId, CHOICES);
  const form = `/order/new/form?order=${orderId}`;
  const person = { name: "Sanne de Vries", organization: "", address: "Kade 5\nAmsterdam", country: "NL", vatId: "" };
  const saving = { intent: "billing", orderId, status: "draft" };
  expect((await author.form(form, { ...saving, ...person })).status).toBe(200);
  expect(await page(author, form)).toContain("VAT 19% (Germany)");
  const university = { ...person, organization: "Waterland University", vatId: "NL001234511B01" };
  expect((await author.form(form, { ...saving, ...university })).status).toBe(200);
  const reversed = await page(author, form);
  expect(reversed).toContain("VIES service confirmed");
  expect(reversed).not.toContain("VAT 19%");

  expect(await author.payAt(await author.place(orderId))).toBe("paid");
  await author.waitUntilPaid(orderId);
  const [first] = await invoicesOf(author);
  const invoice = await pdfText(author, `/api/invoices/${first}/pdf`);
  for (const words of [
    "Stet GmbH",
    "VAT ID DE123456788",
    "Waterland University",
    "VAT ID NL001234511B01",
    "VAT, reverse charge",
    "Paid in full, in advance of delivery.",
    "Date of supply On delivery, expected by",
  ])
    expect(invoice).toContain(words);

  const correction = `/order/${orderId}/invoice/${first}`;
  expect(await page(author, correction)).toContain("Correct the details");
  expect((await author.form(correction, { ...university, organization: "Delft Water University" })).status).toBe(302);
  const [second] = await invoicesOf(author);
  expect(second).not.toBe(first);
  const corrected = await pdfText(author, `/api/invoices/${second}/pdf`);
  for (const words of ["Delft Water University", "VAT, reverse charge", "Replaces invoice INV-"])
    expect(corrected).toContain(words);
  // The e-invoice says the same, and it's in the PDF.
  const xml = await page(author, `/api/invoices/${second}/xml`);
  for (const part of ["Delft Water University", "<ram:TypeCode>384<", "<ram:CategoryCode>AE<", "VATEX-EU-AE"])
    expect(xml).toContain(part);
  expect(await attachedXml(author, `/api/invoices/${second}/pdf`)).toBe(xml);
  // The old one is as it was, and the report agrees with the ledger.
  expect(await pdfText(author, `/api/invoices/${first}/pdf`)).toBe(invoice);
  expect(await page(ada!, "/admin/tax?from=2026-01-01&until=2027-12-31")).toContain("the same as on the ledger");
});

test("an exempt body sends its certificate, and its orders and invoices are without tax once it's approved", async () => {
  const ada = await new Client(product.url).signIn("admin@demo.test");
  const author = new Client(product.url);
  const email = `ines-${Date.now()}@example.org`;
  await author.signUp("Ines Marchetti", email, "a long enough phrase 9");
  await author.verify(await author.emailTo(email, /^Verify/));
  const made = await author.form("/organizations/new", {
    organization: "Research Body of the Union",
    address: "1 Rue de la Loi, Brussels",
    country: "BE",
    invoiceEmail: "payables@body.example",
    clientKey: "the body's form",
  });
  const home = made.headers.get("location")!;
  const settings = `${home}/settings`;
  const body = new FormData();
  const certificate = { intent: "send-exemption", place: "EU", certificate: "15.10-77", lastDay: "2030-12-31" };
  for (const [field, value] of Object.entries(certificate)) body.append(field, value);
  body.append("file", new Blob(["%PDF-1.7 exempt"], { type: "application/pdf" }), "certificate.pdf");
  expect((await author.send(settings, { method: "POST", body })).status).toBe(200);
  expect(await page(author, settings)).toContain("Waiting for our check");

  const { name, bytes } = manuscript("exempt");
  const { orderId } = await author.dropManuscript(bytes, name);
  await author.saveChoices(orderId, CHOICES);
  const form = `/order/new/form?order=${orderId}`;
  const payer = home.replace("/organizations/", "");
  expect((await author.form(form, { intent: "payer", orderId, status: "draft", payer })).status).toBe(200);
  expect(await page(author, form)).toContain("VAT 19% (Germany)");
  expect(await page(ada, "/admin")).toMatch(/tax certificate to check/);
  const [, exemptionId] = /\/api\/tax-exemptions\/(txe_\w+)/.exec(await page(ada, settings))!;
  expect(await (await ada.get(`/api/tax-exemptions/${exemptionId}`)).text()).toBe("%PDF-1.7 exempt");
  expect((await ada.form(settings, { intent: "approve-exemption", exemptionId: exemptionId! })).status).toBe(200);
  const exempt = await page(author, form);
  expect(exempt).toContain("VAT, exempt");
  expect(exempt).not.toContain("VAT 19%");

  expect(await author.payAt(await author.place(orderId, "draft", "pay-by-card"))).toBe("paid");
  await author.waitUntilPaid(orderId);
  const [invoice] = await invoicesOf(author);
  const printed = await pdfText(author, `/api/invoices/${invoice}/pdf`);
  for (const words of ["VAT, exempt", "Art. 151, Directive 2006/112/EC", "certificate 15.10-77"])
    expect(printed).toContain(words);
  const xml = await page(author, `/api/invoices/${invoice}/xml`);
  for (const part of ["<ram:CategoryCode>E<", "VATEX-EU-151", "certificate 15.10-77"]) expect(xml).toContain(part);
  expect(await page(ada, "/admin/tax?from=2026-01-01&until=2027-12-31")).toContain("the same as on the ledger");
});

test("the return of a quarter is due on the to-do list, filed with its figures, and paid", async () => {
  const ada = await new Client(product.url).signIn("admin@demo.test");
  const author = new Client(product.url);
  const email = `hanna-${Date.now()}@example.org`;
  await author.signUp("Hanna Vogel", email, "a long enough phrase 8");
  await author.verify(await author.emailTo(email, /^Verify/));
  const { name, bytes } = manuscript("german-tax");
  const { orderId } = await author.dropManuscript(bytes, name);
  await author.saveChoices(orderId, CHOICES);
  const form = `/order/new/form?order=${orderId}`;
  const billing = {
    name: "Hanna Vogel",
    organization: "",
    address: "Domstraße 4\nFrankfurt",
    country: "DE",
    vatId: "",
  };
  await author.form(form, { intent: "billing", orderId, status: "draft", ...billing });
  expect(await author.payAt(await author.place(orderId))).toBe("paid");
  await author.waitUntilPaid(orderId);
  const returns = "/admin/tax/returns";
  expect((await ada.form(returns, { authority: "DE", frequency: "quarterly" })).status).toBe(200);
  const [, from] = /\/admin\/tax\/returns\/DE\/(\d{4}-\d{2}-\d{2})/.exec(await page(ada, returns))!;
  const one = `${returns}/DE/${from}`;
  expect(await page(ada, one)).toContain("In progress");
  await ada.moveClock(60 * 24 * 3_600_000);
  expect(/tax returns? to file/.test(await page(ada, "/admin"))).toBe(true);

  const hidden = (text: string, name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(text)![1]!;
  const dueMinor = hidden(await page(ada, one), "dueMinor");
  expect(Number(dueMinor)).toBeGreaterThan(0);
  const wrong = await ada.form(one, {
    intent: "file",
    dueMinor: String(Number(dueMinor) + 1),
    reference: "ELSTER 4711",
  });
  expect(wrong.status).toBe(409);
  expect((await ada.form(one, { intent: "file", dueMinor, reference: "ELSTER 4711" })).status).toBe(200);
  const filed = await page(ada, one);
  expect(filed).toContain("ELSTER 4711");
  expect(filed).toContain("Filed, to pay");
  expect((await ada.form(one, { intent: "pay", id: hidden(filed, "id"), paidOn: from! })).status).toBe(200);
  expect(await page(ada, returns)).toContain("Paid");
  const csv = await page(ada, `/api/csv/tax-return?authority=DE&from=${from}`);
  expect(csv).toContain(`Supplies,DE123456788,`);
  expect((await author.get(returns)).status).not.toBe(200);
});
