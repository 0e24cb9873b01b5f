import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { readListQuery } from "#app/platform/rules/core/list-query.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { PAYOUT_LIST } from "#app/features/backoffice/rules/lists/payout-list.ts";
import { listPayoutHistory } from "#app/features/backoffice/server/money/list-payouts.ts";
import { availableEarning, payoutsOf } from "../../testing/earnings.ts";
import { approveRun } from "./approve-run.ts";
import { countPayoutTasks, listReturned, listRunsUnderWay } from "./list-returned.ts";
import { prepareRun } from "./prepare-run.ts";
import { sendRun } from "./send-run.ts";
import { markReturned } from "./settle-payout.ts";
import { settleRun } from "./settle-run.ts";
import { listDifferences } from "./what-differs.ts";

const [ada, ben, jonas] = [personOf("ada"), personOf("ben"), personOf("jonas")];
const PRIYA = "usr_priya";

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(() => setClock(new Date("2026-12-17T09:00:00Z")));

const lineOf = async (runId: string, uid: string) => (await payoutsOf(runId)).find((one) => one.editorId === uid)!;
const differences = async (runId: string) =>
  (await listDifferences(runId)).map((one) => [one.editor, one.first, one.newAccount, one.morePercent]);

test("what is under way, what came back, and what differs from the last payment", async () => {
  await availableEarning(jonas.uid, 10_000, NOON);
  await availableEarning(PRIYA, 8_000, NOON);
  const before = await countPayoutTasks();
  const { runId } = await prepareRun(ada, {});
  expect(await differences(runId)).toEqual([
    [jonas.displayName, true, false, null],
    ["Priya Raman", true, false, null],
  ]);
  expect(await countPayoutTasks()).toEqual({ ...before, runs: before.runs + 1 });
  expect((await listRunsUnderWay()).map((one) => [one.id, one.status])).toContainEqual([runId, "prepared"]);
  await approveRun(ben, { runId });
  await sendRun(ada, { runId });
  const hers = await lineOf(runId, PRIYA);
  await markReturned(ada, { payoutId: hers.id, how: "returned", code: "AC04" });
  await settleRun(ada, { runId });

  expect(await countPayoutTasks()).toEqual({ runs: before.runs, returned: before.returned + 1 });
  const came = (await listReturned()).find((one) => one.id === hers.id);
  expect(came).toMatchObject({
    editorId: PRIYA,
    amountMinor: hers.amountMinor,
    returnCode: "AC04",
    waitsForAccount: true,
  });

  const list = async (search: string) =>
    (await listPayoutHistory(ada, readListQuery(new URLSearchParams(search), PAYOUT_LIST))).rows;
  expect((await list("returns=yes")).map((one) => one.id)).toEqual([hers.id]);
  const his = (await list(`editor=${jonas.uid}`)).find((one) => one.runId === runId)!;
  expect(his).toMatchObject({ status: "paid", statementAt: null });
  for (const at of [his.approvedAt, his.sentAt, his.paidAt]) expect(at).toBeInstanceOf(Date);

  // The next run: his pay grew by half, and hers is the first that may arrive.
  setClock(new Date("2027-01-17T09:00:00Z"));
  await availableEarning(jonas.uid, Math.ceil(his.amountMinor * 1.5), NOON);
  await world.db
    .updateTable("bank_details")
    .set({ refusedAt: null, refusedCode: null })
    .where("uid", "=", PRIYA)
    .where("replacedAt", "is", null)
    .execute();
  const second = (await prepareRun(ada, {})).runId;
  expect(await differences(second)).toEqual([
    [jonas.displayName, false, false, 50],
    ["Priya Raman", true, false, null],
  ]);
  // What's in a payout again no longer waits.
  expect((await listReturned()).some((one) => one.id === hers.id)).toBe(false);
  expect((await countPayoutTasks()).returned).toBe(before.returned);
});

test("another account and a first payment are named", async () => {
  const { id: other } = await world.db
    .selectFrom("payouts")
    .select("id")
    .where("editorId", "=", jonas.uid)
    .where("status", "=", "paid")
    .orderBy("createdAt", "desc")
    .executeTakeFirstOrThrow();
  const run = (await listRunsUnderWay())[0]!;
  await world.db
    .updateTable("payouts")
    .set({ bank: sql`bank || '{"id":"bnk_other","currency":"EUR","town":"Ulm"}'` })
    .where("id", "=", other)
    .execute();
  // The same account, entered again with another currency and address.
  expect(await differences(run.id)).toContainEqual([jonas.displayName, false, false, 50]);
  await world.db
    .updateTable("payouts")
    .set({ bank: sql`bank || '{"iban":"DE89370400440532013000"}'` })
    .where("id", "=", other)
    .execute();
  expect(await differences(run.id)).toContainEqual([jonas.displayName, false, true, 50]);
  await world.db
    .updateTable("payouts")
    .set({ status: "returned" })
    .where("editorId", "=", jonas.uid)
    .where("status", "=", "paid")
    .execute();
  expect(await differences(run.id)).toContainEqual([jonas.displayName, true, false, null]);
});

test("an account in India is paid by its IFSC in the same file as those with an IBAN", async () => {
  for (const { id } of await listRunsUnderWay())
    await world.db.updateTable("payout_runs").set({ status: "cancelled" }).where("id", "=", id).execute();
  setClock(new Date("2027-02-17T09:00:00Z"));
  await availableEarning(jonas.uid, 5_000, NOON);
  await availableEarning(PRIYA, 5_000, NOON);
  await world.db
    .updateTable("bank_details")
    .set({
      iban: null,
      bic: null,
      clearingSystem: "INFSC",
      clearingCode: "HDFC0000123",
      accountNumber: "50100123456789",
    })
    .where("uid", "=", jonas.uid)
    .where("replacedAt", "is", null)
    .execute();
  const { runId } = await prepareRun(ada, {});
  await approveRun(ben, { runId });
  const run = await world.db
    .selectFrom("payout_runs")
    .select(["fileBody", "scheme"])
    .where("id", "=", runId)
    .executeTakeFirstOrThrow();
  expect(run.scheme).toBe("cross-border");
  expect(run.fileBody).toContain("<Cd>INFSC</Cd></ClrSysId><MmbId>HDFC0000123</MmbId>");
  expect(run.fileBody).toContain("<Othr><Id>50100123456789</Id></Othr>");
  expect(run.fileBody).toContain("<IBAN>");
});
