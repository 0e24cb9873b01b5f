import fc from "fast-check";
import { sql } from "kysely";
import { getDocumentProxy } from "unpdf";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { tries } from "#boot/testing/tries.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { type Actor, NOBODY } from "#app/platform/rules/core/actor.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { decimalMoney } from "#app/platform/rules/core/money.ts";
import { DAY, MINUTE, after, formatDay } from "#app/platform/rules/core/time.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { importRates } from "./import-rates.ts";
import { now, setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { chargeExtra } from "#app/features/orders/server/charges/charge-extra.ts";
import { type Order, getOrder, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { reportWords } from "#app/features/orders/server/words/report-words.ts";
import { saveCompany } from "#app/features/company/server/save-company.ts";
import { decideRegistration } from "#app/features/tax/server/decide-registration.ts";
import { proposeRegistration } from "#app/features/tax/server/propose-registration.ts";
import { type BankElement, readBankXml } from "../../rules/bank-xml.ts";
import { eInvoiceOf } from "../../rules/invoices/e-invoice.ts";
import { eInvoiceFaults } from "../../rules/invoices/e-invoice-faults.ts";
import { MONEY_LIST } from "../../rules/money-list.ts";
import { EARLY_START, EXTRA_EARLY_START } from "../../rules/withdrawal.ts";
import { listPaymentsOf } from "../checkout/find-payment.ts";
import { listRefundsOf } from "../refunds/find-refund.ts";
import { getDocumentPdf, getDocumentXml } from "./get-document.ts";
import { invoicePdf } from "./invoice-pdf.ts";
import { listOwnMoney } from "../checkout/list-own-money.ts";
import { orderPayments } from "../checkout/order-payments.ts";
import { balanceOf } from "../ledger/post-entry.ts";
import { readTaxReport } from "./read-tax-report.ts";
import { reconcileLedger } from "../ledger/reconcile-ledger.ts";
import { refundOrder } from "../refunds/request-refund.ts";
import { refundableOf } from "../refunds/refund-terms.ts";
import { retryRefund } from "../refunds/retry-refund.ts";
import { startChargePayment } from "../checkout/start-charge-payment.ts";
import { startPayment } from "../checkout/start-payment.ts";
import { stripe } from "../provider/stripe.ts";

/** Compares the tax on every document with the ledger, after each event that moves money. */
let world: TestWorld;
let cards: CardWorld;
const [amara, jonas, sam, ada, ben] = [
  personOf("amara"),
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
  for (const [place, number] of [
    ["DE", "DE123456788"],
    ["CA", "123456789RT0001"],
    ["CA-QC", "1234567890TQ0001"],
  ] as const) {
    const { id } = await proposeRegistration(ada, { scheme: "domestic", place, number, validFrom: "2026-01-01" });
    await decideRegistration(ben, { id, approve: true });
  }
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

type Where = "DE" | "QC";
const moveTo = (where: Where) =>
  world.db
    .updateTable("users")
    .set({
      billing: json({
        organization: where === "DE" ? "Verlag am Main GmbH" : "Presses du Saint-Laurent",
        ...(where === "DE" ? { country: "DE" } : { country: "CA", state: "QC" }),
      }),
    })
    .where("uid", "=", amara.uid)
    .execute();
const paidOrder = async (where: Where = "DE", words = 4_000): Promise<Order> => {
  await moveTo(where);
  const { id } = await quotedOrder(amara, words);
  await payCheckout((await startPayment(amara, { orderId: id, earlyStart: EARLY_START.version })).url);
  await cards.deliver();
  await world.db
    .updateTable("orders")
    .set({ status: "in_progress", assignedTo: jonas.uid, assignedAt: NOON, startedAt: NOON, editorPayMinor: 4_000 })
    .where("id", "=", id)
    .execute();
  return getOrder(id);
};
const payCharge = async (chargeId: string) => {
  await payCheckout((await startChargePayment(amara, { chargeId, earlyStart: EXTRA_EARLY_START.version })).url);
  await cards.deliver();
};
const extra = async (orderId: string, amountMinor: number) => {
  const { chargeId } = await chargeExtra(sam, {
    orderId,
    what: "Four more figures",
    amountMinor,
    reason: "They weren't in the count.",
    editorWorks: true,
  });
  await payCharge(chargeId);
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
const bankReturns = async (providerRefundId: string) => {
  await cards.control(`/refunds/${providerRefundId}/fail`);
  await cards.deliver();
};
const dispute = async (paymentIntentId: string, end: "won" | "lost") => {
  const charge = (await stripe().paymentIntents.retrieve(paymentIntentId)).latest_charge as string;
  const { id } = await cards.control("/disputes", { charge, reason: "product_not_received" });
  await cards.deliver();
  if (typeof id !== "string") return;
  await cards.control(`/disputes/${id}/close`, { status: end });
  await cards.deliver();
};
const documentsOf = (orderId: string) =>
  world.db
    .selectFrom("invoices")
    .selectAll()
    .where("orderId", "=", orderId)
    .orderBy("issuedAt")
    .orderBy("id")
    .execute();
const taxInLedger = async (orderId: string): Promise<number> => {
  const { rows } = await sql<{ sum: number }>`
    select coalesce(-sum(l."amountMinor"), 0)::bigint as sum from journal_lines l
    join journal_entries e on e.id = l."entryId"
    where e."orderId" = ${orderId} and l.account = 'tax_payable'`.execute(world.db);
  return rows[0]!.sum;
};

/**
 * Every document adds up, their numbers have no gaps, and their tax is the ledger's: by order, by rate, and in the
 * report.
 */
async function expectBooksToAgree(orderIds: readonly string[]): Promise<void> {
  const { differences, ledgerSumMinor } = await reconcileLedger();
  expect({ differences, ledgerSumMinor }).toEqual({ differences: [], ledgerSumMinor: 0 });
  for (const orderId of orderIds) {
    let tax = 0;
    let total = 0;
    const byRate = new Map<string, number>();
    for (const { kind, document } of await documentsOf(orderId)) {
      const sign = kind === "invoice" ? 1 : -1;
      expect(document.netMinor + (document.tax?.amountMinor ?? 0), document.number).toBe(document.totalMinor);
      expect(
        document.lines.reduce((sum, line) => sum + line.amountMinor, 0),
        document.number,
      ).toBe(document.netMinor);
      // German VAT has an e-invoice, whatever happened to the order; Canada's taxes have none.
      const e = eInvoiceOf(document);
      expect(e && eInvoiceFaults(e), document.number).toEqual(document.taxes?.[0]?.code === "DE" ? [] : null);
      for (const part of document.taxes ?? [])
        byRate.set(part.code, (byRate.get(part.code) ?? 0) + sign * part.amountMinor);
      tax += sign * (document.tax?.amountMinor ?? 0);
      total += sign * document.totalMinor;
    }
    const order = await getOrder(orderId);
    expect(total).toBe(order.paidMinor - order.refundedMinor);
    expect(tax).toBe(await taxInLedger(orderId));
    expect([...byRate.values()].reduce((sum, part) => sum + part, 0)).toBe(tax);
    if (total === 0) expect([tax, ...byRate.values()].every((part) => part === 0)).toBe(true);
  }
  const report = await readTaxReport(ada, { from: "2026-01-01", until: "2027-12-31" });
  expect(report.invoicedMinor).toBe(report.ledgerMinor);
  expect(
    report.accounts.map((it) => it.authority).filter((it) => !["CA", "CA-QC", "DE", "OSS-DE"].includes(it)),
  ).toEqual([]);
  for (const it of report.accounts) {
    expect([it.authority, it.ledgerMinor]).toEqual([it.authority, it.invoicedMinor]);
    expect([it.authority, -(await balanceOf("tax_payable", it.authority))]).toEqual([it.authority, it.owedMinor]);
  }
  expect(report.accounts.reduce((sum, it) => sum + it.owedMinor, 0)).toBe(-(await balanceOf("tax_payable")));
  for (const series of ["INV-2026", "CN-2026"]) {
    const rows = await world.db
      .selectFrom("invoices")
      .select("number")
      .where("number", "like", `${series}-%`)
      .execute();
    const numbers = rows.map((r) => Number(r.number.slice(series.length + 1))).toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, i) => i + 1));
  }
}

describe("tax follows", () => {
  test("an extra charge, with its own invoice and at the rates of the order", async () => {
    for (const where of ["DE", "QC"] as const) {
      const order = await paidOrder(where);
      await extra(order.id, 2_333);
      const [, invoice] = await documentsOf(order.id);
      const rates = where === "DE" ? [1_900] : [500, 997.5];
      expect(invoice!.document.taxes!.map((part) => part.rateBp)).toEqual(rates);
      expect(invoice!.document.taxes!.map((part) => part.amountMinor)).toEqual(
        rates.map((rate) => Math.round((2_333 * rate) / 10_000)),
      );
      expect(invoice!.document.netMinor).toBe(2_333);
      await expectBooksToAgree([order.id]);
    }
  });

  test("a word difference, paid by the client, refunded in part, and refunded in full", async () => {
    const order = await paidOrder("QC", 5_000);
    const reported = await reportWords(sam, {
      orderId: order.id,
      words: 5_900,
      reason: "The appendix wasn't counted.",
    });
    expect(reported).toMatchObject({ outcome: "charged" });
    const charge = await world.db
      .selectFrom("order_charges")
      .select(["id", "taxMinor", "totalMinor"])
      .where("orderId", "=", order.id)
      .executeTakeFirstOrThrow();
    await payCharge(charge.id);
    const [, invoice] = await documentsOf(order.id);
    expect(invoice).toMatchObject({ totalMinor: charge.totalMinor });
    expect(invoice!.document.tax!.amountMinor).toBe(charge.taxMinor);
    expect(charge.taxMinor).toBeGreaterThan(0);
    await refund(order.id, 1_111);
    await expectBooksToAgree([order.id]);
    await refund(order.id, await refundableOf(await getOrder(order.id)));
    expect(await taxInLedger(order.id)).toBe(0);
    await expectBooksToAgree([order.id]);
  });

  test("refunds in parts to the cent, whatever they are", async () => {
    const order = await paidOrder("QC", 3_333);
    for (const amount of [1, 333, 7, 1_250, 99]) {
      await refund(order.id, amount);
      await expectBooksToAgree([order.id]);
    }
    await refund(order.id, await refundableOf(await getOrder(order.id)));
    await expectBooksToAgree([order.id]);
  });

  test("a dispute: lost after a refund, the rest is credited; won, nothing is", async () => {
    const lost = await paidOrder("DE");
    await refund(lost.id, 777);
    await dispute((await listPaymentsOf(lost.id))[0]!.paymentIntentId!, "lost");
    expect((await documentsOf(lost.id)).map((d) => d.kind)).toEqual(["invoice", "credit_note", "credit_note"]);
    expect(await taxInLedger(lost.id)).toBe(0);
    const won = await paidOrder("DE");
    await dispute((await listPaymentsOf(won.id))[0]!.paymentIntentId!, "won");
    expect((await documentsOf(won.id)).map((d) => d.kind)).toEqual(["invoice"]);
    expect(await taxInLedger(won.id)).toBe(won.taxMinor);
    await expectBooksToAgree([lost.id, won.id]);
  });
});

describe("the tax in the tax office's currency", () => {
  const bring = (text: string) =>
    importRates(ada, { fileName: "eurofxref-hist.csv", bytes: new TextEncoder().encode(text) });
  const nationalOf = async (orderId: string) => (await documentsOf(orderId)).map((d) => d.document.national!);

  test("is missing until the rate is imported, and no payment depends on that", async () => {
    const order = await paidOrder("DE");
    await refund(order.id, 1_785);
    expect(await nationalOf(order.id)).toMatchObject([
      { currency: "EUR", rate: null, taxes: [] },
      { currency: "EUR", rate: null, taxes: [] },
    ]);
    const day = (await nationalOf(order.id))[0]!.day;
    // The two days before that one; which weekdays they are doesn't matter.
    const text = (usd: string) =>
      `Date,USD,CAD\n${[1, 2, 3, 4, 5]
        .map(
          (n) =>
            `${after(new Date(`${day}T00:00:00Z`), -n * DAY)
              .toISOString()
              .slice(0, 10)},${usd},1.6301`,
        )
        .join("\n")}`;
    await bring(text("1.1644"));
    await drainJobs();
    const [invoice, note] = await documentsOf(order.id);
    // 19% of $120.00 is $22.80, and 22.80 / 1.1644 = 19.5809...; of $17.85, $2.85 are tax: 2.4476...
    expect(invoice!.document.tax!.amountMinor).toBe(2_280);
    expect(invoice!.document.national).toMatchObject({ taxes: [{ baseMinor: 10_306, amountMinor: 1_958 }] });
    expect(note!.document.national).toMatchObject({ taxes: [{ baseMinor: 1_288, amountMinor: 245 }] });
    expect(eInvoiceOf(invoice!.document)?.declared).toEqual({ currency: "EUR", taxMinor: 1_958 });
    expect(invoice!.awaitsRateOf).toBeNull();
    // The rest of the refund, at the invoice's rate although the day's has changed since.
    setClock(after(NOON, 3 * DAY));
    await refund(order.id, await refundableOf(await getOrder(order.id)));
    const all = await documentsOf(order.id);
    const euros = all.map((d) => d.document.national!.taxes[0]!.amountMinor);
    expect(euros[1]! + euros[2]!).toBe(euros[0]);
    expect(new Set(all.map((d) => d.document.national!.rate!.on)).size).toBe(1);
    await expectBooksToAgree([order.id]);
  });
});

describe("a refund that the bank returns", () => {
  test("cancels its credit note with a numbered invoice, once, and gets a new note when it's retried", async () => {
    const order = await paidOrder("DE");
    await refund(order.id, 1_785);
    const [first] = await listRefundsOf(order.id);
    await cards.control("/webhooks", { paused: true, copies: 3, order: "reversed" });
    await bankReturns(first!.providerRefundId!);
    await cards.control("/webhooks", { paused: true, copies: 1, order: "any" });
    const [invoice, note, reversal, ...more] = await documentsOf(order.id);
    expect(more).toEqual([]);
    expect(invoice!.cancelledBy).toBeNull();
    expect(note!.cancelledBy).toBe(reversal!.id);
    expect(reversal).toMatchObject({ kind: "invoice", refundId: first!.id, totalMinor: 1_785, cancelledBy: null });
    expect(reversal!.number).toMatch(/^INV-2026-/);
    expect(reversal!.document).toMatchObject({
      buyer: note!.document.buyer,
      netMinor: note!.document.netMinor,
      taxes: note!.document.taxes,
      notes: [expect.stringContaining(`credit note ${note!.number} didn't reach you`)],
    });
    expect(reversal!.document.references).toContainEqual({
      label: "Cancels",
      value: `credit note ${note!.number} of ${formatDay(NOON, "UTC")}`,
    });
    expect(await taxInLedger(order.id)).toBe(order.taxMinor);
    await expectBooksToAgree([order.id]);

    await retryRefund(ada, { refundId: first!.id });
    await cards.deliver();
    const again = (await documentsOf(order.id)).at(-1)!;
    expect(again).toMatchObject({ kind: "credit_note", refundId: first!.id, totalMinor: 1_785, cancelledBy: null });
    expect(again.number).not.toBe(note!.number);
    await expectBooksToAgree([order.id]);
    // And once more.
    const [retried] = await listRefundsOf(order.id);
    await bankReturns(retried!.providerRefundId!);
    expect((await documentsOf(order.id)).map((d) => d.kind)).toEqual([
      "invoice",
      "credit_note",
      "invoice",
      "credit_note",
      "invoice",
    ]);
    await expectBooksToAgree([order.id]);
  });

  test("leaves other refunds as they are, and a full refund leaves no tax, in any order", async () => {
    const order = await paidOrder("QC", 3_333);
    await refund(order.id, 501);
    await refund(order.id, 1_003);
    const [first] = await listRefundsOf(order.id);
    await bankReturns(first!.providerRefundId!);
    await expectBooksToAgree([order.id]);
    await retryRefund(ada, { refundId: first!.id });
    await cards.deliver();
    await expectBooksToAgree([order.id]);
    await refund(order.id, await refundableOf(await getOrder(order.id)));
    expect(await taxInLedger(order.id)).toBe(0);
    await expectBooksToAgree([order.id]);
  });
});

/** The files in a PDF, by name, as a reader finds them. */
async function filesIn(bytes: Uint8Array): Promise<Record<string, string>> {
  const pdf = await getDocumentProxy(new Uint8Array(bytes));
  const found: Record<string, string> = {};
  for (const name of ((await pdf.getAttachments()) ?? new Map<string, unknown>()).keys())
    found[name] = new TextDecoder().decode((await pdf.getAttachmentContent(name)) as Uint8Array);
  return found;
}
const asked = (actor: Actor, id: string) => [new Request("http://x/"), { actor, params: { id } }] as const;

describe("the e-invoice", () => {
  test("is in the PDF of an invoice and of its credit note, and can be downloaded alone by the same people", async () => {
    const order = await paidOrder("DE");
    await refund(order.id, 1_785);
    const documents = await documentsOf(order.id);
    expect(documents.map((d) => d.kind)).toEqual(["invoice", "credit_note"]);
    for (const { id, number, document } of documents) {
      const answer = await getDocumentXml(...asked(amara, id));
      expect(answer.headers.get("content-type")).toBe("application/xml; charset=utf-8");
      expect(answer.headers.get("content-disposition")).toBe(`attachment; filename="${number}.xml"`);
      const xml = await answer.text();
      expect(xml).toContain(`<ram:ID>${number}</ram:ID>`);
      expect(xml).toContain(
        `<ram:GrandTotalAmount>${decimalMoney(document.totalMinor, document.currency)}</ram:GrandTotalAmount>`,
      );
      expect(xml).toContain('<ram:ID schemeID="VA">DE123456788</ram:ID>');
      const pdf = new Uint8Array(await (await getDocumentPdf(...asked(amara, id))).arrayBuffer());
      expect(await filesIn(pdf)).toEqual({ "factur-x.xml": xml });
      // The same bytes each time.
      expect(await (await getDocumentXml(...asked(ada, id))).text()).toBe(xml);
      expect(new Uint8Array(await (await getDocumentPdf(...asked(ada, id))).arrayBuffer())).toEqual(pdf);
      for (const actor of [sam, jonas, NOBODY, { ...amara, emailVerified: false }])
        await expect(getDocumentXml(...asked(actor, id))).rejects.toMatchObject({ kind: "not-found" });
    }
    const [payment] = await orderPayments(world.db, order.id).execute();
    expect(payment).toMatchObject({ invoiceId: documents[0]!.id, xml: true });
    const rows = (await listOwnMoney(amara, readListQuery(new URLSearchParams(), MONEY_LIST))).rows;
    expect(rows.filter((row) => row.orderId === order.id).map((row) => row.document?.xml)).toEqual([true, true]);
  });

  test("makes the PDF a PDF/A-3: its metadata, its color profile, and the attachment say so", async () => {
    const order = await paidOrder("DE");
    const [invoice] = await documentsOf(order.id);
    const document = { ...invoice!.document, seller: { ...invoice!.document.seller, name: "Stet & Söhne <GmbH>" } };
    const pdf = Buffer.from(await invoicePdf(document)).toString("latin1");
    for (const part of [
      "<pdfaid:part>3</pdfaid:part>",
      "<pdfaid:conformance>B</pdfaid:conformance>",
      "<fx:DocumentFileName>factur-x.xml</fx:DocumentFileName>",
      "<fx:ConformanceLevel>EN 16931</fx:ConformanceLevel>",
      "<pdfaSchema:namespaceURI>urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#</pdfaSchema:namespaceURI>",
      "/S /GTS_PDFA1",
      "/AFRelationship /Alternative",
      "/Subtype /text#2Fxml",
    ])
      expect(pdf, part).toContain(part);
    expect(pdf).toMatch(/\/AF \[\d+ 0 R\]/);
    expect(pdf).toMatch(/\/ModDate \(D:2026/);
    // The metadata is XML, also with such a name.
    const xmp = /<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(Buffer.from(pdf, "latin1").toString())![0];
    const texts = (of: BankElement): string[] => [of.text.trim(), ...of.children.flatMap(texts)];
    const root = readBankXml(xmp);
    expect(root && texts(root)).toContain("Stet & Söhne <GmbH>");
  });

  test("is missing if the tax isn't VAT, and the PDF stays as it was", async () => {
    const order = await paidOrder("QC");
    const [invoice] = await documentsOf(order.id);
    await expect(getDocumentXml(...asked(amara, invoice!.id))).rejects.toMatchObject({ kind: "not-found" });
    const pdf = await invoicePdf(invoice!.document);
    expect(await filesIn(pdf)).toEqual({});
    expect(Buffer.from(pdf).toString("latin1")).not.toContain("pdfaid");
    expect((await orderPayments(world.db, order.id).execute())[0]).toMatchObject({ xml: false });
  });
});

type Step =
  | { do: "order"; where: Where; words: number }
  | { do: "extra" | "refund"; at: number; amount: number }
  | { do: "return" | "retry" | "lose" | "win"; at: number };
const at = fc.nat(5);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("order" as const),
      where: fc.constantFrom("DE", "QC"),
      words: fc.integer({ min: 600, max: 9_000 }),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom("extra" as const, "refund" as const),
      at,
      amount: fc.integer({ min: 1, max: 6_000 }),
    }),
  },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom("return" as const, "retry" as const), at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("lose" as const, "win" as const), at }) },
);

async function take(it: Step, orders: string[]): Promise<void> {
  if (it.do === "order") {
    orders.push((await paidOrder(it.where, it.words)).id);
    return;
  }
  const orderId = orders[it.at % orders.length]!;
  const order = await getOrder(orderId);
  const refunds = await listRefundsOf(orderId);
  if (it.do === "extra" && order.status === "in_progress") await extra(orderId, Math.max(100, it.amount));
  if (it.do === "refund") {
    const amount = Math.min(it.amount, await refundableOf(order));
    if (amount > 0) await refund(orderId, amount);
  }
  if (it.do === "return") {
    const done = refunds.filter((r) => r.status === "succeeded" && r.providerRefundId !== null);
    if (done.length > 0) await bankReturns(done[it.at % done.length]!.providerRefundId!);
  }
  if (it.do === "retry") {
    const [failed] = refunds.filter((r) => r.status === "failed");
    if (failed && (await refundableOf(order)) >= failed.amountMinor) {
      await retryRefund(ada, { refundId: failed.id });
      await cards.deliver();
    }
  }
  if (it.do === "lose" || it.do === "win") {
    const disputed = await world.db.selectFrom("disputes").select("id").where("orderId", "=", orderId).execute();
    const [payment] = await listPaymentsOf(orderId);
    if (disputed.length === 0) await dispute(payment!.paymentIntentId!, it.do === "lose" ? "lost" : "won");
  }
}

test("after any sequence of payments, charges, refunds, returns, and disputes, the documents' tax is the ledger's", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 14 }), async (steps) => {
      const orders = [(await paidOrder("QC", 2_345)).id];
      for (const it of steps) {
        setClock(after(now(), MINUTE));
        await take(it, orders);
        await expectBooksToAgree(orders);
      }
    }),
    tries(30),
  );
}, 240_000);
