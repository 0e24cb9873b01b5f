import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CardWorld, giveEditorsRoom, openCardWorld } from "#boot/testing/card-world.ts";
import { expectMoneyToAddUp } from "#boot/testing/order-invariants.ts";
import { tries } from "#boot/testing/tries.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { sum } from "#app/platform/rules/core/money.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { payFromBalance } from "#app/features/payments/server/balance/pay-from-balance.ts";
import { cancelOrder } from "#app/features/payments/server/cancel/cancel-order.ts";
import { giveTerms } from "#app/features/payments/server/credit/credit-lines.ts";
import { answerDispute, disputeLine, takeBackDispute } from "#app/features/payments/server/credit/line-disputes.ts";
import { readCredit } from "#app/features/payments/server/credit/read-credit.ts";
import { accountOf, issueStatements, watchStatements } from "#app/features/payments/server/credit/statements.ts";
import { decideWriteOff, proposeWriteOff, takeBackWriteOff } from "#app/features/payments/server/credit/write-offs.ts";
import { bank, lab, orderFor } from "../../testing/lab.ts";
import { undoMatch } from "./undo-match.ts";

/**
 * Random sequences of what happens with an organization's credit: orders, statements, transfers, refunds, write-offs by
 * two people, and lines in dispute, often by two at once. After each step, the organization owes what it ordered less what
 * it paid, whatever was written off or disputed.
 */
const [amara, mei, ada, ben] = (["amara", "mei", "ada", "ben"] as const).map(personOf);

let world: TestWorld;
let cards: CardWorld;
/** Each sequence continues where the last one ended, because time can't go backward. */
let clock = NOON;
let it = { organizationId: "", creditLineId: "" };
let orders: string[] = [];

beforeAll(async () => {
  world = await openWorld();
  cards = await openCardWorld(world);
  await giveEditorsRoom(world);
});
afterAll(async () => {
  await cards.close();
  await world.close();
});

const oneOf = <T>(all: readonly T[], pick: number): T | undefined => all[Math.floor(pick * all.length)];
/** A refusal is an answer; anything else is a fault. */
const attempt = async (done: Promise<unknown>): Promise<void> => {
  await done.catch((error: unknown) => {
    if (!(error instanceof Problem)) throw error;
  });
};
/** Two people at once. */
const both = (does: (who: NonNullable<typeof ada>) => Promise<unknown>) =>
  Promise.all([ada!, ben!].map((who) => attempt(does(who))));
const page = () => readCredit(ada!, it.organizationId);
async function passDays(days: number): Promise<void> {
  clock = after(clock, days * DAY);
  setClock(clock);
}

const STEPS: Readonly<Record<string, (pick: number) => Promise<unknown>>> = {
  order: async (pick) => {
    const order = await orderFor(it.organizationId, 500 + Math.floor(pick * 2_000));
    await attempt(payFromBalance(mei!, { orderId: order.id, creditLineId: it.creditLineId }));
    orders.push(order.id);
  },
  "end the month": async () => {
    await passDays(31);
    await Promise.all([issueStatements(clock), issueStatements(clock)]);
  },
  remind: async (pick) => {
    await passDays(1 + Math.floor(pick * 20));
    const { statements } = await accountOf(it.organizationId);
    const before = await reminders();
    await watchStatements(clock);
    // Nobody is asked for what's disputed, or for what the books don't expect.
    for (const { statementId, amountMinor } of (await reminders()).slice(before.length)) {
      const of = statements.find((one) => one.id === statementId)!;
      expect(amountMinor).toBeGreaterThan(0);
      expect(amountMinor).toBeLessThanOrEqual(of.openMinor - Math.max(of.disputedMinor, of.writtenOffMinor));
    }
  },
  transfer: async (pick) => {
    const { statements } = await page();
    const of = oneOf(statements, pick);
    if (of) await bank({ minor: 1 + Math.floor((pick * 977) % (of.openMinor + 2_000)), text: `Payment ${of.number}` });
  },
  "take a transfer back": async (pick) => {
    const lines = await world.db
      .selectFrom("bank_lines")
      .select("id")
      .where("match", "=", "balance")
      .where("matchId", "=", it.organizationId)
      .orderBy("id")
      .execute();
    const line = oneOf(lines, pick);
    if (line) await both((who) => undoMatch(who, { lineId: line.id, note: "It was somebody else's." }));
  },
  refund: async (pick) => {
    const orderId = oneOf(orders, pick);
    const order =
      orderId &&
      (await world.db.selectFrom("orders").select(["id", "paidMinor"]).where("id", "=", orderId).executeTakeFirst());
    if (!order) return;
    await attempt(cancelOrder(mei!, { orderId: order.id, expectedRefundMinor: order.paidMinor }));
    await drainJobs();
  },
  "propose a write-off": async (pick) => {
    const { writtenOff } = await page();
    const amount = String(Math.ceil(writtenOff!.expectedMinor * (pick > 0.5 ? 1 : pick + 0.1)) / 100);
    await both((who) =>
      proposeWriteOff(who, { organizationId: it.organizationId, amount, reason: "It was dissolved." }),
    );
  },
  "decide a write-off": async (pick) => {
    const waiting = (await page()).writtenOff!.all.find((one) => one.state === "proposed");
    if (waiting) await both((who) => decideWriteOff(who, { writeOffId: waiting.id, approve: pick < 0.8 }));
  },
  "take a write-off back": async (pick) => {
    const booked = (await page()).writtenOff!.all.filter((one) => one.state === "booked");
    const one = oneOf(booked, pick);
    if (one) await both((who) => takeBackWriteOff(who, { writeOffId: one.id }));
  },
  "dispute a line": async (pick) => {
    const { disputable } = await readCredit(amara!, it.organizationId);
    const line = oneOf(disputable, pick);
    const given = { organizationId: it.organizationId, reason: "We didn't order this." };
    if (line)
      await Promise.all([1, 2].map(() => attempt(disputeLine(amara!, { ...given, paymentId: line.paymentId }))));
  },
  "answer a dispute": async (pick) => {
    const open = oneOf(
      (await page()).disputes.filter((one) => one.state === "open"),
      pick,
    );
    if (!open) return;
    await Promise.all([
      attempt(answerDispute(ada!, { lineDisputeId: open.id, answer: "You did, on Monday." })),
      attempt(takeBackDispute(amara!, { lineDisputeId: open.id })),
    ]);
  },
};
/** What ends something that was begun. */
const MORE = ["decide a write-off", "answer a dispute"];
const OFTEN = [...Object.keys(STEPS), "order", "end the month", "transfer", ...MORE, ...MORE];

async function reminders() {
  const facts = await world.db
    .selectFrom("facts")
    .select("data")
    .where("kind", "=", "statement.reminded")
    .orderBy("id")
    .execute();
  return facts
    .map(({ data }) => data as unknown as { organizationId: string; statementId: string; amountMinor: number })
    .filter((data) => data.organizationId === it.organizationId);
}

async function expectToOweTheSame(): Promise<void> {
  const { standing, statements, unbilledMinor } = await accountOf(it.organizationId);
  const { rows } = await sql<{ spent: number; received: number; booked: number }>`
    select
      (select coalesce(sum(p."amountMinor" - p."refundedMinor"), 0)::int from payments p join orders o on o.id = p."orderId"
        where o."organizationId" = ${it.organizationId} and p.method = 'balance' and p.status = 'succeeded') as spent,
      (select coalesce(sum(b."amountMinor"), 0)::int from bank_lines b
        where b.match = 'balance' and b."matchId" = ${it.organizationId}) as received,
      (select coalesce(sum(w."amountMinor"), 0)::int from write_offs w
        where w."organizationId" = ${it.organizationId} and w.state = 'booked') as booked`.execute(world.db);
  const { spent, received, booked } = rows[0]!;
  expect(standing.owedMinor - standing.prepaidMinor).toBe(spent - received);
  expect([standing.writtenOffMinor >= 0, standing.writtenOffMinor <= booked]).toEqual([true, true]);
  expect(standing.writtenOffMinor).toBeLessThanOrEqual(standing.owedMinor);
  expect(sum(statements.map((one) => one.openMinor)) + unbilledMinor).toBe(standing.owedMinor);
  for (const one of statements)
    for (const part of [one.disputedMinor, one.writtenOffMinor]) {
      expect(part).toBeGreaterThanOrEqual(0);
      expect(part).toBeLessThanOrEqual(one.openMinor);
    }
  const { overdueMinor, owedMinor, writtenOff } = await page();
  expect([owedMinor, writtenOff!.minor]).toEqual([standing.owedMinor, standing.writtenOffMinor]);
  expect(overdueMinor).toBeLessThanOrEqual(owedMinor - sum(statements.map((one) => one.disputedMinor)));
}

test(
  "whatever is ordered, paid, written off, and disputed, an organization owes what it ordered and didn't pay",
  { timeout: 300_000 },
  async () => {
    const steps = fc.array(
      fc.tuple(fc.constantFrom(...OFTEN), fc.double({ min: 0, max: 0.999, noNaN: true, noDefaultInfinity: true })),
      { minLength: 12, maxLength: 30, size: "max" },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (moves) => {
        setClock(clock);
        orders = [];
        const organizationId = await lab();
        await giveTerms(ada!, { organizationId, limit: "2000", netDays: 30, lastDay: "" });
        it = { organizationId, creditLineId: (await readCredit(ada!, organizationId)).lines[0]!.id };
        const begin = ["order", "order", "end the month", "propose a write-off", "dispute a line"];
        for (const [name, pick] of [...begin.map((name) => [name, 0.7] as const), ...moves]) {
          await STEPS[name]!(pick);
          await expectToOweTheSame();
        }
        await drainJobs();
        await expectMoneyToAddUp();
      }),
      // The world is the same for all sequences: a shorter one proves nothing about what came before it.
      { ...tries(30), endOnFailure: true },
    );
  },
);
