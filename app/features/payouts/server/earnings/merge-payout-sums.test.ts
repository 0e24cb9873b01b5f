import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SUM_PAYOUTS } from "#db/migrations/0250-payout-sums.ts";
import { personOf } from "#db/seed/cast.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { availableEarning, payoutsOf } from "../../testing/earnings.ts";
import { payoutSumsAndRows } from "../../testing/payout-sums.ts";
import { mergePayoutSums } from "./merge-payout-sums.ts";
import { prepareRun } from "../runs/prepare-run.ts";
import { cancelRun } from "../runs/settle-run.ts";

const [ada, jonas] = [personOf("ada"), personOf("jonas")];
const PRIYA = "usr_priya";
const EARLY = NOON;
const LATER = after(NOON, 30 * DAY);

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  setClock(LATER);
});
afterAll(() => world.close());

async function expectExact(): Promise<void> {
  const { sums, rows } = await payoutSumsAndRows();
  expect(sums).toEqual(rows);
  expect(rows[0]!.length).toBeGreaterThan(0);
}
const parts = async (): Promise<number> =>
  (
    await sql<{ n: number }>`select (select count(*) from earning_sums where fresh)
      + (select count(*) from payout_sums where fresh) as n`.execute(world.db)
  ).rows[0]!.n;

test("sums of earnings and payouts are those of the rows, whatever changes and whenever they are merged", async () => {
  const order = await availableEarning(jonas.uid, 9_000, EARLY);
  await availableEarning(PRIYA, 7_000, EARLY);
  await expectExact();
  await mergePayoutSums();
  expect(await parts()).toBe(0);
  await expectExact();
  const earning = world.db.updateTable("earnings").where("orderId", "=", order);
  await earning.set({ amountMinor: 8_000 }).execute();
  await earning.set({ status: "reversed" }).execute();
  await expectExact();
  await earning.set({ status: "available", editorId: PRIYA }).execute();
  await earning.set({ reason: "Nothing that counts" }).execute();
  await mergePayoutSums();
  await expectExact();
  // A run and its end: earnings become part of payouts, and are returned.
  const { runId } = await prepareRun(ada, {});
  expect((await payoutsOf(runId)).length).toBeGreaterThan(0);
  await expectExact();
  await mergePayoutSums();
  await cancelRun(ada, { runId });
  await expectExact();
  await mergePayoutSums();
  await expectExact();
  await world.db.deleteFrom("payout_items").execute();
  await world.db.deleteFrom("earnings").where("orderId", "=", order).execute();
  await expectExact();
  await mergePayoutSums();
  await expectExact();
});

test("writers and workers at once: nothing is lost and nothing counts twice", async () => {
  const change = async (n: number): Promise<void> => {
    const order = await availableEarning(n % 2 ? jonas.uid : PRIYA, 1_000 + n, EARLY);
    await transact(SYSTEM, ({ tx }) =>
      tx
        .updateTable("earnings")
        .set({ status: n % 3 ? "paid" : "pending" })
        .where("orderId", "=", order)
        .execute(),
    );
  };
  await Promise.all([...Array(12).keys()].map((n) => (n % 4 === 3 ? mergePayoutSums() : change(n))));
  await expectExact();
  await Promise.all([mergePayoutSums(), mergePayoutSums()]);
  expect(await parts()).toBe(0);
  await expectExact();
});

test("what isn't written after all is in no sum", async () => {
  const before = await payoutSumsAndRows();
  await expect(
    transact(SYSTEM, async ({ tx }) => {
      await tx.updateTable("earnings").set({ amountMinor: 1 }).execute();
      throw new Error("not after all");
    }),
  ).rejects.toThrow("not after all");
  expect(await payoutSumsAndRows()).toEqual(before);
});

test("the migration sums what there is already", async () => {
  await sql`truncate earning_sums, payout_sums`.execute(world.db);
  await sql.raw(SUM_PAYOUTS).execute(world.db);
  await expectExact();
});
