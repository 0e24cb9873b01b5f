import { sql } from "kysely";
import { extractText } from "unpdf";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CardWorld, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { type Actor, NOBODY, SYSTEM } from "#app/platform/rules/core/actor.ts";
import { formatMoney, sum } from "#app/platform/rules/core/money.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { createOrganization } from "#app/features/organizations/server/change-organization.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { lockOrder } from "#app/features/orders/server/views/find-order.ts";
import { MONEY_LIST } from "../../rules/money-list.ts";
import { listOwnMoney } from "../checkout/list-own-money.ts";
import { startPayment } from "../checkout/start-payment.ts";
import { refundOrder } from "../refunds/request-refund.ts";
import { correctInvoice } from "./correct-invoice.ts";
import { getOrganizationStatement, getOwnStatement, listStatementYears } from "./year-statement.ts";

let world: TestWorld;
let cards: CardWorld;
const [amara, mei, ada] = [personOf("amara"), personOf("mei"), personOf("ada")];

beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await world.db
    .updateTable("users")
    .set({ billing: json({ name: "Amara Osei", country: "US", state: "NY" }) })
    .where("uid", "=", amara.uid)
    .execute();
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

const pay = async (author = amara) => {
  const order = await quotedOrder(author);
  await payCheckout((await startPayment(author, { orderId: order.id })).url);
  await cards.deliver();
  return order;
};
const refund = async (orderId: string, amountMinor: number) => {
  await transact(SYSTEM, async (ctx) =>
    refundOrder(ctx, await lockOrder(ctx.tx, orderId), {
      amountMinor,
      cause: "goodwill",
      basis: ["A chapter was left out."],
      requestedBy: null,
    }),
  );
  await cards.deliver();
};
const statementOf = (actor: Actor, year = "2026") =>
  getOwnStatement(new Request("http://x/"), { actor, params: { year } });
const textOf = async (response: Response) =>
  (await extractText(new Uint8Array(await response.arrayBuffer()), { mergePages: true })).text.replaceAll(/\s+/g, " ");
const money = (amount: number) => formatMoney(amount, "USD");

test("the statement adds up a client's documents, payments, and refunds", async () => {
  const order = await pay();
  await refund(order.id, 700);
  const second = await pay();
  // A correction adds a credit note and an invoice of the same amount.
  const { id: invoiceId } = await world.db
    .selectFrom("invoices")
    .select("id")
    .where("orderId", "=", second.id)
    .executeTakeFirstOrThrow();
  await correctInvoice(amara, {
    invoiceId,
    name: "Amara Osei",
    organization: "University of Ghana",
    address: "",
    country: "US",
    state: "NY",
    vatId: "",
  });
  const others = await pay(mei);
  const documents = await world.db.selectFrom("invoices").selectAll().where("ownerId", "=", amara.uid).execute();
  const net = sum(documents.map((it) => (it.kind === "invoice" ? it.totalMinor : -it.totalMinor)));
  expect(net).toBe(order.totalMinor + second.totalMinor - 700);
  const answer = await statementOf(amara);
  expect(answer.headers.get("content-type")).toBe("application/pdf");
  expect(answer.headers.get("content-disposition")).toBe('attachment; filename="statement-2026.pdf"');
  const text = await textOf(answer);
  for (const it of documents) expect(text).toContain(it.number);
  for (const words of [
    "Statement for 2026",
    "Amara Osei",
    "Invoices (3)",
    "Credit notes (2)",
    `Total of the documents ${money(net)}`,
    `Refunded ${money(-700)}`,
    `Total paid, less refunds ${money(net)}`,
    "Jan 1, 2026 to Nov 21, 2026 (UTC)",
  ])
    expect(text).toContain(words);
  expect(text).not.toContain(others.number);
  // In the next year it covers all of this one.
  setClock(new Date("2027-01-01T00:00:00Z"));
  expect(await textOf(await statementOf(amara))).toContain("Jan 1, 2026 to Dec 31, 2026 (UTC)");
});

test("what an organization paid isn't on it, and the list tells them apart", async () => {
  const [own, balance] = [await pay(), await pay()];
  const { organizationId } = await createOrganization(amara, {
    organization: "Volta Basin Lab",
    address: "1 University Road",
    country: "GH",
    state: "",
    vatId: "",
    invoiceEmail: "accounts@lab.test",
    clientKey: "key-of-the-lab",
    currency: "USD",
  });
  await world.db.updateTable("orders").set({ organizationId }).where("id", "=", balance.id).execute();
  await world.db.updateTable("payments").set({ method: "balance" }).where("orderId", "=", balance.id).execute();
  const filtered = async (search: string) =>
    (await listOwnMoney(amara, readListQuery(new URLSearchParams(search), MONEY_LIST))).rows.map((row) => row.number);
  expect(await filtered("payer=organization")).toEqual([balance.number]);
  expect(await filtered("payer=own")).toContain(own.number);
  expect(await filtered("payer=own")).not.toContain(balance.number);
  expect(await textOf(await statementOf(amara))).not.toContain(balance.number);
});

test("is one's own alone, and not found for a year without documents or for anyone who isn't signed in", async () => {
  await pay();
  for (const who of [NOBODY, { ...amara, emailVerified: false }, personOf("jonas"), personOf("sam"), ada] as Actor[])
    await expect(statementOf(who)).rejects.toMatchObject({ kind: "not-found" });
  for (const year of ["2025", "2027", "1999", "26", "2026x", "", "9999", "../2026"])
    await expect(statementOf(amara, year)).rejects.toMatchObject({ kind: "not-found" });
  expect(await listStatementYears(amara)).toEqual([2026]);
  expect(await listStatementYears(ada)).toEqual([]);
  expect(await listStatementYears(NOBODY)).toEqual([]);
  await expect(
    getOrganizationStatement(new Request("http://x/"), { actor: amara, params: { id: "org_x", year: "2026" } }),
  ).rejects.toMatchObject({ kind: "not-found" });
});

test("a document counts in the UTC year in which it was issued", async () => {
  setClock(new Date("2027-12-31T23:59:59Z"));
  const last = await pay(mei);
  setClock(new Date("2028-01-01T00:00:00Z"));
  const first = await pay(mei);
  const [before, after] = [await textOf(await statementOf(mei, "2027")), await textOf(await statementOf(mei, "2028"))];
  expect([before.includes(last.number), before.includes(first.number)]).toEqual([true, false]);
  expect([after.includes(last.number), after.includes(first.number)]).toEqual([false, true]);
  expect(await listStatementYears(mei)).toEqual([2028, 2027, 2026]);
});

test("with 2,000 payments it has a row per month, and the same total", async () => {
  const order = await pay(mei);
  setClock(new Date("2029-06-01T00:00:00Z"));
  await sql`
    insert into payments (id, "orderId", attempt, status, "amountMinor", currency, "createdAt", "succeededAt", method)
    select 'pay_bulk' || n, ${order.id}, 100 + n, 'succeeded', 1000 + n, 'USD', at, at, 'card'
    from (select n, timestamptz '2029-01-01' + n * interval '100 minutes' as at from generate_series(1, 2000) n) x`.execute(
    world.db,
  );
  await sql`
    insert into invoices (id, kind, number, "ownerId", "orderId", "paymentId", "totalMinor", currency, document, "issuedAt")
    select 'doc_bulk' || p.attempt, 'invoice', 'INV-2029-' || p.attempt, ${mei.uid}, p."orderId", p.id,
      p."amountMinor", 'USD', '{"taxes": [{"label": "VAT 20% (United Kingdom)", "amountMinor": 10}]}', p."succeededAt"
    from payments p where p.id like 'pay_bulk%'`.execute(world.db);
  const answer = await statementOf(mei, "2029");
  const bytes = new Uint8Array(await answer.clone().arrayBuffer());
  expect(bytes.length).toBeLessThan(100_000);
  const text = await textOf(answer);
  const total = sum(Array.from({ length: 2_000 }, (_, i) => 1_001 + i));
  for (const words of [
    "January",
    "446 invoices",
    "Invoices (2,000)",
    `Total of the documents ${money(total).replace("$", "USD ")}`,
    "USD 200.00",
  ])
    expect(text).toContain(words);
  expect(text).not.toContain("INV-2029-101");
  expect(await listOwnMoney(mei, readListQuery(new URLSearchParams("year=2029&page=80"), MONEY_LIST))).toMatchObject({
    total: 2_000,
    page: 80,
    pages: 80,
  });
});
