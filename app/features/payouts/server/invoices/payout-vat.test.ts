import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { CAST_DETAILS } from "#db/seed/cast-details.ts";
import { personOf } from "#db/seed/cast.ts";
import { DAY, after } from "#app/platform/rules/core/time.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { drainJobs } from "#app/platform/server/core/jobs.ts";
import { saveCompany } from "#app/features/company/server/save-company.ts";
import { writeDetails } from "#app/features/editors/server/kyc/kyc-details.ts";
import type { KycDetails } from "#app/features/editors/rules/kyc/kyc-details.ts";
import { invoicePdf } from "#app/features/payments/server/invoices/invoice-pdf.ts";
import { readTaxReport } from "#app/features/payments/server/invoices/read-tax-report.ts";
import { readReturn } from "#app/features/payments/server/tax/returns.ts";
import { owedAsRecipient } from "#app/features/tax/rules/returns.ts";
import { setFrequency } from "#app/features/tax/server/set-frequency.ts";
import { balanceOf, ledgerSum } from "#app/features/payments/server/ledger/post-entry.ts";
import { payablesAgree } from "#app/features/backoffice/server/money/payout-summary.ts";
import { availableEarning, payoutsOf } from "../../testing/earnings.ts";
import { ecbCurrencies } from "../../testing/rate-samples.ts";
import { SYSTEM } from "#app/platform/rules/core/actor.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { nextSelfBilledNumber } from "./self-billed.ts";
import { approveRun } from "../runs/approve-run.ts";
import { findNextPayout } from "../earnings/find-next-payout.ts";
import { importRates } from "#app/features/payments/server/invoices/import-rates.ts";
import { listPayoutPlans } from "../earnings/list-payout-plans.ts";
import { prepareRun } from "../runs/prepare-run.ts";
import { cancelRun, settleRun } from "../runs/settle-run.ts";
import { sendRun } from "../runs/send-run.ts";
import { markReturned } from "../runs/settle-payout.ts";

const [ada, ben, jonas] = [personOf("ada"), personOf("ben"), personOf("jonas")];
const PRIYA = "usr_priya";
const DECEMBER = new Date("2026-12-01T09:00:00Z");
const JONAS = CAST_DETAILS[jonas.uid]!;

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
  await saveCompany(ada, {
    legalName: "Marginalia GmbH",
    address: "Lindenallee 4\n60313",
    town: "Frankfurt am Main",
    country: "DE",
    registration: "HRB 12345",
    version: 0,
  });
  await world.db
    .insertInto("tax_registrations")
    .values({
      id: "txr_1",
      scheme: "domestic",
      place: "DE",
      number: "DE123456788",
      validFrom: "2026-01-01",
      status: "approved",
      proposedAt: NOON,
    })
    .execute();
});
afterAll(() => world.close());
beforeEach(() => setClock(DECEMBER));

const tell = (details: KycDetails, uid: string = jonas.uid) => writeDetails(world.db, uid, details, NOON);
const invoiceOf = async (runId: string, kind: "self_billed" | "credit_note" = "self_billed", uid: string = jonas.uid) =>
  (
    await world.db
      .selectFrom("invoices as i")
      .innerJoin("payouts as p", "p.id", "i.payoutId")
      .select("i.document")
      .where("p.runId", "=", runId)
      .where("i.kind", "=", kind)
      .where("i.ownerId", "=", uid)
      .executeTakeFirstOrThrow()
  ).document;
async function expectSound() {
  expect(await ledgerSum()).toBe(0);
  for (const a of await payablesAgree()) expect(a.rowsMinor - a.debtMinor, a.state).toBe(a.ledgerMinor);
}

describe("a payee whose legal details are incomplete", () => {
  test("isn't paid and is told what's missing, and the others are paid", async () => {
    await availableEarning(jonas.uid, 8_000, after(NOON, -5 * DAY));
    await availableEarning(PRIYA, 6_000, after(NOON, -5 * DAY));
    await tell({ ...JONAS, vatStatus: undefined });
    const { editors } = await listPayoutPlans(ada, DECEMBER);
    const why = /don't say whether this editor is registered for VAT.*Identity and documents/;
    expect(editors.find((e) => e.uid === jonas.uid)).toMatchObject({ payable: false });
    expect(editors.find((e) => e.uid === jonas.uid)!.reasons.join(" ")).toMatch(why);
    expect((await findNextPayout(jonas.uid, DECEMBER)).reasons.join(" ")).toMatch(why);
    const { runId } = await prepareRun(ada, {});
    expect((await payoutsOf(runId)).map((p) => p.editorId)).toEqual([PRIYA]);
    await approveRun(ben, { runId });
    // A British editor without VAT, for a company in Germany.
    expect(await invoiceOf(runId, "self_billed", PRIYA)).toMatchObject({
      seller: {
        name: "Priya Raman",
        address: ["8 Mill Lane", "CB2 1RX Cambridge"],
        country: "GB",
        taxNumber: "1234567890",
      },
      buyer: { name: "Marginalia GmbH", vatId: "DE123456788" },
      tax: null,
      totalMinor: 6_000,
      notes: [expect.stringContaining("Outside the scope of VAT"), expect.any(String)],
    });
  });

  test("stops an approval by name when they became so later", async () => {
    await tell(JONAS);
    const { runId } = await prepareRun(ada, {});
    await tell({ ...JONAS, addressLine: "" });
    await expect(approveRun(ben, { runId })).rejects.toMatchObject({
      code: "payee_changed",
      message: expect.stringContaining("Jonas Weber. The legal details lack this: street address.") as string,
    });
    await tell({ ...JONAS, vatId: "DE136695976", vatStatus: "registered" });
    await expect(approveRun(ben, { runId })).rejects.toMatchObject({
      code: "payee_changed",
      message: expect.stringContaining("The VAT on Jonas Weber's invoice has changed") as string,
    });
    await cancelRun(ada, { runId });
    await expectSound();
  });
});

describe("an editor registered for VAT in the company's country", () => {
  test("is paid with VAT on top, which is input tax", async () => {
    await tell({ ...JONAS, vatId: "DE136695976", vatStatus: "registered" });
    const [before, inputTax] = [await balanceOf("bank"), await balanceOf("input_tax")];
    // 19% of $80.00.
    expect(await findNextPayout(jonas.uid, DECEMBER)).toMatchObject({ vatMinor: 1_520, amountMinor: 9_520 });
    const { runId } = await prepareRun(ada, {});
    expect(await payoutsOf(runId)).toMatchObject([
      { grossMinor: 8_000, debtMinor: 0, vatMinor: 1_520, amountMinor: 9_520, vatDeductible: true },
    ]);
    await expectSound();
    await approveRun(ben, { runId });
    const invoice = await invoiceOf(runId);
    expect(invoice).toMatchObject({
      seller: {
        name: "Jonas Weber",
        address: ["Lindenallee 4", "79098 Freiburg"],
        country: "DE",
        vatId: "DE136695976",
      },
      netMinor: 8_000,
      tax: { label: "VAT 19% (Germany)", amountMinor: 1_520 },
      totalMinor: 9_520,
      national: { currency: "EUR", rate: null },
    });
    const run = await world.db.selectFrom("payout_runs").selectAll().where("id", "=", runId).executeTakeFirstOrThrow();
    expect(run.fileBody).toContain(">95.20<");
    expect((await balanceOf("input_tax")) - inputTax).toBe(1_520);
    await sendRun(ada, { runId });
    await settleRun(ada, { runId });
    expect((await balanceOf("bank")) - before).toBe(-9_520);
    await expectSound();
    // It isn't tax that we charged.
    const report = await readTaxReport(ada, { from: "2026-12-01", until: "2026-12-31" });
    expect([report.rows, report.accounts]).toEqual([[], []]);

    // The bank sends it back.
    const [payout] = await payoutsOf(runId);
    await markReturned(ada, { payoutId: payout!.id, how: "returned", code: "AC04" });
    expect(await balanceOf("input_tax")).toBe(inputTax);
    expect(await invoiceOf(runId, "credit_note")).toMatchObject({ totalMinor: 9_520, tax: { amountMinor: 1_520 } });
    await expectSound();
  });

  test("gets the VAT in euros on the invoice once the rate is imported", async () => {
    const text = ecbCurrencies(["USD", "GBP"], { "2026-11-27": "1.1600/0.8700", "2026-11-30": "1.1644/0.8612" });
    await importRates(ada, { fileName: "eurofxref-hist.csv", bytes: new TextEncoder().encode(text) });
    await drainJobs();
    const waiting = await world.db
      .selectFrom("invoices")
      .select("document")
      .where("awaitsRateOf", "is not", null)
      .execute();
    expect(waiting).toEqual([]);
    const { rows } = { rows: await world.db.selectFrom("invoices").select("document").execute() };
    const document = rows.map((r) => r.document).find((d) => d.kind === "self-billed-invoice" && d.tax)!;
    // $80.00 / 1.1644 = 68.7049..., $15.20 / 1.1644 = 13.0539..., at the rate of the last day before Dec 1.
    expect(document.national).toMatchObject({
      currency: "EUR",
      day: "2026-12-01",
      rate: { on: "2026-11-30", usdMicros: 1_164_400 },
      taxes: [{ baseMinor: 6_870, amountMinor: 1_305 }],
      addedOn: "2026-12-01",
    });
    expect((await invoicePdf(document)).length).toBeGreaterThan(1_000);
  });
});

describe("an editor abroad, while the company is registered at home", () => {
  const FRENCH: KycDetails = {
    ...JONAS,
    country: "FR",
    taxCountry: "FR",
    vatId: "FR40303265045",
    vatStatus: "registered",
  };
  const accounts = ["input_tax", "reverse_charge", "reverse_charge_eu"] as const;
  const balances = () => Promise.all(accounts.map((account) => balanceOf(account)));
  const change = async (before: readonly number[]) => (await balances()).map((sum, i) => sum - before[i]!);
  const declared = async () => (await readReturn(ada, "DE", "2026-10-01")).figures;
  const prepared = async () => {
    const { runId } = await prepareRun(ada, {});
    return { runId, payout: (await payoutsOf(runId)).find((p) => p.editorId === jonas.uid)! };
  };

  beforeAll(() => setFrequency(ada, { authority: "DE", frequency: "quarterly" }));
  // What came back makes an account wait for new details.
  beforeEach(() => world.db.updateTable("bank_details").set({ refusedAt: null, refusedCode: null }).execute());

  test("is paid the same, and the tax that the company owes at home is input tax until the bank sends it back", async () => {
    await tell(FRENCH);
    const before = await balances();
    const plan = await findNextPayout(jonas.uid, DECEMBER);
    expect([plan.vatMinor, plan.amountMinor]).toEqual([0, plan.grossMinor - plan.debtMinor]);
    const { runId, payout } = await prepared();
    // 19% of $80.00.
    expect(payout).toMatchObject({ amountMinor: 8_000, vatMinor: 0, recipientTaxMinor: 1_520, editorInEu: true });
    expect(await change(before)).toEqual([1_520, 0, -1_520]);
    await approveRun(ben, { runId });
    expect(await invoiceOf(runId)).toMatchObject({
      tax: { label: "VAT, reverse charge" },
      totalMinor: 8_000,
      notes: expect.arrayContaining([expect.stringContaining("Reverse charge")]) as string[],
    });
    await sendRun(ada, { runId });
    await settleRun(ada, { runId });
    expect(await change(before)).toEqual([1_520, 0, -1_520]);
    await Promise.allSettled(
      [ada, ben].map((who) => markReturned(who, { payoutId: payout.id, how: "returned", code: "MS03" })),
    );
    expect(await change(before)).toEqual([0, 0, 0]);
    await expectSound();
  });

  test("is declared with base and tax in one return, those in the EU apart, to the cent of the books", async () => {
    const before = await declared();
    const booked = await balances();
    const { payout } = await prepared();
    await expectSound();
    const now = await declared();
    // $80.00 / 1.1644 = 68.7049..., $15.20 / 1.1644 = 13.0539..., with what's booked on the same day.
    const euros = (usdMinor: number) => Math.round(usdMinor / 1.1644);
    expect(now.reverseChargeEu).toEqual({ baseMinor: euros(8_000), taxMinor: euros(1_520) });
    expect(now.ownMinor).toBe(before.ownMinor);
    expect(owedAsRecipient(now) + now.inputTaxMinor!).toBe(before.inputTaxMinor! + owedAsRecipient(before));
    const [, elsewhere, inEu] = await balances();
    expect([now.reverseCharge!.taxMinor, now.reverseChargeEu!.taxMinor]).toEqual(
      [elsewhere!, inEu!].map((sum) => euros(0 - sum)),
    );
    await cancelRun(ada, { runId: payout.runId });
    expect(await change(booked)).toEqual([0, 0, 0]);
    expect((await declared()).reverseChargeEu).toBeUndefined();
    await expectSound();
  });

  test("who moves before the approval makes the run be prepared again, and books the tax elsewhere", async () => {
    const before = await balances();
    const { runId } = await prepared();
    await tell({ ...FRENCH, country: "US", taxCountry: "US", vatId: "", vatStatus: "none" });
    await expect(approveRun(ben, { runId })).rejects.toMatchObject({
      code: "payee_changed",
      message: expect.stringContaining("The VAT that we owe on Jonas Weber's invoice has changed") as string,
    });
    await cancelRun(ada, { runId });
    const again = await prepared();
    expect(await change(before)).toEqual([1_520, -1_520, 0]);
    await cancelRun(ada, { runId: again.runId });
    expect(await change(before)).toEqual([0, 0, 0]);
  });

  test("owes nothing at home while the company isn't registered there, and books nothing", async () => {
    const before = await balances();
    await world.db.updateTable("tax_registrations").set({ validUntil: "2026-11-30" }).execute();
    const { runId, payout } = await prepared();
    expect([payout.recipientTaxMinor, await change(before)]).toEqual([0, [0, 0, 0]]);
    await cancelRun(ada, { runId });
    await world.db.updateTable("tax_registrations").set({ validUntil: null }).execute();
    await expectSound();
  });
});

test("no two editors have the same series, and each keeps theirs", async () => {
  const next = (uid: string) => transact(SYSTEM, (ctx) => nextSelfBilledNumber(ctx, uid));
  const seriesOf = (number: string) => number.split("-")[1];
  // Whatever Jonas's code would be, Priya has it already.
  const wanted = seriesOf(await next(jonas.uid))!;
  await world.db.updateTable("editors").set({ invoiceCode: null }).where("uid", "=", jonas.uid).execute();
  await world.db.updateTable("editors").set({ invoiceCode: wanted }).where("uid", "=", PRIYA).execute();
  const made = await Promise.all([next(jonas.uid), next(jonas.uid), next(PRIYA)]);
  const [one, two, three] = made.map(seriesOf);
  expect(two).toBe(one);
  expect([one !== wanted, three]).toEqual([true, wanted]);
  expect(new Set(made).size).toBe(3);
  expect(seriesOf(await next(jonas.uid))).toBe(one);
});
