import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { NOON, type TestWorld, openWorld } from "#boot/testing/world.ts";
import { personOf } from "#db/seed/cast.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { setClock } from "#app/platform/server/core/clock.ts";
import { transact } from "#app/platform/server/core/command.ts";
import { json } from "#app/platform/server/core/database.ts";
import { saveCompany } from "#app/features/company/server/save-company.ts";
import { setFrequency } from "#app/features/tax/server/set-frequency.ts";
import type { Account } from "../../rules/ledger/chart-of-accounts.ts";
import { postEntry } from "../ledger/post-entry.ts";
import { fileReturn, payReturn, unpayReturn, withdrawReturn } from "./file-return.ts";
import { readTaxReport } from "../invoices/read-tax-report.ts";
import { ossImportFile, returnCsv } from "./return-csv.ts";
import { countPressing, readReturn, readReturns } from "./returns.ts";

let world: TestWorld;
const [ada, farah, sam, amara] = [personOf("ada"), personOf("farah"), personOf("sam"), personOf("amara")];
const AT = new Date("2026-11-22T12:00:00Z");

beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  setClock(AT);
  await world.db.deleteFrom("tax_returns").execute();
  await world.db.deleteFrom("invoices").execute();
  await world.db.deleteFrom("reference_rates").execute();
  await world.db.deleteFrom("tax_registrations").execute();
  await registered("domestic", "DE");
  await registered("oss", "DE");
  await registered("domestic", "US-WV");
  await registered("domestic", "GB", "2026-08-15");
});

async function registered(scheme: "domestic" | "oss", place: string, validFrom = "2026-01-01") {
  await world.db
    .insertInto("tax_registrations")
    .values({
      id: newId("taxRegistration"),
      scheme,
      place,
      number: `${place}1`,
      validFrom,
      status: "approved",
      proposedBy: ada.uid,
      proposedAt: NOON,
    })
    .execute();
}
const NUMBERS = [
  { scheme: "domestic", place: "DE", number: "DE1" },
  { scheme: "oss", place: "DE", number: "DE1" },
  { scheme: "domestic", place: "US-WV", number: "US-WV1" },
];
let count = 0;
type Issued = { national?: number; supplied?: string; kind?: "invoice" | "credit_note"; lacks?: boolean };
/** A document of a day. @param of.national its tax in euros; the same for its base, times ten */
async function issued(day: string, code: string, taxMinor: number, of: Issued = {}) {
  const national =
    of.national === undefined && of.supplied === undefined && !of.lacks
      ? {}
      : {
          national: {
            currency: "EUR",
            day: of.supplied ?? day,
            rate: null,
            taxes: of.lacks ? [] : [{ baseMinor: (of.national ?? 0) * 10, amountMinor: of.national ?? 0 }],
          },
        };
  await world.db
    .insertInto("invoices")
    .values({
      id: newId("invoice"),
      kind: of.kind ?? "invoice",
      number: `T-${++count}`,
      ownerId: amara.uid,
      totalMinor: taxMinor * 11,
      currency: "USD",
      awaitsRateOf: of.lacks ? day : null,
      document: json({
        seller: { country: "DE", taxNumbers: NUMBERS },
        taxes: [
          {
            treatment: "charged",
            code,
            label: `Tax (${code})`,
            rateBp: 1_000,
            baseMinor: taxMinor * 10,
            amountMinor: taxMinor,
          },
        ],
        ...national,
      }),
      issuedAt: new Date(`${day}T09:00:00Z`),
    })
    .execute();
}
async function rates(...days: readonly [day: string, micros: number][]) {
  const importId = newId("rateImport");
  await world.db
    .insertInto("rate_imports")
    .values({
      id: importId,
      fileName: "rates.csv",
      sha256: importId.padEnd(64, "0").slice(0, 64),
      days: 1,
      added: 1,
      changed: 0,
      fromOn: days[0]![0],
      toOn: days[0]![0],
      importedBy: ada.uid,
      importedAt: NOON,
    })
    .execute();
  for (const [rateOn, micros] of days)
    await world.db.insertInto("reference_rates").values({ rateOn, micros, importId }).execute();
}
/** Entries are never deleted, so each test takes its own back. */
const booked: [authority: string, day: string, amountMinor: number][] = [];
afterEach(async () => {
  for (const [authority, day, amountMinor] of booked.splice(0)) await book(authority, day, -amountMinor);
});
const byHand = (...of: (typeof booked)[number]) => {
  booked.push(of);
  return book(...of);
};
const book = (authority: string, day: string, amountMinor: number, against: Account = "input_tax") =>
  transact(ada, (ctx) =>
    postEntry(ctx, {
      key: `manual:test ${++count}`,
      kind: "manual",
      causeType: "manual_entry",
      causeId: "test",
      memo: "Input tax set off",
      currency: "USD",
      happenedAt: new Date(`${day}T00:00:00Z`),
      lines: [
        { account: "tax_payable", party: authority, amountMinor },
        { account: against, amountMinor: -amountMinor },
      ],
    }),
  );
const quarter = (authority: string) => readReturn(farah, authority, "2026-07-01");
const file = (authority: string, dueMinor: number, reference = "ELSTER 1", from = "2026-07-01") =>
  fileReturn(farah, { authority, from, dueMinor, reference });
const refusals = (done: PromiseSettledResult<unknown>[]) =>
  done.flatMap((one) => (one.status === "rejected" ? [(one.reason as { code: string }).code] : []));

describe("the periods", () => {
  test("begin when the registration is entered, without any document", async () => {
    await setFrequency(farah, { authority: "DE", frequency: "quarterly" });
    setClock(new Date("2027-05-03T09:00:00Z"));
    const [germany] = (await readReturns(farah)).authorities.filter((it) => it.authority === "DE");
    expect(germany!.returns.map((one) => [one.words, one.state])).toEqual([
      ["Q2 2027", "running"],
      ["Q1 2027", "open"],
      ["Q4 2026", "open"],
    ]);
    await fileReturn(farah, { authority: "DE", from: "2026-10-01", dueMinor: 0, reference: "ELSTER 0" });
    const [filed] = (await readReturns(farah)).authorities.filter((it) => it.authority === "DE");
    expect(filed!.returns.map((one) => one.state)).toEqual(["running", "open", "nothing"]);
  });

  test("are those that the office wants, since the first document, and the One Stop Shop's are quarters", async () => {
    await issued("2026-05-20", "DE", 1_000, { national: 900 });
    const listed = async () =>
      Object.fromEntries(
        (await readReturns(farah)).authorities.map((it) => [it.authority, it.returns.map((one) => one.words)]),
      );
    expect(await listed()).toEqual({ DE: [], "OSS-DE": ["Q4 2026", "Q3 2026", "Q2 2026"], "US-WV": [], GB: [] });
    await setFrequency(farah, { authority: "DE", frequency: "quarterly" });
    await setFrequency(farah, { authority: "GB", frequency: "quarterly" });
    expect(await listed()).toMatchObject({
      DE: ["Q4 2026", "Q3 2026", "Q2 2026"],
      GB: ["Q4 2026", "2026-08-15 to 2026-09-30"],
    });
    await expect(setFrequency(farah, { authority: "OSS-DE", frequency: "monthly" })).rejects.toMatchObject({
      code: "by_law",
    });
    await expect(setFrequency(farah, { authority: "FR", frequency: "monthly" })).rejects.toMatchObject({
      kind: "not-found",
    });
    await expect(setFrequency(sam, { authority: "DE", frequency: "monthly" })).rejects.toMatchObject({
      kind: "refused",
    });
  });

  test("that are over are to do two weeks before they're due, or at once if we don't know when, until they're filed", async () => {
    await issued("2026-07-20", "US-WV", 1_000);
    expect(await countPressing(new Date("2026-10-16T12:00:00Z"))).toBe(0);
    expect(await countPressing(new Date("2026-10-17T12:00:00Z"))).toBe(1);
    await setFrequency(farah, { authority: "US-WV", frequency: "quarterly" });
    expect(await countPressing(new Date("2026-10-01T12:00:00Z"))).toBe(1);
    await file("US-WV", 1_000);
    expect(await countPressing(new Date("2026-10-01T12:00:00Z"))).toBe(0);
  });
});

describe("a return", () => {
  beforeEach(() => setFrequency(farah, { authority: "DE", frequency: "quarterly" }));

  test("declares what the documents of its period state in the office's currency, less what was set off by hand", async () => {
    await issued("2026-06-30", "DE", 9_999, { national: 9_000 });
    await issued("2026-07-01", "DE", 1_000, { national: 900 });
    await issued("2026-09-30", "DE", 500, { national: 450 });
    await issued("2026-09-30", "DE", 200, { national: 180, kind: "credit_note" });
    await issued("2026-08-30", "FR", 700, { national: 650 });
    await rates(["2026-08-04", 1_250_000]);
    await byHand("DE", "2026-08-05", 250);
    expect(await quarter("DE")).toMatchObject({
      dueMinor: 900 + 450 - 180 - 200,
      figures: {
        currency: "EUR",
        lacking: 0,
        byHandMinor: -200,
        rows: [{ place: "DE", rateBp: 1_000, baseMinor: 11_700, taxMinor: 1_170 }],
      },
      due: { day: "2026-10-10" },
    });
    await expect(readReturn(sam, "DE", "2026-07-01")).rejects.toMatchObject({ kind: "refused" });
    await expect(readReturn(farah, "DE", "2026-07-02")).rejects.toMatchObject({ kind: "not-found" });
  });

  test("is filed once, by two at once, sent twice, or with figures that have changed", async () => {
    await issued("2026-07-01", "DE", 1_000, { national: 900 });
    await expect(file("DE", 899)).rejects.toMatchObject({ code: "changed" });
    await expect(
      fileReturn(sam, { authority: "DE", from: "2026-07-01", dueMinor: 900, reference: "X1" }),
    ).rejects.toMatchObject({ kind: "refused" });
    const both = await Promise.allSettled([
      file("DE", 900, "ELSTER 1"),
      fileReturn(ada, { authority: "DE", from: "2026-07-01", dueMinor: 900, reference: "ELSTER 2" }),
    ]);
    expect(refusals(both)).toEqual(["filed"]);
    const reference = (await quarter("DE")).filed!.reference;
    const again = await file("DE", 900, reference);
    expect(again.id).toBe((await quarter("DE")).filed!.id);
    expect((await world.db.selectFrom("tax_returns").select("id").execute()).length).toBe(1);
    await expect(file("DE", 0, "ELSTER 3", "2026-10-01")).rejects.toMatchObject({ code: "running" });
  });

  test("can't be filed while a rate is missing", async () => {
    await issued("2026-07-01", "DE", 1_000, { lacks: true });
    const { figures } = await quarter("DE");
    expect([figures.lacking, figures.rows.map((row) => row.isUnknown)]).toEqual([1, [true]]);
    const csv = await returnCsv(new Request("http://x/?authority=DE&from=2026-07-01"), { actor: farah });
    expect(await csv.text()).not.toContain("0.00");
    await expect(file("DE", 0)).rejects.toMatchObject({ code: "rates" });
  });

  test("keeps its figures, and what's booked in its period later is declared with the next one, once", async () => {
    await issued("2026-05-01", "DE", 1_000, { national: 900 });
    await rates(["2026-05-04", 1_000_000], ["2026-08-04", 1_000_000]);
    await file("DE", 900, "ELSTER 1", "2026-04-01");
    await byHand("DE", "2026-05-05", 100);
    expect(await readReturn(farah, "DE", "2026-04-01")).toMatchObject({ dueMinor: 900, filed: { sinceMinor: -100 } });
    const next = await quarter("DE");
    expect(next).toMatchObject({ dueMinor: -100, late: [{ from: "2026-04-01", minor: -100 }] });
    await file("DE", -100, "ELSTER 2");
    expect((await readReturn(farah, "DE", "2026-10-01")).late).toEqual([]);
    await byHand("DE", "2026-08-05", 30);
    expect((await readReturn(farah, "DE", "2026-10-01")).late).toEqual([
      { from: "2026-07-01", until: "2026-09-30", minor: -30 },
    ]);
    const first = await readReturn(farah, "DE", "2026-04-01");
    await expect(withdrawReturn(farah, { id: first.filed!.id, reason: "A mistake" })).rejects.toMatchObject({
      code: "declared",
    });
  });

  test("is paid on a day that can be corrected, and taken back only before", async () => {
    await issued("2026-07-01", "DE", 1_000, { national: 900 });
    const { id } = await file("DE", 900);
    await expect(payReturn(farah, { id, paidOn: "2026-11-23" })).rejects.toMatchObject({
      fields: { paidOn: expect.any(String) },
    });
    await expect(payReturn(sam, { id, paidOn: "2026-11-20" })).rejects.toMatchObject({ kind: "refused" });
    await expect(withdrawReturn(sam, { id, reason: "A mistake" })).rejects.toMatchObject({ kind: "refused" });
    const twice = await Promise.allSettled([
      withdrawReturn(farah, { id, reason: "A wrong number" }),
      withdrawReturn(ada, { id, reason: "A wrong number" }),
    ]);
    expect(refusals(twice)).toEqual(["withdrawn"]);
    expect((await quarter("DE")).filed).toBeNull();
    const again = await file("DE", 900, "ELSTER 9");
    await Promise.all([
      payReturn(farah, { id: again.id, paidOn: "2026-11-20" }),
      payReturn(ada, { id: again.id, paidOn: "2026-11-20" }),
    ]);
    await payReturn(farah, { id: again.id, paidOn: "2026-11-19" });
    expect(await quarter("DE")).toMatchObject({ period: { state: "paid" }, filed: { paidOn: "2026-11-19" } });
    await expect(withdrawReturn(farah, { id: again.id, reason: "A mistake" })).rejects.toMatchObject({ code: "paid" });
    const facts = await world.db.selectFrom("facts").select("kind").where("kind", "=", "tax.return_paid").execute();
    expect(facts.length).toBe(2);
  });

  test("that was marked as paid by mistake isn't any more, once, and can then be taken back", async () => {
    await issued("2026-07-01", "DE", 1_000, { national: 900 });
    const { id } = await file("DE", 900);
    const back = (who: typeof farah, paidOn = "2026-11-20") =>
      unpayReturn(who, { id, paidOn, reason: "It was another one" });
    await expect(back(farah)).rejects.toMatchObject({ code: "unpaid" });
    await payReturn(farah, { id, paidOn: "2026-11-20" });
    await expect(back(sam)).rejects.toMatchObject({ kind: "refused" });
    await expect(back(farah, "2026-11-19")).rejects.toMatchObject({ code: "changed" });
    expect(refusals(await Promise.allSettled([back(farah), back(ada)]))).toEqual(["unpaid"]);
    expect(await quarter("DE")).toMatchObject({ period: { state: "filed" }, filed: { paidOn: null, paidBy: null } });
    await withdrawReturn(farah, { id, reason: "A wrong number" });
    expect((await quarter("DE")).filed).toBeNull();
  });

  test("at home takes off input tax, which is set off once, in whatever period", async () => {
    await saveCompany(ada, {
      legalName: "Stet GmbH",
      address: "Main Street 1",
      town: "Frankfurt am Main",
      country: "DE",
      registration: "HRB 1",
      version: 0,
    });
    await rates(["2026-07-14", 1_250_000], ["2026-08-14", 1_250_000], ["2026-10-01", 1_250_000]);
    await issued("2026-07-02", "DE", 1_000, { national: 900 });
    const spent = (day: string, amountMinor: number, kind: "assigned" | "manual") =>
      transact(ada, (ctx) =>
        postEntry(ctx, {
          key: `${kind}:input ${++count}`,
          kind,
          causeType: kind === "manual" ? "manual_entry" : "difference",
          causeId: "test",
          memo: "Hosting",
          currency: "USD",
          happenedAt: new Date(`${day}T00:00:00Z`),
          lines: [
            { account: "input_tax", amountMinor },
            { account: "accrued_costs", amountMinor: -amountMinor },
          ],
        }),
      );
    await spent("2026-07-15", 100, "assigned");
    await spent("2026-08-15", 150, "manual");
    await spent("2026-10-02", 25, "assigned");
    expect(await quarter("DE")).toMatchObject({
      dueMinor: 900 - 80 - 120,
      figures: { inputTaxMinor: -200, byHandMinor: 0, rows: [{ taxMinor: 900 }] },
    });
    const csv = await returnCsv(new Request("http://x/?authority=DE&from=2026-07-01"), { actor: farah });
    expect(await csv.text()).toContain("Input tax,DE1,Q3 2026,EUR,,,,-2.00,");
    await file("DE", 700);
    // It's set off after filing, which changes neither return.
    await byHand("DE", "2026-10-05", 250);
    expect(await readReturn(farah, "DE", "2026-10-01")).toMatchObject({
      dueMinor: -20,
      late: [],
      figures: { inputTaxMinor: -20, byHandMinor: 0 },
    });
    // An invoice from abroad is owed and given back, also at a rate that's rounded, and set off without declaring anything.
    const abroad = (
      lines: { account: Account; party?: string; amountMinor: number }[],
      kind: "assigned" | "manual",
      day: string,
    ) =>
      transact(ada, (ctx) =>
        postEntry(ctx, {
          key: `${kind}:abroad ${++count}`,
          kind,
          causeType: kind === "manual" ? "manual_entry" : "difference",
          causeId: "test",
          memo: "Ads",
          currency: "USD",
          happenedAt: new Date(`${day}T00:00:00Z`),
          lines,
        }),
      );
    const invoice = (baseMinor: number, taxMinor: number) => [
      { account: "other_costs" as const, amountMinor: baseMinor },
      { account: "input_tax" as const, amountMinor: taxMinor },
      { account: "reverse_charge" as const, amountMinor: -taxMinor },
      { account: "accrued_costs" as const, amountMinor: -baseMinor },
    ];
    const setOff = (taxMinor: number) => [
      { account: "input_tax" as const, amountMinor: -taxMinor },
      { account: "reverse_charge" as const, amountMinor: taxMinor },
    ];
    await abroad(invoice(10_003, 1_901), "assigned", "2026-10-02");
    await abroad(invoice(5_000, 950), "manual", "2026-10-02");
    await abroad(setOff(950), "manual", "2026-10-03");
    const declared = await readReturn(farah, "DE", "2026-10-01");
    expect(declared).toMatchObject({
      dueMinor: -20,
      figures: { inputTaxMinor: -20 - 2_281, reverseCharge: { baseMinor: 12_002, taxMinor: 2_281 }, byHandMinor: 0 },
    });
    const file4 = await returnCsv(new Request("http://x/?authority=DE&from=2026-10-01"), { actor: farah });
    expect(await file4.text()).toContain("Reverse charge,DE1,Q4 2026,EUR,,,120.02,22.81,");
    // Suppliers in the EU are on a line of their own, and a payout of what an editor has earned is its base.
    const inEu = (sign: 1 | -1) => [
      { account: "editor_available" as const, party: "usr_jonas", amountMinor: sign * 10_003 },
      { account: "input_tax" as const, amountMinor: sign * 1_901 },
      { account: "reverse_charge_eu" as const, amountMinor: sign * -1_901 },
      { account: "editor_in_payout" as const, party: "usr_jonas", amountMinor: sign * -10_003 },
    ];
    await abroad(inEu(1), "assigned", "2026-10-02");
    expect(await readReturn(farah, "DE", "2026-10-01")).toMatchObject({
      dueMinor: -20,
      figures: {
        inputTaxMinor: -20 - 2_281 - 1_521,
        reverseCharge: { baseMinor: 12_002, taxMinor: 2_281 },
        reverseChargeEu: { baseMinor: 8_002, taxMinor: 1_521 },
      },
    });
    const file5 = await returnCsv(new Request("http://x/?authority=DE&from=2026-10-01"), { actor: farah });
    expect(await file5.text()).toContain('"Reverse charge, EU",DE1,Q4 2026,EUR,,,80.02,15.21,');
    await abroad(inEu(-1), "assigned", "2026-10-02");
    expect((await readReturn(farah, "DE", "2026-10-01")).figures.reverseChargeEu).toBeUndefined();
    await abroad(invoice(-10_003, -1_901), "assigned", "2026-10-02");
    await abroad(invoice(-5_000, -950), "manual", "2026-10-02");
    await abroad(setOff(-950), "manual", "2026-10-03");
    expect((await readReturn(farah, "DE", "2026-10-01")).figures.reverseCharge).toBeUndefined();
    // Other registrations have none of it.
    expect((await quarter("OSS-DE")).figures.inputTaxMinor).toBeUndefined();
    await spent("2026-07-15", -100, "assigned");
    await spent("2026-08-15", -150, "manual");
    await spent("2026-10-02", -25, "assigned");
    await world.db.deleteFrom("company").execute();
  });
});

test("what owners paid and exchange differences change no return", async () => {
  await setFrequency(farah, { authority: "DE", frequency: "quarterly" });
  await issued("2026-07-01", "DE", 1_000, { national: 900 });
  await rates(["2026-08-04", 1_000_000]);
  for (const other of ["equity", "exchange_differences"] as const) {
    await book("DE", "2026-08-05", 700, other);
    expect(await quarter("DE")).toMatchObject({ dueMinor: 900, figures: { byHandMinor: 0 } });
    await book("DE", "2026-08-05", -700, other);
  }
});

describe("the One Stop Shop", () => {
  test("declares each member state and rate at the rate of the last day, and corrects earlier quarters by state", async () => {
    await issued("2026-05-20", "FR", 2_000, { national: 1 });
    await issued("2026-08-20", "FR", 1_000, { national: 1 });
    await issued("2026-08-21", "FR", 250, { national: 1 });
    await issued("2026-08-21", "IT", 500, { national: 1 });
    await issued("2026-08-22", "IT", 100, { national: 1, kind: "credit_note" });
    await issued("2026-09-02", "FR", 400, { supplied: "2026-05-20", kind: "credit_note" });
    expect((await quarter("OSS-DE")).figures.lacking).toBe(5);
    await rates(["2026-06-30", 1_250_000], ["2026-09-30", 1_000_000]);
    const found = await quarter("OSS-DE");
    expect(found.figures).toMatchObject({
      currency: "EUR",
      lacking: 0,
      rows: [
        { place: "FR", baseMinor: 12_500, taxMinor: 1_250 },
        { place: "IT", baseMinor: 4_000, taxMinor: 400 },
      ],
      corrections: [{ from: "2026-04-01", until: "2026-06-30", place: "FR", taxMinor: -320 }],
    });
    expect(found.figures.rates).toContain("2026-09-30");
    expect(found.dueMinor).toBe(1_250 + 400 - 320);
    await file("OSS-DE", found.dueMinor, "DE/1/Q3.2026");
    const csv = await (
      await returnCsv(new Request("http://x/?authority=OSS-DE&from=2026-07-01"), { actor: farah })
    ).text();
    expect(csv.trim().split("\r\n")).toEqual([
      expect.stringContaining("Member State of consumption"),
      "Supplies,DE1,Q3.2026,EUR,FR,Services,Standard,10,125.00,12.50,,",
      "Supplies,DE1,Q3.2026,EUR,IT,Services,Standard,10,40.00,4.00,,",
      "Corrections,DE1,Q3.2026,EUR,FR,,,,,-3.20,Q2.2026,",
    ]);
    await expect(
      returnCsv(new Request("http://x/?authority=OSS-DE&from=2026-07-01"), { actor: sam }),
    ).rejects.toMatchObject({
      kind: "refused",
    });
  });

  const importFile = (from = "2026-07-01") =>
    ossImportFile(new Request(`http://x/?authority=OSS-DE&from=${from}`), { actor: farah });
  const imported = async (from?: string) => (await (await importFile(from)).text()).trim().split("\r\n").slice(1);

  test("says of each corrected quarter and state what was declared before and what's right, also twice", async () => {
    await rates(["2026-03-31", 1_000_000], ["2026-06-30", 1_000_000], ["2026-09-30", 1_000_000]);
    await issued("2026-02-20", "FR", 3_000, { national: 1 });
    await issued("2026-05-20", "FR", 2_000, { national: 1 });
    await issued("2026-05-21", "IT", 700, { supplied: "2026-02-20" });
    await issued("2026-05-22", "FR", 1_000, { supplied: "2026-02-20", kind: "credit_note" });
    // What the quarter before declared isn't known before it's filed.
    await expect(importFile("2026-04-01")).rejects.toMatchObject({ code: "figures" });
    await file("OSS-DE", 3_000, "Q1", "2026-01-01");
    expect(await imported("2026-04-01")).toEqual([
      "1,FR",
      "1,IT",
      "2,FR,STANDARD,10.00,200.00,20.00",
      "6,FR,2026,1,30.00,20.00",
      "6,IT,2026,1,0.00,7.00",
    ]);
    const first = (await readReturn(farah, "OSS-DE", "2026-01-01")).filed!;
    await file("OSS-DE", 2_000 + 700 - 1_000, "Q2", "2026-04-01");
    await expect(withdrawReturn(farah, { id: first.id, reason: "A mistake" })).rejects.toMatchObject({
      code: "corrected",
    });
    await issued("2026-08-01", "FR", 500, { supplied: "2026-02-20", kind: "credit_note" });
    await issued("2026-08-02", "FR", 200, { supplied: "2026-05-20", kind: "credit_note" });
    expect(await imported()).toEqual(["1,FR", "6,FR,2026,1,20.00,15.00", "6,FR,2026,2,20.00,18.00"]);
    // The three returns declare what the documents moved on the account.
    const dues = await Promise.all(
      ["2026-01-01", "2026-04-01", "2026-07-01"].map(
        async (from) => (await readReturn(farah, "OSS-DE", from)).dueMinor,
      ),
    );
    const { rows } = await readTaxReport(farah, { from: "2026-01-01", until: "2026-09-30" });
    expect(dues.reduce((sum, due) => sum + due, 0)).toBe(rows.reduce((sum, row) => sum + row.taxMinor, 0));
  });

  test("corrects a filed quarter by member state when a rate is corrected later, and never twice", async () => {
    await rates(["2026-06-30", 1_000_000], ["2026-09-30", 1_000_000], ["2026-12-31", 1_000_000]);
    await issued("2026-05-20", "FR", 2_000, { national: 1 });
    await issued("2026-05-20", "IT", 1_000, { national: 1 });
    await file("OSS-DE", 3_000, "Q2", "2026-04-01");
    await world.db
      .updateTable("reference_rates")
      .set({ micros: 1_250_000 })
      .where("rateOn", "=", "2026-06-30")
      .execute();
    await issued("2026-08-02", "FR", 500, { supplied: "2026-05-20", kind: "credit_note" });
    const found = await quarter("OSS-DE");
    expect(found).toMatchObject({
      dueMinor: -400 - 400 - 200,
      late: [
        { from: "2026-04-01", place: "FR", minor: -400 },
        { from: "2026-04-01", place: "IT", minor: -200 },
      ],
    });
    expect(await imported()).toEqual(["1,FR", "1,IT", "6,FR,2026,2,20.00,12.00", "6,IT,2026,2,10.00,8.00"]);
    await file("OSS-DE", -1_000, "Q3");
    // The rate of the corrected quarter changes again: both returns lack something of it.
    await world.db
      .updateTable("reference_rates")
      .set({ micros: 1_000_000 })
      .where("rateOn", "=", "2026-06-30")
      .execute();
    const next = await readReturn(farah, "OSS-DE", "2026-10-01");
    expect(next.dueMinor).toBe(400 + 200 - 100);
    expect(next.oneStop?.corrections).toEqual([
      { from: "2026-04-01", until: "2026-06-30", place: "FR", taxMinor: 300, declaredMinor: 1_200 },
      { from: "2026-04-01", until: "2026-06-30", place: "IT", taxMinor: 200, declaredMinor: 800 },
    ]);
    setClock(new Date("2027-01-05T12:00:00Z"));
    await file("OSS-DE", 500, "Q4", "2026-10-01");
    expect((await readReturn(farah, "OSS-DE", "2027-01-01")).late).toEqual([]);
  });

  test("has no file for what was booked by hand without a member state", async () => {
    await rates(["2026-09-30", 1_000_000]);
    await issued("2026-08-20", "FR", 1_000, { national: 1 });
    expect(await imported()).toEqual(["1,FR", "2,FR,STANDARD,10.00,100.00,10.00"]);
    await byHand("OSS-DE", "2026-08-21", 100);
    await expect(importFile()).rejects.toMatchObject({ code: "figures" });
  });

  test("takes the rate of the next day that has one, if the quarter ends on a day without", async () => {
    await issued("2026-02-20", "FR", 1_000, { national: 1 });
    setClock(new Date("2027-01-10T12:00:00Z"));
    await issued("2026-10-20", "FR", 1_000, { national: 1 });
    await rates(["2027-01-04", 2_000_000]);
    const of = () => readReturn(farah, "OSS-DE", "2026-10-01");
    // December 31, 2026, is a Thursday, and has a rate of its own.
    expect((await of()).figures.lacking).toBe(1);
    await world.db.deleteFrom("reference_rates").execute();
    await rates(["2026-12-31", 2_000_000]);
    expect((await of()).dueMinor).toBe(500);
  });
});
