import { extractText } from "unpdf";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { type Actor, NOBODY, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { getOrder, lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { cancelOrder } from "../cancel/cancel-order.ts";
import { listRefundsOf } from "../refunds/find-refund.ts";
import { getDocumentPdf } from "./get-document.ts";
import { invoicePdf } from "./invoice-pdf.ts";
import { MONEY_LIST } from "../../rules/money-list.ts";
import { listMoneyYears, listOwnMoney, ownMoneyCsv, sumOwnMoney, sumOwnYear } from "../checkout/list-own-money.ts";
import { getPaymentState } from "../checkout/payment-state.ts";
import { ownClaimsOf } from "../problems/read-own-problem.ts";
import { refundOrder } from "../refunds/request-refund.ts";
import { startPayment } from "../checkout/start-payment.ts";

let world: TestWorld;
let cards: CardWorld;
const amara = personOf("amara");
const mei = personOf("mei");
const ada = personOf("ada");

beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

const ALL = readListQuery(new URLSearchParams(), MONEY_LIST);
const asked = (search: string) => readListQuery(new URLSearchParams(search), MONEY_LIST);

const pay = async (author = amara) => {
  const order = await quotedOrder(author);
  const { url } = await startPayment(author, { orderId: order.id });
  await payCheckout(url);
  await cards.deliver();
  return order;
};
const documentsOf = (orderId: string) =>
  world.db.selectFrom("invoices").selectAll().where("orderId", "=", orderId).orderBy("kind", "desc").execute();
const pdfFor = (actor: Actor, id: string) => getDocumentPdf(new Request("http://x/"), { actor, params: { id } });
const words = async (bytes: Uint8Array) =>
  (await extractText(new Uint8Array(bytes), { mergePages: true })).text.replaceAll(/\s+/g, " ");

describe("an invoice as a PDF", () => {
  test("is available to its owner and admins, and not found for everyone else", async () => {
    const order = await pay();
    const [invoice] = await documentsOf(order.id);
    for (const actor of [amara, ada]) {
      const answer = await pdfFor(actor, invoice!.id);
      expect(answer.headers.get("content-type")).toBe("application/pdf");
      expect(await words(new Uint8Array(await answer.arrayBuffer()))).toContain(`Invoice ${invoice!.number}`);
    }
    for (const actor of [mei, personOf("sam"), personOf("jonas"), NOBODY, { ...amara, emailVerified: false }])
      await expect(pdfFor(actor, invoice!.id)).rejects.toMatchObject({ kind: "not-found" });
    await expect(pdfFor(ada, "doc_00000000000000000000000000")).rejects.toMatchObject({ kind: "not-found" });
    await expect(pdfFor(ada, "../../etc/passwd")).rejects.toMatchObject({ kind: "not-found" });
  });

  test("shows the frozen data in any supported script, byte for byte the same, even after the buyer's profile changes", async () => {
    await world.db
      .updateTable("users")
      .set({
        billing: json({
          name: "Nguyễn Łukasz Ødegård Ωmega Иванова",
          address: "Phòng 5\n14 Liberation Road",
          country: "GH",
          vatId: "GH-77",
        }),
      })
      .where("uid", "=", mei.uid)
      .execute();
    const order = await pay(mei);
    await world.db
      .updateTable("users")
      .set({ billing: json({ name: "Somebody Else" }) })
      .where("uid", "=", mei.uid)
      .execute();
    const [invoice] = await documentsOf(order.id);
    const document = invoice!.document;
    const [one, two] = [await invoicePdf(document), await invoicePdf(document)];
    expect(Buffer.compare(one, two)).toBe(0);
    const text = await words(one);
    for (const expected of [
      "Nguyễn Łukasz Ødegård Ωmega Иванова",
      "Phòng 5",
      "Ghana",
      "GH-77",
      order.number,
      "Copyediting, 7 days",
      "USD 30.00",
      "Paid in full, in advance of delivery.",
    ])
      expect(text).toContain(expected);
    // Tagged, so that screen readers read it in order.
    expect(Buffer.from(one).includes("/Marked true")).toBe(true);
  });

  test("with many lines spans several pages without losing any", async () => {
    const order = await pay();
    const document = (await documentsOf(order.id))[0]!.document;
    const lines = Array.from({ length: 70 }, (_, i) => ({
      label: `Order S-${i + 1}.`,
      detail: "A manuscript",
      amountMinor: 100 as never,
    }));
    const text = await words(await invoicePdf({ ...document, lines }));
    for (let i = 1; i <= 70; i++) expect(text).toContain(`Order S-${i}.`);
  });
});

describe("a client's payments", () => {
  test("list only their own payments and refunds, with documents", async () => {
    const order = await pay();
    await cancelOrder(amara, { orderId: order.id, expectedRefundMinor: order.totalMinor });
    const waiting = (await listOwnMoney(amara, ALL)).rows.find((r) => r.orderId === order.id && r.kind === "refund");
    expect(waiting).toMatchObject({ state: "pending", document: null, amountMinor: -order.totalMinor });
    await cards.deliver();
    const { rows } = await listOwnMoney(amara, ALL);
    const [invoice, note] = await documentsOf(order.id);
    expect(
      rows
        .filter((r) => r.orderId === order.id)
        .map((r) => [r.kind, r.state, r.amountMinor, r.document?.number])
        .toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    ).toEqual([
      ["payment", "paid", order.totalMinor, invoice!.number],
      ["refund", "back", -order.totalMinor, note!.number],
    ]);
    expect((await listOwnMoney(mei, ALL)).rows.some((r) => r.orderId === order.id)).toBe(false);
    const [sum] = await sumOwnMoney(amara);
    expect(sum!.backMinor).toBe(order.totalMinor);
    const csv = await (await ownMoneyCsv(new Request("http://x/"), { actor: amara })).text();
    expect(csv).toContain(
      `${order.number},Soil moisture in the Volta basin,refund,-${order.totalMinor / 100}.00,USD,back`,
    );
    await expect(ownMoneyCsv(new Request("http://x/"), { actor: NOBODY })).rejects.toMatchObject({ kind: "refused" });
  });
  test("can be filtered by type and year, searched, and paged, and the CSV uses the same filters", async () => {
    const { number } = await pay();
    expect((await listOwnMoney(amara, asked("kind=refund"))).rows.every((r) => r.kind === "refund")).toBe(true);
    expect((await listOwnMoney(amara, asked("state=paid"))).rows.map((r) => r.state)).toContain("paid");
    expect((await listOwnMoney(amara, asked("state=back"))).rows.every((r) => r.state === "back")).toBe(true);
    expect(await listOwnMoney(amara, asked("state=paid&kind=refund"))).toMatchObject({ rows: [], total: 0 });
    expect((await listOwnMoney(amara, asked("state=DROP"))).total).toBe((await listOwnMoney(amara, ALL)).total);
    expect(await listMoneyYears(amara)).toEqual([2026]);
    expect(await listOwnMoney(amara, asked("year=2025"))).toMatchObject({ rows: [], total: 0 });
    expect((await listOwnMoney(amara, asked(`q=${number}`))).rows).toMatchObject([{ number, kind: "payment" }]);
    expect(await listOwnMoney(amara, asked("q=%25"))).toMatchObject({ total: 0 });
    expect((await listOwnMoney(amara, asked("page=99"))).rows.length).toBeGreaterThan(0);
    const csv = await (await ownMoneyCsv(new Request("http://x/?kind=refund"), { actor: amara })).text();
    expect(csv).not.toContain(",payment,");
  });
  test("are totaled per year, with refunds in progress", async () => {
    const before = await sumOwnYear(amara, NOON, "Africa/Accra");
    const order = await pay();
    await cancelOrder(amara, { orderId: order.id, expectedRefundMinor: order.totalMinor });
    const after = await sumOwnYear(amara, NOON, "Africa/Accra");
    expect(after.sums[0]!.paidMinor - (before.sums[0]?.paidMinor ?? 0)).toBe(order.totalMinor);
    expect(after.underWay).toEqual([{ currency: "USD", amountMinor: order.totalMinor, heldMinor: 0, refunds: 1 }]);
    await cards.deliver();
    expect((await sumOwnYear(amara, NOON, "Africa/Accra")).underWay).toEqual([]);
    expect((await sumOwnYear(amara, new Date("2027-06-01T00:00:00Z"), "Africa/Accra")).sums).toEqual([]);
  });
});

describe("the page after checkout", () => {
  test("shows confirming, then paid, and writes nothing", async () => {
    const order = await quotedOrder(amara);
    expect((await getPaymentState(amara, order.id)).stage).toBe("unpaid");
    const { url } = await startPayment(amara, { orderId: order.id });
    await payCheckout(url);
    const before = await world.db.selectFrom("payments").selectAll().where("orderId", "=", order.id).execute();
    expect((await getPaymentState(amara, order.id)).stage).toBe("confirming");
    expect(await world.db.selectFrom("payments").selectAll().where("orderId", "=", order.id).execute()).toEqual(before);
    await cards.deliver();
    expect(await getPaymentState(amara, order.id)).toMatchObject({
      stage: "paid",
      cardLabel: "Visa ending 4242",
      returned: null,
      invoice: { number: expect.stringMatching(/^INV-/) },
    });
  });

  test("is not found for anyone else", async () => {
    const order = await quotedOrder(amara);
    for (const actor of [mei, personOf("jonas"), personOf("sam"), NOBODY])
      await expect(getPaymentState(actor, order.id)).rejects.toMatchObject({ kind: "not-found" });
    for (const id of [null, "", "ord_x", "%00"])
      await expect(getPaymentState(amara, id)).rejects.toMatchObject({ kind: "not-found" });
  });
});

describe("refunds of an order", () => {
  test("show the state of each partial refund of a payment, to its client only", async () => {
    const order = await pay();
    const ask = (amountMinor: number) =>
      transact(SYSTEM, async (ctx) =>
        refundOrder(ctx, await lockOrder(ctx.tx, order.id), {
          amountMinor,
          cause: "goodwill",
          basis: [`Part of ${amountMinor}.`],
          requestedBy: null,
        }),
      );
    await ask(500);
    await cards.deliver();
    await ask(700);
    await cards.deliver();
    const [, second] = await listRefundsOf(order.id);
    await cards.control(`/refunds/${second!.providerRefundId}/fail`);
    await cards.deliver();
    await ask(900);
    const seen = (await ownClaimsOf(amara, await getOrder(order.id))).refunds;
    expect(seen.map((r) => [r.amountMinor, r.state, r.creditNote !== null, r.basis[0]])).toEqual([
      [500, "back", true, "Part of 500."],
      // Its credit note is canceled until the refund is retried.
      [700, "held up", false, "Part of 700."],
      [900, "pending", false, "Part of 900."],
    ]);
    // The canceled note can be opened beside it, and so can the invoice that cancels it.
    const [note] = seen[1]!.cancelled;
    expect(seen.map((r) => r.cancelled.length)).toEqual([0, 1, 0]);
    expect([note!.number, note!.by.number, note!.xml]).toEqual([
      expect.stringMatching(/^CN-/),
      expect.stringMatching(/^INV-/),
      false,
    ]);
    for (const { id, number } of [note!, note!.by])
      expect(await words(new Uint8Array(await (await pdfFor(amara, id)).arrayBuffer()))).toContain(number);
    const listed = (await listOwnMoney(amara, ALL)).rows.filter((r) => r.orderId === order.id && r.kind === "refund");
    expect(listed.map((r) => [r.amountMinor, r.state]).toSorted(([a], [b]) => Number(b) - Number(a))).toEqual([
      [-500, "back"],
      [-700, "held up"],
      [-900, "pending"],
    ]);
    expect((await sumOwnYear(amara, NOON, "UTC")).underWay).toContainEqual(expect.objectContaining({ heldMinor: 700 }));
    const told = await world.db
      .selectFrom("mail")
      .select(["to", "subject", "text"])
      .where("kind", "=", "refund.failed")
      .execute();
    expect(told).toMatchObject([{ to: "client@demo.test", subject: "Your refund of $7.00 is delayed" }]);
    expect(told[0]!.text).not.toContain("lost or stolen");
    expect((await ownClaimsOf(mei, await getOrder(order.id))).refunds).toEqual([]);
    await cards.deliver();
  });
});
