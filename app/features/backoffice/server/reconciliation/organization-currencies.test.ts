import { sql } from "kysely";
import { extractText } from "unpdf";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { expectMoneyToAddUp } from "#boot/testing/order-invariants.ts";
import { quotedOrder } from "#boot/testing/quoted-order.ts";
import { sellInCurrencies } from "#boot/testing/sell-in.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import type { Currency } from "#app/platform/rules/core/money.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { createOrganization } from "#app/features/organizations/server/change-organization.ts";
import { findOrganization } from "#app/features/organizations/server/find-organization.ts";
import { changeMember } from "#app/features/organizations/server/members.ts";
import { choosePayer } from "#app/features/orders/server/drafts/choose-payer.ts";
import { quoteOrder } from "#app/features/orders/server/drafts/quote-order.ts";
import { saveDraft } from "#app/features/orders/server/drafts/save-draft.ts";
import { getOrder } from "#app/features/orders/server/views/find-order.ts";
import { standingOf } from "#app/features/payments/server/balance/balance.ts";
import { changeCurrency } from "#app/features/payments/server/balance/organization-currency.ts";
import { payFromBalance } from "#app/features/payments/server/balance/pay-from-balance.ts";
import { askToSpend, decideSpending, requestOf } from "#app/features/payments/server/balance/spending-requests.ts";
import { startTopUp, topUpsOf } from "#app/features/payments/server/balance/top-ups.ts";
import { cancelOrder } from "#app/features/payments/server/cancel/cancel-order.ts";
import { readAging } from "#app/features/payments/server/credit/aging.ts";
import { askForTerms, decideCredit, giveTerms } from "#app/features/payments/server/credit/credit-lines.ts";
import { readCredit } from "#app/features/payments/server/credit/read-credit.ts";
import { getStatementPdf, issueStatements, watchStatements } from "#app/features/payments/server/credit/statements.ts";
import { importRates } from "#app/features/payments/server/invoices/import-rates.ts";
import { revalueLastMonth } from "#app/features/payments/server/ledger/revalue.ts";
import { DETAILS, bank, bankIn, codeOf, kindOf, lab } from "../../testing/lab.ts";
import { listOrganizations } from "../money/list-organizations.ts";
import { readReconciliation } from "./read-reconciliation.ts";
import { reconcileNow } from "./record-differences.ts";
import { resolveDifference } from "./resolve-difference.ts";

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

const [amara, mei, ada] = (["amara", "mei", "ada"] as const).map(personOf);
const DECEMBER = new Date("2026-12-01T06:00:00Z");

/** From December on, a euro is worth more and a yen less than in November. */
async function ratesOfDecember() {
  setClock(DECEMBER);
  const text = ["Date,USD,JPY,GBP,", "2026-11-30,1.1200,170.00,0.8700,", ""].join("\n");
  await importRates(ada!, { fileName: "eurofxref-hist.csv", bytes: new TextEncoder().encode(text) });
}

async function prepay(organizationId: string, currency: Currency, amount: string, minor: number) {
  const { number } = await startTopUp(amara!, { organizationId, amount });
  await bankIn(currency, { minor, text: `Payment ${number}` });
  return number;
}

/** An order of somebody that was priced in dollars before the organization was to pay for it. */
async function orderFor(organizationId: string, words = 1_000, author = mei!) {
  const { id } = await quotedOrder(author, words);
  await choosePayer(author, { orderId: id, organizationId, titleHidden: false });
  return quoteOrder(author, { orderId: id });
}

/** What an organization has and owes in its currency and in the books. */
async function accountsOf(organizationId: string) {
  const { rows } = await sql<{ account: string; currency: string; minor: number; value: number }>`
    select account, currency, sum("amountMinor")::int as minor, coalesce(sum("valueMinor"), 0)::int as value
    from journal_lines where party = ${organizationId} group by 1, 2 order by 1`.execute(world.db);
  return rows.map((row) => [row.account, row.currency, row.minor, row.value]);
}
const realized = async (kind: string): Promise<number> => {
  const { rows } = await sql<{ value: number | null }>`
    select sum(l."valueMinor")::int as value from journal_lines l join journal_entries e on e.id = l."entryId"
    where l.account = 'exchange_differences' and e.kind = ${kind}`.execute(world.db);
  return rows[0]!.value ?? 0;
};

describe.each([
  {
    currency: "EUR" as const,
    amount: "1,000.50",
    minor: 100_050,
    value: 109_055,
    sign: "€",
    limit: "20",
    least: "€46.00",
  },
  {
    currency: "JPY" as const,
    amount: "150,000",
    minor: 150_000,
    value: 101_238,
    sign: "¥",
    limit: "3000",
    least: "¥7,750",
  },
])("an organization in $currency", ({ currency, amount, minor, value, sign, limit, least }) => {
  test("prepays by a transfer in it, and its orders are priced, paid, and refunded in it", async () => {
    const organizationId = await lab({ currency });
    await expect(startTopUp(amara!, { organizationId, amount: "1" })).rejects.toMatchObject({
      fields: { amount: expect.stringContaining(`Enter ${least}`) as string },
    });
    await prepay(organizationId, currency, amount, minor);
    expect((await topUpsOf(organizationId))[0]).toMatchObject({ state: "paid", currency, amountMinor: minor });
    expect(await accountsOf(organizationId)).toEqual([["customer_balances", currency, -minor, -value]]);
    const order = await orderFor(organizationId);
    expect(order).toMatchObject({ currency, status: "quoted" });
    await payFromBalance(mei!, { orderId: order.id });
    expect(await standingOf(organizationId)).toEqual({
      prepaidMinor: minor - order.totalMinor,
      owedMinor: 0,
      writtenOffMinor: 0,
    });
    await cancelOrder(mei!, { orderId: order.id, expectedRefundMinor: order.totalMinor });
    await drainJobs();
    // At the same rate, everything has the value that it came with.
    expect(await accountsOf(organizationId)).toEqual([["customer_balances", currency, -minor, -value]]);
    await expectMoneyToAddUp();
  });

  test("has its members' limits in it, and two who pay at once don't get past what's left", async () => {
    const organizationId = await lab({ currency, order: limit });
    const [first, second] = [await orderFor(organizationId), await orderFor(organizationId, 1_000, amara!)];
    await expect(payFromBalance(mei!, { orderId: first.id })).rejects.toMatchObject({
      code: "over_limit",
      message: expect.stringContaining(sign) as string,
    });
    await askToSpend(mei!, { orderId: first.id });
    const { id: requestId } = (await requestOf(first.id))!;
    await Promise.all([1, 2].map(() => decideSpending(amara!, { requestId, approve: true })));
    // The balance is enough for one of them.
    await prepay(organizationId, currency, amount, first.totalMinor + second.totalMinor - 1);
    const both = await Promise.all([
      codeOf(payFromBalance(mei!, { orderId: first.id })),
      codeOf(payFromBalance(amara!, { orderId: second.id })),
      codeOf(payFromBalance(mei!, { orderId: first.id })),
    ]);
    expect(both.filter((one) => one === "balance_short").length).toBeGreaterThan(0);
    expect((await standingOf(organizationId)).prepaidMinor).toBeGreaterThanOrEqual(0);
    await expectMoneyToAddUp();
  });

  test("is refused an order in another currency, and a transfer in one isn't booked on it", async () => {
    const organizationId = await lab({ currency });
    await prepay(organizationId, currency, amount, minor);
    const order = await orderFor(organizationId);
    await saveDraft(mei!, { orderId: order.id, patch: { currency: "USD" } });
    await quoteOrder(mei!, { orderId: order.id });
    expect(await codeOf(payFromBalance(mei!, { orderId: order.id }))).toBe("other_currency");
    expect(await codeOf(askToSpend(mei!, { orderId: order.id }))).toBe("other_currency");
    const { number } = await startTopUp(amara!, { organizationId, amount });
    await bank({ minor: 4_200, text: `Payment ${number}` });
    expect((await standingOf(organizationId)).prepaidMinor).toBe(minor);
    await reconcileNow(ada!);
    const line = (await readReconciliation(ada!)).open.find(
      (one) => one.kind === "line_not_assigned" && one.amountMinor === 4_200 && one.title.includes(number),
    )!;
    expect(
      await codeOf(resolveDifference(ada!, { key: line.key, note: "Theirs.", account: `balance:${organizationId}` })),
    ).toBe("matched");
  });
});

test("a month on terms in euros is stated, reminded of, and paid in them; what the rate changed is an exchange difference", async () => {
  const organizationId = await lab({ currency: "EUR" });
  await askForTerms(amara!, { organizationId, limit: "5,000", netDays: 15 });
  const [asked] = (await readCredit(amara!, organizationId)).lines;
  expect(asked).toMatchObject({ limitMinor: 500_000, currency: "EUR" });
  // Two people are needed above $5,000, which are €4,600 at the price list's rate.
  expect((await readCredit(ada!, organizationId)).twoAbove).toBe("€4,600.00");
  const decide = { creditLineId: asked!.id, approve: true, netDays: "15", lastDay: "", reason: "" } as const;
  expect(await decideCredit(ada!, { ...decide, limit: "4,600", revision: asked!.revision })).toBe("granted");
  const order = await orderFor(organizationId, 5_000);
  expect(order.totalMinor).toBe(14_000);
  await payFromBalance(mei!, { orderId: order.id, creditLineId: asked!.id });
  expect(await accountsOf(organizationId)).toEqual([["receivables", "EUR", 14_000, 15_260]]);
  expect((await readAging(NOON)).find((one) => one.id === organizationId)).toMatchObject({
    currency: "EUR",
    owedMinor: 14_000,
    unbilledMinor: 14_000,
  });

  await ratesOfDecember();
  await Promise.all([issueStatements(DECEMBER), issueStatements(DECEMBER)]);
  const [statement] = (await readCredit(amara!, organizationId)).statements;
  expect(statement).toMatchObject({ amountMinor: 14_000, openMinor: 14_000 });
  const pdf = await getStatementPdf(new Request("http://x"), { actor: amara!, params: { id: statement!.id } });
  const { text } = await extractText(new Uint8Array(await pdf.arrayBuffer()), { mergePages: true });
  expect(text).toContain("EUR 140.00");
  expect(text).not.toContain("$");
  // What's owed is worth more at the end of the month.
  await Promise.all([revalueLastMonth(DECEMBER), revalueLastMonth(DECEMBER)]);
  expect(await accountsOf(organizationId)).toEqual([["receivables", "EUR", 14_000, 15_680]]);

  const late = new Date("2026-12-20T06:00:00Z");
  setClock(late);
  await watchStatements(late);
  const { rows: reminded } = await sql<{ data: { currency: string } }>`
    select data from facts where kind = 'statement.reminded' and data->>'organizationId' = ${organizationId}`.execute(
    world.db,
  );
  expect(reminded.at(-1)?.data.currency).toBe("EUR");
  expect((await listOrganizations(ada!, "")).rows.find((one) => one.id === organizationId)).toMatchObject({
    currency: "EUR",
    owedMinor: 14_000,
  });
  const before = await realized("balance_moved");
  // It pays more than it owes: the rest is prepaid.
  await bankIn("EUR", { minor: 15_000, text: `For ${statement!.number}` });
  expect((await readCredit(amara!, organizationId)).statements[0]).toMatchObject({ openMinor: 0 });
  expect(await accountsOf(organizationId)).toEqual([
    ["customer_balances", "EUR", -1_000, -1_120],
    ["receivables", "EUR", 0, 0],
  ]);
  expect(await realized("balance_moved")).toBe(before);
  await expectMoneyToAddUp();
});

test("a balance that's paid back at another rate leaves nothing behind in the books", async () => {
  const organizationId = await lab({ currency: "JPY" });
  await prepay(organizationId, "JPY", "100,000", 100_000);
  const [, , , valueMinor] = (await accountsOf(organizationId))[0]!;
  await ratesOfDecember();
  const before = await realized("balance_moved");
  await bankIn("JPY", { minor: -100_000, text: "Paid back" });
  await reconcileNow(ada!);
  const line = (await readReconciliation(ada!)).open.find(
    (one) => one.kind === "line_not_assigned" && one.currency === "JPY",
  )!;
  await resolveDifference(ada!, { key: line.key, note: "Paid back.", account: `balance:${organizationId}` });
  expect(await accountsOf(organizationId)).toEqual([["customer_balances", "JPY", 0, 0]]);
  // 100,000 yen were $674.92, and are $658.82 now.
  expect([valueMinor, (await realized("balance_moved")) - before]).toEqual([-67_492, 65_882 - 67_492]);
  await expectMoneyToAddUp();
});

describe("the currency of an organization", () => {
  const change = (organizationId: string, currency: string, who = amara!) =>
    changeCurrency(who, { organizationId, currency });
  const empty = async (key: string) =>
    (await createOrganization(amara!, { ...DETAILS, organization: key, clientKey: `currency-${key}` })).organizationId;

  test("is dollars unless another is chosen, and is changed by owners among those sold", async () => {
    const organizationId = await lab();
    expect((await findOrganization(amara!, organizationId)).currency).toBe("USD");
    expect(await kindOf(change(organizationId, "EUR", mei!))).toBe("refused");
    for (const wrong of ["GBP", "CHF", "eur", "x".repeat(500)])
      expect(await kindOf(change(organizationId, wrong))).toBe("invalid");
    await Promise.all([change(organizationId, "EUR"), change(organizationId, "EUR")]);
    expect((await findOrganization(amara!, organizationId)).currency).toBe("EUR");
    await change(organizationId, "USD");
  });

  test("stays while anything is booked, open, or limited in it", async () => {
    const limited = await lab({ order: "50" });
    expect(await codeOf(change(limited, "EUR"))).toBe("limits");
    await changeMember(amara!, { organizationId: limited, uid: mei!.uid, role: "member" });
    await change(limited, "EUR");
    await startTopUp(amara!, { organizationId: limited, amount: "500" });
    expect(await codeOf(change(limited, "USD"))).toBe("top_up");
    const onTerms = await empty("On terms");
    await giveTerms(ada!, { organizationId: onTerms, limit: "500", netDays: 30, lastDay: "" });
    expect(await codeOf(change(onTerms, "EUR"))).toBe("credit");
    const paying = await lab();
    const { number } = await startTopUp(amara!, { organizationId: paying, amount: "500" });
    await bank({ minor: 50_000, text: number });
    expect(await codeOf(change(paying, "EUR"))).toBe("booked");
  });

  test("and a pro forma invoice that's asked for at the same moment agree", async () => {
    for (const round of [1, 2, 3]) {
      const organizationId = await empty(`At once ${round}`);
      await Promise.all([
        codeOf(change(organizationId, "EUR")),
        codeOf(startTopUp(amara!, { organizationId, amount: "500" })),
      ]);
      const { currency } = await findOrganization(amara!, organizationId);
      expect((await topUpsOf(organizationId)).map((one) => one.currency)).toEqual([currency]);
    }
  });

  test("is the one its orders get, also if a price was held, and a custom price stays", async () => {
    const organizationId = await lab({ currency: "EUR" });
    const held = await quotedOrder(mei!, 1_000);
    await choosePayer(mei!, { orderId: held.id, organizationId, titleHidden: false });
    expect(await getOrder(held.id)).toMatchObject({ status: "draft", choices: { currency: "EUR" } });
    // Choosing the same again leaves what the author chose since.
    await saveDraft(mei!, { orderId: held.id, patch: { currency: "USD" } });
    await choosePayer(mei!, { orderId: held.id, organizationId, titleHidden: true });
    expect(await getOrder(held.id)).toMatchObject({ choices: { currency: "USD" } });
  });
});
