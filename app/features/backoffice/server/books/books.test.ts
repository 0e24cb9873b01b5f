import { taxChoice } from "#app/features/payments/rules/ledger/account-choice.ts";
import { NOT_ATTRIBUTED } from "#app/features/tax/rules/authority.ts";
import fc from "fast-check";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { minor } from "#app/platform/rules/core/money.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { json } from "#app/platform/server/core/database.ts";
import {
  ACCOUNTS,
  ACCOUNT_NAMES,
  BY_HAND,
  type Account,
} from "#app/features/payments/rules/ledger/chart-of-accounts.ts";
import { assigned } from "#app/features/payments/rules/ledger/provider-entries.ts";
import { postEntry } from "#app/features/payments/server/ledger/post-entry.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { type Balances, readBooks, readJournal } from "../../rules/books.ts";
import { recordDifferences } from "../reconciliation/record-differences.ts";
import { closeMonth, dropClosing, oldestOpenMonth, proposeClosing } from "./close-month.ts";
import { journalCsv, quickbooksCsv } from "./export-journal.ts";
import { keepEntry, reverseEntry } from "./manual-entries.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { findOpenItems } from "./find-open-items.ts";
import { balancesBefore } from "./read-balances.ts";
import { readBalanceSheet, readCashFlow, readProfitAndLoss } from "./read-books.ts";
import { openEntry, readJournalPage } from "./read-journal.ts";
import { readMonths } from "./read-months.ts";

const [ada, ben, sam, amara] = (["ada", "ben", "sam", "amara"] as const).map((name) => personOf(name));
const at = (day: string): Date => new Date(`${day}T10:00:00Z`);

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  // Ben keeps the books, too.
  await world.db
    .insertInto("auth_user")
    .values({
      id: ben!.uid,
      name: "Ben Castillo",
      email: "admin2@demo.test",
      emailVerified: true,
      image: null,
      claims: json({ admin: true }),
      timeZone: null,
      createdAt: NOON,
      updatedAt: NOON,
    })
    .execute();
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(NOON);
  await sql`truncate journal_lines, journal_entries, ledger_moves, ledger_days, ledger_parties, closed_balances,
    closed_months, month_closings, money_differences cascade`.execute(world.db);
});

let posted = 0;
const entry = (happenedAt: Date, amountMinor = 1_000, account: Account = "revenue") => ({
  ...assigned([{ account, amountMinor }]),
  key: `test:${++posted}`,
  currency: "USD",
  causeType: "difference",
  causeId: `d${posted}`,
  memo: `Entry ${posted}`,
  happenedAt,
});
const post = (happenedAt: Date, amountMinor?: number, account?: Account) =>
  transact(SYSTEM, (ctx) => postEntry(ctx, entry(happenedAt, amountMinor, account)));
/** Whatever is open of a month, with a reason. */
const itemsOf = async (month: string) =>
  (await findOpenItems(world.db, month)).map(({ key, count }) => ({ key, count, reason: "Known, and settled later." }));
/** Proposed by another person, then closed. */
const close = async (month: string, actor = ada) => {
  await proposeClosing(actor === ben ? ada! : ben!, { month, items: await itemsOf(month) });
  return closeMonth(actor!, { month });
};
const bookedDays = async (): Promise<string[]> =>
  (await world.db.selectFrom("journal_entries").select("bookedAt").orderBy("seq").execute()).map((e) =>
    dayOf(e.bookedAt),
  );
const compared = async () => {
  await transact(SYSTEM, recordDifferences);
  return world.db
    .selectFrom("money_differences")
    .select("title")
    .where("kind", "=", "month_changed")
    .where("clearedAt", "is", null)
    .execute();
};

describe("closing a month", () => {
  test("is for admins, in order, once, and only after it's over", async () => {
    await post(at("2026-09-10"));
    await post(at("2026-11-10"));
    for (const actor of [sam, amara]) {
      await expect(close("2026-09", actor)).rejects.toMatchObject({ kind: "refused" });
      await expect(readMonths(actor!, 1)).rejects.toMatchObject({ kind: "refused" });
    }
    await expect(close("2026-10")).rejects.toMatchObject({ code: "earlier_month_open" });
    await expect(close("2026-08")).rejects.toMatchObject({ code: "nothing_booked" });
    expect(await close("2026-09")).toEqual({ month: "2026-09", entries: 1 });
    await expect(close("2026-09", ben)).rejects.toMatchObject({
      code: "month_closed",
      message: expect.stringContaining("Ada"),
    });
    expect(await close("2026-10")).toEqual({ month: "2026-10", entries: 0 });
    await expect(close("2026-11")).rejects.toMatchObject({ code: "month_not_over" });
    expect((await readMonths(ada!, 1)).closed.rows.map((m) => [m.month, m.closedBy])).toEqual([
      ["2026-10", "Ada Lindqvist"],
      ["2026-09", "Ada Lindqvist"],
    ]);
    const facts = await world.db
      .selectFrom("facts")
      .select("subjectId")
      .where("kind", "=", "books.month_closed")
      .orderBy("seq")
      .execute();
    expect(facts.map((f) => f.subjectId)).toEqual(["2026-09", "2026-10"]);
  });

  test("books what happened in it into the next month, and keeps when it happened", async () => {
    await post(at("2026-09-10"));
    await close("2026-09");
    await post(at("2026-09-28"));
    await post(at("2026-10-02"));
    expect(await bookedDays()).toEqual(["2026-09-10", "2026-10-01", "2026-10-02"]);
    const late = await world.db
      .selectFrom("journal_entries")
      .select(["id", "happenedAt"])
      .orderBy("seq")
      .offset(1)
      .limit(1)
      .executeTakeFirstOrThrow();
    expect(late.happenedAt).toEqual(at("2026-09-28"));
    expect((await openEntry(ada!, late.id)).lines).toHaveLength(2);
  });

  test("takes two people, and a reason for each thing that's open", async () => {
    await post(at("2026-09-10"));
    const { next } = await readMonths(ada!, 1);
    expect(next).toMatchObject({ month: "2026-09", isOver: true, closing: null });
    expect(next!.open.length).toBeGreaterThan(0);
    const items = await itemsOf("2026-09");
    await expect(closeMonth(ada!, { month: "2026-09" })).rejects.toMatchObject({ code: "not_proposed" });
    await expect(proposeClosing(sam!, { month: "2026-09", items })).rejects.toMatchObject({ kind: "refused" });
    await expect(dropClosing(sam!, { month: "2026-09" })).rejects.toMatchObject({ kind: "refused" });
    await expect(proposeClosing(ada!, { month: "2026-09", items: [] })).rejects.toMatchObject({ code: "more_open" });
    await expect(
      proposeClosing(ada!, { month: "2026-09", items: items.map((item) => ({ ...item, reason: "" })) }),
    ).rejects.toMatchObject({ kind: "invalid", fields: { [`reason-${items[0]!.key}`]: expect.any(String) } });
    await proposeClosing(ada!, { month: "2026-09", items });
    await expect(closeMonth(ada!, { month: "2026-09" })).rejects.toMatchObject({ code: "same_person" });
    expect((await readMonths(ada!, 1)).next!.closing).toMatchObject({ isMine: true, proposedBy: "Ada Lindqvist" });
    expect((await readMonths(ben!, 1)).next!.closing).toMatchObject({ isMine: false });
    await dropClosing(ben!, { month: "2026-09" });
    await expect(closeMonth(ben!, { month: "2026-09" })).rejects.toMatchObject({ code: "not_proposed" });
    await proposeClosing(ada!, { month: "2026-09", items });
    await closeMonth(ben!, { month: "2026-09" });
    expect((await readMonths(ada!, 1)).closed.rows).toMatchObject([
      {
        proposedBy: "Ada Lindqvist",
        closedBy: "Ben Castillo",
        open: items.map(({ key, count, reason }) => ({ key, count, reason })),
      },
    ]);
  });

  test("takes one person where nobody else keeps the books, with a reason that stays with it", async () => {
    await post(at("2026-09-10"));
    await proposeClosing(ada!, { month: "2026-09", items: await itemsOf("2026-09") });
    const alone = "I'm the only one here until January.";
    await expect(closeMonth(ada!, { month: "2026-09", alone })).rejects.toMatchObject({ code: "same_person" });
    const disable = (at: Date | null) =>
      world.db.updateTable("auth_user").set({ disabledAt: at }).where("id", "=", ben!.uid).execute();
    await disable(NOON);
    try {
      expect((await readMonths(ada!, 1)).next!.closing).toMatchObject({ isMine: true, isAlone: true });
      await expect(closeMonth(ada!, { month: "2026-09" })).rejects.toMatchObject({
        fields: { alone: expect.any(String) },
      });
      const both = await Promise.allSettled([1, 2].map(() => closeMonth(ada!, { month: "2026-09", alone })));
      expect(both.map((one) => one.status).toSorted()).toEqual(["fulfilled", "rejected"]);
      expect((await readMonths(ada!, 1)).closed.rows).toMatchObject([{ closedBy: "Ada Lindqvist", alone }]);
    } finally {
      await disable(null);
    }
  });

  test("is refused when more is open than was agreed to", async () => {
    await post(at("2026-09-10"));
    await proposeClosing(ben!, { month: "2026-09", items: await itemsOf("2026-09") });
    await world.db
      .insertInto("money_differences")
      .values({
        key: "test:1",
        kind: "not_booked",
        amountMinor: minor(1),
        currency: "USD",
        title: "One",
        foundAt: NOON,
      })
      .execute();
    await expect(closeMonth(ada!, { month: "2026-09" })).rejects.toMatchObject({ code: "more_open" });
    await proposeClosing(ben!, { month: "2026-09", items: await itemsOf("2026-09") });
    await closeMonth(ada!, { month: "2026-09" });
  });

  test("happens once when two admins close it at the same moment", async () => {
    await post(at("2026-09-10"));
    await proposeClosing(ada!, { month: "2026-09", items: await itemsOf("2026-09") });
    const tries = await Promise.allSettled([1, 2, 3].map(() => closeMonth(ben!, { month: "2026-09" })));
    expect(tries.filter((t) => t.status === "fulfilled")).toHaveLength(1);
    expect(await world.db.selectFrom("closed_balances").select("account").execute()).toHaveLength(2);
  });

  test("includes an entry that another process is still booking in it", async () => {
    await post(at("2026-09-10"));
    const other = new pg.Client({ connectionString: world.url });
    await other.connect();
    try {
      await other.query("begin");
      await other.query(
        `insert into journal_entries (id, key, kind, "causeType", "causeId", memo, at) values ('jnl_other', 'other', 'assigned', 'x', 'x', '', '2026-09-30T23:59:59Z')`,
      );
      await other.query(
        `insert into journal_lines ("entryId", line, account, "amountMinor", currency) values ('jnl_other', 1, 'bank', 7, 'USD'), ('jnl_other', 2, 'equity', -7, 'USD')`,
      );
      let ended = false;
      const closing = close("2026-09").finally(() => (ended = true));
      await new Promise((done) => setTimeout(done, 150));
      expect(ended).toBe(false);
      await other.query("commit");
      expect(await closing).toMatchObject({ entries: 2 });
    } finally {
      await other.end();
    }
    expect(await balancesBefore("USD", new Date("2026-10-01T00:00:00Z"))).toMatchObject({ bank: 7, equity: -7 });
    expect(await compared()).toEqual([]);
  });

  test("keeps an entry out that comes while it's being closed, from another process too", async () => {
    await post(at("2026-09-10"));
    const other = new pg.Client({ connectionString: world.url });
    await other.connect();
    try {
      const { promise: closed, resolve: seen } = Promise.withResolvers<void>();
      const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>();
      await proposeClosing(ben!, { month: "2026-09", items: await itemsOf("2026-09") });
      const closing = transact(ada!, async (ctx) => {
        await closeMonth.inside(ctx, { month: "2026-09" });
        seen();
        await mayEnd;
      });
      await closed;
      const late = [
        post(at("2026-09-29")),
        other.query(
          `insert into journal_entries (id, key, kind, "causeType", "causeId", memo, at) values ('jnl_late', 'late', 'assigned', 'x', 'x', '', '2026-09-30T12:00:00Z')`,
        ),
      ];
      // What belongs to another month doesn't wait.
      await post(at("2026-11-02"));
      end();
      await Promise.all([closing, ...late]);
    } finally {
      await other.end();
    }
    expect((await bookedDays()).toSorted()).toEqual(["2026-09-10", "2026-10-01", "2026-10-01", "2026-11-02"]);
    expect(await compared()).toEqual([]);
  });

  test("can't be undone, and a month that is changed anyway is found every day", async () => {
    await post(at("2026-09-10"), 5_000);
    await close("2026-09");
    for (const change of [
      sql`update closed_balances set "balanceMinor" = 0`,
      sql`delete from closed_balances`,
      sql`update closed_months set entries = 0`,
      sql`delete from closed_months`,
    ])
      await expect(change.execute(world.db)).rejects.toThrow("never changed");
    expect(await compared()).toEqual([]);
    const tamper = (by: number) =>
      world.db.transaction().execute(async (tx) => {
        await sql`alter table journal_lines disable trigger user`.execute(tx);
        await sql`update journal_lines set "amountMinor" = "amountMinor" + sign("amountMinor")::bigint * ${by}`.execute(
          tx,
        );
        await sql`alter table journal_lines enable trigger user`.execute(tx);
      });
    await tamper(100);
    expect(await compared()).toEqual([
      { title: expect.stringMatching(/^September 2026 has changed since it was closed: .+ differs by \$1\.00$/) },
    ]);
    await tamper(-100);
    expect(await compared()).toEqual([]);
    expect((await readMonths(ada!, 1)).closed.rows[0]!.checkedAt).toEqual(NOON);
  });
});

test("after any sequence of postings, entries by hand, and closings, every figure is the sum of the journal, and no closed month has changed", async () => {
  const steps = fc.array(
    fc.oneof(
      {
        weight: 5,
        arbitrary: fc.record({
          day: fc.integer({ min: 0, max: 160 }),
          debit: fc.constantFrom(...ACCOUNT_NAMES),
          credit: fc.constantFrom(...ACCOUNT_NAMES),
          amount: fc.integer({ min: 1, max: 90_000 }),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          day: fc.integer({ min: 0, max: 165 }),
          debit: fc.constantFrom(...BY_HAND),
          credit: fc.constantFrom(...BY_HAND),
          amount: fc.integer({ min: 1, max: 90_000 }),
          byHand: fc.constant(true),
        }),
      },
      { weight: 1, arbitrary: fc.constant("close" as const) },
      { weight: 1, arbitrary: fc.constant("take back" as const) },
    ),
    { minLength: 8, maxLength: 30 },
  );
  const start = new Date("2026-06-14T09:00:00Z").getTime();
  await fc.assert(
    fc.asyncProperty(steps, async (sequence) => {
      await sql`truncate journal_lines, journal_entries, ledger_moves, ledger_days, ledger_parties, closed_balances,
        closed_months, manual_entries cascade`.execute(world.db);
      const byHand: { entryId: string; day: string; lines: [Account, number][] }[] = [];
      const wrote: { booked: Date; lines: [Account, number][] }[] = [];
      let closedTo = new Date(0);
      for (const step of sequence) {
        if (step === "close") {
          const month = await oldestOpenMonth(world.db);
          if (month === null || month >= "2026-11") continue;
          await close(month);
          closedTo = new Date(Date.UTC(2026, Number(month.slice(5)), 1));
          continue;
        }
        const today = dayOf(NOON);
        if (step === "take back") {
          const last = byHand.pop();
          if (!last) continue;
          await reverseEntry(ben!, { entryId: last.entryId, day: today, reason: "It was wrong." });
          const lines = last.lines.map(([account, amount]): [Account, number] => [account, -amount]);
          wrote.push({ booked: new Date(today), lines });
          continue;
        }
        if (step.debit === step.credit) continue;
        const happenedAt = new Date(start + step.day * 86_400_000);
        const lines: [Account, number][] = [
          [step.debit, step.amount],
          [step.credit, -step.amount],
        ];
        if ("byHand" in step) {
          const [entryId, day] = [newId("manualEntry"), dayOf(happenedAt)];
          const sent = keepEntry(ada!, {
            entryId,
            day,
            memo: "By hand",
            reason: "A sequence of steps.",
            lines: lines.map(([account, amountMinor]) => ({
              account: account === "tax_payable" ? taxChoice(NOT_ATTRIBUTED) : account,
              amountMinor,
            })),
            takeBackOn: "",
            file: null,
          });
          if (day > today || new Date(day) < closedTo) await expect(sent).rejects.toMatchObject({ kind: "invalid" });
          else {
            await sent;
            byHand.push({ entryId, day, lines });
            wrote.push({ booked: new Date(day), lines });
          }
          continue;
        }
        const party = (account: Account) => (account.startsWith("editor_") ? { party: "usr_jonas" } : {});
        await transact(SYSTEM, (ctx) =>
          postEntry(ctx, {
            ...entry(happenedAt),
            lines: [
              { account: step.debit, amountMinor: minor(step.amount), ...party(step.debit) },
              { account: step.credit, amountMinor: minor(-step.amount), ...party(step.credit) },
            ],
          }),
        );
        const dated = happenedAt < NOON ? happenedAt : NOON;
        wrote.push({
          booked: dated < closedTo ? closedTo : dated,
          lines,
        });
      }
      for (const day of ["2026-06-30", "2026-07-14", "2026-07-31", "2026-09-30", "2026-11-21"]) {
        const end = new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000);
        const sums: Record<string, number> = {};
        for (const { booked, lines } of wrote)
          if (booked < end) for (const [account, amount] of lines) sums[account] = (sums[account] ?? 0) + amount;
        const nonZero = (all: Balances) => Object.fromEntries(Object.entries(all).filter(([, v]) => v !== 0));
        expect(nonZero(await balancesBefore("USD", end))).toEqual(nonZero(sums));
        expect((await readBalanceSheet(ada!, readBooks(new URLSearchParams({ on: day }), NOON))).offMinor).toBe(0);
      }
      const profit = await readProfitAndLoss(ada!, readBooks(new URLSearchParams("from=2026-06&to=2026-11"), NOON));
      expect(profit.offMinor).toBe(0);
      const cash = await readCashFlow(ada!, readBooks(new URLSearchParams("view=cash&from=2026-06&to=2026-11"), NOON));
      expect(cash.offMinor).toBe(0);
      expect(cash.closingMinors.slice(0, -1)).toEqual(cash.openingMinors.slice(1));
      expect(await compared()).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

test("each figure of the statements is the sum of the lines it leads to, for admins only", async () => {
  await post(at("2026-09-10"), 5_000);
  await post(at("2026-09-20"), -700, "bank_fees");
  await close("2026-09");
  await post(at("2026-09-25"), 900);
  await post(at("2026-11-03"), 250, "other_income");
  const asked = readBooks(new URLSearchParams("view=profit&from=2026-09&to=2026-11"), NOON);
  const sheet = await readBalanceSheet(ada!, asked);
  for (const row of [...sheet.assets, ...sheet.liabilities, ...sheet.equity]) {
    const { sums } = await readJournalPage(
      ada!,
      readJournal(new URLSearchParams({ account: row.account, to: asked.on }), NOON),
    );
    expect(sums!.closingMinor || 0, row.account).toBe(
      ACCOUNTS[row.account].kind === "asset" ? row.minor : -row.minor || 0,
    );
  }
  const { rows } = await readProfitAndLoss(ada!, asked);
  for (const { account, totalMinor } of rows) {
    if (!account) continue;
    const { sums, lines } = await readJournalPage(
      ada!,
      readJournal(new URLSearchParams({ account, from: "2026-09-01", to: "2026-11-30" }), NOON),
    );
    expect(sums!.creditMinor - sums!.debitMinor, account).toBe(totalMinor);
    expect(
      lines.rows.reduce((sum, l) => sum - l.amountMinor, 0),
      account,
    ).toBe(totalMinor);
  }
  expect(rows.find((r) => r.label === "Result")!.minors).toEqual([4_300, 900, 250]);
  // By year: the sum of the months, and "Result of earlier years" is the sum of all years before.
  const later = readBooks(new URLSearchParams("on=2028-01-31"), NOON);
  const afterwards = await readBalanceSheet(ada!, later);
  const years = readBooks(new URLSearchParams({ from: afterwards.firstYear!, to: "2027" }), NOON);
  const byYear = await readProfitAndLoss(ada!, years);
  expect(byYear.periods).toEqual([afterwards.firstYear, ...(afterwards.firstYear === "2026" ? ["2027"] : [])]);
  expect(byYear.offMinor).toBe(0);
  expect(byYear.rows.find((r) => r.label === "Result")!.totalMinor).toBe(afterwards.earlierMinor);
  for (const actor of [sam!, amara!]) {
    await expect(readBalanceSheet(actor, asked)).rejects.toMatchObject({ kind: "refused" });
    await expect(readProfitAndLoss(actor, asked)).rejects.toMatchObject({ kind: "refused" });
    await expect(readJournalPage(actor, readJournal(new URLSearchParams(), NOON))).rejects.toMatchObject({
      kind: "refused",
    });
    await expect(openEntry(actor, "jnl_x")).rejects.toMatchObject({ kind: "refused" });
    await expect(journalCsv(new Request("http://x/?month=2026-09"), { actor })).rejects.toMatchObject({
      kind: "refused",
    });
    await expect(quickbooksCsv(new Request("http://x/?month=2026-09"), { actor })).rejects.toMatchObject({
      kind: "refused",
    });
  }
});

test("an export has every line of a month once, and the daily totals balance", async () => {
  for (let i = 0; i < 30; i++) await post(at(`2026-09-${String((i % 28) + 1).padStart(2, "0")}`), 100 + i);
  await post(at("2026-10-01"));
  const read = async (file: Promise<Response>) => {
    const text = await (await file).text();
    return text
      .replace("\uFEFF", "")
      .trim()
      .split("\r\n")
      .map((line) => line.split(","));
  };
  const [header, ...lines] = await read(journalCsv(new Request("http://x/?month=2026-09"), { actor: ada! }));
  expect(header).toContain("Account number");
  expect(lines).toHaveLength(60);
  expect(new Set(lines.map((l) => `${l[0]}:${l[1]}`)).size).toBe(60);
  const column = (name: string) => header!.indexOf(name);
  const total = (rows: string[][], i: number) => rows.reduce((sum, l) => sum + Math.round(Number(l[i] || 0) * 100), 0);
  expect(total(lines, column("Debit"))).toBe(total(lines, column("Credit")));
  const [, ...days] = await read(quickbooksCsv(new Request("http://x/?month=2026-09"), { actor: ada! }));
  expect(days[0]!.slice(0, 3)).toEqual(["2026-09-01-USD", "09/01/2026", "Not yet assigned"]);
  expect(total(days, 4)).toBe(total(lines, column("Debit")));
  expect(total(days, 4)).toBe(total(days, 5));
  await expect(journalCsv(new Request("http://x/?month=soon"), { actor: ada! })).rejects.toMatchObject({
    kind: "invalid",
  });
});
