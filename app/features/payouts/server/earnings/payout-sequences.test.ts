import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { registerAtHome } from "#boot/testing/register-at-home.ts";
import { tries } from "#boot/testing/tries.ts";
import { CAST_DETAILS } from "#db/seed/cast-details.ts";
import { writeDetails } from "#app/features/editors/server/kyc/kyc-details.ts";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { dayOf } from "#app/platform/rules/core/day.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { Problem } from "#app/platform/rules/core/errors.ts";
import type { Fact } from "#app/platform/rules/core/fact.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { divideHalfUp, sum } from "#app/platform/rules/core/money.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { camtStatement } from "#app/features/backoffice/testing/camt-statement.ts";
import { payablesAgree } from "#app/features/backoffice/server/money/payout-summary.ts";
import { importStatement } from "#app/features/backoffice/server/reconciliation/import-statement.ts";
import { readReconciliation } from "#app/features/backoffice/server/reconciliation/read-reconciliation.ts";
import { reconcileNow } from "#app/features/backoffice/server/reconciliation/record-differences.ts";
import { balanceOf } from "#app/features/payments/server/ledger/post-entry.ts";
import { paidAmount } from "../../rules/exchange.ts";
import { availableEarning, payoutsOf } from "../../testing/earnings.ts";
import { payoutSumsAndRows } from "../../testing/payout-sums.ts";
import { camt053, nachaReturns, pain002 } from "../../testing/bank-report-samples.ts";
import { ecbHistory } from "../../testing/rate-samples.ts";
import { approveRun } from "../runs/approve-run.ts";
import { takeBackPay } from "./earn-order.ts";
import { importBankReport } from "../runs/import-bank-report.ts";
import { importRates } from "#app/features/payments/server/invoices/import-rates.ts";
import { planFor } from "./list-earnings.ts";
import { lastCutoffAt } from "./read-payout-policy.ts";
import { mergePayoutSums } from "./merge-payout-sums.ts";
import { prepareRun } from "../runs/prepare-run.ts";
import { sendRun } from "../runs/send-run.ts";
import { markPaid, markReturned } from "../runs/settle-payout.ts";
import { cancelRun, settleRun } from "../runs/settle-run.ts";

/**
 * Random sequences of everything that happens to payouts: earnings, debts, disputes, runs by two admins, what the bank
 * says in each of its formats, statements, retries with new details. After each step: what was earned is what was paid
 * and what is owed, to the cent.
 */
const [ada, ben] = [personOf("ada"), personOf("ben")];
/** Paid in euros, in dollars abroad, and through ACH. */
const EDITORS = ["usr_jonas", "usr_priya", "usr_noor"] as const;
const STEPS = 60;

let world: TestWorld;
let clock = after(NOON, 30 * DAY);
const opened = 100_000;
let closing = opened;
let files = 0;
/** Each editor's earnings, less deductions. */
const earned = new Map<string, number>();

beforeAll(async () => {
  world = await openWorld();
  // All editors are abroad, one of them in the EU.
  await registerAtHome("AT");
  await world.db.updateTable("bank_details").set({ currency: "EUR" }).where("uid", "=", "usr_jonas").execute();
  await world.db.updateTable("editors").set({ kycApprovedAt: NOON }).where("uid", "=", "usr_noor").execute();
  await writeDetails(world.db, "usr_noor", { ...CAST_DETAILS["usr_priya"]!, legalName: "Noor Haddad" }, NOON);
  await newBank("usr_noor");
});
afterAll(() => world.close());

/** Other bank details that are old enough to be used, of the kind that the editor has. */
async function newBank(uid: string): Promise<void> {
  await world.db
    .updateTable("bank_details")
    .set({ replacedAt: clock })
    .where("uid", "=", uid)
    .where("replacedAt", "is", null)
    .execute();
  const us = uid === "usr_noor";
  await world.db
    .insertInto("bank_details")
    .values({
      id: newId("bank"),
      uid,
      holder: `Holder ${(files += 1)}`,
      ...(us
        ? { routingNumber: "011401533", accountNumber: String(100_000 + files), accountType: "checking" as const }
        : { iban: "DE89370400440532013000", bic: "COBADEFFXXX" }),
      country: us ? "US" : "DE",
      town: "Anytown",
      currency: uid === "usr_jonas" ? "EUR" : "USD",
      confirmedAt: NOON,
      usableAt: NOON,
      createdAt: NOON,
    })
    .execute();
}

type Draw = { upTo: (most: number) => number; oneOf: <T>(list: readonly T[]) => T | undefined };

const runsIn = (...status: ("prepared" | "approved" | "sent")[]) =>
  world.db.selectFrom("payout_runs").selectAll().where("status", "in", status).orderBy("id").execute();
const payoutsIn = (...status: ("sent" | "paid")[]) =>
  world.db
    .selectFrom("payouts as p")
    .innerJoin("payout_runs as r", "r.id", "p.runId")
    .selectAll("p")
    .select("r.number as runNumber")
    .where("p.status", "in", status)
    .orderBy("p.id")
    .execute();
const report = (text: string) =>
  importBankReport(ada, {
    fileName: `bank-${(files += 1)}`,
    bytes: new TextEncoder().encode(`${text}${"\n".repeat(files)}`),
  });
const decimal = (minor: number) => (minor / 100).toFixed(2);

/** Each thing that can happen. It may throw only a Problem. */
const ACTIONS: Readonly<Record<string, (draw: Draw) => Promise<unknown>>> = {
  async earn({ oneOf, upTo }) {
    const uid = oneOf(EDITORS)!;
    const amount = 1_500 + upTo(12_000);
    await availableEarning(uid, amount, after(clock, -(upTo(20) * DAY)));
    earned.set(uid, (earned.get(uid) ?? 0) + amount);
  },
  async takeBack({ oneOf }) {
    const earning = oneOf(
      await world.db
        .selectFrom("earnings")
        .selectAll()
        .where("status", "<>", "reversed")
        .where("reason", "=", "")
        .orderBy("id")
        .execute(),
    );
    if (!earning) return;
    const disputeId = newId("dispute");
    await takeBackPay({
      kind: "dispute.fault_found",
      orderId: earning.orderId,
      data: { editorId: earning.editorId, disputeId, reason: "A test." },
    } as Fact);
    const posted = await world.db
      .selectFrom("journal_entries")
      .select("id")
      .where("key", "=", `earning_fault:${disputeId}:${earning.id}`)
      .executeTakeFirst();
    if (posted) earned.set(earning.editorId, earned.get(earning.editorId)! - earning.amountMinor);
    // Once for each earning: a second dispute of an order can't be lost.
    await world.db.updateTable("earnings").set({ reason: "Taken back" }).where("id", "=", earning.id).execute();
  },
  async dispute({ oneOf, upTo }) {
    const order = oneOf(
      await world.db.selectFrom("orders").select("id").where("disputedAt", "is", null).orderBy("id").execute(),
    );
    if (!order) return;
    await transact(SYSTEM, async (ctx) => {
      await ctx.tx.updateTable("orders").set({ disputedAt: ctx.now }).where("id", "=", order.id).execute();
      const disputeId = newId("dispute");
      await ctx.fact("dispute.opened", {
        orderId: order.id,
        subjectId: disputeId,
        data: { disputeId, kind: "chargeback", amountMinor: 1, reason: "fraudulent", dueAt: null },
      });
    });
    // Sometimes the reaction comes later, and a person is first.
    if (upTo(1) === 0) await drainJobs();
  },
  async decide({ oneOf }) {
    const order = oneOf(
      await world.db.selectFrom("orders").select("id").where("disputedAt", "is not", null).orderBy("id").execute(),
    );
    await drainJobs();
    if (order) await world.db.updateTable("orders").set({ disputedAt: null }).where("id", "=", order.id).execute();
  },
  prepare: () => twice(() => prepareRun(ada, {})),
  async approve({ oneOf }) {
    const run = oneOf(await runsIn("prepared"));
    if (run) return twice(() => approveRun(ben, { runId: run.id }));
  },
  async cancel({ oneOf }) {
    const run = oneOf(await runsIn("prepared", "approved"));
    if (run) return twice(() => cancelRun(ben, { runId: run.id }));
  },
  async send({ oneOf }) {
    const run = oneOf(await runsIn("prepared", "approved", "sent"));
    if (run) return twice(() => sendRun(ada, { runId: run.id }));
  },
  async settle({ oneOf }) {
    const run = oneOf(await runsIn("approved", "sent"));
    if (run) return twice(() => settleRun(ada, { runId: run.id }));
  },
  async paid({ oneOf }) {
    const payout = oneOf(await payoutsIn("sent", "paid"));
    if (payout) return twice(() => markPaid(ada, { payoutId: payout.id }));
  },
  async returned({ oneOf }) {
    const payout = oneOf(await payoutsIn("sent", "paid"));
    const how = oneOf(["rejected", "returned"] as const)!;
    if (payout)
      return twice(() => markReturned(ben, { payoutId: payout.id, how, code: oneOf(["AC04", "AM04", "MS03"])! }));
  },
  async pain002({ oneOf, upTo }) {
    const payout = oneOf(await payoutsIn("sent", "paid"));
    if (!payout) return;
    const { minor, currency } = paidAmount(payout);
    const amount = decimal(upTo(5) === 0 ? minor + 1 : minor);
    const end = oneOf([
      { status: "ACSC" },
      { status: "ACSP" },
      { status: "RJCT", code: "AC01" },
      { status: "RJCT", code: "FF01" },
    ])!;
    const text = pain002(payout.runNumber, [{ id: payout.endToEndId, amount, ...end }]);
    await report(text.replace('Ccy="USD"', `Ccy="${currency}"`));
  },
  async wholeRun({ oneOf }) {
    const run = oneOf(await runsIn("approved", "sent"));
    if (run) await report(pain002(run.number, [], { status: "RJCT", code: "FF01" }));
  },
  async camt({ oneOf }) {
    const payout = oneOf(await payoutsIn("sent", "paid"));
    const side = oneOf(["DBIT", "CRDT"] as const)!;
    if (payout)
      await report(
        camt053(
          [{ id: payout.endToEndId, amount: decimal(payout.amountMinor), side, code: "AM04" }].map((e) =>
            side === "DBIT" ? { ...e, code: "" } : e,
          ),
        ),
      );
  },
  async ach({ oneOf }) {
    const payout = oneOf((await payoutsIn("sent", "paid")).filter((p) => p.traceNumber !== null));
    if (payout)
      await report(nachaReturns([{ trace: payout.traceNumber!, code: "R03", amountMinor: payout.amountMinor }]));
  },
  newBank: ({ oneOf }) => newBank(oneOf(EDITORS)!),
  async clock({ upTo }) {
    clock = after(clock, (1 + upTo(8)) * DAY);
    setClock(clock);
  },
  async rates({ upTo }) {
    const on = dayOf(clock);
    const bytes = new TextEncoder().encode(ecbHistory({ [on]: (1.05 + upTo(60) / 1_000).toFixed(4) }));
    await importRates(ada, { fileName: "rates.csv", bytes });
  },
  jobs: () => drainJobs(),
  merge: () => mergePayoutSums(),
  statement: (draw) => bringStatement(draw),
};
const NAMES = Object.keys(ACTIONS);
/** What moves payouts on is drawn more often. */
const OFTEN = [
  ..."earn earn earn rates prepare prepare approve approve approve send send send paid settle clock cancel".split(" "),
  ..."wholeRun pain002 pain002 returned camt ach statement".split(" "),
];

/** Without the usual preference for the smallest and largest, so that sequences get through. */
const evenly = (max: number) => fc.noBias(fc.nat({ max }));

const onlyProblems = (error: unknown): void => {
  if (!(error instanceof Problem)) throw error;
};
/** Two people at once: one of them may be refused in words. */
const twice = async (does: () => Promise<unknown>): Promise<string> => {
  const said = (error: unknown): string => {
    onlyProblems(error);
    return (error as Problem).code;
  };
  return (await Promise.all([1, 2].map(() => does().then(() => "done", said)))).join(", ");
};

/**
 * The bank's statement of payouts that left or came back and that no statement has yet. Euros are exchanged at the
 * bank's own rate.
 */
async function bringStatement({ upTo }: Pick<Draw, "upTo">): Promise<void> {
  const moved = await world.db
    .selectFrom("journal_entries as e")
    .innerJoin("journal_lines as l", "l.entryId", "e.id")
    .innerJoin("payouts as p", "p.id", "e.causeId")
    .select(["l.amountMinor", "p.endToEndId", "p.paidCurrency"])
    .where("e.causeType", "=", "payout")
    .where("l.account", "=", "bank")
    .where((eb) =>
      eb.not(eb.exists(eb.selectFrom("bank_lines as b").select("b.id").whereRef("b.entryKey", "=", "e.key"))),
    )
    .orderBy("e.seq")
    .execute();
  if (moved.length === 0) return;
  const lines = moved.map((m) => ({
    minor: m.paidCurrency ? Math.round(m.amountMinor * (0.99 + upTo(20) / 1_000)) : m.amountMinor,
    text: "Transfer",
    reference: m.endToEndId,
  }));
  // At most one statement a day.
  clock = after(clock, DAY);
  setClock(clock);
  const day = dayOf(clock);
  const { text, closingMinor } = camtStatement({ id: `S${(files += 1)}`, day, openingMinor: closing, lines });
  await importStatement(ada, { fileName: `${files}.xml`, text });
  closing = closingMinor;
}

/** In the end every dispute is decided, every editor's details are right, and two admins pay whatever is owed. */
async function payWhatIsOwed(): Promise<void> {
  await drainJobs();
  await world.db.updateTable("orders").set({ disputedAt: null }).execute();
  for (const { id: runId } of await runsIn("prepared")) await cancelRun(ben, { runId });
  for (const { id: runId } of await runsIn("approved")) await sendRun(ben, { runId });
  for (const uid of EDITORS) await newBank(uid);
  clock = after(clock, 20 * DAY);
  setClock(clock);
  await ACTIONS["rates"]!({ upTo: () => 30, oneOf: (list) => list[0] });
  // A debt is at most half of a payout, so one that is large takes several.
  for (let n = 0; n < 8; n++) {
    await prepareRun(ada, {}).catch(onlyProblems);
    for (const { id: runId } of await runsIn("prepared")) await approveRun(ben, { runId });
    for (const { id: runId } of await runsIn("approved")) await sendRun(ada, { runId });
    for (const { id: runId } of await runsIn("sent")) await settleRun(ben, { runId });
    await expectSound();
  }
  for (const uid of EDITORS) {
    const { payable, reasons } = await planFor(uid, await lastCutoffAt(clock), clock);
    expect([uid, payable, reasons.filter((r) => !/minimum|No earnings/.test(r))]).toEqual([uid, false, []]);
  }
}

/**
 * Payouts of every kind that the bank rejects, and then pays and sends back. Random sequences may miss one of these
 * ends.
 */
async function comeBack(): Promise<void> {
  const even: Draw = { upTo: () => 6_000, oneOf: (list) => list[0] };
  await ACTIONS["rates"]!({ ...even, upTo: () => 30 });
  for (const how of ["rejected", "returned"] as const) {
    for (const uid of EDITORS) {
      await newBank(uid);
      await availableEarning(uid, 9_000, after(clock, -(10 * DAY)));
      earned.set(uid, (earned.get(uid) ?? 0) + 9_000);
    }
    await prepareRun(ada, {});
    for (const { id: runId } of await runsIn("prepared")) await approveRun(ben, { runId });
    for (const { id: runId } of await runsIn("approved")) await sendRun(ada, { runId });
    for (const { id: payoutId } of await payoutsIn("sent")) {
      if (how === "returned") await markPaid(ada, { payoutId });
      await markReturned(ben, { payoutId, how, code: "MS03" });
    }
    await expectSound();
  }
}

const LIVE = ["prepared", "approved", "sent", "paid"] as const;

async function expectSound(): Promise<void> {
  const { rows: off } = await sql`select currency from journal_lines group by 1 having sum("amountMinor") <> 0`.execute(
    world.db,
  );
  expect(off).toEqual([]);
  const { sums, rows } = await payoutSumsAndRows();
  expect(sums).toEqual(rows);
  for (const a of await payablesAgree()) expect(a.rowsMinor - a.debtMinor).toBe(a.ledgerMinor);
  const payouts = await world.db.selectFrom("payouts").selectAll().execute();
  const earnings = await world.db.selectFrom("earnings").selectAll().execute();
  const items = await world.db.selectFrom("payout_items").selectAll().execute();
  for (const uid of EDITORS) {
    const own = payouts.filter((p) => p.editorId === uid);
    const paid = sum(own.filter((p) => p.status === "paid").map((p) => p.amountMinor));
    const onTheWay = sum(
      own.filter((p) => ["prepared", "approved", "sent"].includes(p.status)).map((p) => p.amountMinor),
    );
    const available = 0 - (await balanceOf("editor_available", uid));
    // Payouts are earnings less debts: earnings were paid, are on their way, or are owed.
    expect([uid, paid + onTheWay + available]).toEqual([uid, earned.get(uid) ?? 0]);
    expect([uid, 0 - (await balanceOf("editor_in_payout", uid))]).toEqual([uid, onTheWay]);
    // The amount owed is negative only for earnings that were deducted after they became part of a payout.
    const takenBack = sum(
      earnings.filter((e) => e.editorId === uid && e.reason === "Taken back").map((e) => e.amountMinor),
    );
    expect([uid, available + takenBack >= 0]).toEqual([uid, true]);
  }
  const live = new Map(payouts.filter((p) => LIVE.some((s) => s === p.status)).map((p) => [p.id, p]));
  for (const earning of earnings) {
    const paidIn = items.filter((i) => i.earningId === earning.id && live.has(i.payoutId));
    expect([earning.id, paidIn.length <= 1]).toEqual([earning.id, true]);
    const [of] = paidIn.map((i) => live.get(i.payoutId)!);
    const expected = of ? (of.status === "paid" ? ["paid"] : ["in_payout"]) : ["available", "returned", "reversed"];
    expect([earning.id, expected.includes(earning.status)]).toEqual([earning.id, true]);
    if (of) expect(earning.payoutId).toBe(of.id);
  }
  for (const p of live.values()) {
    const whole = sum(
      items.filter((i) => i.payoutId === p.id).map((i) => earnings.find((e) => e.id === i.earningId)!.amountMinor),
    );
    expect([p.id, p.grossMinor, p.amountMinor]).toEqual([p.id, whole, p.grossMinor - p.debtMinor]);
    expect(p.debtMinor * 2).toBeLessThanOrEqual(p.grossMinor);
  }
  // What's owed at home on the payouts that haven't come back is input tax, too.
  const owed = (inEu: boolean) =>
    sum([...live.values()].filter((p) => p.editorInEu === inEu).map((p) => p.recipientTaxMinor));
  expect([await balanceOf("reverse_charge_eu"), await balanceOf("reverse_charge")]).toEqual([
    0 - owed(true),
    0 - owed(false),
  ]);
  expect(await balanceOf("input_tax")).toBe(owed(true) + owed(false));
  for (const p of live.values()) {
    expect([p.id, p.recipientTaxMinor]).toEqual([p.id, divideHalfUp(p.amountMinor * 20, 100)]);
    expect([p.id, p.editorInEu]).toEqual([p.id, p.editorId === "usr_jonas"]);
  }
  for (const run of await world.db.selectFrom("payout_runs").selectAll().execute()) {
    const own = (await payoutsOf(run.id)).filter((p) => p.status !== "cancelled");
    if (run.status !== "cancelled") expect(run.totalMinor).toBe(sum(own.map((p) => p.amountMinor)));
    if (run.fileBody?.startsWith("<"))
      expect(run.fileBody).toContain(`<CtrlSum>${decimal(sum(own.map((p) => paidAmount(p).minor)))}</CtrlSum>`);
    if (run.status === "settled") expect(own.some((p) => p.status === "sent")).toBe(false);
  }
}

test(
  "whatever happens to payouts, in whatever order: what was earned is paid once, on its way, or owed",
  { timeout: 300_000 },
  async () => {
    setClock(clock);
    await comeBack();
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (g) => {
        const log: string[] = [];
        const draw: Draw = {
          upTo: (most) => g(evenly, most),
          oneOf: (list) => (list.length === 0 ? undefined : list[g(evenly, list.length - 1)]),
        };
        setClock(clock);
        try {
          for (const name of ["earn", "earn", "earn", "rates"]) await ACTIONS[name]!(draw);
          for (let n = 0; n < STEPS; n++) {
            const name = draw.oneOf(draw.upTo(3) < 3 ? OFTEN : NAMES)!;
            const outcome = await ACTIONS[name]!(draw).then(
              (said) => (typeof said === "string" ? said : "done"),
              (error: unknown) => {
                onlyProblems(error);
                return (error as Problem).code;
              },
            );
            log.push(`${name}: ${outcome}`);
            await expectSound();
          }
          await payWhatIsOwed();
          await bringStatement(draw);
          await reconcileNow(ada);
          await expectSound();
          // The bank is its statements, and every line has its payout.
          if (closing !== opened) expect(await balanceOf("bank")).toBe(closing);
          const { open } = await readReconciliation(ada);
          expect(
            open.filter((d) => /line|statement/.test(d.kind)).map((d) => [d.kind, d.amountMinor, d.title]),
          ).toEqual([]);
        } catch (error) {
          throw new Error(`${log.join("\n")}\n${String(error)}`, { cause: error });
        }
      }),
      { ...tries(24), endOnFailure: true },
    );
    // Money was paid in each way, came back, and was paid again.
    const ends = await world.db
      .selectFrom("payouts as p")
      .innerJoin("payout_runs as r", "r.id", "p.runId")
      .select(["r.scheme", "p.status"])
      .distinct()
      .execute();
    expect(ends.map((e) => `${e.scheme} ${e.status}`)).toEqual(
      expect.arrayContaining(["cross-border paid", "ach paid", "sepa paid"]),
    );
    for (const end of ["rejected", "returned"]) expect(ends.map((e) => e.status)).toContain(end);
  },
);
