import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { camtStatement } from "#app/features/backoffice/testing/camt-statement.ts";
import { readOpenBook } from "#app/features/backoffice/server/open-book/read-open-book.ts";
import { importStatement } from "#app/features/backoffice/server/reconciliation/import-statement.ts";
import { payablesAgree } from "#app/features/backoffice/server/money/payout-summary.ts";
import { readReconciliation } from "#app/features/backoffice/server/reconciliation/read-reconciliation.ts";
import { reconcileNow } from "#app/features/backoffice/server/reconciliation/record-differences.ts";
import { writeDetails } from "#app/features/editors/server/kyc/kyc-details.ts";
import { balanceOf, ledgerSum } from "#app/features/payments/server/ledger/post-entry.ts";
import { availableEarning, payoutsOf } from "../../testing/earnings.ts";
import { pain002 } from "../../testing/bank-report-samples.ts";
import { ecbHistory } from "../../testing/rate-samples.ts";
import { approveRun } from "./approve-run.ts";
import { askBankChange } from "../bank/ask-bank-change.ts";
import { confirmBankChange } from "../bank/confirm-bank-change.ts";
import { dac7Csv, listYearlyFigures, payoutStatementCsv } from "../earnings/yearly-figures.ts";
import { findNextPayout } from "../earnings/find-next-payout.ts";
import { findBankReport } from "./list-bank-reports.ts";
import { findRun, listPayouts } from "./list-runs.ts";
import { importBankReport } from "./import-bank-report.ts";
import { importRates } from "#app/features/payments/server/invoices/import-rates.ts";
import { listPayoutPlans } from "../earnings/list-payout-plans.ts";
import { prepareRun } from "./prepare-run.ts";
import { readReferenceRates } from "./reference-rates.ts";
import { sendRun } from "./send-run.ts";
import { markReturned } from "./settle-payout.ts";
import { settleRun } from "./settle-run.ts";

const [ada, ben, jonas, sam] = [personOf("ada"), personOf("ben"), personOf("jonas"), personOf("sam")];
const PRIYA = "usr_priya";
const DECEMBER = new Date("2026-12-17T09:00:00Z");

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await world.db.updateTable("bank_details").set({ currency: "EUR" }).where("uid", "=", jonas.uid).execute();
});
afterAll(() => world.close());
beforeEach(() => setClock(DECEMBER));

const bring = (rates: Record<string, string>, by = ada) =>
  importRates(by, { fileName: "eurofxref-hist.csv", bytes: new TextEncoder().encode(ecbHistory(rates)) });
const reporting = (text: string) =>
  importBankReport(ada, { fileName: "bank.xml", bytes: new TextEncoder().encode(text) });
let opening = 1_000_000;
let statements = 0;
const statement = (minor: number, reference: string) => {
  const { text, closingMinor } = camtStatement({
    id: `E${(statements += 1)}`,
    day: "2026-12-18",
    openingMinor: opening,
    lines: [{ minor, text: "Transfer", reference }],
  });
  opening = closingMinor;
  return importStatement(ada, { fileName: `e${statements}.xml`, text });
};
async function expectSound() {
  expect(await ledgerSum()).toBe(0);
  for (const a of await payablesAgree()) expect(a.rowsMinor - a.debtMinor).toBe(a.ledgerMinor);
}
const lineOf = async (runId: string) => (await payoutsOf(runId)).find((p) => p.status !== "cancelled")!;
/** The run in euros, with its number, of those that were just prepared. */
const euroRun = async () =>
  world.db
    .selectFrom("payout_runs")
    .selectAll()
    .where("scheme", "=", "sepa")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();

describe("reference rates", () => {
  test("are imported by admins, once, and refused as a whole when something is wrong", async () => {
    for (const who of [jonas, sam, personOf("amara")]) {
      await expect(bring({ "2026-12-14": "1.0800" }, who)).rejects.toMatchObject({ kind: "refused" });
      await expect(readReferenceRates(who, DECEMBER)).rejects.toMatchObject({ kind: "refused" });
    }
    for (const bytes of [new Uint8Array(), new Uint8Array([0x50, 0x4b, 3, 4]), new TextEncoder().encode("Date,GBP\n")])
      await expect(importRates(ada, { fileName: "x.csv", bytes })).rejects.toMatchObject({ kind: "invalid" });
    await expect(bring({ "2026-12-09": "1.0800", "2026-12-10": "0.9260" })).rejects.toThrow("too far apart");
    await expect(bring({ "2026-12-18": "1.0800" })).rejects.toThrow("in the future");
    expect((await readReferenceRates(ada, DECEMBER)).latest).toBeNull();

    const both = await Promise.all([1, 2].map(() => bring({ "2026-12-08": "1.0790", "2026-12-09": "1.0801" })));
    expect(both.map((i) => [i.added, i.changed, i.again]).toSorted(([a], [b]) => Number(a) - Number(b))).toEqual([
      [0, 0, true],
      [2, 0, false],
    ]);
    expect(await bring({ "2026-12-09": "1.0802", "2026-12-10": "1.0810" })).toMatchObject({ added: 1, changed: 1 });
    // The file with the old rate is known, so importing it again doesn't restore the mistake.
    expect(await bring({ "2026-12-08": "1.0790", "2026-12-09": "1.0801" })).toMatchObject({ again: true });
    const page = await readReferenceRates(ada, DECEMBER);
    expect(page.rates.map((r) => [r.on, r.text])).toEqual([
      ["2026-12-10", "1.0810"],
      ["2026-12-09", "1.0802"],
      ["2026-12-08", "1.0790"],
    ]);
    expect(page.missing).toEqual(["2026-12-16", "2026-12-15", "2026-12-14", "2026-12-11"]);
    expect([page.objection, page.inEuros]).toEqual([expect.stringContaining("7 days ago"), 1]);
  });
});

describe("a payout in euros", () => {
  let order = "";

  test("isn't prepared without a recent rate, and nobody else's either", async () => {
    order = await availableEarning(jonas.uid, 9_000, NOON);
    await availableEarning(PRIYA, 7_000, NOON);
    const plans = await listPayoutPlans(ada, DECEMBER);
    expect([plans.payees, plans.rateObjection]).toEqual([2, expect.stringContaining("7 days ago")]);
    await expect(prepareRun(ada, {})).rejects.toMatchObject({
      code: "no_rate",
      message: expect.stringContaining("The latest reference rate is from"),
    });
    expect(await world.db.selectFrom("payouts").select("id").execute()).toEqual([]);
  });

  test("is a separate SEPA run, at the rate frozen when it's prepared", async () => {
    await bring({ "2026-12-16": "1.0828" });
    const next = await findNextPayout(jonas.uid, DECEMBER);
    expect(next.euros).toMatchObject({ paidMinor: 8_312, rate: expect.stringContaining("€1 = $1.0828") });
    expect((await findNextPayout(PRIYA, DECEMBER)).euros).toBeNull();
    expect((await prepareRun(ada, {})).runs).toBe(2);
    const run = await euroRun();
    expect(run).toMatchObject({ currency: "USD", totalMinor: 9_000 });
    const line = await lineOf(run.id);
    expect(line).toMatchObject({
      amountMinor: 9_000,
      currency: "USD",
      paidCurrency: "EUR",
      paidMinor: 8_312,
      rateMicros: 1_082_800,
      rateOn: "2026-12-16",
      rateSource: "European Central Bank",
      rateFrozenAt: DECEMBER,
    });
    // Later rates change nothing, but a correction of the frozen one stops the run.
    await bring({ "2026-12-16": "1.0830" });
    await expect(approveRun(ben, { runId: run.id })).rejects.toMatchObject({ code: "rate_corrected" });
    setClock(after(DECEMBER, DAY));
    await bring({ "2026-12-16": "1.0828", "2026-12-17": "1.0900" });
    await approveRun(ben, { runId: run.id });
    const { fileBody } = await sendRun(ada, { runId: run.id });
    expect(fileBody).toContain("<CtrlSum>83.12</CtrlSum>");
    expect(fileBody).toContain('<InstdAmt Ccy="EUR">83.12</InstdAmt>');
    expect(fileBody).toContain("<SvcLvl><Cd>SEPA</Cd></SvcLvl>");
    const invoice = await world.db
      .selectFrom("invoices")
      .select(["document", "totalMinor"])
      .where("payoutId", "=", line.id)
      .executeTakeFirstOrThrow();
    expect(invoice.totalMinor).toBe(9_000);
    expect(invoice.document.notes[0]).toBe(
      "Paid as €83.12 ($90.00) at €1 = $1.0828 (European Central Bank, Dec 16, 2026).",
    );
    expect((await findRun(run.id))!.payouts[0]).toMatchObject({
      paidMinor: 8_312,
      rate: expect.stringContaining("1.0828"),
    });
    expect((await listPayouts(jonas.uid))[0]).toMatchObject({ paidMinor: 8_312, paidCurrency: "EUR" });
    await expectSound();
  });

  test("is settled by the bank's word about euros, and the bank's own rate is an exchange difference", async () => {
    setClock(after(DECEMBER, DAY));
    const run = await euroRun();
    const line = await lineOf(run.id);
    const bank = await balanceOf("bank");
    // Before the payout is noted as paid, the statement's line waits. Another amount isn't this payout.
    await statement(-9_950, line.endToEndId);
    await statement(-9_041, line.endToEndId);
    expect([await balanceOf("exchange_differences"), await balanceOf("unassigned")]).toEqual([0, 9_950]);
    const euros = (amount: string) =>
      pain002(run.number, [{ id: line.endToEndId, status: "ACSC", amount }]).replace('Ccy="USD"', 'Ccy="EUR"');
    const { reportId } = await reporting(euros("90.00"));
    expect((await findBankReport(ada, reportId))!.lines[0]).toMatchObject({ outcome: "differs", currency: "EUR" });
    await reporting(euros("83.12"));
    expect((await lineOf(run.id)).status).toBe("paid");
    await reconcileNow(ada);
    expect(await balanceOf("exchange_differences")).toBe(41);
    // The bank account is what the statements say: the opening balance and both lines.
    expect(await balanceOf("bank")).toBe(opening);
    expect(bank).toBe(0);
    const { open } = await readReconciliation(ada);
    expect(open.map((d) => [d.kind, d.amountMinor])).toEqual([["line_not_assigned", -9_950]]);
    await reconcileNow(ben);
    expect(await balanceOf("exchange_differences")).toBe(41);
    const book = await readOpenBook(ada, order);
    const steps = book.moneyOut.flatMap((c) => c.steps);
    expect(steps.find((s) => s.what === "Payout")!.detail).toContain("Paid as €83.12 ($90.00) at €1 = $1.0828");
    const bankStep = steps.find((s) => s.what === "Bank line")!;
    expect(bankStep.detail).toContain("own rate: −$0.41");
    expect(bankStep.entries).toHaveLength(2);
    await drainJobs();
    const letter = await world.db
      .selectFrom("mail")
      .selectAll()
      .where("kind", "=", "payout.paid")
      .executeTakeFirstOrThrow();
    expect(letter.subject).toBe("You have been paid €83.12 ($90.00)");
    await expectSound();
  });

  test("is in the year's figures in dollars, and for DAC7 in euros", async () => {
    setClock(after(DECEMBER, DAY));
    const his = (await listYearlyFigures(ada, 2026)).find((y) => y.editorId === jonas.uid);
    expect(his).toMatchObject({ currency: "USD", totalMinor: 9_000, eurosMinor: 8_312 });
    const csv = await (
      await payoutStatementCsv(new Request("http://x/api/csv/payout-statement?year=2026"), { actor: jonas })
    ).text();
    expect(csv).toContain("EUR,83.12,1.0828,2026-12-16,European Central Bank");
    const details = {
      legalName: "Jonas Weber",
      dateOfBirth: "1980-02-03",
      addressLine: "Lindenallee 4",
      town: "Freiburg",
      postCode: "79098",
      country: "DE",
      taxCountry: "DE",
      tin: "02476291358",
      vatId: "",
    };
    await transact(SYSTEM, ({ tx }) => writeDetails(tx, jonas.uid, details, NOON));
    const dac7 = await (await dac7Csv(new Request("http://x/api/csv/dac7?year=2026"), { actor: ada })).text();
    expect(dac7).toContain("DE02120300000000202051,EUR,");
    expect(dac7).toMatch(/,83\.12,1,0\.00,2026,83\.12\r\n$/);
  });

  test("that comes back is payable in dollars again, and the next run freezes its own rate", async () => {
    setClock(after(DECEMBER, DAY));
    const run = await euroRun();
    const line = await lineOf(run.id);
    await markReturned(ben, { payoutId: line.id, how: "returned", code: "AM04" });
    await statement(8_990, line.endToEndId);
    expect([await balanceOf("exchange_differences"), await balanceOf("bank")]).toEqual([51, opening]);
    await expectSound();
    await prepareRun(ada, {});
    const again = await euroRun();
    expect(again.id).not.toBe(run.id);
    expect(await lineOf(again.id)).toMatchObject({ amountMinor: 9_000, paidMinor: 8_257, rateOn: "2026-12-17" });
    await approveRun(ben, { runId: again.id });
    await sendRun(ada, { runId: again.id });
    await settleRun(ada, { runId: again.id });
    await statement(-9_000, (await lineOf(again.id)).endToEndId);
    expect([await balanceOf("exchange_differences"), await balanceOf("bank")]).toEqual([51, opening]);
    await expectSound();
  });

  test("keeps its rate when a disputed order is removed from it", async () => {
    setClock(after(DECEMBER, 2 * DAY));
    await bring({ "2026-12-18": "1.1000" });
    await availableEarning(jonas.uid, 5_000, NOON);
    const disputed = await availableEarning(jonas.uid, 6_000, NOON);
    await prepareRun(ada, {});
    const run = await euroRun();
    await bring({ "2026-12-19": "1.2000" });
    await transact(SYSTEM, async (ctx) => {
      await ctx.tx.updateTable("orders").set({ disputedAt: ctx.now }).where("id", "=", disputed).execute();
      await ctx.fact("dispute.opened", {
        orderId: disputed,
        subjectId: "dsp_euro",
        data: { disputeId: "dsp_euro", kind: "chargeback", amountMinor: 1, reason: "fraudulent", dueAt: null },
      });
    });
    await drainJobs();
    const line = await lineOf(run.id);
    expect(line).toMatchObject({ amountMinor: 5_000, rateMicros: 1_100_000, paidMinor: 4_545 });
    await approveRun(ben, { runId: run.id });
    const { fileBody } = await sendRun(ada, { runId: run.id });
    expect(fileBody).toContain("<CtrlSum>45.45</CtrlSum>");
    await settleRun(ada, { runId: run.id });
    await expectSound();
  });
});

test("an editor chooses euros for an account in the SEPA area, confirmed like any other change", async () => {
  setClock(after(DECEMBER, 2 * DAY));
  const form = {
    uid: jonas.uid,
    scheme: "iban" as const,
    holder: "Jonas Weber",
    iban: "DE75512108001245126199",
    bic: "SOGEDEFF",
    town: "Berlin",
    country: "DE",
  };
  await expect(
    askBankChange(jonas, { ...form, iban: "AE070331234567890123456", bic: "EBILAEAD", country: "AE", currency: "EUR" }),
  ).rejects.toMatchObject({ fields: { currency: expect.stringContaining("SEPA area") } });
  await askBankChange(jonas, { ...form, currency: "EUR" });
  const mail = await world.db
    .selectFrom("mail")
    .select("text")
    .where("kind", "=", "bank.confirm")
    .executeTakeFirstOrThrow();
  expect(mail.text).toContain("pay you in euros");
  const token = decodeURIComponent(/confirm=([^#\s]+)/.exec(mail.text)![1]!);
  await confirmBankChange(jonas, { uid: jonas.uid, token });
  const now = await world.db
    .selectFrom("bank_details")
    .select(["currency", "iban"])
    .where("uid", "=", jonas.uid)
    .where("replacedAt", "is", null)
    .executeTakeFirstOrThrow();
  expect(now).toEqual({ currency: "EUR", iban: "DE75512108001245126199" });
  // The same account in dollars is another choice, and confirmed too.
  await expect(askBankChange(jonas, { ...form, currency: "EUR" })).rejects.toMatchObject({ code: "bank_same" });
  await askBankChange(jonas, { ...form, currency: "USD" });
});
