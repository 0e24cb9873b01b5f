import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { foldLedger } from "./fold-ledger.ts";
import { ledgerByDay, ledgerByEditor } from "./ledger-sums.ts";
import { postEntry } from "./post-entry.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

let posted = 0;
/** An earning of two editors, or a payout to the first, on a day of the past. */
const post = (kind: "earning_pending" | "payout_paid", days: number): Promise<boolean> =>
  transact(SYSTEM, (ctx) => {
    posted += 1;
    return postEntry(ctx, {
      key: `test:${posted}`,
      kind,
      causeType: "test",
      causeId: String(posted),
      currency: "USD",
      memo: "Test",
      happenedAt: after(NOON, -days * DAY),
      lines:
        kind === "payout_paid"
          ? [
              { account: "editor_in_payout", party: "usr_jonas", amountMinor: 300 + posted },
              { account: "bank", amountMinor: -300 - posted },
            ]
          : [
              { account: "editor_cost", amountMinor: 700 + posted },
              { account: "editor_pending", party: "usr_jonas", amountMinor: -500 - posted },
              { account: "editor_pending", party: "usr_mei", amountMinor: -200 },
            ],
    });
  });

/** Balances from the sums and from the lines. */
async function both() {
  const days =
    await sql`select day::text, account, kind, sum("debitMinor")::int as debit, sum("creditMinor")::int as credit
    from ${ledgerByDay("USD")} d group by 1, 2, 3 order by 1, 2, 3`.execute(world.db);
  const daysOfLines = await sql`select (e."bookedAt" at time zone 'UTC')::date::text as day, l.account, e.kind,
      sum(greatest(l."amountMinor", 0))::int as debit, sum(greatest(-l."amountMinor", 0))::int as credit
    from journal_lines l join journal_entries e on e.id = l."entryId" where l.currency = 'USD' group by 1, 2, 3
    order by 1, 2, 3`.execute(world.db);
  const editors = await sql`select party, account, sum("earnedMinor")::int as earned, sum("paidMinor")::int as paid
    from ${ledgerByEditor("USD")} p group by 1, 2 order by 1, 2`.execute(world.db);
  const editorsOfLines = await sql`select l.party, l.account,
      coalesce(-sum(l."amountMinor") filter (where e.kind not like 'payout%'), 0)::int as earned,
      coalesce(sum(l."amountMinor") filter (where e.kind like 'payout%'), 0)::int as paid
    from journal_lines l join journal_entries e on e.id = l."entryId"
    where l.currency = 'USD' and l.account in ('editor_pending', 'editor_available', 'editor_in_payout')
    group by 1, 2 order by 1, 2`.execute(world.db);
  return {
    sums: { days: days.rows, editors: editors.rows },
    lines: { days: daysOfLines.rows, editors: editorsOfLines.rows },
  };
}
async function expectExact(): Promise<void> {
  const { sums, lines } = await both();
  expect(sums).toEqual(lines);
  expect(sums.days.length).toBeGreaterThan(0);
  expect(sums.editors.length).toBeGreaterThan(0);
}
const movesLeft = async (): Promise<number> =>
  (await world.db.selectFrom("ledger_moves").select("id").execute()).length;

test("the ledger's sums are its lines', before and after they are folded, by one worker or several", async () => {
  await post("earning_pending", 0);
  await post("payout_paid", 1);
  await expectExact();
  await Promise.all([foldLedger(), foldLedger(), post("earning_pending", 1)]);
  await expectExact();
  await foldLedger();
  expect(await movesLeft()).toBe(0);
  await expectExact();
  await post("earning_pending", 40);
  await post("earning_pending", 0);
  await expectExact();
  await foldLedger();
  await expectExact();
});

test("an entry that isn't posted after all is in no sum", async () => {
  const before = (await both()).sums;
  await expect(
    transact(SYSTEM, async (ctx) => {
      await postEntry(ctx, {
        key: "test:gone",
        kind: "earning_pending",
        causeType: "test",
        causeId: "gone",
        currency: "USD",
        memo: "Test",
        lines: [
          { account: "editor_cost", amountMinor: 5 },
          { account: "editor_pending", party: "usr_jonas", amountMinor: -5 },
        ],
      });
      throw new Error("not after all");
    }),
  ).rejects.toThrow("not after all");
  expect((await both()).sums).toEqual(before);
});

test("entries from before there were sums count at once, and are folded month by month", async () => {
  for (const days of [400, 200, 35, 5]) await post("earning_pending", days);
  // As the migration leaves a database that has entries.
  await sql`truncate ledger_moves, ledger_days, ledger_parties`.execute(world.db);
  await sql`update ledger_folding set "untilSeq" = (select max(seq) from journal_entries),
    "throughAt" = '-infinity'`.execute(world.db);
  await expectExact();
  // Newer ones don't count twice, on whatever day they are booked.
  await post("payout_paid", 200);
  await post("earning_pending", 0);
  await expectExact();
  await Promise.all([foldLedger(), foldLedger()]);
  await expectExact();
  expect(await movesLeft()).toBe(0);
  await post("earning_pending", 300);
  await expectExact();
});

test("an entry that was posted before uses up no number", async () => {
  const once = (key: string) =>
    transact(SYSTEM, (ctx) =>
      postEntry(ctx, {
        key,
        kind: "earning_pending",
        causeType: "test",
        causeId: key,
        currency: "USD",
        memo: "Test",
        lines: [
          { account: "editor_cost", amountMinor: 100 },
          { account: "editor_pending", party: "usr_jonas", amountMinor: -100 },
        ],
      }),
    );
  expect([await once("twice"), await once("twice"), await once("next")]).toEqual([true, false, true]);
  const { rows } = await sql<{ seq: number }>`
    select seq::int from journal_entries where key in ('twice', 'next') order by seq`.execute(world.db);
  expect(rows[1]!.seq).toBe(rows[0]!.seq + 1);
});
