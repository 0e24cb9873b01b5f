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
import { NOBODY } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { expireQuotes } from "#app/features/orders/server/drafts/expire-quotes.ts";
import { quoteOrder } from "#app/features/orders/server/drafts/quote-order.ts";
import { saveDraft } from "#app/features/orders/server/drafts/save-draft.ts";
import { reopenOrder } from "#app/features/orders/server/lifecycle/reopen-order.ts";
import { getOrder, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { saveCompany } from "#app/features/company/server/save-company.ts";
import { decideRegistration } from "#app/features/tax/server/decide-registration.ts";
import { proposeRegistration } from "#app/features/tax/server/propose-registration.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { MONEY_LIST } from "../../rules/money-list.ts";
import { EARLY_START } from "../../rules/withdrawal.ts";
import { listPaymentsOf } from "../checkout/find-payment.ts";
import { listOwnMoney, sumOwnMoney } from "../checkout/list-own-money.ts";
import { startPayment } from "../checkout/start-payment.ts";
import { getOwnStatement } from "../invoices/year-statement.ts";
import { reconcileLedger } from "../ledger/reconcile-ledger.ts";
import { listRefundsOf } from "../refunds/find-refund.ts";
import { refundOrder } from "../refunds/request-refund.ts";
import { emailSharedQuote } from "./email-shared-quote.ts";
import { findByToken, payToken } from "./find-shared-quote.ts";
import { forgetSharedQuotes } from "./forget-shared-quotes.ts";
import { askForQuoteAgain, openSharedQuote } from "./open-shared-quote.ts";
import { getPayerDocument, getSharedQuotePdf } from "./pay-endpoints.ts";
import { paySharedQuote } from "./pay-shared-quote.ts";
import { readPayPage } from "./read-pay-page.ts";
import { readShared } from "./read-shared.ts";
import { revokeSharedQuote } from "./revoke-shared-quote.ts";
import { shareQuote } from "./share-quote.ts";

let world: TestWorld;
let cards: CardWorld;
const [amara, mei, jonas, ada, ben] = [
  personOf("amara"),
  personOf("mei"),
  personOf("jonas"),
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
  const { id } = await proposeRegistration(ada, {
    scheme: "domestic",
    place: "DE",
    number: "DE123456788",
    validFrom: "2026-01-01",
  });
  await decideRegistration(ben, { id, approve: true });
  await world.db
    .updateTable("users")
    .set({ billing: json({ name: "Amara Osei", address: "1 Home Street", country: "DE" }) })
    .where("uid", "=", amara.uid)
    .execute();
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

const OFFICE = {
  name: "Karin Vogel",
  organization: "Universität Bremen",
  address: "Bibliothekstraße 1\n28359 Bremen",
  country: "DE",
  email: "finance@uni.example",
  poNumber: "PO-4500123",
  costCenter: "CC 4711",
};
const share = (orderId: string, showTitle = false) =>
  shareQuote(amara, { orderId, showTitle, earlyStart: EARLY_START.version });
const shared = async (showTitle = false, words = 1_000) => {
  const order = await quotedOrder(amara, words);
  const quote = await share(order.id, showTitle);
  return { order, quote, token: payToken(quote) };
};
const page = async (token: string, paymentId: string | null = null) =>
  readPayPage(NOBODY, await findByToken(token), paymentId);
const numbersOf = async (kind: string, orderId: string) =>
  (await world.db.selectFrom("facts").select("id").where("kind", "=", kind).where("orderId", "=", orderId).execute())
    .length;
const request = (path: string) => new Request(`http://localhost:3000${path}`);
const textOf = async (response: Response): Promise<string> => {
  const pdf = await getDocumentProxy(new Uint8Array(await response.arrayBuffer()));
  let text = "";
  for (let i = 1; i <= pdf.numPages; i++)
    text += (await (await pdf.getPage(i)).getTextContent()).items.map((it) => ("str" in it ? it.str : "")).join(" ");
  return text;
};
/** Tries a card on a payment page that was closed. */
const expectClosed = async (url: string) => {
  await payCheckout(url);
  expect((await fetch(url)).status).toBe(410);
};
const expectSound = async () => expect((await reconcileLedger()).differences).toEqual([]);

describe("sharing a quote", () => {
  test("gives it a number without gaps and holds its price for 30 days", async () => {
    const first = await shared();
    const second = await shared();
    const n = (number: string) => Number(/^Q-2026-(\d{4})$/.exec(number)![1]);
    expect(n(second.quote.number)).toBe(n(first.quote.number) + 1);
    expect(first.quote.validUntilAt).toEqual(new Date("2026-12-21T23:59:59Z"));
    expect((await getOrder(first.order.id)).quoteExpiresAt).toEqual(new Date("2026-12-21T23:59:59Z"));
    await expireQuotes(after(NOON, 20 * DAY));
    expect((await getOrder(first.order.id)).status).toBe("quoted");
  });

  test("again, or twice at once, gives the same one", async () => {
    const order = await quotedOrder(amara);
    const all = await Promise.all([share(order.id), share(order.id), share(order.id)]);
    expect(new Set(all.map(({ number }) => number)).size).toBe(1);
    const titled = await share(order.id, true);
    expect(titled).toMatchObject({ number: all[0]!.number, showTitle: true });
    expect(await numbersOf("shared_quote.created", order.id)).toBe(1);
  });

  test("doesn't hold a price forever: the time counts from when it was set", async () => {
    const { order, quote } = await shared();
    setClock(after(NOON, 5 * DAY));
    await revokeSharedQuote(amara, { sharedQuoteId: quote.id });
    const again = await share(order.id);
    expect(again.number).not.toBe(quote.number);
    expect(again.validUntilAt).toEqual(new Date("2026-12-21T23:59:59Z"));
  });

  test("of an offer doesn't make it valid for longer, because an editor waits for it", async () => {
    const order = await quotedOrder(amara);
    await world.db
      .updateTable("orders")
      .set({ price: sql`price || '{"custom": {}}'` })
      .where("id", "=", order.id)
      .execute();
    expect((await share(order.id)).validUntilAt).toEqual(order.quoteExpiresAt);
  });

  test("of a changed order makes a new number, and the old link says so", async () => {
    const { order, quote, token } = await shared();
    await reopenOrder(amara, { orderId: order.id });
    expect((await page(token)).state).toBe("replaced");
    expect((await readShared(amara, order.id))?.open).toBe(false);
    await expect(paySharedQuote(NOBODY, { token, ...OFFICE })).rejects.toMatchObject({ code: "quote_replaced" });
    await saveDraft(amara, { orderId: order.id, patch: { turnaround: "3d" } });
    await quoteOrder(amara, { orderId: order.id });
    expect((await page(token)).state).toBe("replaced");
    const next = await share(order.id);
    expect(next.number).not.toBe(quote.number);
    expect((await page(token)).state).toBe("replaced");
    expect((await page(payToken(next))).state).toBe("open");
  });

  test("is for the order's author alone, needs a price, a choice about the title, and the early start", async () => {
    const order = await quotedOrder(amara);
    const input = { orderId: order.id, showTitle: false, earlyStart: EARLY_START.version };
    await expect(shareQuote(mei, input)).rejects.toMatchObject({ kind: "not-found" });
    await expect(shareQuote(NOBODY, input)).rejects.toMatchObject({ kind: "not-found" });
    await expect(shareQuote(ada, input)).rejects.toMatchObject({ kind: "refused" });
    await expect(shareQuote(amara, { ...input, showTitle: undefined as never })).rejects.toMatchObject({
      fields: { showTitle: "Choose whether the manuscript's title is shown." },
    });
    await expect(shareQuote(amara, { ...input, earlyStart: null })).rejects.toMatchObject({ code: "early_start" });
    await reopenOrder(amara, { orderId: order.id });
    await expect(share(order.id)).rejects.toMatchObject({ code: "not_quoted" });
    expect(await readShared(mei, order.id)).toBeNull();
  });

  test("by email sends the link once to an address, at most ten a day", async () => {
    const { quote, order } = await shared();
    const send = (shareEmail: string) => emailSharedQuote(amara, { sharedQuoteId: quote.id, shareEmail });
    await expect(emailSharedQuote(mei, { sharedQuoteId: quote.id, shareEmail: "a@b.org" })).rejects.toMatchObject({
      kind: "not-found",
    });
    await expect(send("nobody")).rejects.toMatchObject({ kind: "invalid" });
    await send("office@uni.example");
    await expect(send("Office@uni.example")).rejects.toMatchObject({ code: "already_sent" });
    const mail = await world.db.selectFrom("mail").selectAll().where("to", "=", "office@uni.example").execute();
    expect(mail).toHaveLength(1);
    expect(mail[0]!.text).toContain(`/pay/${payToken(quote)}`);
    expect(mail[0]!.text).not.toContain(order.title);
    for (let i = 1; i < 10; i++) await send(`office${i}@uni.example`);
    await expect(send("office11@uni.example")).rejects.toMatchObject({ kind: "too-many" });
  });

  test("tells the author once that somebody opened it, and not about themselves", async () => {
    const { token, order } = await shared();
    await openSharedQuote(amara, { token });
    expect(await numbersOf("shared_quote.opened", order.id)).toBe(0);
    await Promise.all([openSharedQuote(NOBODY, { token }), openSharedQuote(mei, { token })]);
    expect(await numbersOf("shared_quote.opened", order.id)).toBe(1);
    await drainJobs();
    const told = await world.db
      .selectFrom("notifications")
      .select("userId")
      .where("orderId", "=", order.id)
      .where("kind", "=", "shared_quote.opened")
      .execute();
    expect(told).toEqual([{ userId: amara.uid }]);
  });
});

test("an author who is erased leaves only the quotes that were paid", async () => {
  const unpaid = await shared();
  const paid = await shared();
  await payCheckout((await paySharedQuote(NOBODY, { token: paid.token, ...OFFICE })).url);
  await cards.deliver();
  await world.db.transaction().execute((tx) => forgetSharedQuotes(tx, [unpaid.order.id, paid.order.id]));
  await expect(findByToken(unpaid.token)).rejects.toMatchObject({ kind: "not-found" });
  expect((await page(paid.token)).state).toBe("paid");
});

describe("the formal quote", () => {
  test("is a PDF for anyone who has the link: amounts and parties, the title only if the author allows it", async () => {
    const { quote, order, token } = await shared();
    const asked = () => getSharedQuotePdf(request(`/api/pay/${token}/quote`), { params: { token } });
    const response = await asked();
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "application/pdf",
      "cache-control": "private, no-store",
      "referrer-policy": "no-referrer",
    });
    const text = await textOf(response);
    for (const part of [quote.number, "Stet GmbH", "DE123456788", "Valid until", "Amara Osei", "Net", "VAT 19%"])
      expect(text).toContain(part);
    expect(text).not.toContain("Home Street");
    expect(text).not.toContain(order.title);
    await share(order.id, true);
    expect(await textOf(await asked())).toContain(order.title);
  });
});

describe("paying with the link", () => {
  test("puts the payer, PO number, and cost center on the invoice, and the receipt behind the link", async () => {
    const { order, token } = await shared();
    const { url, paymentId } = await paySharedQuote(NOBODY, { token, ...OFFICE });
    await payCheckout(url);
    expect((await page(token, paymentId)).attempt).toEqual({ state: "confirming", why: null });
    await cards.deliver();
    const paid = await getOrder(order.id);
    expect(paid.status).not.toBe("awaiting_payment");
    expect(paid.paidAt).not.toBeNull();
    const [invoice] = await world.db.selectFrom("invoices").selectAll().where("orderId", "=", order.id).execute();
    expect(invoice).toMatchObject({ ownerId: amara.uid });
    expect(invoice!.document.buyer).toMatchObject({
      name: "Universität Bremen",
      person: "Karin Vogel",
      email: "finance@uni.example",
    });
    expect(JSON.stringify(invoice!.document)).not.toContain(order.title);
    const seen = await page(token);
    expect(seen).toMatchObject({ state: "paid", attempt: null });
    expect(seen.paid!.documents).toEqual([{ id: invoice!.id, number: invoice!.number, kind: "invoice", xml: true }]);
    const file = (format: string, id: string = invoice!.id) =>
      getPayerDocument(request(`/api/pay/${token}/documents/${id}/${format}`), { params: { token, id, format } });
    const text = await textOf(await file("pdf"));
    expect(text).toContain("PO-4500123");
    expect(text).toContain("CC 4711");
    const xml = await (await file("xml")).text();
    expect(xml).toContain("<ram:IssuerAssignedID>PO-4500123</ram:IssuerAssignedID></ram:BuyerOrderReferencedDocument>");
    expect(xml).toContain("<ram:ID>CC 4711</ram:ID></ram:ReceivableSpecifiedTradeAccountingAccount>");
    await expect(file("docx")).rejects.toMatchObject({ kind: "not-found" });
    const mail = await world.db.selectFrom("mail").selectAll().where("to", "=", OFFICE.email).orderBy("id").execute();
    expect(mail.at(-1)).toMatchObject({ kind: "shared_quote.invoice" });
    expect(mail.at(-1)!.text).toContain(invoice!.number);
    const told = await world.db
      .selectFrom("notifications")
      .select(["title", "body"])
      .where("orderId", "=", order.id)
      .where("kind", "=", "order.paid")
      .where("userId", "=", amara.uid)
      .executeTakeFirstOrThrow();
    expect(told.body).toContain("PO-4500123");
    await expectSound();

    // A refund goes to the payer's card, and its credit note is behind the link, too.
    await transact(ada, async (ctx) =>
      refundOrder(ctx, await lockOrder(ctx.tx, order.id), {
        amountMinor: 500,
        cause: "goodwill",
        basis: ["Late."],
        requestedBy: null,
      }),
    );
    await cards.deliver();
    expect((await listRefundsOf(order.id))[0]).toMatchObject({ paymentId, status: "succeeded" });
    const after_ = (await page(token)).paid!.documents;
    expect(after_.map(({ kind }) => kind)).toEqual(["invoice", "credit_note"]);
    expect(await textOf(await file("pdf", after_[1]!.id))).toContain("PO-4500123");

    // The author sees both as somebody else's, and they aren't in what the author paid.
    const { rows } = await listOwnMoney(amara, readListQuery(new URLSearchParams("payer=other"), MONEY_LIST));
    const own = rows.filter((row) => row.orderId === order.id);
    expect(own.map((row) => row.kind).toSorted()).toEqual(["payment", "refund"]);
    expect(await sumOwnMoney(amara)).toEqual([]);
    const statement = getOwnStatement(request("/"), { actor: amara, params: { year: String(NOON.getUTCFullYear()) } });
    await expect(statement).rejects.toMatchObject({ kind: "not-found" });

    // For a time.
    setClock(after(NOON, 91 * DAY));
    expect((await page(token)).paid!.documents).toEqual([]);
    await expect(file("pdf")).rejects.toMatchObject({ kind: "not-found" });
  });

  test("opens nothing of another order, and no other document of the same one", async () => {
    const one = await shared();
    const other = await shared();
    await payCheckout((await paySharedQuote(NOBODY, { token: other.token, ...OFFICE })).url);
    await cards.deliver();
    const { id } = (await page(other.token)).paid!.documents[0]!;
    await expect(
      getPayerDocument(request("/x"), { params: { token: one.token, id, format: "pdf" } }),
    ).rejects.toMatchObject({ kind: "not-found" });
    const [payment] = await listPaymentsOf(other.order.id);
    expect((await page(one.token, payment!.id)).attempt).toBeNull();
    // Paid by the author: the invoice is theirs.
    await payCheckout((await startPayment(amara, { orderId: one.order.id })).url);
    await cards.deliver();
    const seen = await page(one.token);
    expect(seen).toMatchObject({ state: "settled", paid: null });
    const own = await world.db
      .selectFrom("invoices")
      .select("id")
      .where("orderId", "=", one.order.id)
      .executeTakeFirstOrThrow();
    await expect(
      getPayerDocument(request("/x"), { params: { token: one.token, id: own.id, format: "pdf" } }),
    ).rejects.toMatchObject({ kind: "not-found" });
  });

  test("twice is one payment, with other details another one, and what was typed for the first is forgotten", async () => {
    const { order, token } = await shared();
    const one = await paySharedQuote(NOBODY, { token, ...OFFICE });
    const again = await paySharedQuote(NOBODY, { token, ...OFFICE });
    expect(again).toEqual(one);
    const corrected = await paySharedQuote(NOBODY, { token, ...OFFICE, poNumber: "PO-2" });
    expect(corrected.paymentId).not.toBe(one.paymentId);
    const rows = await world.db
      .selectFrom("payment_payers as y")
      .innerJoin("payments as p", "p.id", "y.paymentId")
      .select(["y.paymentId", "y.poNumber"])
      .where("p.orderId", "=", order.id)
      .execute();
    expect(rows).toEqual([{ paymentId: corrected.paymentId, poNumber: "PO-2" }]);
    await expectClosed(one.url);
  });

  test("by the author and a payer at once: one pays, and the other isn't charged", async () => {
    const { order, token } = await shared();
    await Promise.allSettled([
      startPayment(amara, { orderId: order.id }),
      paySharedQuote(NOBODY, { token, ...OFFICE }),
      paySharedQuote(NOBODY, { token, ...OFFICE, email: "other@uni.example" }),
    ]);
    const office = await paySharedQuote(NOBODY, { token, ...OFFICE });
    // The author opens theirs: the office's page is closed.
    const own = await startPayment(amara, { orderId: order.id });
    await expectClosed(office.url);
    await payCheckout(own.url);
    // The webhook is still on its way.
    await expect(paySharedQuote(NOBODY, { token, ...OFFICE })).rejects.toMatchObject({ code: "quote_settled" });
    await cards.deliver();
    expect((await page(token)).state).toBe("settled");
    const payments = await listPaymentsOf(order.id);
    expect(payments.filter(({ status }) => status === "succeeded")).toHaveLength(1);
    await expectSound();
  });

  test("by a payer, just before the author starts: the author is told, and not charged", async () => {
    const { order, token } = await shared();
    await payCheckout((await paySharedQuote(NOBODY, { token, ...OFFICE })).url);
    await expect(startPayment(amara, { orderId: order.id })).rejects.toMatchObject({ code: "already_paid" });
    await cards.deliver();
    expect((await page(token)).state).toBe("paid");
    expect(await listPaymentsOf(order.id)).toHaveLength(1);
    await expectSound();
  });

  test("with details that change the tax is refused, by field", async () => {
    const { token } = await shared();
    const refusal = async (more: object) =>
      paySharedQuote(NOBODY, { token, ...OFFICE, ...more }).then(
        () => null,
        (error: unknown) => (error as Problem).fields,
      );
    expect(Object.keys((await refusal({ country: "US" }))!)).toEqual(["country"]);
    expect(Object.keys((await refusal({ country: "" }))!)).toEqual(["country"]);
    expect(Object.keys((await refusal({ country: "NL", vatId: "NL001234511B01" }))!)).toEqual(["vatId"]);
    expect(Object.keys((await refusal({ vatId: "DE1" }))!)).toEqual(["vatId"]);
    expect(Object.keys((await refusal({ name: " " }))!)).toEqual(["name"]);
  });

  test("after it expired is refused, and asks the author for a new one, once", async () => {
    const { order, token } = await shared();
    await expect(askForQuoteAgain(NOBODY, { token })).rejects.toMatchObject({ code: "not_over" });
    setClock(after(NOON, 31 * DAY));
    await expect(paySharedQuote(NOBODY, { token, ...OFFICE })).rejects.toMatchObject({ code: "quote_expired" });
    await expireQuotes(after(NOON, 31 * DAY));
    expect((await page(token)).state).toBe("expired");
    await Promise.all([askForQuoteAgain(NOBODY, { token }), askForQuoteAgain(NOBODY, { token })]);
    expect(await numbersOf("shared_quote.asked", order.id)).toBe(1);
  });

  test("after it was taken back shows nothing, and closes an open checkout", async () => {
    const { order, quote, token } = await shared();
    const { url } = await paySharedQuote(NOBODY, { token, ...OFFICE });
    await expect(revokeSharedQuote(mei, { sharedQuoteId: quote.id })).rejects.toMatchObject({ kind: "not-found" });
    await expect(revokeSharedQuote(jonas, { sharedQuoteId: quote.id })).rejects.toMatchObject({ kind: "not-found" });
    await revokeSharedQuote(amara, { sharedQuoteId: quote.id });
    await revokeSharedQuote(amara, { sharedQuoteId: quote.id });
    await drainJobs();
    await expectClosed(url);
    await expect(page(token)).rejects.toMatchObject({ kind: "gone" });
    await expect(getSharedQuotePdf(request("/x"), { params: { token } })).rejects.toMatchObject({ kind: "gone" });
    expect((await getOrder(order.id)).paidAt).toBeNull();
    expect(await numbersOf("shared_quote.revoked", order.id)).toBe(1);
  });

  test("with any other link opens nothing", async () => {
    const { token, quote } = await shared();
    const [id, until, proof] = token.split(".");
    const wrong = fc.oneof(
      fc.string({ maxLength: 300 }),
      fc.constant(quote.id),
      fc.constant(`${id}.${until}`),
      fc.constant(`${id}.${until}x.${proof}`),
      fc.constant(`${token}.x`),
      fc
        .nat(proof!.length - 1)
        .map((i) => `${id}.${until}.${proof!.slice(0, i)}${proof![i] === "a" ? "b" : "a"}${proof!.slice(i + 1)}`),
      fc.string({ maxLength: 60 }).map((text) => `${id}.${until}.${text}`),
    );
    await fc.assert(
      fc.asyncProperty(wrong, async (text) => {
        fc.pre(text !== token);
        await expect(findByToken(text)).rejects.toMatchObject({ kind: "not-found" });
      }),
      tries(60),
    );
    await expect(paySharedQuote(NOBODY, { token: `${token}x`, ...OFFICE })).rejects.toBeInstanceOf(Problem);
  });

  test("with any input is paid or refused in words, and nothing else", async () => {
    const { token } = await shared();
    const text = fc.string({ unit: "binary", maxLength: 500 });
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          name: fc.oneof(fc.constant("A"), text),
          organization: text,
          address: text,
          country: fc.oneof(fc.constantFrom("DE", "US", "FR", ""), text),
          state: fc.oneof(fc.constantFrom("", "NY"), text),
          vatId: text,
          email: fc.oneof(fc.emailAddress(), text),
          poNumber: text,
          costCenter: text,
        }),
        async (typed) => {
          try {
            expect((await paySharedQuote(NOBODY, { token, ...typed })).url).toContain("/checkout/");
          } catch (error) {
            expect(error).toBeInstanceOf(Problem);
            expect((error as Problem).message).not.toBe("");
          }
        },
      ),
      tries(40),
    );
  });
});
