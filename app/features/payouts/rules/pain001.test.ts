import { EXAMPLES } from "../testing/bank-accounts.ts";
import { type AccountScheme, accountType } from "./account-types.ts";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { isRoutingNumber } from "#app/platform/rules/core/iban.ts";
import { newId } from "#app/platform/rules/core/ids.ts";
import { bankReference, bankText, isBankText, unspellable } from "./bank-text.ts";
import { batchProblems, controlSum, pain001, remittanceText, type BankBatch, type BatchPayment } from "./pain001.ts";

const SCHEMAS = join(process.cwd(), "../shared/spec/schemas");
const GENERAL = "pain.001.001.09.xsd";
const SEPA = "pain.001.001.09-sepa-epc132-08.xsd";
const haveSchemas = existsSync(join(SCHEMAS, GENERAL)) && existsSync(join(SCHEMAS, SEPA));

async function schemaErrors(xml: string, schema: string): Promise<string[]> {
  const result = await validateXML({
    xml: [{ fileName: "batch.xml", contents: xml }],
    schema: [readFileSync(join(SCHEMAS, schema), "utf8")],
  });
  return result.errors.map((e) => e.message);
}

const payment = (more: Partial<BatchPayment> = {}): BatchPayment => ({
  endToEndId: bankReference(newId("payout")),
  name: "Søren Łukasz Müller",
  address: { street: "Čechova 5", postcode: "170 00", town: "Praha", country: "CZ" },
  account: { iban: "DE89 3704 0044 0532 0130 00", bic: "COBADEFF" },
  amountMinor: 8_250,
  remittance: remittanceText("Stet", "SB-K7Q2M9-0004"),
  ...more,
});
const batch = (more: Partial<BankBatch> = {}): BankBatch => ({
  messageId: bankReference(newId("run")),
  createdAt: new Date("2026-11-16T09:00:00.123Z"),
  executionDay: "2026-11-16",
  scheme: "cross-border",
  currency: "USD",
  debtor: {
    name: "Stet & Co",
    address: { town: "Helsinki", country: "FI" },
    iban: "FI2112345600000785",
    bic: "NDEAFIHH",
  },
  payments: [payment(), payment({ amountMinor: 1, name: 'Ann "O\'Neil" <Editor>' })],
  ...more,
});
const american = payment({
  name: "Bo Lee",
  address: { town: "Austin", country: "US" },
  account: { number: "000123456789", bic: "CHASUS33", clearing: { system: "USABA", code: "021000021" } },
});

beforeAll(() => {
  if (!haveSchemas)
    console.warn(`Skipped: the bank file isn't checked against its schemas, because ${SCHEMAS} is absent.`);
});

describe.skipIf(!haveSchemas)("against the schemas", () => {
  test("accounts of all countries without IBANs are valid, with each bank's code", async () => {
    const payments = Object.entries(EXAMPLES).map(([scheme, { code, accountNumber, bic = "" }]) => {
      const system = accountType(scheme as AccountScheme).code?.system;
      return payment({
        address: { town: "Pune", country: "IN" },
        account: { number: accountNumber, bic, ...(system ? { clearing: { system, code: code ?? "" } } : {}) },
      });
    });
    const xml = pain001(batch({ payments }));
    expect(await schemaErrors(xml, GENERAL)).toEqual([]);
    expect(xml).toContain("<ClrSysMmbId><ClrSysId><Cd>INFSC</Cd></ClrSysId><MmbId>HDFC0000123</MmbId></ClrSysMmbId>");
    expect(xml).toContain("<CdtrAcct><Id><Othr><Id>50100123456789</Id></Othr></Id></CdtrAcct>");
  });

  test("a cross-border batch in USD is valid, including a US account", async () => {
    expect(await schemaErrors(pain001(batch({ payments: [payment(), american] })), GENERAL)).toEqual([]);
  });
  test("a SEPA batch in EUR is valid under both schemas", async () => {
    const xml = pain001(batch({ scheme: "sepa", currency: "EUR" }));
    expect(await schemaErrors(xml, GENERAL)).toEqual([]);
    expect(await schemaErrors(xml, SEPA)).toEqual([]);
  });
  test("the validator rejects a cross-border batch as SEPA, and a broken batch altogether", async () => {
    const xml = pain001(batch());
    expect((await schemaErrors(xml, SEPA)).length).toBeGreaterThan(0);
    expect(
      (await schemaErrors(xml.replace(/<CtrlSum>.*?<\/CtrlSum>/, "<CtrlSum>x</CtrlSum>"), GENERAL)).length,
    ).toBeGreaterThan(0);
  });
  test("a thousand payments with international names are valid", async () => {
    const names = fc.sample(
      fc.string({ unit: "grapheme", minLength: 1, maxLength: 90 }).map((n) => `A ${n}`),
      { numRuns: 1_000, seed: 7 },
    );
    const payments = names.map((name, i) =>
      payment({ name, amountMinor: i + 1, address: { street: name, town: `T${name}`, country: "FI" } }),
    );
    const xml = pain001(batch({ scheme: "sepa", currency: "EUR", payments }));
    expect(await schemaErrors(xml, SEPA)).toEqual([]);
    expect(await schemaErrors(xml, GENERAL)).toEqual([]);
  }, 30_000);
});

describe("the file", () => {
  test("lists the count, amounts, payees, and invoices", () => {
    const xml = pain001(batch());
    expect(xml.match(/<NbOfTxs>2<\/NbOfTxs>/g)).toHaveLength(2);
    expect(xml.match(/<CtrlSum>82\.51<\/CtrlSum>/g)).toHaveLength(2);
    expect(xml).toContain('<InstdAmt Ccy="USD">82.50</InstdAmt>');
    expect(xml).toContain("<Nm>Soren Lukasz Muller</Nm>");
    expect(xml).toContain("<Nm>Ann &apos;O&apos;Neil&apos; Editor</Nm>");
    expect(xml).toContain("<Ustrd>Stet SB-K7Q2M9-0004</Ustrd>");
    expect(xml).toContain("<IBAN>DE89370400440532013000</IBAN>");
    expect(xml).toContain("<CreDtTm>2026-11-16T09:00:00Z</CreDtTm>");
  });
  test("is byte for byte the same for the same batch", () => {
    const b = batch();
    expect(pain001(b)).toBe(pain001(b));
  });
  test("has a control sum that equals the sum of its amounts", () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 1, max: 10_000_000 }), { minLength: 1, maxLength: 40 }),
        (amountsMinor) => {
          const b = batch({ payments: amountsMinor.map((amountMinor) => payment({ amountMinor })) });
          const xml = pain001(b);
          const cents = (s: string) => Number(s.replace(".", ""));
          const amounts = [...xml.matchAll(/<InstdAmt Ccy="USD">([\d.]+)</g)].map((m) => cents(m[1]!));
          expect(amounts).toEqual(amountsMinor);
          expect([...xml.matchAll(/<CtrlSum>([\d.]+)</g)].map((m) => cents(m[1]!))).toEqual([
            controlSum(b),
            controlSum(b),
          ]);
          expect(controlSum(b)).toBe(amountsMinor.reduce((a, c) => a + c, 0));
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe("an invalid batch", () => {
  const one = payment();
  test.each<[string, Partial<BankBatch>, string]>([
    ["has no payment", { payments: [] }, "no payment"],
    ["pays nothing", { payments: [payment({ amountMinor: 0 })] }, "above zero"],
    ["pays one reference twice", { payments: [one, one] }, "is used twice"],
    [
      "has an IBAN with a mistake",
      { payments: [payment({ account: { iban: "DE89370400440532013001", bic: "COBADEFF" } })] },
      "IBAN isn't valid",
    ],
    [
      "has a BIC with a mistake",
      { payments: [payment({ account: { iban: "DE89370400440532013000", bic: "COBA" } })] },
      "BIC isn't valid",
    ],
    ["has a name without a Latin letter", { payments: [payment({ name: "王小明" })] }, "Latin letters"],
    ["is SEPA in dollars", { scheme: "sepa" }, "SEPA batch is in EUR"],
    ["is SEPA without an IBAN", { scheme: "sepa", currency: "EUR", payments: [american] }, "SEPA needs an IBAN"],
    [
      "is SEPA to Turkey",
      {
        scheme: "sepa",
        currency: "EUR",
        payments: [payment({ account: { iban: "TR330006100519786457841326", bic: "TGBATRIS" } })],
      },
      "can't be paid through SEPA",
    ],
    [
      "has a routing number with a mistake",
      {
        payments: [
          { ...american, account: { number: "1", bic: "CHASUS33", clearing: { system: "USABA", code: "021000022" } } },
        ],
      },
      "bank's code",
    ],
    ["has a reference banks would refuse", { payments: [payment({ endToEndId: "pyo_1" })] }, "35 plain characters"],
    ["pays on no day", { executionDay: "2026-13-01" }, "must be a date"],
    ["has no town", { payments: [payment({ address: { town: "", country: "CZ" } })] }, "town is missing"],
  ])("is refused when it %s", (_, more, sentence) => {
    expect(batchProblems(batch(more)).join(" ")).toContain(sentence);
    expect(() => pain001(batch(more))).toThrow(sentence);
  });
  test("while a valid one has no problems", () => expect(batchProblems(batch())).toEqual([]));
});

describe("text for banks", () => {
  test("uses only their characters", () => {
    expect(bankText("Žofie Straße, Œuvre & Þór – “ok”", 70)).toBe("Zofie Strasse, OEuvre + THor - 'ok'");
    expect(bankText("  王  a\nb ", 70)).toBe("a b");
    expect(bankText("abcdef", 3)).toBe("abc");
    expect(unspellable("Прия Raman-Łukaszewiczówna & Søn GmbH")).toEqual(["Прия"]);
    expect(unspellable("Inês Duarte 杜")).toEqual(["杜"]);
    expect(unspellable("Žofie O'Neill & Þór")).toEqual([]);
  });
  test("never has other characters and is never too long", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 1, max: 40 }), (s, max) => {
        const written = bankText(s, max);
        expect(isBankText(written)).toBe(true);
        expect(written.length).toBeLessThanOrEqual(max);
        expect(bankText(written, max)).toBe(written);
      }),
    );
  });
  test("turns an id into a reference and refuses one that is too long", () => {
    expect(bankReference("pyo_01abc")).toBe("PYO-01ABC");
    expect(bankReference(newId("payout"))).toMatch(/^PYO-[0-9A-Z]{26}$/);
    expect(() => bankReference("x".repeat(36))).toThrow(RangeError);
  });
  test("a routing number has its checksum", () =>
    expect(["021000021", "021000022", "000000000", "12"].map(isRoutingNumber)).toEqual([true, false, false, false]));
});
