import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { availableEarning, payoutsOf } from "../../testing/earnings.ts";
import { approveRun } from "./approve-run.ts";
import { chooseRunFile } from "./choose-run-file.ts";
import { prepareRun } from "./prepare-run.ts";
import { bankFile } from "./send-run.ts";
import { settleRun } from "./settle-run.ts";

const [ada, ben, jonas] = [personOf("ada"), personOf("ben"), personOf("jonas")];
const DECEMBER = new Date("2026-12-01T09:00:00Z");

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  setClock(DECEMBER);
  await availableEarning(jonas.uid, 8_000, after(DECEMBER, -9 * DAY));
});
afterAll(() => world.close());

test("a run is approved with the file that was chosen for it, which pays what the ledger says", async () => {
  const { runId } = await prepareRun(ada, {});
  await expect(chooseRunFile(jonas, { runId, scheme: "wise" })).rejects.toMatchObject({ kind: "refused" });
  await expect(chooseRunFile(ada, { runId, scheme: "sepa" as never })).rejects.toMatchObject({ kind: "invalid" });
  await Promise.all([ada, ben].map((who) => chooseRunFile(who, { runId, scheme: "payoneer" })));
  await chooseRunFile(ada, { runId, scheme: "wise" });
  const chosen = world.db.selectFrom("facts").select("data").where("kind", "=", "payout_run.file_chosen");
  expect((await chosen.orderBy("seq").execute()).map(({ data }) => (data as { scheme: string }).scheme)).toEqual([
    "payoneer",
    "wise",
  ]);
  await approveRun(ben, { runId });
  await expect(chooseRunFile(ada, { runId, scheme: "cross-border" })).rejects.toMatchObject({ code: "run_moved_on" });

  const sent = await bankFile(new Request("http://localhost"), { actor: ada, params: { runId } });
  expect(sent.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(sent.headers.get("content-disposition")).toMatch(/filename="RUN-2026-\d{4}-wise\.csv"$/);
  const [, row] = (await sent.text()).split("\r\n");
  expect(row).toMatch(/^Jonas Weber,editor@demo\.test,80\.00,USD,USD,target,SB-\w+-0001,EMAIL$/);
  await settleRun(ada, { runId });
  expect(await payoutsOf(runId)).toMatchObject([{ status: "paid", amountMinor: 8_000 }]);
});
