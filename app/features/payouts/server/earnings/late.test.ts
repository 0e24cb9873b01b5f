import { afterAll, beforeAll, expect, test } from "vitest";
import { orderIn } from "#boot/testing/make-order.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST } from "#db/seed/cast.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { DAY, HOUR, after } from "#app/platform/rules/core/time.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { runReaction } from "#app/platform/server/core/facts.ts";
import { balanceOf, ledgerSum } from "#app/features/payments/server/ledger/post-entry.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { EARNINGS_LIST } from "../../rules/pay-lists.ts";
import { earningList } from "./list-earnings.ts";

const listEarnings = (uid: string) =>
  earningList(uid, readListQuery(new URLSearchParams(), EARNINGS_LIST)).read(100, 0);

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());

/**
 * A paid order of $150.00 in 7 days, delivered `lateMs` after its date; the editor submitted before or after their own
 * deadline.
 */
async function deliveredLate(lateMs: number, editorLate: boolean, waitUntilAt: Date | null = null) {
  const { id } = await orderIn("delivered", {
    set: {
      submittedAt: editorLate ? after(NOON, 7 * DAY) : NOON,
      editorDueAt: after(NOON, DAY),
      paidMinor: 15_000,
      waitUntilAt,
    },
  });
  await world.db
    .insertInto("payments")
    .values({
      id: newId("payment"),
      orderId: id,
      attempt: 1,
      status: "succeeded",
      amountMinor: 15_000,
      currency: "USD",
      createdAt: NOON,
      succeededAt: NOON,
    })
    .execute();
  const factId = await transact(SYSTEM, (ctx) =>
    ctx.fact("order.delivered", { orderId: id, data: { submissionId: "s", round: 1, lateMs } }),
  );
  for (let twice = 0; twice < 2; twice++)
    for (const reaction of ["compensateLateness", "earnPending"]) await runReaction({ factId, reaction });
  const facts = await world.db
    .selectFrom("facts")
    .select("id")
    .where("orderId", "=", id)
    .where("kind", "=", "order.compensated")
    .execute();
  for (const f of facts)
    for (let twice = 0; twice < 2; twice++) await runReaction({ factId: f.id, reaction: "reduceEarning" });
  const refunds = await world.db
    .selectFrom("refunds")
    .select(["amountMinor", "cause"])
    .where("orderId", "=", id)
    .execute();
  const earning = (await listEarnings(CAST.jonas.uid)).find((e) => e.orderId === id)!;
  return { refunds, earning };
}

test("half an hour late is forgiven", async () => {
  const { refunds, earning } = await deliveredLate(HOUR / 2, true);
  expect(refunds).toEqual([]);
  expect(earning.amountMinor).toBe(8_250);
});

test("a day late: refunds 20% automatically, once, and deducts 10% from the editor who missed the deadline", async () => {
  const { refunds, earning } = await deliveredLate(DAY, true);
  expect(refunds).toEqual([{ amountMinor: 3_000, cause: "late-some" }]);
  expect(earning).toMatchObject({ amountMinor: 7_425, status: "pending" });
});

test("the same lateness without the editor's fault costs the editor nothing", async () => {
  const { refunds, earning } = await deliveredLate(DAY, false);
  expect(refunds).toEqual([{ amountMinor: 3_000, cause: "late-some" }]);
  expect(earning.amountMinor).toBe(8_250);
});

test("later than the whole window, for an author who chose to wait: half, as when they chose", async () => {
  expect(await deliveredLate(8 * DAY, true, after(NOON, 20 * DAY))).toMatchObject({
    refunds: [{ amountMinor: 7_500, cause: "late-much" }],
    earning: { amountMinor: 6_187 },
  });
});

test("three days late of seven: refunds half; later than the whole window: refunds all, and nothing is earned", async () => {
  expect(await deliveredLate(3 * DAY, true)).toMatchObject({
    refunds: [{ amountMinor: 7_500 }],
    earning: { amountMinor: 6_187 },
  });
  expect(await deliveredLate(8 * DAY, true)).toMatchObject({
    refunds: [{ amountMinor: 15_000 }],
    earning: { amountMinor: 0, status: "reversed" },
  });
  expect(await ledgerSum()).toBe(0);
  expect(-(await balanceOf("editor_pending", CAST.jonas.uid))).toBe(
    (await listEarnings(CAST.jonas.uid)).reduce((sum, e) => sum + e.amountMinor, 0),
  );
});
