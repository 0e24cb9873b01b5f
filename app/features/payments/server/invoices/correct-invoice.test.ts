import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { type Actor, NOBODY, type Person } from "#app/platform/rules/core/actor.ts";
import { DAY, after, formatDay } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import type { Billing } from "#app/features/accounts/rules/billing.ts";
import { saveCompany } from "#app/features/company/server/save-company.ts";
import { type Order, getOrder, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { decideRegistration } from "#app/features/tax/server/decide-registration.ts";
import { proposeRegistration } from "#app/features/tax/server/propose-registration.ts";
import { CORRECTION_MS } from "../../rules/invoices/invoice-correction.ts";
import { EARLY_START } from "../../rules/withdrawal.ts";
import { correctInvoice } from "./correct-invoice.ts";
import { listOwnMoney } from "../checkout/list-own-money.ts";
import { listRefundsOf } from "../refunds/find-refund.ts";
import { readInvoicePage } from "./read-invoice-page.ts";
import { readTaxReport } from "./read-tax-report.ts";
import { reconcileLedger } from "../ledger/reconcile-ledger.ts";
import { refundOrder } from "../refunds/request-refund.ts";
import { startPayment } from "../checkout/start-payment.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { MONEY_LIST } from "../../rules/money-list.ts";

let world: TestWorld;
let cards: CardWorld;
const [amara, mei, jonas, sam, ada, ben] = [
  personOf("amara"),
  personOf("mei"),
  personOf("jonas"),
  personOf("sam"),
  personOf("ada"),
  personOf("ben"),
];

beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
  await saveCompany(ada, {
    legalName: "Stet GmbH",
    address: "Hauptstraße 1",
    town: "60311 Frankfurt am Main",
    country: "DE",
    registration: "HRB 12345",
    version: "0",
  });
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

const EMPTY: Billing = { name: "", organization: "", address: "", country: "", state: "", vatId: "" };
const ANNA = { ...EMPTY, name: "Anna Schmid", address: "Domstraße 4\n60311 Frankfurt", country: "DE" };
const paidOrder = async (billing: Partial<Billing> & { vatCheck?: object } = ANNA): Promise<Order> => {
  await world.db
    .updateTable("users")
    .set({ billing: json(billing) })
    .where("uid", "=", amara.uid)
    .execute();
  const { id } = await quotedOrder(amara, 5_000);
  const { url } = await startPayment(amara, { orderId: id, earlyStart: EARLY_START.version });
  await payCheckout(url);
  await cards.deliver();
  return getOrder(id);
};
const documentsOf = (orderId: string) =>
  world.db
    .selectFrom("invoices")
    .selectAll()
    .where("orderId", "=", orderId)
    .orderBy("issuedAt")
    .orderBy("id")
    .execute();
const invoiceOf = async (orderId: string) =>
  (await documentsOf(orderId)).find((d) => d.kind === "invoice" && d.cancelledBy === null && d.paymentId !== null)!;
const correct = async (order: Order, changes: Partial<Billing>, who: Actor = amara, base: Billing = ANNA) =>
  correctInvoice(who, { invoiceId: (await invoiceOf(order.id)).id, ...base, ...changes });
const expectBooksToAgree = async () => {
  const { differences } = await reconcileLedger();
  expect(differences).toEqual([]);
  const report = await readTaxReport(ada, { from: "2026-01-01", until: "2027-12-31" });
  for (const it of report.accounts) expect(it.invoicedMinor).toBe(it.ledgerMinor);
  for (const series of ["INV-2026", "CN-2026"]) {
    const rows = await world.db
      .selectFrom("invoices")
      .select("number")
      .where("number", "like", `${series}-%`)
      .execute();
    const numbers = rows.map((r) => Number(r.number.slice(series.length + 1))).toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
  }
};
const refund = async (orderId: string, amountMinor: number) => {
  await transact(ada, async (ctx) =>
    refundOrder(ctx, await lockOrder(ctx.tx, orderId), {
      amountMinor,
      cause: "goodwill",
      basis: ["A chapter was left out."],
      requestedBy: null,
    }),
  );
  await cards.deliver();
};

describe("before the company is registered for tax", () => {
  test("an invoice is replaced by a new one with its own number, and a credit note cancels the old one", async () => {
    const order = await paidOrder();
    const old = await invoiceOf(order.id);
    const { number, invoiceId } = await correct(order, { organization: "Ghent University", country: "BE" });
    const [, ...issued] = await documentsOf(order.id);
    const note = issued.find((d) => d.kind === "credit_note")!;
    const replacement = issued.find((d) => d.kind === "invoice")!;
    expect(issued).toHaveLength(2);
    expect((await documentsOf(order.id))[0]).toMatchObject({
      id: old.id,
      cancelledBy: note.id,
      document: old.document,
    });
    expect(replacement).toMatchObject({ id: invoiceId, number, paymentId: old.paymentId, totalMinor: old.totalMinor });
    expect(replacement.document).toMatchObject({
      buyer: { name: "Ghent University", address: ["Anna Schmid", "Domstraße 4", "60311 Frankfurt"], country: "BE" },
      seller: old.document.seller,
      lines: old.document.lines,
      netMinor: old.document.netMinor,
    });
    expect(replacement.document.references).toContainEqual({
      label: "Replaces",
      value: `invoice ${old.number} of ${formatDay(NOON, "UTC")}`,
    });
    expect(note.document).toMatchObject({
      buyer: old.document.buyer,
      totalMinor: old.totalMinor,
      notes: [expect.stringContaining(`Invoice ${number} replaces this one`)],
    });
    expect((await getOrder(order.id)).refundedMinor).toBe(0);
    await expectBooksToAgree();
    // The page and the list of payments show the one that counts.
    expect(await readInvoicePage(amara, order.id, old.id)).toMatchObject({
      current: { id: invoiceId, buyer: expect.arrayContaining(["Ghent University"]) },
      replaced: [{ id: old.id, cancelledBy: { id: note.id, number: note.number } }],
      over: false,
    });
    const money = await listOwnMoney(amara, readListQuery(new URLSearchParams(), MONEY_LIST));
    expect(money.rows.filter((row) => row.orderId === order.id).map((row) => row.document?.id)).toEqual([invoiceId]);
  });

  test("the date of supply is expected before delivery, and after it the day of delivery", async () => {
    const order = await paidOrder();
    const dueAt = formatDay((await getOrder(order.id)).dueAt!, "UTC");
    const supplied = async () =>
      (await invoiceOf(order.id)).document.references.find((it) => it.label === "Date of supply")!.value;
    expect(await supplied()).toBe(`On delivery, expected by ${dueAt}`);
    await correct(order, { name: "Before delivery" });
    expect(await supplied()).toBe(`On delivery, expected by ${dueAt}`);
    expect((await invoiceOf(order.id)).document.notes).toContain("Paid in full, in advance of delivery.");
    const deliveredAt = after(NOON, DAY);
    await world.db.updateTable("orders").set({ deliveredAt }).where("id", "=", order.id).execute();
    await correct(order, { name: "After delivery" });
    expect(await supplied()).toBe(formatDay(deliveredAt, "UTC"));
    expect((await invoiceOf(order.id)).document.notes).toContain("Paid in full.");
    // The first invoice counts, also for those issued after the delivery.
    setClock(after(NOON, 2 * DAY));
    const { invoiceId } = await correct(order, { name: "Later" });
    expect(await supplied()).toBe(formatDay(deliveredAt, "UTC"));
    expect(await readInvoicePage(amara, order.id, invoiceId)).toMatchObject({
      deliveredAt: deliveredAt.toISOString(),
      dueAt: null,
    });
  });

  test("sent twice, or twice at once, it's done once; another correction must name the new invoice", async () => {
    const order = await paidOrder();
    const old = await invoiceOf(order.id);
    const send = (name: string) => correctInvoice(amara, { invoiceId: old.id, ...ANNA, name });
    const both = await Promise.all([send("Anna Schmidt"), send("Anna Schmidt")]);
    expect(both.filter((it) => it.changed)).toHaveLength(1);
    expect(new Set(both.map((it) => it.invoiceId)).size).toBe(1);
    expect(await documentsOf(order.id)).toHaveLength(3);
    await expect(send("Anna Schmitt")).rejects.toMatchObject({ kind: "conflict", code: "already_corrected" });
    expect((await correct(order, { name: "Anna Schmitt" })).changed).toBe(true);
    expect((await correct(order, { name: "Anna Schmitt" })).changed).toBe(false);
    expect((await readInvoicePage(amara, order.id, old.id)).replaced).toHaveLength(2);
    await expectBooksToAgree();
  });

  test("is for the client in time, for admins at any time, and for nobody else", async () => {
    const order = await paidOrder();
    for (const who of [mei, jonas, NOBODY, { ...amara, emailVerified: false }] as Actor[]) {
      await expect(correct(order, { name: "X" }, who)).rejects.toMatchObject({ kind: "not-found" });
      await expect(readInvoicePage(who, order.id, (await invoiceOf(order.id)).id)).rejects.toMatchObject({
        kind: "not-found",
      });
    }
    await expect(correct(order, { name: "X" }, sam)).rejects.toMatchObject({ kind: "not-found" });
    const other = await paidOrder();
    await expect(readInvoicePage(amara, order.id, (await invoiceOf(other.id)).id)).rejects.toMatchObject({
      kind: "not-found",
    });
    setClock(after(NOON, CORRECTION_MS));
    await correct(order, { name: "Just in time" });
    setClock(after(NOON, CORRECTION_MS + 1));
    // Counted from the first invoice, however often it was replaced.
    await expect(correct(order, { name: "Too late" })).rejects.toMatchObject({ kind: "refused" });
    expect(await readInvoicePage(amara, order.id, (await invoiceOf(order.id)).id)).toMatchObject({ over: true });
    await correct(order, { name: "By an admin" }, ada);
    const told = await world.db
      .selectFrom("facts")
      .select("data")
      .where("kind", "=", "invoice.corrected")
      .where("orderId", "=", order.id)
      .orderBy("seq")
      .execute();
    expect(told.map((fact) => (fact.data as { byAdmin: boolean }).byAdmin)).toEqual([false, true]);
  });

  test("invalid details are refused by field, and other documents can't be corrected", async () => {
    const order = await paidOrder();
    await expect(correct(order, { vatId: "DE12" })).rejects.toMatchObject({ fields: { vatId: expect.any(String) } });
    await expect(correct(order, { name: "x".repeat(121) })).rejects.toMatchObject({
      fields: { name: expect.any(String) },
    });
    await refund(order.id, 500);
    const note = (await documentsOf(order.id)).find((d) => d.kind === "credit_note")!;
    for (const invoiceId of [note.id, "doc_00000000000000000000000000", "../x"])
      await expect(correctInvoice(amara, { invoiceId, ...ANNA, name: "X" })).rejects.toMatchObject({
        kind: "not-found",
      });
  });

  test("refunds before and after it go with the invoice that counts, also when the bank returns them", async () => {
    const order = await paidOrder();
    await refund(order.id, 1_000);
    const first = (await documentsOf(order.id)).find((d) => d.kind === "credit_note")!;
    await correct(order, { name: "Anna Schmidt" });
    const now = await invoiceOf(order.id);
    expect(now.document.notes.at(-1)).toBe(`Issued for the replaced invoice and valid for this one: ${first.number}.`);
    await refund(order.id, 700);
    const last = (await documentsOf(order.id)).at(-1)!;
    expect(last.document.references).toContainEqual({
      label: "For invoice",
      value: expect.stringContaining(now.number),
    });
    const [returned] = await listRefundsOf(order.id);
    await cards.control(`/refunds/${returned!.providerRefundId}/fail`);
    await cards.deliver();
    await expectBooksToAgree();
  });
});

describe("with tax", () => {
  beforeAll(async () => {
    const { id } = await proposeRegistration(ada, {
      scheme: "domestic",
      place: "DE",
      number: "DE123456788",
      validFrom: "2026-01-01",
    });
    await decideRegistration(ben as Person, { id, approve: true });
  });

  test("name, organization, address, and a VAT ID of the same country can be corrected; the tax stays", async () => {
    const order = await paidOrder();
    expect(order.taxMinor).toBeGreaterThan(0);
    await correct(order, { organization: "Verlag am Main GmbH", vatId: "DE987654328", address: "Zeil 1" });
    const { document } = await invoiceOf(order.id);
    expect(document).toMatchObject({
      buyer: { name: "Verlag am Main GmbH", vatId: "DE987654328" },
      tax: { amountMinor: order.taxMinor },
      taxes: [{ code: "DE", amountMinor: order.taxMinor }],
    });
    await expectBooksToAgree();
  });

  test("details that would change the tax are refused with the reason", async () => {
    const order = await paidOrder();
    await expect(correct(order, { country: "US", state: "NY" })).rejects.toMatchObject({
      code: "tax_changes",
      fields: { country: expect.stringContaining("change the tax") },
    });
    // A consumer elsewhere in the EU pays German VAT, and a company with a VAT ID none.
    const dutch = { ...ANNA, country: "NL" };
    const there = await paidOrder(dutch);
    expect(there.taxMinor).toBeGreaterThan(0);
    await expect(
      correct(there, { organization: "Waterland University", vatId: "NL001234511B01" }, amara, dutch),
    ).rejects.toMatchObject({ fields: { vatId: expect.stringContaining("free of VAT") } });
    await correct(there, { organization: "Waterland University" }, amara, dutch);
    await expectBooksToAgree();
  });

  test("an invoice with reverse charge keeps its VAT ID, and its note", async () => {
    const university = { ...EMPTY, organization: "Waterland University", country: "NL", vatId: "NL001234511B01" };
    const vatCheck = { vatId: university.vatId, answer: "valid", checkedAt: NOON.toISOString(), requestId: "WAPI1" };
    const order = await paidOrder({ ...university, vatCheck });
    expect(order.price!.tax.kind).toBe("reverse-charge");
    await expect(correct(order, { vatId: "NL009999991B01" }, amara, university)).rejects.toMatchObject({
      fields: { vatId: expect.stringContaining("NL001234511B01") },
    });
    await expect(correct(order, { vatId: "" }, amara, university)).rejects.toMatchObject({ code: "tax_changes" });
    const { document: before, issuedAt, number } = await invoiceOf(order.id);
    await correct(order, { organization: "Waterland University, Faculty of Law" }, amara, university);
    const { document } = await invoiceOf(order.id);
    // Their e-invoices are a credit note and a corrected invoice for the first.
    const preceding = [{ number, issuedOn: dayOf(issuedAt) }];
    expect(before.electronic).toMatchObject({ typeCode: 380, preceding: [] });
    const electronic = (await documentsOf(order.id)).map((it) => it.document.electronic);
    expect(electronic).toContainEqual(expect.objectContaining({ typeCode: 381, preceding }));
    expect(document.electronic).toMatchObject({ typeCode: 384, preceding, exemption: before.electronic?.exemption });
    expect(document.buyer.name).toBe("Waterland University, Faculty of Law");
    expect(document.notes).toEqual(before.notes);
    expect(document.taxes).toEqual(before.taxes);
  });

  test("the note for a sale outside the EU follows from who buys", async () => {
    const reader = { ...EMPTY, name: "Kofi Mensah", country: "GH" };
    const order = await paidOrder(reader);
    await correct(order, { organization: "University of Ghana" }, amara, reader);
    expect((await invoiceOf(order.id)).document.notes.join(" ")).toContain("Art. 44");
    await expectBooksToAgree();
  });

  test("a corrected invoice has the date of its correction", async () => {
    const order = await paidOrder();
    setClock(after(NOON, 2 * DAY));
    await correct(order, { name: "Anna Schmidt" });
    expect((await invoiceOf(order.id)).issuedAt).toEqual(after(NOON, 2 * DAY));
  });
});
