import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { payCheckout } from "#boot/testing/pay-checkout.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { MINUTE, after } from "#app/platform/rules/core/time.ts";
import { now, setClock } from "#app/platform/server/core/clock.ts";
import { giveTerms } from "#app/features/payments/server/credit/credit-lines.ts";
import { accountOf, issueStatements } from "#app/features/payments/server/credit/statements.ts";
import { balanceOf, standingOf } from "#app/features/payments/server/balance/balance.ts";
import { closeOrganization } from "#app/features/payments/server/balance/close-organization.ts";
import { payFromBalance } from "#app/features/payments/server/balance/pay-from-balance.ts";
import { depositsOf, findDeposit } from "#app/features/payments/server/deposits/find-deposit.ts";
import { returnFunds, returnOwnFunds, sendReturn } from "#app/features/payments/server/deposits/return-deposits.ts";
import { checkDeposit } from "#app/features/payments/server/deposits/settle-deposit.ts";
import { startDeposit, startGift, startOwnDeposit } from "#app/features/payments/server/deposits/start-deposit.ts";
import { reconcilePayments } from "#app/features/payments/server/ledger/reconcile-payments.ts";
import { readProviderAccount } from "#app/features/payments/server/provider/read-provider-account.ts";
import { stripe } from "#app/features/payments/server/provider/stripe.ts";
import { findClosureBlockers } from "#app/features/privacy/server/closure-blockers.ts";
import { cancelOrder } from "#app/features/payments/server/cancel/cancel-order.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { MONEY_LIST } from "#app/features/payments/rules/money-list.ts";
import { listOwnMoney } from "#app/features/payments/server/checkout/list-own-money.ts";
import { listPaymentsOf } from "#app/features/payments/server/checkout/find-payment.ts";
import { listRefundsOf } from "#app/features/payments/server/refunds/find-refund.ts";
import { ownBalances } from "#app/features/payments/server/balance/own-balance.ts";
import { acceptGift, cancelGift, giftsOf } from "#app/features/payments/server/deposits/gifts.ts";
import { codeOf, expectSound, kindOf, lab, orderFor, topUp } from "../../testing/lab.ts";

let world: TestWorld;
let cards: CardWorld;
beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
});
afterAll(async () => {
  await cards.close();
  await world.close();
});
beforeEach(async () => {
  setClock(NOON);
  await cards.control("/webhooks", { copies: 1, order: "any", dropNext: 0 });
});

const amara = personOf("amara");
const mei = personOf("mei");
const ada = personOf("ada");

/** Pays an amount to an organization's account by card, and returns the deposit. */
async function deposit(organizationId: string, amount: string) {
  await payCheckout(await startDeposit(amara, { organizationId, amount }));
  await cards.deliver();
  return (await depositsOf(of(organizationId)))[0]!;
}
const of = (organizationId: string) => ({ organizationId, uid: null });
const returnsOf = (depositId: string) =>
  world.db.selectFrom("deposit_returns").selectAll().where("depositId", "=", depositId).orderBy("createdAt").execute();
const chargeOf = async (depositId: string): Promise<string> => {
  const { paymentIntentId } = (await findDeposit(depositId))!;
  return (await stripe().paymentIntents.retrieve(paymentIntentId!)).latest_charge as string;
};
/** The books agree with the card provider's own balance, and nothing there is unexplained. */
async function expectSameAtProvider() {
  await readProviderAccount(now());
  const { availableMinor, pendingMinor, ledgerMinor } = await world.db
    .selectFrom("provider_balances")
    .selectAll()
    .where("currency", "=", "USD")
    .executeTakeFirstOrThrow();
  expect(ledgerMinor).toBe(availableMinor + pendingMinor);
  const unbooked = await world.db
    .selectFrom("provider_transactions")
    .where("bookedAt", "is", null)
    .select("id")
    .execute();
  const odd = await world.db
    .selectFrom("journal_lines")
    .where("account", "=", "unassigned")
    .select("entryId")
    .execute();
  expect([unbooked, odd]).toEqual([[], []]);
  await expectSound();
}

test("money added by card is on the balance, once, and spent by members", async () => {
  const id = await lab();
  await cards.control("/webhooks", { copies: 3, order: "reverse" });
  // A form that's sent twice opens one page.
  const [one, two] = await Promise.all([
    startDeposit(amara, { organizationId: id, amount: "500" }),
    startDeposit(amara, { organizationId: id, amount: "500" }),
  ]);
  expect(one).toBe(two);
  await payCheckout(one);
  await cards.deliver();
  expect(await balanceOf(id)).toBe(50_000);
  const [paid] = await depositsOf(of(id));
  expect(paid).toMatchObject({ status: "succeeded", amountMinor: 50_000, cardLabel: "Visa ending 4242" });
  const { checkoutSessionId } = (await findDeposit(paid!.id))!;
  await Promise.all([
    checkDeposit({ ...paid!, ...of(id) }, checkoutSessionId!),
    checkDeposit({ ...paid!, ...of(id) }, checkoutSessionId!),
  ]);
  expect(await balanceOf(id)).toBe(50_000);

  const order = await orderFor(id);
  await payFromBalance(mei, { orderId: order.id });
  expect(await balanceOf(id)).toBe(50_000 - order.totalMinor);
  const told = await world.db
    .selectFrom("facts")
    .select("data")
    .where("kind", "=", "balance.moved")
    .where("subjectId", "=", id)
    .execute();
  expect(told.map(({ data }) => data)).toMatchObject([{ amountMinor: 50_000, by: "card", uids: [amara.uid] }]);
  await expectSameAtProvider();
});

test("only those who manage an organization add funds or have them paid back", async () => {
  const id = await lab();
  expect(await kindOf(startDeposit(mei, { organizationId: id, amount: "500" }))).toBe("refused");
  expect(await kindOf(returnFunds(mei, { organizationId: id, amount: "1" }))).toBe("refused");
  expect(await kindOf(returnFunds(ada, { organizationId: id, amount: "1" }))).toBe("refused");
  expect(await kindOf(startDeposit(amara, { organizationId: id, amount: "0.50" }))).toBe("invalid");
  expect(await kindOf(startDeposit(amara, { organizationId: id, amount: "10,000.01" }))).toBe("invalid");
});

test("a payment by card pays what's owed on a statement first", async () => {
  const id = await lab();
  await giveTerms(ada, { organizationId: id, limit: "900", netDays: 30, lastDay: "" });
  const line = await world.db
    .selectFrom("credit_lines")
    .select("id")
    .where("organizationId", "=", id)
    .executeTakeFirstOrThrow();
  const order = await orderFor(id);
  await payFromBalance(mei, { orderId: order.id, creditLineId: line.id });
  setClock(after(NOON, 45 * 24 * 60 * MINUTE));
  await issueStatements(now());
  expect((await accountOf(id)).statements).toMatchObject([{ openMinor: order.totalMinor }]);
  const { id: depositId } = await deposit(id, String(order.totalMinor / 100 + 20));
  expect(await standingOf(id)).toEqual({ prepaidMinor: 2_000, owedMinor: 0, writtenOffMinor: 0 });
  const [statement] = (await accountOf(id)).statements;
  expect(statement).toMatchObject({ openMinor: 0 });
  expect(statement!.settledAt).not.toBeNull();

  // The card's bank takes it back: what was spent of it is owed again.
  const { id: disputeId } = await cards.control("/disputes", { charge: await chargeOf(depositId) });
  await cards.deliver();
  expect(await standingOf(id)).toEqual({ prepaidMinor: 0, owedMinor: order.totalMinor, writtenOffMinor: 0 });
  expect((await accountOf(id)).statements).toMatchObject([{ openMinor: order.totalMinor }]);
  const told = await world.db
    .selectFrom("facts")
    .select("id")
    .where("kind", "=", "deposit.disputed")
    .where("subjectId", "=", id)
    .execute();
  expect(told).toHaveLength(1);
  expect(await codeOf(returnFunds(amara, { organizationId: id, amount: "5" }))).toBe("balance_short");
  await expectSameAtProvider();

  await cards.control(`/disputes/${String(disputeId)}/close`, { status: "won", feeBack: true });
  await cards.deliver();
  expect(await standingOf(id)).toEqual({ prepaidMinor: 2_000, owedMinor: 0, writtenOffMinor: 0 });
  await expectSameAtProvider();
});

test("unspent money returns to the cards that it came from, and nowhere else", async () => {
  const id = await lab();
  const first = await deposit(id, "100");
  setClock(after(NOON, MINUTE));
  const second = await deposit(id, "50");
  await topUp(id, "70");
  expect(await codeOf(closeOrganization(amara, { organizationId: id }))).toBe("balance_left");
  expect(await codeOf(returnFunds(amara, { organizationId: id, amount: "220.01" }))).toBe("balance_short");
  expect(await codeOf(returnFunds(amara, { organizationId: id, amount: "150.01" }))).toBe("not_by_card");
  // Two at once: there's only money for one.
  const both = await Promise.all([
    codeOf(returnFunds(amara, { organizationId: id, amount: "120" })),
    codeOf(returnFunds(amara, { organizationId: id, amount: "120" })),
  ]);
  expect(both.toSorted()).toEqual(["balance_short", "done"]);
  // It's off the balance before the provider has sent it.
  expect(await balanceOf(id)).toBe(10_000);
  await cards.deliver();
  expect((await returnsOf(second.id)).map((one) => [one.amountMinor, one.status])).toEqual([[5_000, "succeeded"]]);
  const [sent] = await returnsOf(first.id);
  expect(sent).toMatchObject({ amountMinor: 7_000, status: "succeeded" });
  await sendReturn(sent!.id);
  await expectSameAtProvider();

  // The bank sends one back: it's on the balance again, and can be asked for once more.
  await cards.control(`/refunds/${sent!.providerRefundId}/fail`);
  await cards.deliver();
  expect(await balanceOf(id)).toBe(17_000);
  expect((await returnsOf(first.id)).map((one) => one.status)).toEqual(["failed"]);
  await expectSameAtProvider();
  await returnFunds(amara, { organizationId: id, amount: "100" });
  await cards.deliver();
  expect(await balanceOf(id)).toBe(7_000);
  await expectSameAtProvider();
});

test("a refund made in the provider's dashboard is taken off the account", async () => {
  const id = await lab();
  const { id: depositId } = await deposit(id, "300");
  const order = await orderFor(id);
  await payFromBalance(mei, { orderId: order.id });
  const { paymentIntentId } = (await findDeposit(depositId))!;
  await stripe().refunds.create({ payment_intent: paymentIntentId! });
  await cards.deliver();
  expect(await standingOf(id)).toMatchObject({ prepaidMinor: 0, owedMinor: order.totalMinor });
  await expectSameAtProvider();
});

test("a payment is found without its events, and one that nobody makes ends", async () => {
  const id = await lab();
  await cards.control("/webhooks", { dropNext: 100 });
  await payCheckout(await startDeposit(amara, { organizationId: id, amount: "60" }));
  await cards.deliver();
  expect(await balanceOf(id)).toBe(0);
  const abandoned = await startDeposit(amara, { organizationId: id, amount: "61" });
  expect(abandoned).toContain("/");
  setClock(after(NOON, 11 * MINUTE));
  await reconcilePayments(now());
  expect(await balanceOf(id)).toBe(6_000);
  const { checkoutSessionId, ...open } = await world.db
    .selectFrom("deposits")
    .selectAll()
    .where("organizationId", "=", id)
    .where("status", "=", "open")
    .executeTakeFirstOrThrow();
  await stripe().checkout.sessions.expire(checkoutSessionId!);
  expect(await checkDeposit(open, checkoutSessionId!)).toBe("expired");
  await expectSameAtProvider();
});

const ownAccount = async () => (await ownBalances(mei.uid)).find((one) => one.currency === "USD")?.balanceMinor ?? 0;
/** Adds to Mei-Ling's own balance by card. */
async function addOwn(amount: string) {
  await payCheckout(await startOwnDeposit(mei, { amount, currency: "USD" }));
  await cards.deliver();
}

test("a client's own balance pays for an order, and its refund is on it again", async () => {
  const before = await ownAccount();
  await addOwn("1000");
  // An account with money on it isn't closed.
  expect((await findClosureBlockers(world.db, mei.uid)).join()).toContain("There's money on your balance");
  const order = await quotedOrder(mei, 1_000);
  // Two tabs at once pay once.
  const both = await Promise.all([
    codeOf(payFromBalance(mei, { orderId: order.id, own: true })),
    codeOf(payFromBalance(mei, { orderId: order.id, own: true })),
  ]);
  expect(both).toEqual(["done", "done"]);
  const { totalMinor } = await getOrder(order.id);
  expect(await ownAccount()).toBe(before + 100_000 - totalMinor);
  const [payment] = await listPaymentsOf(order.id);
  expect(payment).toMatchObject({ method: "balance", cardLabel: "Balance", amountMinor: totalMinor });
  expect(payment!.cardFingerprint).not.toBeNull();
  const money = await listOwnMoney(mei, readListQuery(new URLSearchParams(), MONEY_LIST));
  expect(money.rows.find((row) => row.orderId === order.id)).toMatchObject({ payer: "own", state: "paid" });

  await cancelOrder(mei, { orderId: order.id, expectedRefundMinor: totalMinor });
  await cards.deliver();
  const [refund] = await listRefundsOf(order.id);
  expect(refund!.status).toBe("succeeded");
  expect(await ownAccount()).toBe(before + 100_000 - totalMinor + refund!.amountMinor);
  await expectSameAtProvider();
});

test("two orders can't spend the same balance", async () => {
  const [one, two] = [await quotedOrder(mei, 1_000), await quotedOrder(mei, 1_000)];
  const has = await ownAccount();
  const { totalMinor } = await getOrder(one.id);
  if (has < totalMinor) await addOwn(String((totalMinor - has + 100) / 100));
  else await returnOwnFunds(mei, { currency: "USD", amount: String((has - totalMinor - 100) / 100) });
  await cards.deliver();
  const codes = await Promise.all([
    codeOf(payFromBalance(mei, { orderId: one.id, own: true })),
    codeOf(payFromBalance(mei, { orderId: two.id, own: true })),
  ]);
  expect(codes.toSorted()).toEqual(["balance_short", "done"]);
  expect(await ownAccount()).toBeGreaterThanOrEqual(0);
  await expectSameAtProvider();
});

test("somebody else's order, and one that an organization pays for, aren't paid from one's balance", async () => {
  const other = await quotedOrder(amara, 1_000);
  expect(await kindOf(payFromBalance(mei, { orderId: other.id, own: true }))).toBe("not-found");
  const order = await orderFor(await lab());
  expect(await codeOf(payFromBalance(mei, { orderId: order.id, own: true }))).toBe("no_payer");
  expect(await kindOf(startOwnDeposit(ada, { amount: "50", currency: "USD" }))).toBe("refused");
  expect(await codeOf(startOwnDeposit(mei, { amount: "50", currency: "EUR" }))).toBe("currency");
});

/** A gift from Amara to an address. */
async function gift(email: string, amount: string) {
  await payCheckout(await startGift(amara, { amount, currency: "USD", giftEmail: email, message: "For your paper." }));
  await cards.deliver();
  return (await giftsOf(amara)).made[0]!;
}

test("a gift is on the balance of the person it's for, once they accept it", async () => {
  const before = await ownAccount();
  const { id, state } = await gift(mei.email.toUpperCase(), "75");
  expect(state).toBe("open");
  expect((await giftsOf(mei)).waiting).toMatchObject([{ id, giver: amara.displayName, message: "For your paper." }]);
  const mails = await world.db.selectFrom("mail").select(["to", "text"]).where("kind", "=", "gift.offered").execute();
  expect(mails.map(({ to }) => to)).toContain(mei.email.toLowerCase());
  expect(await ownAccount()).toBe(before);
  // Only the person with that address.
  expect(await kindOf(acceptGift(amara, { giftId: id }))).toBe("not-found");
  expect(await kindOf(cancelGift(mei, { giftId: id }))).toBe("not-found");
  const both = await Promise.all([codeOf(acceptGift(mei, { giftId: id })), codeOf(acceptGift(mei, { giftId: id }))]);
  expect(both).toEqual(["done", "done"]);
  expect(await ownAccount()).toBe(before + 7_500);
  expect(await codeOf(cancelGift(amara, { giftId: id }))).toBe("accepted");
  // It can't be paid out to the card of the person who gave it.
  const has = await ownAccount();
  expect(["not_by_card", "balance_short"]).toContain(
    await codeOf(returnOwnFunds(mei, { currency: "USD", amount: String(has / 100) })),
  );
  await expectSameAtProvider();

  // The giver's bank takes it back afterward: the giver owes it, the other person keeps it.
  const { depositId } = await world.db
    .selectFrom("gifts")
    .select("depositId")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  await cards.control("/disputes", { charge: await chargeOf(depositId) });
  await cards.deliver();
  expect(await ownAccount()).toBe(before + 7_500);
  expect(await ownBalances(amara.uid)).toEqual([{ currency: "USD", balanceMinor: -7_500 }]);
  await expectSameAtProvider();
});

test("a gift that isn't accepted returns to the giver's card, and can't be accepted anymore", async () => {
  const { id } = await gift(mei.email, "40");
  const codes = await Promise.all([codeOf(cancelGift(amara, { giftId: id })), codeOf(acceptGift(mei, { giftId: id }))]);
  expect([
    ["done", "canceled"],
    ["accepted", "done"],
  ]).toContainEqual(codes);
  await cards.deliver();
  const other = await gift(mei.email, "41");
  await cancelGift(amara, { giftId: other.id });
  await cancelGift(amara, { giftId: other.id });
  await cards.deliver();
  expect(await codeOf(acceptGift(mei, { giftId: other.id }))).toBe("canceled");
  const { depositId } = await world.db
    .selectFrom("gifts")
    .select("depositId")
    .where("id", "=", other.id)
    .executeTakeFirstOrThrow();
  expect((await returnsOf(depositId)).map((one) => [one.amountMinor, one.status])).toEqual([[4_100, "succeeded"]]);
  await expectSameAtProvider();
});
