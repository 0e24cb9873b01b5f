import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { seedAccounts } from "#db/seed/seed-accounts.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { listTasks } from "#app/platform/server/core/tasks.ts";
import { balanceOf, ledgerSum } from "#app/features/payments/server/ledger/post-entry.ts";
import { manyPayees } from "../../testing/many-payees.ts";
import { pain002 } from "../../testing/bank-report-samples.ts";
import { approval, approveRun } from "./approve-run.ts";
import { importBankReport, reportImport } from "./import-bank-report.ts";
import { findBankReport } from "./list-bank-reports.ts";
import { findRun } from "./list-runs.ts";
import { prepareRun } from "./prepare-run.ts";
import { sendRun } from "./send-run.ts";
import { cancelRun, cancellation, settleRun, settlement } from "./settle-run.ts";

const COUNT = 130;
const KINDS = [approval, settlement, cancellation];
const ada = personOf("ada");
const ben = personOf("ben");
let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await seedAccounts(world.db, NOON);
  await manyPayees(world.db, "usr_jonas", COUNT, after(NOON, -30 * DAY));
  setClock(after(NOON, 30 * DAY));
});
afterAll(() => world.close());

const statusOf = async (runId: string) => (await findRun(runId))!.run.status;
const invoicesOf = async (runId: string) =>
  (
    await world.db
      .selectFrom("invoices as i")
      .innerJoin("payouts as p", "p.id", "i.payoutId")
      .select(["i.kind", "i.number"])
      .where("p.runId", "=", runId)
      .execute()
  ).map((one) => `${one.kind} ${one.number}`);
/** A worker that dies while it does a step of a task, once it's that far. */
const dieAt = (done: number) =>
  sql
    .raw(
      `create function die() returns trigger language plpgsql as $$ begin
        if new.done >= ${done} then raise exception 'killed'; end if; return new; end $$;
      create trigger die before update on tasks for each row execute function die()`,
    )
    .execute(world.db);
const live = async () => {
  await sql.raw("drop trigger die on tasks; drop function die()").execute(world.db);
  await sql.raw("update pgboss.job set start_after = now() where state = 'retry'").execute(world.db);
};

let rounds = 0;
/** Every payee has the same earning once more. */
async function earnAgain(): Promise<void> {
  const round = `again${++rounds}`;
  await sql`update earnings set status = 'available', "payoutId" = null where id like 'ern_many%'`.execute(world.db);
  await sql`insert into journal_entries (id, key, kind, "causeType", "causeId", memo, at)
    select 'jnl_' || ${round}::text || id, ${round}::text || id, 'goodwill_granted', 'earning', id, '', now() from earnings
    where id like 'ern_many%'`.execute(world.db);
  await sql`insert into journal_lines ("entryId", line, account, party, "amountMinor", currency)
    select 'jnl_' || ${round}::text || e.id, l.line, l.account, case when l.line = 2 then e."editorId" else '' end,
      e."amountMinor" * l.sign, 'USD'
    from earnings e, (values (1, 'goodwill', 1), (2, 'editor_available', -1)) l(line, account, sign)
    where e.id like 'ern_many%'`.execute(world.db);
}

let runId: string;
test("a large run is prepared at once, and canceled in the background", async () => {
  const first = (await prepareRun(ada, {})).runId;
  expect((await findRun(first))!.payouts).toHaveLength(COUNT);
  expect(await cancelRun(ada, { runId: first })).toHaveProperty("taskId");
  expect(await statusOf(first)).toBe("cancelled");
  await expect(approveRun(ben, { runId: first })).rejects.toMatchObject({ code: "run_moved_on" });
  await drainJobs();
  const { payouts } = (await findRun(first))!;
  expect(new Set(payouts.map((p) => p.status))).toEqual(new Set(["cancelled"]));
  expect(await balanceOf("editor_in_payout")).toBe(0);
  ({ runId } = await prepareRun(ada, {}));
});

test("is approved in the background by one of two admins, and goes on after a killed worker", async () => {
  await expect(approveRun(ada, { runId })).rejects.toMatchObject({ kind: "refused" });
  const twice = await Promise.allSettled([1, 2].map(() => approveRun(ben, { runId })));
  expect(twice.map((one) => one.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  expect(twice.find((one) => one.status === "rejected")).toMatchObject({ reason: { code: "task_running" } });
  expect(await listTasks(KINDS, runId)).toMatchObject([{ state: "running", done: 0, total: COUNT, unit: "payouts" }]);
  await dieAt(100);
  await expect(drainJobs()).rejects.toThrow("killed");
  expect(await statusOf(runId)).toBe("prepared");
  expect(await invoicesOf(runId)).toHaveLength(50);
  await live();
  await drainJobs();
  expect(await statusOf(runId)).toBe("approved");
  const invoices = await invoicesOf(runId);
  expect([invoices.length, new Set(invoices).size]).toEqual([COUNT, COUNT]);
  expect(await listTasks(KINDS, runId)).toEqual([]);
  const { fileBody } = await sendRun(ben, { runId });
  expect(fileBody.match(/<EndToEndId>/g)).toHaveLength(COUNT);
});

test("is marked as paid in the background, each payout once", async () => {
  const owed = -(await balanceOf("editor_in_payout"));
  const both = await Promise.allSettled([ada, ben].map((admin) => settleRun(admin, { runId })));
  expect(both.map((one) => one.status).toSorted()).toEqual(["fulfilled", "rejected"]);
  await dieAt(100);
  await expect(drainJobs()).rejects.toThrow("killed");
  await live();
  await drainJobs();
  expect(await statusOf(runId)).toBe("settled");
  expect(await balanceOf("bank")).toBe(-owed);
  expect(await balanceOf("editor_in_payout")).toBe(0);
  expect(await ledgerSum()).toBe(0);
  expect(await settleRun(ada, { runId })).toEqual({ result: null });
});

test("a bank's report on a large run is worked through in the background, each line once", async () => {
  await earnAgain();
  const paid = (await prepareRun(ada, {})).runId;
  await approveRun(ben, { runId: paid });
  await drainJobs();
  await sendRun(ben, { runId: paid });
  const { number } = (await findRun(paid))!.run;
  const file = { fileName: "status.xml", bytes: new TextEncoder().encode(pain002(number, [], { status: "ACSC" })) };
  const { reportId } = await importBankReport(ada, file);
  expect(await importBankReport(ben, file)).toEqual({ reportId, again: true });
  expect(await listTasks([reportImport], reportId)).toMatchObject([{ state: "running", done: 0, total: COUNT }]);
  await dieAt(100);
  await expect(drainJobs()).rejects.toThrow("killed");
  await live();
  await drainJobs();
  expect(await statusOf(paid)).toBe("settled");
  expect((await findBankReport(ada, reportId))!.report).toMatchObject({ lines: COUNT, applied: COUNT, open: 0 });
  expect(await ledgerSum()).toBe(0);
});

test("an approval that can't be finished says why on the page, and its invoices are canceled with the run", async () => {
  await earnAgain();
  const again = (await prepareRun(ada, {})).runId;
  await approveRun(ben, { runId: again });
  await sql`update orders set "disputedAt" = now() where id = 'ord_many7'`.execute(world.db);
  await drainJobs();
  expect(await statusOf(again)).toBe("prepared");
  expect(await listTasks(KINDS, again)).toMatchObject([{ state: "failed", problem: { code: "order_disputed" } }]);
  await cancelRun(ada, { runId: again });
  await drainJobs();
  const kinds = (await invoicesOf(again)).map((one) => one.split(" ")[0]);
  const count = (kind: string) => kinds.filter((one) => one === kind).length;
  // The last step was undone with the approval.
  expect(count("self_billed")).toBe(100);
  expect(count("credit_note")).toBe(100);
  expect(await ledgerSum()).toBe(0);
});
