import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { expectMoneyToAddUp } from "#boot/testing/order-invariants.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { sellInCurrencies } from "#boot/testing/sell-in.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { postDraft } from "#app/features/orders/server/drafts/draft-endpoints.ts";
import { cancelOrder } from "../cancel/cancel-order.ts";
import { startPayment } from "./start-payment.ts";

let world: TestWorld;
let cards: CardWorld;
beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
  await sellInCurrencies();
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
beforeEach(() => setClock(NOON));

const amara = personOf("amara");
const linesOf = async (orderId: string) =>
  (
    await world.db
      .selectFrom("journal_lines as l")
      .innerJoin("journal_entries as e", "e.id", "l.entryId")
      .select(["e.kind", "l.account", "l.amountMinor", "l.currency", "l.valueMinor"])
      .where("e.orderId", "=", orderId)
      .where("e.kind", "in", ["payment_received", "refund"])
      .orderBy("e.seq")
      .orderBy("l.line")
      .execute()
  ).map((l) => [l.kind, l.account, l.amountMinor, l.currency, l.valueMinor]);

test.each([
  { currency: "EUR" as const, totalMinor: 14_000, dollars: 15_260 },
  { currency: "JPY" as const, totalMinor: 23_250, dollars: 15_692 },
])(
  "an order in $currency is paid, invoiced, canceled, and refunded in it",
  async ({ currency, totalMinor, dollars }) => {
    const order = await quotedOrder(amara, 5_000, { currency });
    expect(order).toMatchObject({ currency, totalMinor });
    const { url } = await startPayment(amara, { orderId: order.id });
    await payCheckout(url);
    await cards.deliver();
    await drainJobs();
    expect(await getOrder(order.id)).toMatchObject({ status: "paid", paidMinor: totalMinor, currency });
    expect(await linesOf(order.id)).toEqual([
      ["payment_received", "provider", totalMinor, currency, dollars],
      ["payment_received", "deferred_revenue", -totalMinor, currency, -dollars],
    ]);
    const invoice = await world.db
      .selectFrom("invoices")
      .selectAll()
      .where("orderId", "=", order.id)
      .executeTakeFirstOrThrow();
    expect(invoice).toMatchObject({ currency, totalMinor });
    await cancelOrder(amara, { orderId: order.id, reason: "Not needed anymore", expectedRefundMinor: totalMinor });
    await drainJobs();
    await cards.deliver();
    await drainJobs();
    expect(await getOrder(order.id)).toMatchObject({ refundedMinor: totalMinor });
    const { rows } = await sql<{ account: string; minor: number; value: number }>`
    select l.account, sum(l."amountMinor")::int as minor, sum(l."valueMinor")::int as value
    from journal_lines l join journal_entries e on e.id = l."entryId"
    where e."orderId" = ${order.id} and l.currency = ${currency} and l.account <> 'provider_fees' and e.kind <> 'provider_fee'
    group by 1 having sum(l."amountMinor") <> 0 or sum(l."valueMinor") <> 0`.execute(world.db);
    expect(rows).toEqual([]);
    await expectMoneyToAddUp();
  },
);

test("an order isn't priced in a currency that the price list isn't sold in", async () => {
  const order = await quotedOrder(amara, 5_000, { currency: "GBP" });
  expect(order).toMatchObject({ currency: "USD", totalMinor: 15_000 });
});

test("a draft begins in the currency of the prices that were shown, if it's sold", async () => {
  const begun = async (query: string) => {
    const visitor = { kind: "guest", guestKeyHash: null } as const;
    const answer = await postDraft(new Request(`http://stet.test/api/drafts${query}`, { method: "POST" }), {
      actor: visitor,
    });
    const { orderId } = (await answer.json()) as { orderId: string };
    return (await getOrder(orderId)).choices;
  };
  expect(await begun("?currency=EUR")).toMatchObject({ currency: "EUR" });
  for (const query of ["", "?currency=CHF", "?currency=dollars"])
    expect(await begun(query)).not.toHaveProperty("currency");
});
