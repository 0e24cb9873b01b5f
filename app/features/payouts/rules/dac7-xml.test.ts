import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { validateXML } from "xmllint-wasm";
import { type Dac7Report, type Dac7Seller, dac7Problem, dac7Xml, nameParts } from "./dac7-xml.ts";

/** The OECD's schema of October 2021, as tax authorities publish it. */
const SCHEMA = join(import.meta.dirname, "../testing/dpi");
const read = (name: string) => ({ fileName: name, contents: readFileSync(join(SCHEMA, name), "utf8") });

async function faultsOf(xml: string): Promise<string[]> {
  const { errors } = await validateXML({
    xml: [{ fileName: "report.xml", contents: xml }],
    schema: [read("DPIXML_v1.0.xsd")],
    preload: [read("isodpitypes_v1.0.xsd"), read("oecddpitypes_v1.0.xsd")],
  });
  return errors.map((error) => error.message);
}

const SELLER: Dac7Seller = {
  editorId: "usr_1",
  details: {
    legalName: "Zoë  Łukasz O'Brien <& Co>",
    dateOfBirth: "1980-02-29",
    addressLine: "Čechova 5",
    town: "Praha",
    postCode: "170 00",
    country: "CZ",
    taxCountry: "CZ",
    tin: "8002291234",
    vatId: "",
    vatStatus: undefined,
  },
  account: "DE02120300000000202051",
  holder: "Zoe Lukasz O'Brien <& Co>",
  currency: "EUR",
  quarters: [
    { amountMinor: 12_350, earnings: 2 },
    { amountMinor: 0, earnings: 0 },
    { amountMinor: 49, earnings: 1 },
    { amountMinor: 100_050, earnings: 9 },
  ],
};
const report = (sellers: Dac7Seller[], more: Partial<Dac7Report> = {}): Dac7Report => ({
  year: 2026,
  madeAt: new Date("2027-01-15T10:11:12.013Z"),
  country: "DE",
  company: {
    legalName: "Stet Editing Ltd",
    address: "Main Street 1\n60311 Frankfurt",
    town: "Frankfurt am Main",
    country: "DE",
    registration: "HRB 1234",
  },
  taxNumber: "DE123",
  vatId: "DE123456788",
  sender: "",
  sellers,
  ...more,
});

test("a report is valid against the OECD's schema, with whole amounts for each quarter", async () => {
  const bare: Dac7Seller = {
    ...SELLER,
    currency: "USD",
    account: "",
    details: { ...SELLER.details, legalName: "Plato", vatId: "CZ8002291234" },
  };
  const xml = dac7Xml(report([SELLER, bare], { sender: "42" }));
  expect(await faultsOf(xml)).toEqual([]);
  expect(xml).toContain('<dpi:ConsQ1 currCode="EUR">124</dpi:ConsQ1>');
  expect(xml).toContain('<dpi:ConsQ3 currCode="EUR">0</dpi:ConsQ3><dpi:ConsQ4 currCode="EUR">1001</dpi:ConsQ4>');
  expect(xml).toContain("<dpi:FirstName>Zoë Łukasz O&apos;Brien &lt;&amp;</dpi:FirstName>");
  const ids = [...xml.matchAll(/<stf:DocRefId>([^<]+)</g)].map((match) => match[1]);
  expect(ids).toEqual(["DE2026-DE123-operator", "DE2026-DE123-usr_1-EUR", "DE2026-DE123-usr_1-USD"]);
  expect(xml).toContain("<dpi:MessageRefId>DE2026DE-DE123-20270115101112013<");
  expect(xml).toContain('INType="BRN">HRB 1234<');
});

test("a report made again has new message ids, and the same ids of editors", () => {
  const ids = (xml: string, tag: string) => xml.match(new RegExp(`${tag}>[^<]+`, "g"));
  const [first, second] = [report([SELLER]), report([SELLER], { madeAt: new Date("2027-01-16T00:00:00Z") })].map(
    dac7Xml,
  ) as [string, string];
  expect(ids(second, "DocRefId")).toEqual(ids(first, "DocRefId"));
  expect(ids(second, "MessageRefId")).not.toEqual(ids(first, "MessageRefId"));
});

test("the holder of an account is named if it's another name than the editor's", async () => {
  const other = { ...SELLER, details: { ...SELLER.details, legalName: "Zoe Novak" }, holder: "Zoe Novak" };
  expect(dac7Xml(report([other]))).not.toContain("AccountHolderName");
  const xml = dac7Xml(report([{ ...other, holder: "Novak Editing Ltd" }]));
  expect(xml).toContain("<dpi:AccountHolderName>Novak Editing Ltd<");
  expect(await faultsOf(xml)).toEqual([]);
});

test("a sole trader without a registration has none in the report", async () => {
  const company = { ...report([]).company, registration: "none" };
  const xml = dac7Xml(report([SELLER], { company }));
  expect(xml).not.toContain("dpi:IN ");
  expect(await faultsOf(xml)).toEqual([]);
});

test("names what a tax office would ask for", () => {
  expect(dac7Problem("Zoë", SELLER.details)).toBeNull();
  expect(dac7Problem("Zoë", { ...SELLER.details, tin: " " })).toBe(
    "We don't have the tax number of Zoë, which the report needs.",
  );
  expect(dac7Problem("Zoë", { ...SELLER.details, dateOfBirth: "1980-02-30" })).toContain("date of birth");
});

test("a report without sellers says that there are none", async () => {
  const xml = dac7Xml(report([]));
  expect(await faultsOf(xml)).toEqual([]);
  expect(xml).toContain("<dpi:MessageTypeIndic>DPI403<");
});

test("the schema is really read", async () => {
  expect(await faultsOf(dac7Xml(report([SELLER])).replace("<dpi:City>Praha</dpi:City>", ""))).not.toEqual([]);
});

test("a name is split before its last word", () => {
  expect(nameParts(" Ana María  Pérez ")).toEqual({ first: "Ana María", last: "Pérez" });
  expect(nameParts("Plato")).toEqual({ first: "NFN", last: "Plato" });
});
