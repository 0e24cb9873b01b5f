import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { balanceOf, ledgerSum } from "#app/features/payments/server/ledger/post-entry.ts";
import { createOrganization } from "#app/features/organizations/server/change-organization.ts";
import { standingsOf } from "#app/features/payments/server/balance/balance.ts";
import { startTopUp, topUpsOf } from "#app/features/payments/server/balance/top-ups.ts";
import { DETAILS } from "../../testing/lab.ts";
import { MOST_CANDIDATES } from "../../rules/reconciliation/suggestions.ts";
import { bankAccount } from "../../testing/bank-account.ts";
import { type CamtLine } from "../../testing/camt-statement.ts";
import { type TestPayout, editorPayout } from "../../testing/editor-payout.ts";
import { importStatement } from "./import-statement.ts";
import { listParts } from "./list-parts.ts";
import { matchSeveral } from "./match-several.ts";
import { readReconciliation } from "./read-reconciliation.ts";
import { readStatementLines } from "./read-statement-lines.ts";
import { reconcileNow } from "./record-differences.ts";
import { reverseStatement } from "./reverse-statement.ts";
import { undoMatch } from "./undo-match.ts";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  setClock(NOON);
});
afterAll(() => world.close());

const [ada, ben] = [personOf("ada"), personOf("ben")];
const day = dayOf(NOON);
const account = bankAccount(ada, 100_000);
const bring = (...lines: CamtLine[]) => account.bring(day, ...lines);
async function sent(amountMinor: number): Promise<TestPayout> {
  const payout = await editorPayout(world.db, amountMinor);
  await world.db.updateTable("payouts").set({ status: "sent" }).where("id", "=", payout.id).execute();
  return payout;
}
const open = async () => (await readReconciliation(ada)).open;
const keyOf = async (text: string) => (await open()).find((one) => one.toMatch?.says === text)!.key;
/** The runs of one payout each that a line of this amount can be several of, by what they come to. */
const runs = async (lineMinor: number) =>
  new Map(
    (await listParts(world.db, { amountMinor: lineMinor, currency: "USD" })).map((one) => [one.amountMinor, one.value]),
  );
const note = "Both went out in one transfer.";
const status = (done: PromiseSettledResult<unknown>[]) => done.map((one) => one.status).toSorted();

describe("a line that is several payouts", () => {
  let statementId: string;
  const payouts: TestPayout[] = [];

  test("is matched with those that add up to it, once, and nothing is booked twice", async () => {
    payouts.push(await sent(4_000), await sent(2_500), await sent(700));
    statementId = await bring({ minor: -6_500, text: "Transfers" });
    const key = await keyOf("Transfers");
    const found = await runs(-6_500);
    const [four, two, seven] = [-4_000, -2_500, -700].map((minor) => found.get(minor)!);
    const several = (who: typeof ada, ...parts: (string | undefined)[]) =>
      matchSeveral(who, { key, note, parts: parts as never });
    await expect(several(ada, four)).rejects.toThrow("at least two");
    await expect(several(ada, four, seven)).rejects.toThrow("They're $47.00.");
    await expect(several(ada, four, four)).rejects.toThrow("They're $40.00.");
    await expect(several(ada, four, "payout:pyo_other")).rejects.toMatchObject({ code: "matched" });
    const both = await Promise.allSettled([ada, ben].map((who) => several(who, four, two)));
    expect(status(both)).toEqual(["fulfilled", "rejected"]);
    expect([await balanceOf("unassigned"), await balanceOf("bank")]).toEqual([0, account.closingMinor() + 6_500]);
    for (const payout of payouts.slice(0, 2)) await payout.pay();
    await reconcileNow(ada);
    expect(await open()).toEqual([]);
    expect([await balanceOf("bank"), await ledgerSum()]).toEqual([account.closingMinor(), 0]);
    const { lines } = await readStatementLines(ada, statementId, 1);
    expect(lines.map(({ amountMinor, match, position }) => [amountMinor, match, position])).toEqual([
      [-6_500, "parts", 1],
      [-4_000, "payout_run", 1],
      [-2_500, "payout_run", 1],
    ]);
  });

  test("is recognized in the same file and in one of another format", async () => {
    const bank = await balanceOf("bank");
    const csv = `Date,Description,Amount,Balance\n${day},Transfers,-65.00,${(account.closingMinor() / 100).toFixed(2)}\n`;
    const again = await importStatement(ada, { fileName: "same.csv", text: csv, account: "DE89" });
    expect(again).toMatchObject({ newLines: 0, held: 1 });
    expect(await balanceOf("bank")).toBe(bank);
    await reverseStatement(ada, { statementId: again.statementId, why: "Only a test of duplicates." });
    await reconcileNow(ada);
    expect(await open()).toEqual([]);
  });

  test("is one line again once it's undone, and can be matched again", async () => {
    const [whole] = (await readStatementLines(ada, statementId, 1)).lines;
    const undo = (who: typeof ada) => undoMatch(who, { lineId: whole!.id, note: "The wrong payouts." });
    expect(status(await Promise.allSettled([ada, ben].map(undo)))).toEqual(["fulfilled", "rejected"]);
    // The payouts' own entries stay, and the line is unexplained.
    expect([await balanceOf("unassigned"), await balanceOf("bank")]).toEqual([6_500, account.closingMinor() - 6_500]);
    const key = await keyOf("Transfers");
    const found = await runs(-6_500);
    await matchSeveral(ben, { key, note, parts: [found.get(-2_500)!, found.get(-4_000)!] });
    await reconcileNow(ada);
    expect(await open()).toEqual([]);
    expect([await balanceOf("unassigned"), await balanceOf("bank"), await ledgerSum()]).toEqual([
      0,
      account.closingMinor(),
      0,
    ]);
  });

  test("and a payout can't be in two lines that two people match at the same time", async () => {
    await sent(1_100);
    await sent(1_200);
    await sent(1_300);
    await bring({ minor: -2_300, text: "First pair" }, { minor: -2_400, text: "Second pair" });
    const keys = [await keyOf("First pair"), await keyOf("Second pair")];
    const found = await runs(-2_400);
    const both = await Promise.allSettled([
      matchSeveral(ada, { key: keys[0]!, note, parts: [found.get(-1_100)!, found.get(-1_200)!] }),
      matchSeveral(ben, { key: keys[1]!, note, parts: [found.get(-1_100)!, found.get(-1_300)!] }),
    ]);
    expect(status(both)).toEqual(["fulfilled", "rejected"]);
  });

  test("goes with its statement when the import is reversed", async () => {
    const bank = await balanceOf("bank");
    await reverseStatement(ada, { statementId, why: "It was the wrong file." });
    expect((await readStatementLines(ada, statementId, 1)).lines.every((line) => line.match === "reversed")).toBe(true);
    // The payouts stay, and the account opens with its next statement.
    expect([await balanceOf("bank"), await ledgerSum()]).toEqual([bank - 6_500, 0]);
  });
});

test("a line can be payouts older than the newest hundred, which are found by their number", async () => {
  const [old, older] = [await sent(3_100), await sent(3_200)];
  for (let n = 0; n < MOST_CANDIDATES; n += 1) await sent(50);
  const wanted = [-3_100, -3_200];
  const among = (found: { amountMinor: number }[]) => found.filter((one) => wanted.includes(one.amountMinor)).length;
  const numbers = await world.db
    .selectFrom("payout_runs as r")
    .innerJoin("payouts as p", "p.runId", "r.id")
    .select(["r.number", "r.id"])
    .where("p.id", "in", [old.id, older.id])
    .execute();
  // All of them have numbers that sort before these in the list, newest first.
  await world.db.updateTable("payout_runs").set({ number: "A-1" }).where("id", "=", numbers[0]!.id).execute();
  await world.db.updateTable("payout_runs").set({ number: "A-2" }).where("id", "=", numbers[1]!.id).execute();
  for (let n = 0; n < MOST_CANDIDATES; n += 1) await sent(50);
  expect(among(await listParts(world.db, { amountMinor: -6_300, currency: "USD" }))).toBe(0);
  const found = await listParts(world.db, { amountMinor: -6_300, currency: "USD" }, { words: "a-" });
  expect(among(found)).toBe(2);
  expect(await listParts(world.db, { amountMinor: -6_300, currency: "USD" }, { words: "100% of nobody" })).toEqual([]);
  await bring({ minor: -6_300, text: "Two old ones" });
  const key = await keyOf("Two old ones");
  const parts = found.flatMap((one) => (wanted.includes(one.amountMinor) ? [one.value] : []));
  expect(await matchSeveral(ada, { key, note, parts })).toEqual({ count: 2 });
});

test("one transfer pays the pro forma invoices of several organizations, and one pays whole balances back", async () => {
  const amara = personOf("amara");
  const made = await Promise.all(
    ["First Lab", "Second Lab"].map((organization) =>
      createOrganization(amara, { ...DETAILS, organization, clientKey: organization }),
    ),
  );
  const ids = made.map((one) => one.organizationId);
  await startTopUp(amara, { organizationId: ids[0]!, amount: "300" });
  await startTopUp(amara, { organizationId: ids[1]!, amount: "450" });
  await bring({ minor: 75_000, text: "Collective credit" });
  const incoming = await runs(75_000);
  await matchSeveral(ada, {
    key: await keyOf("Collective credit"),
    note: "Both labs in one transfer.",
    parts: [incoming.get(30_000)!, incoming.get(45_000)!],
  });
  const prepaid = async () => {
    const standings = await standingsOf(ids, world.db);
    return ids.map((id) => standings.get(id)!.prepaidMinor);
  };
  expect(await prepaid()).toEqual([30_000, 45_000]);
  expect((await topUpsOf(ids[0]!, world.db)).map((one) => one.state)).toEqual(["paid"]);
  await bring({ minor: -75_000, text: "Paid back" });
  const outgoing = await runs(-75_000);
  await matchSeveral(ben, {
    key: await keyOf("Paid back"),
    note: "Both labs have closed.",
    parts: [outgoing.get(-30_000)!, outgoing.get(-45_000)!],
  });
  expect([await prepaid(), await ledgerSum()]).toEqual([[0, 0], 0]);
});
