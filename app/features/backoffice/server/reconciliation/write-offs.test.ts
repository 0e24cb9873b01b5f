import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { standingOf } from "#app/features/payments/server/balance/balance.ts";
import { closeOrganization } from "#app/features/payments/server/balance/close-organization.ts";
import { payFromBalance } from "#app/features/payments/server/balance/pay-from-balance.ts";
import { cancelOrder } from "#app/features/payments/server/cancel/cancel-order.ts";
import { readAging, waitingOrganizations } from "#app/features/payments/server/credit/aging.ts";
import { giveTerms } from "#app/features/payments/server/credit/credit-lines.ts";
import { readCredit } from "#app/features/payments/server/credit/read-credit.ts";
import { issueStatements, watchStatements } from "#app/features/payments/server/credit/statements.ts";
import { decideWriteOff, proposeWriteOff, takeBackWriteOff } from "#app/features/payments/server/credit/write-offs.ts";
import { bank, codeOf, expectSound, kindOf, lab, orderFor } from "../../testing/lab.ts";
import { readOverview } from "../overview.ts";
import { undoMatch } from "./undo-match.ts";

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
beforeEach(() => setClock(NOON));

const [amara, mei, ada, ben, sam] = (["amara", "mei", "ada", "ben", "sam"] as const).map(personOf);
const DECEMBER = new Date("2026-12-01T00:05:00Z");
const LATE = after(DECEMBER, 40 * DAY);
const REASON = "The institute was dissolved.";

/** A lab that owes a statement of two orders, 10 days overdue. */
async function debtor() {
  const organizationId = await lab();
  await giveTerms(ada!, { organizationId, limit: "2000", netDays: 30, lastDay: "" });
  const creditLineId = (await readCredit(ada!, organizationId)).lines[0]!.id;
  const orders = [await orderFor(organizationId, 2_000), await orderFor(organizationId, 1_500)] as const;
  for (const { id } of orders) await payFromBalance(mei!, { orderId: id, creditLineId });
  setClock(DECEMBER);
  await issueStatements(DECEMBER);
  setClock(LATE);
  const owedMinor = orders[0].totalMinor + orders[1].totalMinor;
  return { organizationId, creditLineId, orders, owedMinor };
}
const typed = (minor: number) => String(minor / 100);
const propose = (organizationId: string, minor: number, who = ada!) =>
  proposeWriteOff(who, { organizationId, amount: typed(minor), reason: REASON });
const idOf = async (organizationId: string) => (await readCredit(ada!, organizationId)).writtenOff!.all[0]!.id;
/** Proposed by one and booked by another. */
async function writeOff(organizationId: string, minor: number): Promise<string> {
  await propose(organizationId, minor);
  const writeOffId = await idOf(organizationId);
  await decideWriteOff(ben!, { writeOffId, approve: true });
  return writeOffId;
}
const balancesOf = async (party: string) =>
  Object.fromEntries(
    (
      await world.db
        .selectFrom("journal_lines")
        .select((e) => ["account", e.fn.sum<number>("amountMinor").as("sum")])
        .where("party", "=", party)
        .groupBy("account")
        .execute()
    ).map((row) => [row.account, Number(row.sum)]),
  );

test("two people write off what a statement expects, and the organization owes it as before", async () => {
  const { organizationId, owedMinor, creditLineId } = await debtor();
  expect(await kindOf(propose(organizationId, owedMinor, amara!))).toBe("refused");
  expect(await kindOf(propose(organizationId, owedMinor, sam!))).toBe("refused");
  expect(await kindOf(propose(organizationId, owedMinor + 1))).toBe("invalid");
  expect(await kindOf(propose(organizationId, 0))).toBe("invalid");
  // Sent twice, it's one.
  await Promise.all([propose(organizationId, owedMinor), propose(organizationId, owedMinor)]);
  expect(await codeOf(propose(organizationId, 500))).toBe("proposed");
  expect((await waitingOrganizations()).filter((it) => it.organizationId === organizationId)).toMatchObject([
    { asks: expect.stringMatching(/^Write-off: \$/), isProposed: true },
  ]);
  const todo = async (who: typeof ada) =>
    (await readOverview(who!, LATE)).waits.find((it) => it.key === "writeOffsToDecide")?.count ?? 0;
  expect([await todo(ada), await todo(ben)]).toEqual([0, 1]);
  const writeOffId = await idOf(organizationId);
  expect(await kindOf(decideWriteOff(ada!, { writeOffId, approve: true }))).toBe("refused");
  expect(await kindOf(decideWriteOff(amara!, { writeOffId, approve: false }))).toBe("refused");
  await Promise.all([
    decideWriteOff(ben!, { writeOffId, approve: true }),
    decideWriteOff(ben!, { writeOffId, approve: true }),
  ]);
  expect(await codeOf(decideWriteOff(ada!, { writeOffId, approve: false }))).toBe("decided");
  expect(await balancesOf(organizationId)).toEqual({ receivables: 0, bad_debts: owedMinor });
  expect(await standingOf(organizationId)).toEqual({ prepaidMinor: 0, owedMinor, writtenOffMinor: owedMinor });
  // Its managers see what they owe, and nothing of the books.
  expect(await readCredit(amara!, organizationId)).toMatchObject({
    owedMinor,
    overdueMinor: owedMinor,
    writtenOff: null,
    statements: [{ openMinor: owedMinor, isOverdue: true, isWrittenOff: false }],
  });
  expect(await readCredit(ada!, organizationId)).toMatchObject({
    writtenOff: { minor: owedMinor, expectedMinor: 0, all: [{ state: "booked", reason: REASON }] },
    statements: [{ isWrittenOff: true }],
  });
  expect((await readAging(LATE)).some((one) => one.id === organizationId)).toBe(false);
  const more = await orderFor(organizationId, 1_000);
  expect(await codeOf(payFromBalance(mei!, { orderId: more.id, creditLineId }))).toBe("credit_refused");
  const reminders = async () =>
    (await world.db.selectFrom("facts").select("id").where("kind", "=", "statement.reminded").execute()).length;
  const before = await reminders();
  for (const days of [60, 61]) await watchStatements(after(DECEMBER, days * DAY));
  expect(await reminders()).toBe(before);
  await closeOrganization(amara!, { organizationId });
  await expectSound();
});

test("what is paid or refunded later comes off it first, and a transfer that's taken back brings it back", async () => {
  const { organizationId, orders, owedMinor } = await debtor();
  const lost = owedMinor - 1_000;
  await writeOff(organizationId, lost);
  expect((await readAging(LATE)).find((one) => one.id === organizationId)).toMatchObject({
    owedMinor: 1_000,
    to30: 1_000,
  });
  const { statements } = await readCredit(ada!, organizationId);
  await bank({ minor: 2_500, text: statements[0]!.number });
  expect(await standingOf(organizationId)).toEqual({
    prepaidMinor: 0,
    owedMinor: owedMinor - 2_500,
    writtenOffMinor: lost - 2_500,
  });
  const { id: lineId } = await world.db
    .selectFrom("bank_lines")
    .select("id")
    .where("matchId", "=", organizationId)
    .executeTakeFirstOrThrow();
  await undoMatch(ada!, { lineId, note: "It was somebody else's" });
  expect(await standingOf(organizationId)).toEqual({ prepaidMinor: 0, owedMinor, writtenOffMinor: lost });
  await cancelOrder(mei!, { orderId: orders[1].id, expectedRefundMinor: orders[1].totalMinor });
  await drainJobs();
  expect(await balancesOf(organizationId)).toEqual({
    receivables: 1_000,
    bad_debts: lost - orders[1].totalMinor,
  });
  // More than it owes: all of it is paid, and the rest is its own.
  await bank({ minor: owedMinor, text: statements[0]!.number });
  expect(await standingOf(organizationId)).toEqual({
    prepaidMinor: orders[1].totalMinor,
    owedMinor: 0,
    writtenOffMinor: 0,
  });
  expect((await readCredit(amara!, organizationId)).statements[0]).toMatchObject({ openMinor: 0 });
  const writeOffId = await idOf(organizationId);
  expect(await codeOf(takeBackWriteOff(ada!, { writeOffId }))).toBe("paid_since");
  await expectSound();
});

test("isn't booked once some of it was paid, and is expected again when it's taken back", async () => {
  const { organizationId, owedMinor } = await debtor();
  await propose(organizationId, owedMinor);
  const first = await idOf(organizationId);
  await bank({ minor: 1_000, text: (await readCredit(ada!, organizationId)).statements[0]!.number });
  expect(await codeOf(decideWriteOff(ben!, { writeOffId: first, approve: true }))).toBe("paid_since");
  // The person who proposed it may take it back.
  await decideWriteOff(ada!, { writeOffId: first, approve: false });
  expect(await balancesOf(organizationId)).toEqual({ receivables: owedMinor - 1_000 });
  const writeOffId = await writeOff(organizationId, owedMinor - 1_000);
  expect(await kindOf(takeBackWriteOff(amara!, { writeOffId }))).toBe("refused");
  await Promise.all([takeBackWriteOff(ada!, { writeOffId }), takeBackWriteOff(ben!, { writeOffId })]);
  expect(await balancesOf(organizationId)).toEqual({ receivables: owedMinor - 1_000, bad_debts: 0 });
  expect((await readCredit(ada!, organizationId)).statements[0]).toMatchObject({ isWrittenOff: false });
  await expectSound();
});
