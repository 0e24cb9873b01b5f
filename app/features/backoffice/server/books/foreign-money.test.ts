import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import type { Account } from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { importRates } from "#app/features/payments/server/invoices/import-rates.ts";
import { foldLedger } from "#app/features/payments/server/ledger/fold-ledger.ts";
import { BOOKS } from "#app/features/payments/server/ledger/ledger-sums.ts";
import { ledgerSum, postEntry } from "#app/features/payments/server/ledger/post-entry.ts";
import { reverseEntries } from "#app/features/payments/server/ledger/reverse-entries.ts";
import { currenciesWithoutRate, revalueLastMonth, revalueMonth } from "#app/features/payments/server/ledger/revalue.ts";
import { ecbCurrencies } from "#app/features/payouts/testing/rate-samples.ts";
import { personOf } from "#db/seed/cast.ts";
import { readBooks } from "../../rules/books.ts";
import { closeMonth, proposeClosing } from "./close-month.ts";
import { checkMonths } from "./check-months.ts";
import { findOpenItems } from "./find-open-items.ts";
import { balancesBefore } from "./read-balances.ts";
import { readBalanceSheet, readCashFlow, readProfitAndLoss } from "./read-books.ts";

const ada = personOf("ada")!;
const at = (day: string): Date => new Date(`${day}T10:00:00Z`);
const NOVEMBER = new Date("2026-11-01T00:00:00Z");

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await importRates(ada, {
    fileName: "eurofxref-hist.csv",
    bytes: new TextEncoder().encode(
      ecbCurrencies(["USD", "GBP", "JPY"], {
        "2026-10-01": "1.1000/0.8800/160.00",
        "2026-10-15": "1.1200/0.8700/162.00",
        "2026-10-30": "1.1500/0.8650/161.50",
      }),
    ),
  });
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  await sql`truncate journal_lines, journal_entries, ledger_moves, ledger_days, ledger_parties, ledger_services,
    closed_balances, closed_months, month_closings, money_differences cascade`.execute(world.db);
});

let posted = 0;
const post = (day: string, currency: string, lines: readonly [Account, number, party?: string][]) => {
  posted += 1;
  const key = `test:${posted}`;
  return transact(SYSTEM, (ctx) =>
    postEntry(ctx, {
      key,
      kind: "assigned",
      currency,
      causeType: "test",
      causeId: key,
      memo: `Entry ${posted}`,
      happenedAt: at(day),
      lines: lines.map(([account, amountMinor, party = ""]) => ({ account, party, amountMinor })),
    }),
  ).then(() => key);
};
const valuesOf = async (key: string) =>
  (
    await world.db
      .selectFrom("journal_lines as l")
      .innerJoin("journal_entries as e", "e.id", "l.entryId")
      .select(["l.account", "l.amountMinor", "l.valueMinor"])
      .where("e.key", "=", key)
      .orderBy("l.line")
      .execute()
  ).map((l) => [l.account, l.amountMinor, l.valueMinor]);
/** Each currency, and the books, by the sums and by the lines. */
async function expectBalanced() {
  expect(await ledgerSum(world.db)).toBe(0);
  const { rows } = await sql`select "entryId", currency from journal_lines group by 1, 2
    having sum("amountMinor") <> 0 or sum("valueMinor") <> 0`.execute(world.db);
  expect(rows).toEqual([]);
  const { rows: lines } = await sql<{ account: Account; minor: number }>`select account,
    sum(coalesce("valueMinor", "amountMinor"))::int as minor from journal_lines
    where currency = 'USD' or "valueMinor" is not null group by 1 having sum(coalesce("valueMinor", "amountMinor")) <> 0`.execute(
    world.db,
  );
  const balances = await balancesBefore(BOOKS, at("2027-01-01"), world.db);
  expect(Object.fromEntries(Object.entries(balances).filter(([, minor]) => minor !== 0))).toEqual(
    Object.fromEntries(lines.map(({ account, minor }) => [account, minor])),
  );
}

test("an entry in another currency is worth what the day's rate says, in whole units of each", async () => {
  const euros = await post("2026-10-02", "EUR", [
    ["bank", 10_000],
    ["equity", -10_000],
  ]);
  expect(await valuesOf(euros)).toEqual([
    ["bank", 10_000, 11_000],
    ["equity", -10_000, -11_000],
  ]);
  const yen = await post("2026-10-16", "JPY", [
    ["bank", 16_200],
    ["equity", -16_200],
  ]);
  expect(await valuesOf(yen)).toEqual([
    ["bank", 16_200, 11_200],
    ["equity", -16_200, -11_200],
  ]);
  const dollars = await post("2026-10-16", "USD", [
    ["bank", 500],
    ["equity", -500],
  ]);
  expect(await valuesOf(dollars)).toEqual([
    ["bank", 500, null],
    ["equity", -500, null],
  ]);
  await expectBalanced();
  await foldLedger();
  await expectBalanced();
  expect(await balancesBefore("EUR", at("2027-01-01"))).toMatchObject({ bank: 10_000 });
  expect(await balancesBefore("USD", at("2027-01-01"))).toMatchObject({ bank: 500 });
  expect(await balancesBefore(BOOKS, at("2027-01-01"))).toMatchObject({ bank: 22_700 });
});

test("a reversal takes back what the entry was worth, at whatever rate", async () => {
  const key = await post("2026-10-02", "EUR", [
    ["bank", 10_000],
    ["equity", -10_000],
  ]);
  await transact(SYSTEM, (ctx) => reverseEntries(ctx, [key], "Reversed"));
  expect(await valuesOf(`reversed:${key}`)).toEqual([
    ["bank", -10_000, -11_000],
    ["equity", 10_000, 11_000],
  ]);
  await expectBalanced();
});

test("an unbalanced value is refused by the database", async () => {
  await expect(
    transact(SYSTEM, (ctx) =>
      postEntry(ctx, {
        key: "test:off",
        kind: "manual",
        currency: "EUR",
        causeType: "test",
        causeId: "off",
        memo: "Off",
        lines: [
          { account: "bank", amountMinor: 100, valueMinor: 110 },
          { account: "equity", amountMinor: -100, valueMinor: -111 },
        ],
      }),
    ),
  ).rejects.toThrow("does not balance");
});

test("at the end of a month, money in other currencies is worth that day's rate, once", async () => {
  await post("2026-10-02", "EUR", [
    ["bank", 10_000],
    ["equity", -10_000],
  ]);
  await post("2026-10-16", "EUR", [
    ["receivables", 5_000, "org_1"],
    ["deferred_revenue", -5_000],
  ]);
  await Promise.all([revalueLastMonth(NOON), revalueLastMonth(NOON)]);
  await revalueLastMonth(NOON);
  const { rows } = await sql<{ kind: string; day: string }>`select kind, "happenedAt"::date::text as day
    from journal_entries where "causeType" = 'valuation' order by 1`.execute(world.db);
  expect(rows).toEqual([
    { kind: "exchange_revalued", day: "2026-10-31" },
    { kind: "owed_revalued", day: "2026-10-31" },
  ]);
  const books = await balancesBefore(BOOKS, NOVEMBER);
  // 100 euros for 110 dollars, and 50 for 56, are worth 115 and 57.50.
  expect(books).toMatchObject({
    bank: 11_500,
    receivables: 5_750,
    exchange_differences: -650,
    deferred_revenue: -5_600,
  });
  expect(await balancesBefore("EUR", NOVEMBER)).toMatchObject({ bank: 10_000, receivables: 5_000 });
  await expectBalanced();
});

test("what was booked before there were rates enters the books at the first rate, without a gain", async () => {
  await world.db.deleteFrom("reference_rates").where("rateOn", "<", "2026-10-15").execute();
  const key = await post("2026-10-02", "EUR", [
    ["bank", 10_000],
    ["equity", -10_000],
  ]);
  expect(await valuesOf(key)).toEqual([
    ["bank", 10_000, null],
    ["equity", -10_000, null],
  ]);
  await transact(SYSTEM, (ctx) => revalueMonth(ctx, "2026-10", NOVEMBER));
  await transact(SYSTEM, (ctx) => revalueMonth(ctx, "2026-10", NOVEMBER));
  expect(await balancesBefore(BOOKS, NOVEMBER)).toMatchObject({ bank: 11_500, equity: -11_500 });
  await expectBalanced();
});

test("a month is closed with its values, says which rate is missing, and stays what it was", async () => {
  await post("2026-10-02", "EUR", [
    ["bank", 10_000],
    ["equity", -10_000],
  ]);
  await post("2026-10-16", "USD", [
    ["provider_fees", 300],
    ["bank", -300],
  ]);
  expect(await currenciesWithoutRate(NOVEMBER)).toEqual([]);
  expect(await currenciesWithoutRate(new Date("2026-12-01T00:00:00Z"))).toEqual(["EUR"]);
  expect((await findOpenItems(world.db, "2026-11")).find(({ key }) => key === "rates")).toMatchObject({ count: 1 });
  const items = (await findOpenItems(world.db, "2026-10")).map(({ key, count }) => ({
    key,
    count,
    reason: "Known already",
  }));
  await proposeClosing(ada, { month: "2026-10", items });
  await closeMonth(personOf("ben")!, { month: "2026-10", alone: "Nobody else is here." }).catch(() =>
    closeMonth(ada, { month: "2026-10", alone: "Nobody else keeps the books." }),
  );
  expect(await transact(SYSTEM, checkMonths)).toEqual([]);
  const asked = readBooks(new URLSearchParams("on=2026-10-31&from=2026-10&to=2026-10"), NOON);
  const sheet = await readBalanceSheet(ada, asked);
  expect([sheet.assetsMinor, sheet.liabilitiesMinor + sheet.equityMinor]).toEqual([11_200, 11_200]);
  expect((await readProfitAndLoss(ada, asked)).offMinor).toBe(0);
  expect((await readCashFlow(ada, asked)).offMinor).toBe(0);
  expect((await readBalanceSheet(ada, { ...asked, currency: "EUR" })).assetsMinor).toBe(10_000);
  await expectBalanced();
});
