import { AsyncLocalStorage } from "node:async_hooks";
import pg from "pg";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { sum } from "#app/platform/rules/core/money.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { payablesAgree } from "#app/features/backoffice/server/money/payout-summary.ts";
import { balanceOf } from "#app/features/payments/server/ledger/post-entry.ts";
import { paidAmount } from "../../rules/exchange.ts";
import { availableEarning, payoutsOf } from "../../testing/earnings.ts";
import { pain002 } from "../../testing/bank-report-samples.ts";
import { ecbHistory } from "../../testing/rate-samples.ts";
import { approveRun } from "./approve-run.ts";
import { importBankReport } from "./import-bank-report.ts";
import { importRates } from "#app/features/payments/server/invoices/import-rates.ts";
import { prepareRun } from "./prepare-run.ts";
import { sendRun } from "./send-run.ts";
import { markReturned } from "./settle-payout.ts";
import { cancelRun, settleRun } from "./settle-run.ts";

/**
 * A process that ends at each statement of each step of a payout run, and another one that does the same step: nothing
 * is paid twice, and nothing is lost. The connection is really cut, before the statement is sent, or after the database
 * has carried it out.
 */
const [ada, ben] = [personOf("ada"), personOf("ben")];
const [EUROS, DOLLARS] = ["usr_jonas", "usr_priya"] as const;
const CLOCK = after(NOON, 30 * DAY);

type Crash = { at: number | "commit"; statements: number; committed: boolean; happened: boolean };
const crashes = new AsyncLocalStorage<Crash>();
type Query = (this: pg.Client, ...args: unknown[]) => unknown;
const realQuery = Reflect.get(pg.Client.prototype, "query") as Query;

/** Cuts a command's connection at the chosen statement. */
function cutConnections(): void {
  const query: Query = function (...args) {
    const crash = crashes.getStore();
    const send = () => realQuery.apply(this, args);
    // What follows a commit, such as waking the courier of live events, is tried again by others.
    if (!crash || crash.committed) return send();
    crash.statements++;
    const isCommit = /^commit/i.test(String(args[0]));
    const cut = () => {
      crash.happened = true;
      (this as unknown as { connection: { stream: { destroy(): void } } }).connection.stream.destroy();
    };
    if (crash.at === crash.statements) {
      cut();
      return send();
    }
    crash.committed = isCommit;
    if (crash.at !== "commit" || !isCommit) return send();
    // The database has committed, and nobody hears of it.
    return (send() as Promise<unknown>).then(() => {
      cut();
      throw new Error("The process ended after the commit.");
    });
  };
  pg.Client.prototype.query = query as typeof pg.Client.prototype.query;
}

let world: TestWorld;
let earned = 0;
beforeAll(async () => {
  world = await openWorld();
  setClock(CLOCK);
  await world.db.updateTable("bank_details").set({ currency: "EUR" }).where("uid", "=", EUROS).execute();
  const on = dayOf(CLOCK);
  const bytes = new TextEncoder().encode(ecbHistory({ [on]: "1.0828" }));
  await importRates(ada, { fileName: "rates.csv", bytes });
  cutConnections();
});
afterAll(async () => {
  pg.Client.prototype.query = realQuery as typeof pg.Client.prototype.query;
  await world.close();
});

async function earn(): Promise<void> {
  for (const uid of [EUROS, DOLLARS]) {
    await availableEarning(uid, 6_000, NOON);
    earned += 6_000;
  }
}
const runs = (status: "prepared" | "approved" | "sent" | "settled") =>
  world.db.selectFrom("payout_runs").selectAll().where("status", "=", status).orderBy("id").execute();
const first = async (status: Parameters<typeof runs>[0]) => (await runs(status))[0]!.id;

/** Everything of payouts that must not change when a step didn't happen. */
async function picture(): Promise<string> {
  const [rows, earnings, entries, invoices, reports] = await Promise.all([
    world.db.selectFrom("payouts").select(["id", "status", "traceNumber"]).orderBy("id").execute(),
    world.db.selectFrom("earnings").select(["id", "status", "payoutId"]).orderBy("id").execute(),
    world.db.selectFrom("journal_entries").select("key").orderBy("key").execute(),
    world.db.selectFrom("invoices").select("number").orderBy("number").execute(),
    world.db.selectFrom("bank_reports").select("sha256").orderBy("sha256").execute(),
  ]);
  const all = await world.db
    .selectFrom("payout_runs")
    .select(["id", "number", "status", "fileSha256"])
    .orderBy("id")
    .execute();
  return JSON.stringify({ rows, earnings, entries, invoices, reports, all });
}

async function expectSound(): Promise<void> {
  const { rows: off } = await sql`select currency from journal_lines group by 1 having sum("amountMinor") <> 0`.execute(
    world.db,
  );
  expect(off).toEqual([]);
  for (const a of await payablesAgree()) expect(a.rowsMinor - a.debtMinor).toBe(a.ledgerMinor);
  const payouts = await world.db.selectFrom("payouts").selectAll().execute();
  const inState = (...states: string[]) =>
    sum(payouts.filter((p) => states.includes(p.status)).map((p) => p.amountMinor));
  // Nothing is lost: earnings were paid, are on their way, or are owed. And the bank paid what is marked as paid.
  const owed = 0 - (await balanceOf("editor_available"));
  expect(inState("paid", "prepared", "approved", "sent") + owed).toBe(earned);
  expect(await balanceOf("bank")).toBe(0 - inState("paid"));
  // Nothing is paid twice: an earning is in one payout that isn't over.
  const { rows: twice } = await sql`select i."earningId" from payout_items i join payouts p on p.id = i."payoutId"
    where p.status in ('prepared', 'approved', 'sent', 'paid') group by 1 having count(*) > 1`.execute(world.db);
  expect(twice).toEqual([]);
  for (const run of await world.db.selectFrom("payout_runs").selectAll().execute()) {
    if (run.fileBody === null) continue;
    const own = (await payoutsOf(run.id)).filter((p) => p.status !== "cancelled");
    expect(run.fileBody).toContain(`<CtrlSum>${(sum(own.map((p) => paidAmount(p).minor)) / 100).toFixed(2)}</CtrlSum>`);
  }
}

type Step = {
  /** Brings about what the step needs, and says what the step is of. */
  given: () => Promise<string>;
  /** The step, as one of two admins takes it. */
  take: (id: string, who: typeof ada) => Promise<unknown>;
  /** Whether it was taken. */
  isTaken: (id: string) => Promise<boolean>;
};

/** The admin who may approve a run: not the one who prepared it. */
async function checkerOf(runId: string): Promise<typeof ada> {
  const run = await world.db
    .selectFrom("payout_runs")
    .select("makerId")
    .where("id", "=", runId)
    .executeTakeFirstOrThrow();
  return run.makerId === ada.uid ? ben : ada;
}
const isIn =
  (...states: string[]) =>
  async (runId: string) => {
    const run = await world.db.selectFrom("payout_runs").select("status").where("id", "=", runId).executeTakeFirst();
    return run !== undefined && states.includes(run.status);
  };
const given = async (status: "prepared" | "approved" | "sent"): Promise<string> => {
  if ((await runs("prepared")).length === 0) {
    await earn();
    await prepareRun(ada, {});
  }
  const runId = await first("prepared");
  if (status === "prepared") return runId;
  await approveRun(await checkerOf(runId), { runId });
  if (status === "sent") await sendRun(ada, { runId });
  return runId;
};
const one = async (runId: string) => (await payoutsOf(runId)).find((p) => p.status !== "cancelled")!;
const numberOf = async (runId: string) =>
  (await world.db.selectFrom("payout_runs").select("number").where("id", "=", runId).executeTakeFirstOrThrow()).number;

const STEPS: Readonly<Record<string, Step>> = {
  prepare: {
    given: async () => {
      for (const run of await runs("prepared")) await cancelRun(ada, { runId: run.id });
      await earn();
      return newId("run");
    },
    take: (_id, who) => prepareRun(who, {}),
    isTaken: async () => (await runs("prepared")).length === 2,
  },
  approve: {
    given: () => given("prepared"),
    take: async (runId) => approveRun(await checkerOf(runId), { runId }),
    isTaken: isIn("approved"),
  },
  "send the file": {
    given: () => given("approved"),
    take: (runId, who) => sendRun(who, { runId }),
    isTaken: isIn("sent"),
  },
  "mark as paid": {
    given: () => given("sent"),
    take: (runId, who) => settleRun(who, { runId }),
    isTaken: isIn("settled"),
  },
  "read back payments": {
    given: () => given("sent"),
    take: async (runId, who) => {
      const text = pain002(await numberOf(runId), [{ id: (await one(runId)).endToEndId, status: "ACSC" }]);
      return importBankReport(who, { fileName: "bank.xml", bytes: new TextEncoder().encode(text) });
    },
    isTaken: isIn("settled"),
  },
  "read back rejects": {
    given: () => given("sent"),
    take: async (runId, who) => {
      const text = pain002(await numberOf(runId), [
        { id: (await one(runId)).endToEndId, status: "RJCT", code: "FF01" },
      ]);
      return importBankReport(who, { fileName: "bank.xml", bytes: new TextEncoder().encode(text) });
    },
    isTaken: isIn("settled"),
  },
  "note a return": {
    given: () => given("sent"),
    take: async (runId, who) => markReturned(who, { payoutId: (await one(runId)).id, how: "returned", code: "AM04" }),
    isTaken: isIn("settled"),
  },
  cancel: {
    given: () => given("prepared"),
    take: (runId, who) => cancelRun(who, { runId }),
    isTaken: isIn("cancelled"),
  },
};

/** Takes a step until its process ends. @returns whether it ended before the step was through */
async function crashAt(at: Crash["at"], take: () => Promise<unknown>): Promise<boolean> {
  const crash: Crash = { at, statements: 0, committed: false, happened: false };
  const outcome = await crashes.run(crash, () =>
    take().then(
      () => "through",
      (error: unknown) => error,
    ),
  );
  // Whatever comes of it, a lost connection isn't told as a person's mistake, and a step that got through wasn't cut.
  expect([at, crash.happened, outcome instanceof Problem]).toEqual([at, outcome !== "through", false]);
  return crash.happened;
}
const orProblem = (error: unknown): void => {
  if (!(error instanceof Problem)) throw error;
};

test.for(Object.entries(STEPS))(
  "%s: a process that ends at any statement leaves nothing or all of it",
  { timeout: 120_000 },
  async ([_name, step]) => {
    const id = await step.given();
    const before = await picture();
    let at = 1;
    // The last time, there are no statements left to end at.
    for (; await crashAt(at, () => step.take(id, ada)); at++) {
      expect(await picture()).toBe(before);
      expect(await step.isTaken(id)).toBe(false);
    }
    expect(at).toBeGreaterThan(4);
    expect(await step.isTaken(id)).toBe(true);
    await expectSound();

    const next = await step.given();
    expect(await crashAt("commit", () => step.take(next, ada))).toBe(true);
    expect(await step.isTaken(next)).toBe(true);
    const done = await picture();
    // Somebody who saw the error tries again, and so does the other admin.
    for (const who of [ada, ben]) await step.take(next, who).catch(orProblem);
    expect(await picture()).toBe(done);
    await expectSound();
  },
);

test.for(Object.entries(STEPS))(
  "%s: two processes at once take it once, and one that ends leaves it to the other",
  { timeout: 120_000 },
  async ([_name, step]) => {
    for (const at of [null, 2, 5, "commit"] as const) {
      const id = await step.given();
      const entries = async () =>
        (await world.db.selectFrom("journal_entries").select("key").execute()).map((e) => e.key).length;
      const before = await entries();
      await Promise.all([
        at === null ? step.take(id, ada).catch(orProblem) : crashAt(at, () => step.take(id, ada)).catch(() => {}),
        step.take(id, ben).catch(orProblem),
      ]);
      expect([at, await step.isTaken(id)]).toEqual([at, true]);
      expect((await entries()) >= before).toBe(true);
      await expectSound();
    }
  },
);
